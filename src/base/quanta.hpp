/// Quanta: the integer in which all matter is counted.
#pragma once

#include <cstdint>

namespace barchan {

/// A thickness or an elevation over one cell, in quanta of 2^-18 m (3.8 um of bulk volume).
/// The range is +-8192 m about the datum of the columns.
using Quanta = std::int32_t;

/// A sum of quanta over many cells. Sums are exact: 2^28 cells of full range still fit.
using QuantaSum = std::int64_t;

inline constexpr int kQuantaBits = 18;
inline constexpr Quanta kQuantaPerMetre = Quanta{1} << kQuantaBits;
inline constexpr float kMetresPerQuantum = 1.0f / static_cast<float>(kQuantaPerMetre);

/// Largest elevation magnitude that an import may have (8000 m of the 8192 m range; the rest is room to grow).
inline constexpr double kMaximumElevation = 8000.0;

/// Metres in `q` quanta; exact for every int32.
constexpr double to_metres(QuantaSum q) { return static_cast<double>(q) / kQuantaPerMetre; }

/// Nearest count of quanta, halves away from zero. `metres` must lie within +-8191 m.
constexpr Quanta to_quanta(double metres) {
  const double scaled = metres * kQuantaPerMetre;
  return static_cast<Quanta>(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

}  // namespace barchan
