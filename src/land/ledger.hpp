/// Ledger: record of what has left the land, entered it and changed its soil.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/quanta.hpp"
#include "land/budget.hpp"
#include "land/soil.hpp"

namespace barchan {

class Archive;

/// Quantity that a conversion from one soil to another preserves.
enum class Conserved : std::int32_t { volume, mass };

/// How water leaves, where the ledger distinguishes it.
enum class WaterWay : std::uint8_t { evaporated, soaked, pumped, count_ };

/// Everything recorded so far across the edges and between soils. Thread-safe; the order of calls does not matter.
class Ledger {
 public:
  Ledger() { weight_.fill(1); }
  void book_out(SoilId account, QuantaSum amount) { add(std::atomic_ref(page().out[account]), amount); }
  /// Records outgoing water together with the way it left.
  void book_out(WaterWay way, QuantaSum amount) {
    book_out(kWater, amount);
    add(std::atomic_ref(page().ways[static_cast<std::size_t>(way)]), amount);
  }
  void book_in(SoilId account, QuantaSum amount) { add(std::atomic_ref(page().in[account]), amount); }

  /// Sets what later conversions preserve, by the present densities of the soils.
  void conserve(Conserved what, Soils const& soils);
  /// Amount of `to` that `amount` (>= 0) of `from` becomes: the same volume or the same mass, in whole quanta. `left`
  /// is what remains of the layer, or any number where there is none; with it, rounding errors do not accumulate.
  Quanta product(SoilId from, SoilId to, Quanta amount, QuantaSum left) const {
    if (weight_[from] == weight_[to]) return amount;
    return weighed(from, to, amount, left);
  }
  /// Smallest amount of `from` that becomes `amount` (>= 0) of `to`, whichever layer it is taken from.
  Quanta source(SoilId from, SoilId to, Quanta amount) const;
  /// Volume of `to` per volume of `from`.
  double swelling(SoilId from, SoilId to) const {
    return static_cast<double>(weight_[from]) / static_cast<double>(weight_[to]);
  }
  /// Converts that much of a layer and records it; returns the amount of product.
  Quanta turn(SoilId from, SoilId to, Quanta amount, QuantaSum left) {
    const Quanta made = product(from, to, amount, left);
    convert(from, to, amount, made);
    return made;
  }
  /// Records that `amount` of one soil has become `made` of another. The mass that is lost to rounding stays in the
  /// account as `rest`.
  void convert(SoilId from, SoilId to, QuantaSum amount, QuantaSum made) {
    Page& page = this->page();
    add(std::atomic_ref(page.converted[from]), -amount);
    add(std::atomic_ref(page.converted[to]), made);
    const QuantaSum rest = amount * weight_[from] - made * weight_[to];
    if (rest != 0) add(std::atomic_ref(page.rest[to]), rest);
  }
  void open(SoilId account, QuantaSum amount) { opening_[account] = amount; }

  /// Opening, out, in and converted. Lying and airborne are 0; the caller counts them.
  MassBudget booked() const;
  void keep(Archive& archive);

 private:
  using Sums = std::array<QuantaSum, kAccountCount>;
  /// Sums recorded by some of the threads, in cache lines of their own, so that threads do not wait for each other.
  struct alignas(64) Page {
    Sums out{}, in{}, converted{}, rest{};
    std::array<QuantaSum, static_cast<std::size_t>(WaterWay::count_)> ways{};
  };
  static constexpr unsigned kPages = 4;

  Quanta weighed(SoilId from, SoilId to, Quanta amount, QuantaSum left) const;
  Page& page() {
    static std::atomic<unsigned> threads{0};
    static thread_local const unsigned own = threads.fetch_add(1, std::memory_order_relaxed) % kPages;
    return pages_[own];
  }
  static void add(std::atomic_ref<QuantaSum> slot, QuantaSum amount) {
    slot.fetch_add(amount, std::memory_order_relaxed);
  }
  Page total() const;

  Sums opening_{};
  std::array<Page, kPages> pages_{};
  std::array<QuantaSum, kAccountCount> weight_;  ///< mass of a quantum of a soil, 0.1 kg/m3; all 1 by volume
};

}  // namespace barchan
