#include "land/budget.hpp"

#include <cstddef>

namespace barchan {

std::string_view conserved_name(Conserved what) { return what == Conserved::mass ? "mass" : "volume"; }

ConversionBalance MassBudget::conversions(Soils const& soils, double cell_area) const {
  ConversionBalance balance;
  for (std::size_t i = 0; i < soils.size(); ++i) {
    const double gained = to_metres(accounts[i].converted) * cell_area;
    balance.volume += gained;
    balance.mass += gained * static_cast<double>(soils[i].density);
  }
  return balance;
}

}  // namespace barchan
