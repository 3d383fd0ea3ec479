#include "land/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/archive.hpp"

namespace barchan {

namespace {

/// Unit in which densities are rounded to whole numbers, kg/m3.
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

/// Number of whole quanta of `to` that begin between `left` and `left + amount` of `from`.
QuantaSum Ledger::weighed(SoilId from, SoilId to, Quanta amount, QuantaSum left) const {
  const QuantaSum begun = modulo(left * weight_[from], weight_[to]);
  return (begun + amount * weight_[from]) / weight_[to];
}

QuantaSum Ledger::source(SoilId from, SoilId to, Quanta amount) const {
  return (amount * weight_[to] + weight_[from] - 1) / weight_[from];
}

Ledger::Page Ledger::total() const {
  Page total;
  for (Page const& page : pages_) {
    for (std::size_t i = 0; i < kAccountCount; ++i) {
      total.out[i] += page.out[i];
      total.in[i] += page.in[i];
      total.converted[i] += page.converted[i];
      total.rest[i] += page.rest[i];
    }
    for (std::size_t i = 0; i < total.ways.size(); ++i) total.ways[i] += page.ways[i];
  }
  return total;
}

MassBudget Ledger::booked() const {
  const Page total = this->total();
  MassBudget budget;
  for (std::size_t i = 0; i < kAccountCount; ++i) {
    Account& account = budget.accounts[i];
    account.opening = opening_[i];
    account.out = total.out[i];
    account.in = total.in[i];
    account.converted = total.converted[i];
    account.rest = total.rest[i];
    account.by_hand = by_hand_[i];
  }
  const auto gone = [&](WaterWay way) { return total.ways[static_cast<std::size_t>(way)]; };
  WaterLosses& losses = budget.water_losses;
  losses = {gone(WaterWay::evaporated), gone(WaterWay::soaked), gone(WaterWay::pumped), 0};
  losses.left = total.out[kWater] - losses.evaporated - losses.soaked - losses.pumped;
  return budget;
}

void Ledger::keep(Archive& archive) {
  Page total = this->total();
  for (Sums* side : {&opening_, &total.out, &total.in, &total.converted, &total.rest}) archive.sparse(*side);
  archive.sparse(total.ways);
  pages_ = {};
  pages_.front() = total;
}

void Ledger::keep_by_hand(Archive& archive) { archive.sparse(by_hand_); }

}  // namespace barchan
