// Development of a bed: T1 and its control T2.
#include <cmath>

#include <fmt/format.h>

#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::gates {

Outcome coarsening(Setting const& setting) {
  const Grid grid{256, 128, 1.0f, Boundary::periodic};
  constexpr int kFirst = 40;
  const int doublings = 5;  // 40 to 640 steps
  const int seeds = setting.full() ? 4 : 2;
  const auto looks = static_cast<std::size_t>(doublings);
  struct Growth {
    std::vector<double> spacing, rms;
  };
  const auto bed = [&](std::uint64_t seed) { return slab_world(random_bed(grid, 3.5, 4.5, seed), setting); };
  const auto growths = all_runs(setting, seeds, [&](int i) {
    World world = bed(static_cast<std::uint64_t>(1 + i));
    Growth growth;
    for (std::size_t k = 0; k < looks; ++k) {
      run_steps(world, (kFirst << k) - static_cast<int>(world.step_count()));
      const ElevationMap map = elevation_map(world.terrain());
      growth.spacing.push_back(spacing_by_crossings(map, 0.0));
      growth.rms.push_back(rms_height(map));
    }
    return growth;
  });
  Outcome outcome;
  std::vector<double> log_time, log_spacing, log_rms;
  double least_growth_of_spacing = kAny, least_growth_of_rms = kAny;
  for (std::size_t k = 0; k < looks; ++k) {
    std::vector<double> spacings, heights;
    for (Growth const& growth : growths) {
      spacings.push_back(growth.spacing[k]);
      heights.push_back(growth.rms[k]);
    }
    const int time = kFirst << k;
    outcome.checks.push_back(mean_of(fmt::format("spacing, m, after {} steps", time), spacings));
    const double spacing = outcome.checks.back().value;
    outcome.checks.push_back(mean_of(fmt::format("rms height, m, after {} steps", time), heights));
    const double rms = outcome.checks.back().value;
    if (k > 0) {
      least_growth_of_spacing = std::min(least_growth_of_spacing, spacing / std::exp(log_spacing.back()));
      least_growth_of_rms = std::min(least_growth_of_rms, rms / std::exp(log_rms.back()));
    }
    log_time.push_back(std::log(time));
    log_spacing.push_back(std::log(spacing));
    log_rms.push_back(std::log(rms));
  }
  outcome.checks.push_back(
      {"smallest factor by which the spacing grows when the time doubles", least_growth_of_spacing, 1.001, kAny});
  outcome.checks.push_back(
      {"smallest factor by which the rms height grows when the time doubles", least_growth_of_rms, 1.001, kAny});
  // The power laws are fitted to the means over the seeds; the spread is that of the fits to single seeds.
  std::vector<double> of_spacing, of_rms;
  const auto exponent = [&](std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return fit_line(log_time, values).slope;
  };
  for (Growth const& growth : growths) {
    of_spacing.push_back(exponent(growth.spacing));
    of_rms.push_back(exponent(growth.rms));
  }
  outcome.checks.push_back(
      with_spread({"exponent of the spacing", fit_line(log_time, log_spacing).slope, 0.2, 0.55}, of_spacing));
  outcome.checks.push_back(
      with_spread({"exponent of the rms height", fit_line(log_time, log_rms).slope, 0.3, 0.65}, of_rms));
  if (setting.full()) {
    World world = bed(1);
    run_steps(world, kFirst << (doublings - 1));
    outcome.picture = relief_of(world, 0.0);
    outcome.caption = "A bed of 256 x 128 m after 640 steps. The wind blows to the right";
  }
  return outcome;
}

Outcome without_shadow(Setting const& setting) {
  const int seeds = setting.full() ? 4 : 1;
  constexpr int kSteps = 1280;
  struct Heights {
    double with = 0.0, without = 0.0;
  };
  // No horizon of sand at the angle of repose reaches these angles, so no ground is in full shadow.
  const std::vector<SetParameter> off{{"wind", "shadow_low", 30.0}, {"wind", "shadow_high", 45.0}};
  const auto heights = all_runs(setting, seeds, [&](int i) {
    const auto rms = [&](std::vector<SetParameter> const& parameters) {
      World world = transverse_field(setting, 0.0, static_cast<std::uint64_t>(1 + i), parameters);
      run_steps(world, kSteps - kBedSteps);
      return rms_height(elevation_map(world.terrain()));
    };
    return Heights{rms({}), rms(off)};
  });
  const Check with = mean_of("rms height with the shadow, m", figures_of(heights, &Heights::with), 2.0, kAny);
  const Check without = mean_of("rms height without the shadow, m", figures_of(heights, &Heights::without), 0.0, 0.4);
  return {{with, without, {"rms height with the shadow / without it", with.value / without.value, 5.0, kAny}},
          std::nullopt,
          {}};
}

}  // namespace barchan::gates
