/// Views of columns: by depth, from the side of a neighbour, and along a section through the land.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

#include "land/columns.hpp"
#include "land/ground_water.hpp"

namespace barchan {

struct Terrain;

/// Soil that fills the column from `elevation` to one quantum above it. At the surface and above it, the uppermost
/// soil.
SoilId soil_at(Columns const& columns, std::size_t cell, Quanta elevation);

/// Exposed part of a layer, between two elevations.
struct Band {
  SoilId soil = kRock;
  Quanta top = 0, bottom = 0;

  bool operator==(Band const&) const = default;
};

/// Visits the parts of a cell's layers above the elevation `foot`, from the top, until `visit(Band)` returns false.
template <class Visit>
void for_each_band(Columns const& columns, std::size_t cell, Quanta foot, Visit const& visit) {
  Quanta top = columns.elevation(cell);
  bool on = top > foot;
  const auto show = [&](SoilId soil, Quanta bottom) {
    const Band band{soil, top, std::max(bottom, foot)};
    top = band.bottom;
    return on = visit(band) && top > foot;
  };
  if (on && !columns.bare(cell)) show(columns.cover_soil(cell), top - columns.available(cell));
  if (on) columns.strata().for_each(cell, [&](Layer section) { return show(section.soil, top - section.thickness); });
  if (on) show(kRock, foot);
}

/// Layers that a cliff of `cell` exposes to `neighbour`, from its surface down to that of the neighbour. Empty if the
/// neighbour is equally high or higher.
std::vector<Band> exposed(Columns const& columns, std::size_t cell, std::size_t neighbour);

/// The faces that a cell exposes to its lower neighbours, of four.
struct Faces {
  static constexpr std::array<std::string_view, 4> kSides{"east", "north", "west", "south"};

  int count = 0;            ///< number of lower neighbours
  QuantaSum height = 0;     ///< sum of the heights above all of them, quanta
  std::size_t highest = 0;  ///< side of the highest face, as an index of kSides; of equally high faces, the first
  std::vector<Band> bands;  ///< exposed layers, from the top
};
Faces faces_of(Grid const& grid, Columns const& columns, std::size_t cell);

/// One column of a section.
struct SectionColumn {
  std::size_t cell = 0;
  double begin = 0.0, end = 0.0;  ///< distances along the line at which it enters and leaves the cell, m
  glm::dvec2 middle{};            ///< m, centre of the line within the cell; may be beyond the edges of a periodic land
  Quanta surface = 0;
  std::vector<Layer> layers;  ///< from the top; the last is the bedrock
  /// Depth of standing water (a lake or the sea) and of running water, m. cut() leaves both at 0.
  double lake = 0.0, stream = 0.0;
  bool sea = false;                     ///< the standing water is the sea
  std::optional<GroundWater> ground{};  ///< empty if the ground does not absorb water
  double ground_flow = 0.0;             ///< m2/s along the line; negative: towards its start

  double water() const { return lake > 0.0 ? lake : stream; }
};

/// A section through the land along a straight line.
struct Section {
  double datum = 0.0;   ///< height of elevation 0 above sea level, m
  double length = 0.0;  ///< m
  glm::dvec2 way{};     ///< unit vector along the line
  std::vector<SectionColumn> columns;
};

/// Cuts the land from one point to another, both in metres from its south-west corner. On a periodic land, the line may
/// extend beyond the edges by the size of the land. Throws std::invalid_argument for points outside the land and for a
/// line of length 0.
Section cut(Terrain const& terrain, glm::dvec2 from, glm::dvec2 to);

/// Adds to a section the groundwater in its columns and the flow of groundwater along the line.
Section with_ground_water(Section section, Terrain const& terrain);

/// The section as CSV with the columns `distance_m,x,y,top_m,bottom_m,soil` and one row per layer from the top.
/// Standing or running water is a layer of the soil "water". Distance, x and y are those of the centre of the line
/// within the cell; elevations are above sea level. The bedrock ends `depth` metres below its lowest top.
std::string section_csv(Section const& section, Soils const& soils, double depth);

}  // namespace barchan
