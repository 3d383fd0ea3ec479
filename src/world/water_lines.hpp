/// Water as maps draw it: rivers as lines, lakes as polygons. Places are metres east and north of the land's south-west
/// corner.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

#include "world/streams.hpp"

namespace barchan {

/// What a river runs into. At a seam of a periodic land it is cut and goes on from the opposite side; where it dries up
/// it ends on dry ground.
enum class RiverEnd : std::uint8_t { river, lake, sea, edge, seam, dry };
/// "river", "lake", "sea", "edge", "seam", "dry".
std::string_view river_end_id(RiverEnd end);

/// A river between two confluences, downstream.
struct River {
  int id = 0;                    ///< from 1
  std::vector<glm::dvec2> line;  ///< at least two places; that of a confluence is the same in all that meet there
  double discharge = 0.0;        ///< m3/s, median along it
  double width = 0.0;            ///< m, median along it, at least a cell
  RiverEnd end = RiverEnd::dry;
  int into = 0;  ///< id of the river (also beyond a seam) or the lake, else 0
};

struct Rivers {
  double least_discharge = 0.0;  ///< m3/s of a stream that is a river
  std::vector<River> rivers;
};

/// Streams of at least so many m3/s as lines along their strongest cells, from where they reach that down to a lake, an
/// edge, the sea or another river, however much they lose. 0: a twentieth of the largest stream. What is shorter than
/// six cells and does not come from a lake is left out. A lake that runs over has a line out of it where that much
/// leaves it or a river has come in.
Rivers find_rivers(Terrain const& terrain, std::span<RunningWater const> water, double least_discharge = 0.0);

/// Closed: the last place is the first.
using Ring = std::vector<glm::dvec2>;

/// Area, m2, counter-clockwise positive.
double area_of(Ring const& ring);

/// A lake along the sides of its cells, so that its area is theirs.
struct LakeOutline {
  LakeFigures figures;
  double depth = 0.0;  ///< m, where it is deepest
  /// Of each part that hangs together at cell sides (a seam parts too): the outer ring, counter-clockwise, then its
  /// islands, clockwise. Rings touch themselves and each other at corners at most.
  std::vector<std::vector<Ring>> parts;
};
/// In the order of their ids.
std::vector<LakeOutline> lake_outlines(Terrain const& terrain);

}  // namespace barchan
