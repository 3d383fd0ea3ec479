#include "barchan/land/ledger.hpp"

#include <cstddef>

#include "barchan/base/archive.hpp"

namespace barchan {

MassBudget Ledger::booked() const {
  MassBudget budget;
  for (int i = 0; i < kAccountCount; ++i) {
    Account& account = budget.accounts[static_cast<std::size_t>(i)];
    account.opening = opening_[i];
    account.out = out_[i];
    account.in = in_[i];
    account.converted = converted_[i];
  }
  return budget;
}

void Ledger::keep(Archive& archive) {
  for (auto* side : {&opening_, &out_, &in_, &converted_}) archive.value(*side);
}

}  // namespace barchan
