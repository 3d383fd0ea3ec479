/// Ledger: what has left a land, come in and changed its soil.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/quanta.hpp"
#include "land/budget.hpp"
#include "land/soil.hpp"

namespace barchan {

class Archive;

/// What a conversion keeps of the matter that becomes another soil.
enum class Conserved : std::int32_t { volume, mass };

/// How water goes out, where that is told apart.
enum class WaterWay : std::uint8_t { evaporated, soaked, pumped, count_ };

/// What has been booked across the edges and between soils so far. Thread-safe, order-free.
class Ledger {
 public:
  Ledger() { weight_.fill(1); }
  void book_out(SoilId account, QuantaSum amount) { add(std::atomic_ref(page().out[account]), amount); }
  /// Books water out and tells which way it has gone.
  void book_out(WaterWay way, QuantaSum amount) {
    book_out(kWater, amount);
    add(std::atomic_ref(page().ways[static_cast<std::size_t>(way)]), amount);
  }
  void book_in(SoilId account, QuantaSum amount) { add(std::atomic_ref(page().in[account]), amount); }

  /// Says what conversions keep from now on, by the densities of the soils as they are.
  void conserve(Conserved what, Soils const& soils);
  /// What `amount` (>= 0) of `from` makes of `to`: as much, or as much as has its mass, in whole quanta. Adding up
  /// what layers lose leaves no error that grows: `left` is what is left of the layer, or any number where none is.
  Quanta product(SoilId from, SoilId to, Quanta amount, QuantaSum left) const {
    if (weight_[from] == weight_[to]) return amount;
    return weighed(from, to, amount, left);
  }
  /// The least amount of `from` that makes `amount` (>= 0) of `to`, wherever it is taken.
  Quanta source(SoilId from, SoilId to, Quanta amount) const;
  /// Volume of `to` that one of `from` makes.
  double swelling(SoilId from, SoilId to) const {
    return static_cast<double>(weight_[from]) / static_cast<double>(weight_[to]);
  }
  /// Turns that much of a layer and books it; returns what it makes.
  Quanta turn(SoilId from, SoilId to, Quanta amount, QuantaSum left) {
    const Quanta made = product(from, to, amount, left);
    convert(from, to, amount, made);
    return made;
  }
  /// Books that `amount` of one soil has become `made` of another. By how much that is too light for whole quanta stays
  /// in the account.
  void convert(SoilId from, SoilId to, QuantaSum amount, QuantaSum made) {
    Page& page = this->page();
    add(std::atomic_ref(page.converted[from]), -amount);
    add(std::atomic_ref(page.converted[to]), made);
    const QuantaSum rest = amount * weight_[from] - made * weight_[to];
    if (rest != 0) add(std::atomic_ref(page.rest[to]), rest);
  }
  void open(SoilId account, QuantaSum amount) { opening_[account] = amount; }

  /// Opening, out, in and converted; lying and airborne are left at 0 for whoever counts them.
  MassBudget booked() const;
  void keep(Archive& archive);

 private:
  using Sums = std::array<QuantaSum, kAccountCount>;
  /// What some of the threads have booked, in cache lines of its own, so that they do not wait for the others.
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
  std::array<QuantaSum, kAccountCount> weight_;  ///< of a quantum of each soil, 0.1 kg/m3; all 1 by volume
};

}  // namespace barchan
