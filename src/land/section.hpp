/// Looking into the columns: by depth, sideways from a neighbour, and along a cut through the land.
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

/// The soil that fills the column from `elevation` to the quantum above it. At the surface and above: the uppermost.
SoilId soil_at(Columns const& columns, std::size_t cell, Quanta elevation);

/// A part of a layer that lies open, between two elevations.
struct Band {
  SoilId soil = kRock;
  Quanta top = 0, bottom = 0;

  bool operator==(Band const&) const = default;
};

/// Visits what a cell holds above the elevation `foot`, from the top: `visit(Band)` returns whether to go on.
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

/// What a cliff of `cell` shows to `neighbour`: its layers from its surface down to that of the neighbour. Nothing
/// where the neighbour stands as high or higher.
std::vector<Band> exposed(Columns const& columns, std::size_t cell, std::size_t neighbour);

/// What a cell shows sideways to those of its four neighbours that stand lower.
struct Faces {
  static constexpr std::array<std::string_view, 4> kSides{"east", "north", "west", "south"};

  int count = 0;            ///< neighbours that stand lower
  QuantaSum height = 0;     ///< of the cell above all of them, together
  std::size_t highest = 0;  ///< side of the highest face, of kSides; the first of equals
  std::vector<Band> bands;  ///< that it shows, from the top
};
Faces faces_of(Grid const& grid, Columns const& columns, std::size_t cell);

/// One column of a section.
struct SectionColumn {
  std::size_t cell = 0;
  double begin = 0.0, end = 0.0;  ///< m along the line at which it comes into the cell and leaves it
  glm::dvec2 middle{};            ///< m, of the line within the cell; beyond the edges of a periodic land
  Quanta surface = 0;
  std::vector<Layer> layers;  ///< from the top; the last is the bedrock
  /// Depth of the water over it, m: what stands in a lake or the sea, and what runs. A cut through the land alone has
  /// none.
  double lake = 0.0, stream = 0.0;
  bool sea = false;                     ///< what stands there is the sea
  std::optional<GroundWater> ground{};  ///< nothing where the ground takes up no water
  double ground_flow = 0.0;             ///< m2/s in the ground along the line, below 0: towards its beginning

  double water() const { return lake > 0.0 ? lake : stream; }
};

/// A cut through the land along a straight line.
struct Section {
  double datum = 0.0;   ///< metres above sea level of elevation 0
  double length = 0.0;  ///< m
  glm::dvec2 way{};     ///< of the line, a unit vector
  std::vector<SectionColumn> columns;
};

/// Cuts the land from one point to another, metres from its south-west corner. On a periodic land the line may go on
/// beyond the edges by the land's size. Throws std::invalid_argument for points off the land and for no line.
Section cut(Terrain const& terrain, glm::dvec2 from, glm::dvec2 to);

/// The section with what its columns hold of ground water, and what of that flows along its line.
Section with_ground_water(Section section, Terrain const& terrain);

/// The section as CSV: `distance_m,x,y,top_m,bottom_m,soil`, a row a layer, from the top; water that stands or runs is
/// a layer of the soil "water". Distance, x and y are those of the middle of the line within the cell, elevations are
/// above sea level. The bedrock ends `depth` metres below its lowest top.
std::string section_csv(Section const& section, Soils const& soils, double depth);

}  // namespace barchan
