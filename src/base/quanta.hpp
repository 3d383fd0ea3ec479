/// Quanta: the integer unit of all matter.
#pragma once

#include <cstdint>

namespace barchan {

/// Thickness or elevation over one cell, in quanta of 2^-18 m (3.8 um of bulk volume). The range is +-8192 m about the
/// datum of the columns.
using Quanta = std::int32_t;

/// Sum of quanta over many cells. Exact: 2^28 cells of full range fit.
using QuantaSum = std::int64_t;

inline constexpr int kQuantaBits = 18;
inline constexpr Quanta kQuantaPerMetre = Quanta{1} << kQuantaBits;
inline constexpr float kMetresPerQuantum = 1.0f / static_cast<float>(kQuantaPerMetre);

/// Largest absolute elevation that an import may have, m; the rest of the 8192 m is left for growth.
inline constexpr double kMaximumElevation = 8000.0;

/// Metres in `q` quanta; exact for every int32.
constexpr double to_metres(QuantaSum q) { return static_cast<double>(q) / kQuantaPerMetre; }

/// Nearest number of quanta, halves away from zero. `metres` must lie within +-8191 m.
constexpr Quanta to_quanta(double metres) {
  const double scaled = metres * kQuantaPerMetre;
  return static_cast<Quanta>(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

}  // namespace barchan
