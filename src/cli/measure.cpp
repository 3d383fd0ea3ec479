#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "barchan/io/report.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "io/file.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::uint64_t kMigrationShare = 10;  // of the steps, the last of which give the migration
/// Moments of that time at which the sand is looked at: close together first, so that no crest is taken for another.
constexpr std::array<double, 5> kMoments{0.0, 0.125, 0.25, 0.5, 1.0};

void check_numbers(MeasureArguments const& arguments) {
  if (arguments.wind_degrees && !std::isfinite(*arguments.wind_degrees)) {
    throw InputError("--wind {}: expected degrees, as in 30", *arguments.wind_degrees);
  }
  if (!std::isfinite(arguments.sediment_threshold) || arguments.sediment_threshold < 0.0) {
    throw InputError("--sediment-threshold {}: expected metres, 0 or more", arguments.sediment_threshold);
  }
}

/// Steps the world and returns its sand at the moments of the last steps.
std::vector<TimedMap> simulate(World& world, std::uint64_t steps) {
  if (steps == 0) return {};
  const std::uint64_t last = std::max<std::uint64_t>(steps / kMigrationShare, 1);
  std::vector<std::uint64_t> moments;
  for (const double share : kMoments) {
    moments.push_back(steps - last + static_cast<std::uint64_t>(share * static_cast<double>(last)));
  }
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  std::vector<TimedMap> maps;
  ProgressBar bar(steps, stderr_is_terminal());
  for (std::uint64_t done = 0; done <= steps; ++done) {
    if (maps.size() < moments.size() && moments[maps.size()] == done) maps.push_back({world.time(), sand_map(world)});
    if (done == steps) break;
    world.step();
    bar.update(done + 1);
  }
  return maps;
}

}  // namespace

int measure(MeasureArguments const& arguments) {
  check_numbers(arguments);
  StartedWorld started = start(arguments.world);
  if (!arguments.json.empty()) check_writable(arguments.json);

  MeasureFacts facts;
  facts.scenario = started.info.scenario.id;
  facts.steps = arguments.world.steps;
  facts.wind_degrees = arguments.wind_degrees;
  facts.dunes.threshold = arguments.sediment_threshold;
  facts.elevation_is_sand = arguments.world.steps == 0 && is_raster_path(arguments.world.scenario);
  facts.maps = simulate(started.world, arguments.world.steps);
  const std::string report = make_measure_report(started.world, facts);
  if (arguments.json.empty()) {
    fmt::print("{}", report);
  } else {
    write_file(arguments.json, report);
  }
  return exit_code_of(started.world);
}

}  // namespace barchan
