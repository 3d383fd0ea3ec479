/// Water at a place of a world, as shown by the inspector and read by gauges.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "land/lakes.hpp"
#include "land/section.hpp"
#include "processes/process.hpp"

namespace barchan {

class World;
struct Terrain;

/// Thinner running water only wets the ground and is not a stream, m.
inline constexpr float kThinnestStream = 0.001f;

/// The running water of each cell, summed over all active processes and averaged as the field `discharge` is.
std::vector<RunningWater> running_water(World const& world);

/// Depth of the water if it were spread over its whole cell, m.
float spread_depth(RunningWater const& water, float cell_size);

/// Water that runs through a cell or a whole stream.
struct Stream {
  double discharge = 0.0;  ///< m3/s
  double depth = 0.0;      ///< in the cell, m
  double speed = 0.0;      ///< in the cell, m/s
  double width = 0.0;      ///< m, at least a cell
};

/// Stream through the cell; empty if no water runs there. Discharge, depth and speed are those of the
/// fields `discharge`, `stream_depth` and `stream_speed`.
std::optional<Stream> stream_in(Grid const& grid, std::span<RunningWater const> water, std::size_t cell);

/// The whole stream of which the cell is a part, from bank to bank. Its discharge is the flow through the row or column
/// of cells across it. Sheet flow has no banks and is cut off at the width of a river with its discharge.
std::optional<Stream> stream_across(Grid const& grid, std::span<RunningWater const> water, std::size_t cell);

/// A lake in metres.
struct LakeFigures {
  LakeId id = 0;
  double level = 0.0;   ///< m above sea level
  double area = 0.0;    ///< m2
  double volume = 0.0;  ///< m3
};
/// `id` must be that of an existing lake.
LakeFigures lake_figures(Terrain const& terrain, LakeId id);

/// The water of a cell.
struct CellWater {
  std::optional<LakeFigures> lake;  ///< empty: no lake covers the cell, or the sea covers the lake
  bool sea = false;                 ///< the sea covers the cell
  double lake_depth = 0.0;          ///< depth of the lake or the sea in the cell, m
  std::optional<Stream> stream;     ///< through this cell; empty: no water runs there
  std::optional<Stream> whole;      ///< the same stream from bank to bank

  bool dry() const { return !lake && !sea && !stream; }
};
/// Collects the water of a cell. `water` is the result of running_water().
CellWater water_at(Terrain const& terrain, std::span<RunningWater const> water, std::size_t cell);

/// Adds the water on the land and the groundwater to a section.
Section with_water(Section section, Terrain const& terrain, std::span<RunningWater const> water);

}  // namespace barchan
