/// Water drawn as on maps: rivers as lines, lakes as polygons. Coordinates are metres east and north of the land's
/// south-west corner.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

#include "world/streams.hpp"

namespace barchan {

/// Kind of place at which a river ends. A seam of a periodic land cuts a river, which continues from the opposite side.
/// A river that dries up ends on dry ground.
enum class RiverEnd : std::uint8_t { river, lake, sea, edge, seam, dry };
/// Returns "river", "lake", "sea", "edge", "seam" or "dry".
std::string_view river_end_id(RiverEnd end);

/// A river between two confluences, from upstream to downstream.
struct River {
  int id = 0;                    ///< starting at 1
  std::vector<glm::dvec2> line;  ///< at least two points; all rivers that meet at a confluence share its point
  double discharge = 0.0;        ///< median along the river, m3/s
  double width = 0.0;            ///< median along the river, m, at least a cell
  RiverEnd end = RiverEnd::dry;
  int into = 0;  ///< id of the river (also across a seam) or lake that it enters; otherwise 0
};

/// All rivers of a land.
struct Rivers {
  double least_discharge = 0.0;  ///< least discharge of a river, m3/s
  std::vector<River> rivers;
};

/// Finds streams of at least `least_discharge` m3/s (0: a twentieth of the largest stream) as lines along their
/// strongest cells. Each line starts where the stream reaches that discharge. It continues, even if the stream loses
/// water, to a lake, an edge, the sea or another river. Rivers shorter than six cells that do not come from a lake are
/// left out. A lake that spills has an outgoing line if it loses at least that discharge or if a river enters it.
Rivers find_rivers(Terrain const& terrain, std::span<RunningWater const> water, double least_discharge = 0.0);

/// A closed line: the last point equals the first.
using Ring = std::vector<glm::dvec2>;

/// Area, m2; positive if counter-clockwise.
double area_of(Ring const& ring);

/// Outline of a lake along the sides of its cells, so that its area equals theirs.
struct LakeOutline {
  LakeFigures figures;
  double depth = 0.0;  ///< greatest depth, m
  /// The rings of each part that is connected through cell sides (a seam also divides parts): first the outer ring,
  /// counter-clockwise, then its islands, clockwise. Rings touch themselves and each other only at corners.
  std::vector<std::vector<Ring>> parts;
};
/// Outlines of all lakes, in the order of their ids.
std::vector<LakeOutline> lake_outlines(Terrain const& terrain);

}  // namespace barchan
