/// Water at places of a world: what an inspector shows and a gauge reads.
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

/// What runs thinner than this wets the ground and is no stream, m.
inline constexpr float kThinnestStream = 0.001f;

/// The water that runs over each cell, of all processes that are on; averaged as the field `discharge` is.
std::vector<RunningWater> running_water(World const& world);

/// m3/s through a cell of `cell_size` m, to the east and to the north.
glm::vec2 discharge_of(RunningWater const& water, float cell_size);

/// Depth of a stream, m, as deep as rivers of its discharge are at most: what waits in one place would stand as a
/// tower. Leopold & Maddock (1953): depth as about the power 0.4 of the discharge; here three eighths.
float seen_depth(RunningWater const& water, float cell_size);

/// Water that runs.
struct Stream {
  double discharge = 0.0;  ///< m3/s
  double depth = 0.0;      ///< m, in the cell; see `seen_depth`
  double speed = 0.0;      ///< m/s, in the cell
  double width = 0.0;      ///< m, at least a cell
};

/// What runs through the cell; nothing where no stream runs. Discharge and speed are those of the fields `discharge`
/// and `stream_speed`.
std::optional<Stream> stream_in(Grid const& grid, std::span<RunningWater const> water, std::size_t cell);

/// The whole stream of which the cell is a part, from bank to bank: its discharge is what flows through the row or the
/// column of cells across it. Sheets of water have no banks and end where a river of their discharge would.
std::optional<Stream> stream_across(Grid const& grid, std::span<RunningWater const> water, std::size_t cell);

/// A lake in metres.
struct LakeFigures {
  LakeId id = 0;
  double level = 0.0;   ///< m above sea level
  double area = 0.0;    ///< m2
  double volume = 0.0;  ///< m3
};
/// `id` is that of a lake which is there.
LakeFigures lake_figures(Terrain const& terrain, LakeId id);

/// The water of a cell.
struct CellWater {
  std::optional<LakeFigures> lake;  ///< none: no lake covers the cell, or the sea covers the lake
  bool sea = false;                 ///< covers the cell
  double lake_depth = 0.0;          ///< m, of lake or sea in the cell
  std::optional<Stream> stream;     ///< through this cell; none: nothing runs
  std::optional<Stream> whole;      ///< the same from bank to bank

  bool dry() const { return !lake && !sea && !stream; }
};
CellWater water_at(Terrain const& terrain, std::span<RunningWater const> water, std::size_t cell);

/// The section with the water on it and in its ground.
Section with_water(Section section, Terrain const& terrain, std::span<RunningWater const> water);

}  // namespace barchan
