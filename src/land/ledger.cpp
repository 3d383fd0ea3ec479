#include "barchan/land/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "barchan/base/archive.hpp"

namespace barchan {

namespace {

/// Smallest that all densities are whole multiples of, kg/m3.
constexpr double kWeightUnit = 0.1;

QuantaSum modulo(QuantaSum number, QuantaSum divisor) {
  const QuantaSum rest = number % divisor;
  return rest < 0 ? rest + divisor : rest;
}

}  // namespace

void Ledger::conserve(Conserved what, Soils const& soils) {
  weight_.fill(1);
  if (what == Conserved::volume) return;
  std::ranges::transform(soils, weight_.begin(), [](Soil const& soil) {
    return static_cast<QuantaSum>(std::llround(static_cast<double>(soil.density) / kWeightUnit));
  });
}

/// How many whole quanta of `to` lie between `left` and `left + amount` of `from`.
Quanta Ledger::weighed(SoilId from, SoilId to, Quanta amount, QuantaSum left) const {
  const QuantaSum begun = modulo(left * weight_[from], weight_[to]);
  return static_cast<Quanta>((begun + amount * weight_[from]) / weight_[to]);
}

Quanta Ledger::source(SoilId from, SoilId to, Quanta amount) const {
  return static_cast<Quanta>((amount * weight_[to] + weight_[from] - 1) / weight_[from]);
}

MassBudget Ledger::booked() const {
  MassBudget budget;
  for (int i = 0; i < kAccountCount; ++i) {
    Account& account = budget.accounts[static_cast<std::size_t>(i)];
    account.opening = opening_[i];
    account.out = out_[i];
    account.in = in_[i];
    account.converted = converted_[i];
    account.rest = rest_[i];
  }
  return budget;
}

void Ledger::keep(Archive& archive) {
  for (auto* side : {&opening_, &out_, &in_, &converted_, &rest_}) archive.value(*side);
}

}  // namespace barchan
