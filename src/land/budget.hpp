/// MassBudget: the balance of all matter. In every account, lying + airborne + out - in = opening + converted + by
/// hand, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan {

/// Quantity that a conversion from one soil to another preserves.
enum class Conserved : std::int32_t { volume, mass };
/// "volume" or "mass".
std::string_view conserved_name(Conserved what);

/// One sum for each account, quanta.
using AccountSums = std::array<QuantaSum, kAccountCount>;

/// One account, in quanta: bulk volume over the area of one cell of this world.
struct Account {
  QuantaSum opening = 0;    ///< matter on the land and in the air when the world began
  QuantaSum lying = 0;      ///< matter on the land now, summed from the columns (water: in lakes and the ground)
  QuantaSum airborne = 0;   ///< matter that particles carry now (water: in droplets)
  QuantaSum out = 0;        ///< matter that has left across the edges (water: see WaterLosses)
  QuantaSum in = 0;         ///< matter that has come in from outside (water: rain and sources)
  QuantaSum converted = 0;  ///< gain from other accounts by conversion; negative: loss
  QuantaSum by_hand = 0;    ///< matter that brushes have added; negative: taken
  QuantaSum rest = 0;       ///< mass lost to rounding in conversions by mass, 0.1 kg/m3 x quanta

  QuantaSum error() const { return lying + airborne + out - in - converted - by_hand - opening; }
};

/// The water of `Account::out` by the way it has left, quanta.
struct WaterLosses {
  QuantaSum evaporated = 0;  ///< from droplets and lakes
  QuantaSum soaked = 0;      ///< from thin puddles into ground without a water account
  QuantaSum pumped = 0;      ///< by wells
  QuantaSum left = 0;        ///< all other water: over open edges and into the sea
};

/// The water of `Account::lying` by its place, quanta.
struct WaterStores {
  QuantaSum lakes = 0, ground = 0;
};

/// Matter that all conversions between soils together have added; negative: removed.
struct ConversionBalance {
  double volume = 0.0;  ///< m3, pores included; 0 if conversions conserve volume
  double mass = 0.0;    ///< kg, by the present densities of the soils; if conversions conserve mass, only rounding
};

/// The balance of all accounts. Water has its own account and no conversions.
struct MassBudget {
  Conserved conserved = Conserved::volume;  ///< quantity that conversions preserve at present
  std::array<Account, kAccountCount> accounts{};
  WaterLosses water_losses{};
  WaterStores water_stores{};

  /// Sum of the magnitudes of the accounts' errors; 0 in a correct program.
  QuantaSum error() const {
    QuantaSum sum = 0;
    for (Account const& a : accounts) sum += a.error() < 0 ? -a.error() : a.error();
    return sum;
  }

  /// What conversions have added in total. `cell_area`: m2.
  ConversionBalance conversions(Soils const& soils, double cell_area) const;
};

}  // namespace barchan
