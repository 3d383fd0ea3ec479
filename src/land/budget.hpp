/// MassBudget: the books. For every account: lying + airborne + out - in = opening + converted, exactly.
#pragma once

#include <array>

#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan {

/// One account of the books, all in quanta (bulk volume over one cell of the world's own size).
struct Account {
  QuantaSum opening = 0;    ///< on the land when the world began
  QuantaSum lying = 0;      ///< on the land now, summed from the columns (water: standing water)
  QuantaSum airborne = 0;   ///< carried by particles now (water: in droplets)
  QuantaSum out = 0;        ///< left through the edges (water: also evaporated and drained)
  QuantaSum in = 0;         ///< brought in from outside (water: rain)
  QuantaSum converted = 0;  ///< gained from other accounts by conversion (negative: lost)
  QuantaSum rest = 0;       ///< what conversions by mass have left over below a quantum, 0.1 kg/m3 x quanta

  QuantaSum error() const { return lying + airborne + out - in - converted - opening; }
};

/// Where the water of `Account::out` has gone, quanta.
struct WaterLosses {
  QuantaSum evaporated = 0;  ///< from droplets and lakes
  QuantaSum soaked = 0;      ///< out of thin puddles into ground that keeps no account of it
  QuantaSum pumped = 0;      ///< by wells
  QuantaSum left = 0;        ///< all else: over open edges and into the sea
};

/// Where the water of `Account::lying` lies, quanta.
struct WaterStores {
  QuantaSum lakes = 0, ground = 0;
};

/// The whole ledger. Water keeps its own account and takes no part in conversions.
struct MassBudget {
  std::array<Account, kAccountCount> accounts{};
  WaterLosses water_losses{};
  WaterStores water_stores{};

  /// Sum of the magnitudes of the accounts' errors: 0 for a right program.
  QuantaSum error() const {
    QuantaSum sum = 0;
    for (Account const& a : accounts) sum += a.error() < 0 ? -a.error() : a.error();
    return sum;
  }
};

}  // namespace barchan
