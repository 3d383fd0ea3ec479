/// Quanta: the integer unit of all matter.
#pragma once

#include <cstdint>

namespace barchan {

/// Thickness or elevation over one cell, in quanta of 2^-18 m (3.8 um of bulk volume). The range is +-8192 m about the
/// datum of the columns.
using Quanta = std::int32_t;

/// Sum of quanta over many cells. It is exact: even the sum of 2^28 cells of the largest thickness fits.
using QuantaSum = std::int64_t;

inline constexpr int kQuantaBits = 18;
inline constexpr Quanta kQuantaPerMetre = Quanta{1} << kQuantaBits;
inline constexpr float kMetresPerQuantum = 1.0f / static_cast<float>(kQuantaPerMetre);

/// Largest absolute elevation that an import may have, m. The remainder of the 8192 m is left for growth.
inline constexpr double kMaximumElevation = 8000.0;

/// Limit of the elevations above and below the datum, and of the depth of loose soil, quanta. The simulation keeps to
/// it.
inline constexpr Quanta kRangeEnd = 8191 * kQuantaPerMetre;

/// `a` minus `b`. A difference that a Quanta cannot hold wraps around; it needs a wall of 8192 m between neighbours.
constexpr Quanta difference(Quanta a, Quanta b) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

/// `q` quanta in metres; exact for every int32.
constexpr double to_metres(QuantaSum q) { return static_cast<double>(q) / kQuantaPerMetre; }

/// Nearest number of quanta, with halves rounded away from zero. `metres` must be within +-8191 m.
constexpr Quanta to_quanta(double metres) {
  const double scaled = metres * kQuantaPerMetre;
  return static_cast<Quanta>(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

}  // namespace barchan
