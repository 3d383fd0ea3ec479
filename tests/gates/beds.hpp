/// Standard land of the gates of orientation: a deep uneven bed under one wind.
#pragma once

#include <vector>

#include "gates/slab_worlds.hpp"

namespace barchan::gates {

inline constexpr int kBedSide = 192;     ///< cells of 1 m
inline constexpr int kBedSteps = 400;    ///< lifts of a slab
inline constexpr double kBedLow = 3.0;   ///< m of sand, at least
inline constexpr double kBedHigh = 5.0;  ///< m, at most

/// A periodic bed of U(3,5) m after 400 steps of one wind.
World transverse_field(Setting const& setting, double wind_degrees, std::uint64_t seed,
                       std::vector<SetParameter> const& parameters = {});

}  // namespace barchan::gates
