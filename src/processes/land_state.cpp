#include "processes/land_state.hpp"

#include <algorithm>
#include <array>

namespace barchan {

namespace {

constexpr std::array<LandStateRow, kLandStateCount - kCellLayerCount> kRows{{
    {"surface", "m", "Elevation of the surface of the columns."},
    {"cover", "m", "Thickness and soil of the uppermost layer of each column, if that layer is loose."},
    {"ground", "m", "All layers below the cover, down to the bedrock."},
    {"unsettled", "", "Cells whose slopes have changed, so that gravity has to check them."},
    {"soils", "", "The table of soils and their properties."},
    {"notches", "m", "Depth to which the free faces of cliffs would be hollowed out in soil of hardness 1."},
    {"slides", "m/s", "Rate at which loose ground slides, averaged over time."},
    {"lakes", "m", "Bodies of standing water, each with its volume and its level."},
    {"sea", "m", "Level of the sea beyond open edges, and the cells that it covers."},
    {"sources", "m3/s", "Springs, rivers that flow in, and wells."},
    {"rainfall", "m/s", "Storms, and the map that distributes the rain over the land."},
    {"masks", "", "Values from 0 to 1 in each cell that multiply parameters and the effects of processes."},
    {"ground_clock", "", "Seconds of groundwater flow per second of the world's clock; 0 while groundwater is off."},
    {"ledger", "m", "Mass balance: matter that has entered the land, left it, or become another soil."},
    {"prevailing_wind", "m/s", "Direction and speed of the wind well above the ground."},
    {"wind_field", "m/s",
     "Local wind, wind shadow and separation bubbles. They are computed before the processes act."},
    {"random_numbers", "", "Random numbers that follow from the seed of the world."},
}};

std::array<LandStateRow, kLandStateCount> all_rows() {
  std::array<LandStateRow, kLandStateCount> rows;
  const auto rest = std::ranges::transform(cell_layer_rows(), rows.begin(), [](CellLayerRow const& layer) {
    return LandStateRow{layer.field.id, layer.field.unit, layer.field.help};
  });
  std::ranges::copy(kRows, rest.out);
  return rows;
}

}  // namespace

std::span<LandStateRow const> land_state_rows() {
  static const std::array<LandStateRow, kLandStateCount> rows = all_rows();
  return rows;
}

LandStateRow const& row_of(LandState state) { return land_state_rows()[static_cast<std::size_t>(state)]; }

}  // namespace barchan
