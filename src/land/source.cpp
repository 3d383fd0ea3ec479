#include "land/source.hpp"

#include <algorithm>
#include <array>

#include "base/archive.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

using S = WaterSource;
constexpr std::array kRows{
    row::number<&S::x>(
        "x", "From the west", "", {0.0, 1.0},
        "Distance of the source from the west edge, as a fraction of the land's width. Higher: farther east."),
    row::number<&S::y>("y", "From the south", "", {0.0, 1.0},
                       "Distance of the source from the south edge, as a fraction of the land's length from south to "
                       "north. Higher: farther north."),
    row::number<&S::discharge>("discharge", "Discharge", "m3/s", {1e-6, 10000.0, kByRatio},
                               "Volume of water per second that comes to the surface. For a well, it is the volume "
                               "that leaves the ground. Higher: a larger river or a stronger well."),
    row::number<&S::load>("load", "Load", "", {0.0, 0.5},
                          "Volume of the sand that the water brings, as a fraction of the water's volume. Higher: "
                          "larger fans and deltas."),
    row::flag<&S::pumps>("pumps", "Well",
                         "Whether the source is a well, which takes water out of the ground at the rate `discharge`. "
                         "Off: water comes to the surface at this rate."),
};
static_assert(sizeof(WaterSource) == kRows.size() * 4, "every number of a source has its row");

}  // namespace

std::span<ParameterRow const> source_rows() { return kRows; }

ParameterGroup source_group(WaterSource& source) {
  return {"source", "Source", "A spring, a river that flows in, or a well.", kRows, &source};
}

std::size_t cell_of(WaterSource const& source, Grid const& grid) {
  const auto cell = [](float share, int count) {
    return std::min(static_cast<int>(share * static_cast<float>(count)), count - 1);
  };
  return grid.index(cell(source.x, grid.width), cell(source.y, grid.height));
}

std::string source_error(WaterSource const& source) {
  WaterSource copy = source;
  const ParameterGroup group = source_group(copy);
  for (ParameterRow const& row : group.rows) {
    if (std::string error = parameter_error(row, group.get(row)); !error.empty()) return "source: " + error;
  }
  return {};
}

std::string source_error(WaterSource const& source, Terrain const& terrain) {
  if (std::string error = source_error(source); !error.empty()) return error;
  if (terrain.columns.base_soil(cell_of(source, terrain.grid)) == kObstacle) {
    WaterSource copy = source;
    const ParameterGroup group = source_group(copy);
    const auto text = [&](ParameterRow const& row) { return format_parameter_value(row, group.get(row)); };
    return "source: expected a place without an obstacle, found an obstacle at x = " + text(*group.find("x")) +
           ", y = " + text(*group.find("y")) + "; move the source";
  }
  return {};
}

void keep(Archive& archive, WaterSources& sources) {
  archive.list(sources, kMostSources);
  for (WaterSource const& source : sources) {
    archive.require(source_error(source).empty(), "a source is out of range");
  }
}

}  // namespace barchan
