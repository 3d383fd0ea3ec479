#include "land/rainfall.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include "base/archive.hpp"

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kCourses{"triangle", "block"};

using S = Storm;
constexpr std::array kRows{
    row::number<&S::start>("start", "Start", "s", {0.0, 1e9, kByRatio},
                           "Time until the storm begins. For a storm of the scenario, it counts from the beginning "
                           "of the world. For a storm of a time line, it counts from the time of the entry. For a "
                           "storm that you start in the window, it counts from now. Higher: the storm begins later."),
    row::number<&S::duration>("duration", "Duration", "s", {0.01, 1e6, kByRatio},
                              "Duration of the storm. Higher: more water."),
    row::number<&S::rain>("rain", "Rainfall", "mm/h", {0.0, 200000.0, kByRatio},
                          "Rain at the peak of the storm, in addition to the steady rain. Higher: more water at once."),
    row::choice<&S::course>("course", "Course", kCourses,
                            "Course of the rain during the storm. `triangle`: the rain rises to its peak and decreases "
                            "again. `block`: the rain stays at its peak, which brings twice as much water as "
                            "`triangle`."),
    row::number<&S::peak>(
        "peak", "Peak", "", {0.0, 1.0},
        "Time from the beginning of the storm to the peak of the course `triangle`, as a fraction of the duration. "
        "Higher: a later peak."),
    row::number<&S::every>("every", "Every", "s", {0.0, 1e9, kByRatio},
                           "Time from one beginning of the storm to the next, at least the duration. At 0, the storm "
                           "occurs once. Higher: rarer storms."),
};
static_assert(sizeof(Storm) == kRows.size() * 4, "every number of a storm has its row");

/// Rain that has fallen after the fraction `share` of the duration, as the time of rain at the peak rate that gives the
/// same amount. The time is a fraction of the duration.
double fallen(Storm const& storm, double share) {
  share = std::clamp(share, 0.0, 1.0);
  if (storm.course == StormCourse::block) return share;
  const auto peak = static_cast<double>(storm.peak);
  if (share < peak) return share * share / (2.0 * peak);
  const double left = 1.0 - share;
  return left > 0.0 ? 0.5 - left * left / (2.0 * (1.0 - peak)) : 0.5;
}

/// Depth of rain of one storm from `begin` to `end`, m.
double depth(PlacedStorm const& placed, double begin, double end) {
  Storm const& storm = placed.storm;
  const auto duration = static_cast<double>(storm.duration);
  const auto every = static_cast<double>(storm.every);
  if (end <= placed.start) return 0.0;
  // Occurrences of the storm that may rain in this time. The first is the last one that began no later than `begin`.
  double first = placed.start, last = placed.start;
  if (every > 0.0) {
    first += every * std::max(0.0, std::floor((begin - placed.start) / every));
    last += every * std::floor((end - placed.start) / every);
  }
  double sum = 0.0;
  for (double start = first; start <= last; start += every) {
    sum += fallen(storm, (end - start) / duration) - fallen(storm, (begin - start) / duration);
    if (!(every > 0.0)) break;
  }
  return sum * duration * static_cast<double>(storm.rain) * kMillimetresPerHour;
}

}  // namespace

std::span<ParameterRow const> storm_rows() { return kRows; }

ParameterGroup storm_group(Storm& storm) {
  return {"storm", "Storm", "Rain for a limited time, in addition to the steady rain.", kRows, &storm};
}

std::string storm_error(Storm const& storm) {
  Storm copy = storm;
  const ParameterGroup group = storm_group(copy);
  for (ParameterRow const& row : group.rows) {
    if (std::string error = parameter_error(row, group.get(row)); !error.empty()) return "storm: " + error;
  }
  if (storm.every > 0.0f && storm.every < storm.duration) {
    return "storm: expected 'every' to be 0 (the storm occurs once) or at least the duration of " +
           format_parameter_value(*group.find("duration"), static_cast<double>(storm.duration)) + " s, found " +
           format_parameter_value(*group.find("every"), static_cast<double>(storm.every)) + " s";
  }
  return {};
}

double Rainfall::rate(double time, double seconds) const {
  double sum = 0.0;
  for (PlacedStorm const& placed : storms) sum += depth(placed, time, time + seconds);
  return sum / seconds;
}

std::string rain_map_error(RainMap const& map) {
  const auto side = [](int cells) { return cells >= 0 && cells <= Grid::kMaximumSide; };
  const auto cells = static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height);
  if (!side(map.width) || !side(map.height) || map.shares.size() != cells) {
    return map.name + ": expected a relative amount of rain for each cell, found " + std::to_string(map.shares.size()) +
           " values for " + std::to_string(map.width) + " x " + std::to_string(map.height) + " cells";
  }
  if (cells == 0) return {};
  const auto bad = std::ranges::find_if(map.shares, [](float share) { return !(share >= 0.0f && share <= FLT_MAX); });
  if (bad != map.shares.end()) {
    const auto cell = static_cast<int>(bad - map.shares.begin());
    return map.name + ": expected relative amounts of rain of 0 or more, found " + std::to_string(*bad) +
           " at column " + std::to_string(cell % map.width) + ", row " +
           std::to_string(map.height - 1 - cell / map.width) + " (counted from 0 in the north-west); correct the map";
  }
  if (std::ranges::all_of(map.shares, [](float share) { return share == 0.0f; })) {
    return map.name + ": expected rain in at least one cell, found 0 in all; use another map";
  }
  return {};
}

std::string rain_map_error(RainMap const& map, Grid const& grid) {
  if (std::string error = rain_map_error(map); !error.empty()) return error;
  if (map.width == 0 || (map.width == grid.width && map.height == grid.height)) return {};
  return map.name + ": expected a rain map of the same size as the land, " + std::to_string(grid.width) + " x " +
         std::to_string(grid.height) + " cells, found " + std::to_string(map.width) + " x " +
         std::to_string(map.height) + "; cut or resample it";
}

void Rainfall::keep(Archive& archive, Grid const& grid) {
  archive.list(storms, kMostStorms);
  for (PlacedStorm const& placed : storms) {
    archive.require(std::isfinite(placed.start) && placed.start >= 0.0 && storm_error(placed.storm).empty(),
                    "a storm is out of range");
  }
  archive.list(map, grid.cells());
  archive.value(maps);
  if (!archive.reading() || map.empty()) return;
  archive.require(rain_map_error({"map", grid.width, grid.height, map}).empty(), "the rain map is out of range");
}

}  // namespace barchan
