// Development of a bed: T1 and its control T2.
#include <cmath>

#include <fmt/format.h>

#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::gates {

void look_at(World const& world, Growth& growth) {
  const ElevationMap map = elevation_map(world.terrain());
  growth.spacing.push_back(spacing_by_crossings(map, 0.0));
  growth.rms.push_back(rms_height(map));
}

namespace {

// One of the two figures of Growth at all times. The power law is fitted to the means over the seeds; the spread is
// that of the fits to single seeds.
struct Figure {
  std::string name;
  std::vector<double> Growth::*values;
  double least, most;  // of the exponent
};

std::vector<double> logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

}  // namespace

std::vector<Check> checks_of_growth(std::vector<Growth> const& beds, std::vector<double> const& times,
                                    std::string_view unit) {
  std::vector<Check> checks, laws;
  for (Figure const& figure :
       {Figure{"spacing", &Growth::spacing, 0.2, 0.55}, Figure{"rms height", &Growth::rms, 0.3, 0.65}}) {
    std::vector<double> means, exponents;
    double least_growth = kAny;
    for (std::size_t k = 0; k < times.size(); ++k) {
      std::vector<double> values;
      for (Growth const& bed : beds) values.push_back((bed.*figure.values)[k]);
      checks.push_back(mean_of(fmt::format("{}, m, after {:g} {}", figure.name, times[k], unit), values));
      means.push_back(checks.back().value);
      if (k > 0) least_growth = std::min(least_growth, means[k] / means[k - 1]);
    }
    for (Growth const& bed : beds) {
      exponents.push_back(fit_line(logarithms(times), logarithms(bed.*figure.values)).slope);
    }
    laws.push_back({fmt::format("smallest factor by which the {} grows when the time doubles", figure.name),
                    least_growth, 1.001, kAny});
    laws.push_back(with_spread({"exponent of the " + figure.name, fit_line(logarithms(times), logarithms(means)).slope,
                                figure.least, figure.most},
                               exponents));
  }
  checks.insert(checks.end(), laws.begin(), laws.end());
  return checks;
}

Outcome coarsening(Setting const& setting) {
  const Grid grid{256, 128, 1.0f, Boundary::periodic};
  const std::vector<double> times{40.0, 80.0, 160.0, 320.0, 640.0};  // steps
  const auto bed = [&](std::uint64_t seed) { return slab_world(random_bed(grid, 3.5, 4.5, seed), setting); };
  const auto growths = all_runs(setting, setting.full() ? 4 : 2, [&](int i) {
    World world = bed(static_cast<std::uint64_t>(1 + i));
    Growth growth;
    for (const double time : times) {
      run_steps(world, static_cast<int>(time) - static_cast<int>(world.step_count()));
      look_at(world, growth);
    }
    return growth;
  });
  Outcome outcome{.checks = checks_of_growth(growths, times, "steps"), .picture = {}, .caption = {}};
  if (setting.full()) {
    World world = bed(1);
    run_steps(world, static_cast<int>(times.back()));
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
