/// Ledger: what has left a land, come in and changed its soil.
#pragma once

#include <atomic>

#include "barchan/base/quanta.hpp"
#include "barchan/land/budget.hpp"
#include "barchan/land/soil.hpp"

namespace barchan {

class Archive;

/// What has been booked across the edges and between soils so far. Thread-safe, order-free.
class Ledger {
 public:
  void book_out(SoilId account, QuantaSum amount) { add(std::atomic_ref(out_[account]), amount); }
  void book_in(SoilId account, QuantaSum amount) { add(std::atomic_ref(in_[account]), amount); }
  void convert(SoilId from, SoilId to, QuantaSum amount) {
    add(std::atomic_ref(converted_[from]), -amount);
    add(std::atomic_ref(converted_[to]), amount);
  }
  void open(SoilId account, QuantaSum amount) { opening_[account] = amount; }

  /// Opening, out, in and converted; lying and airborne are left at 0 for whoever counts them.
  MassBudget booked() const;
  void keep(Archive& archive);

 private:
  static void add(std::atomic_ref<QuantaSum> slot, QuantaSum amount) {
    slot.fetch_add(amount, std::memory_order_relaxed);
  }
  alignas(8) QuantaSum opening_[kAccountCount]{};
  alignas(8) QuantaSum out_[kAccountCount]{};
  alignas(8) QuantaSum in_[kAccountCount]{};
  alignas(8) QuantaSum converted_[kAccountCount]{};
};

}  // namespace barchan
