/// Ledger: record of the matter that has left the land, has entered it, or has changed its soil.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "base/quanta.hpp"
#include "land/budget.hpp"
#include "land/soil.hpp"

namespace barchan {

class Archive;

/// Ways in which water leaves and that the ledger distinguishes.
enum class WaterWay : std::uint8_t { evaporated, soaked, pumped, count_ };

/// The sums of all transfers across the edges and between soils so far. Several threads may call it at the same time;
/// the order of calls has no effect.
class Ledger {
 public:
  Ledger() { weight_.fill(1); }
  void book_out(SoilId account, QuantaSum amount) { add(std::atomic_ref(page().out[account]), amount); }
  /// Records outgoing water together with the way in which it left.
  void book_out(WaterWay way, QuantaSum amount) {
    book_out(kWater, amount);
    add(std::atomic_ref(page().ways[static_cast<std::size_t>(way)]), amount);
  }
  void book_in(SoilId account, QuantaSum amount) { add(std::atomic_ref(page().in[account]), amount); }

  /// Records what a brush has added; negative: taken. Only one thread at a time may call it.
  void book_by_hand(SoilId account, QuantaSum amount) { by_hand_[account] += amount; }

  /// Sets the quantity that later conversions preserve, for the current densities of the soils.
  void conserve(Conserved what, Soils const& soils);
  /// Amount of `to` that `amount` (>= 0) of `from` becomes: the same volume or the same mass, in whole quanta. `left`
  /// is the thickness that remains of the layer, so that rounding errors do not accumulate; without a layer, any
  /// number.
  QuantaSum product(SoilId from, SoilId to, Quanta amount, QuantaSum left) const {
    if (weight_[from] == weight_[to]) return amount;
    return weighed(from, to, amount, left);
  }
  /// Largest part of `amount` of `from` whose product is at most `room` (>= 0) of `to`.
  Quanta most_of(SoilId from, SoilId to, Quanta amount, QuantaSum room) const {
    if (weight_[from] == weight_[to]) return static_cast<Quanta>(std::min<QuantaSum>(amount, room));
    // Rounding may add one quantum to a product.
    const QuantaSum most = std::max<QuantaSum>(room - 1, 0) * weight_[to] / weight_[from];
    return static_cast<Quanta>(std::min<QuantaSum>(amount, most));
  }
  /// Smallest amount of `from` that becomes at least `amount` (>= 0) of `to`, from whichever layer it is taken.
  QuantaSum source(SoilId from, SoilId to, Quanta amount) const;
  /// Volume of `to` per volume of `from`.
  double swelling(SoilId from, SoilId to) const {
    return static_cast<double>(weight_[from]) / static_cast<double>(weight_[to]);
  }
  /// Converts `amount` of a layer and records the conversion. Returns the amount of the product, which must be a
  /// thickness that a cell can have.
  Quanta turn(SoilId from, SoilId to, Quanta amount, QuantaSum left) {
    const auto made = static_cast<Quanta>(product(from, to, amount, left));
    convert(from, to, amount, made);
    return made;
  }
  /// Records that `amount` of one soil has become `made` of another. The mass lost to rounding is recorded as `rest`.
  void convert(SoilId from, SoilId to, QuantaSum amount, QuantaSum made) {
    Page& page = this->page();
    add(std::atomic_ref(page.converted[from]), -amount);
    add(std::atomic_ref(page.converted[to]), made);
    const QuantaSum rest = amount * weight_[from] - made * weight_[to];
    if (rest != 0) add(std::atomic_ref(page.rest[to]), rest);
  }
  void open(SoilId account, QuantaSum amount) { opening_[account] = amount; }
  /// Records matter that is in the air when the world begins, in its first step.
  void open_airborne(SoilId account, QuantaSum amount) { opening_[account] += amount; }

  /// The recorded parts of the mass balance. `lying` and `airborne` are 0; the caller counts them.
  MassBudget booked() const;
  void keep(Archive& archive);
  /// Reads or writes what brushes have added and taken, which keep() leaves out.
  void keep_by_hand(Archive& archive);

 private:
  using Sums = AccountSums;
  /// Sums that some of the threads record, in separate cache lines, so that threads do not wait for each other.
  struct alignas(64) Page {
    Sums out{}, in{}, converted{}, rest{};
    std::array<QuantaSum, static_cast<std::size_t>(WaterWay::count_)> ways{};
  };
  static constexpr unsigned kPages = 4;

  QuantaSum weighed(SoilId from, SoilId to, Quanta amount, QuantaSum left) const;
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
  Sums by_hand_{};
  std::array<Page, kPages> pages_{};
  std::array<QuantaSum, kAccountCount> weight_;  ///< mass of a quantum of a soil, 0.1 kg/m3; 1 if volume is preserved
};

}  // namespace barchan
