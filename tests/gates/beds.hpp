/// Beds of the gates: a deep uneven bed under one wind, the growth of a bed, and beds under pairs of winds.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
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

/// Figures of a bed at several times, each twice as late as the one before.
struct Growth {
  std::vector<double> spacing, rms;  ///< m
};
/// Adds the figures of `world` as it is now. The wind blows to the east.
void look_at(World const& world, Growth& growth);
/// Spacings and heights of beds with different seeds, and the power laws of time fitted to them. `times` are those of
/// the looks, in `unit`.
std::vector<Check> checks_of_growth(std::vector<Growth> const& beds, std::vector<double> const& times,
                                    std::string_view unit);

/// Pairs of winds: every ratio with every angle between the winds, under several rotations of both and several seeds.
struct RoseTable {
  std::vector<double> ratios, angles, rotations;
  double spell = 24.0;  ///< duration of the shorter wind, steps
  int seeds = 2;
  std::vector<double> reported{};  ///< angles of which nothing is required
  double flux_up = 0.0;            ///< flux-up ratio of the law with which the errors are also compared
};
/// Mean crest errors of the rows of the table, and the largest of those of which something is required: neither
/// ambiguous nor reported. `bed` gives the land after the winds.
struct RoseErrors {
  std::vector<Check> means;
  double worst_mean = 0.0, worst_run = 0.0;  ///< magnitudes, deg
  double worst_from_own = 0.0;               ///< magnitude of a mean error from the law with the flux-up ratio, deg
};
RoseErrors rose_errors(Setting const& setting, RoseTable const& table,
                       std::function<World(Rose const&, std::uint64_t seed)> const& bed);

}  // namespace barchan::gates
