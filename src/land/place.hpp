/// Place: where a land lies in a coordinate reference system of the Earth, or in a local one.
#pragma once

#include <array>
#include <string>

#include <glm/vec2.hpp>

#include "base/archive.hpp"
#include "base/grid.hpp"

namespace barchan {

/// The place of a land. It does not affect the simulation, and a hash leaves it out.
struct Place {
  std::string
      crs;  ///< coordinate reference system as WKT 2 (ISO 19162), not geographic; empty: only `transform` is known
  std::string name;  ///< of this system, for people: "WGS 84 / UTM zone 33N (EPSG:32633)"
  /// Coordinates of the corners of cells, in the units of the coordinate reference system. The corner at `column` and
  /// `row`, counted from 0 in the north-west, has x = t[0] + column t[1] + row t[2] and y = t[3] + column t[4] + row
  /// t[5] (GDAL, "Geotransform"). All 0: the land has no place.
  std::array<double, 6> transform{};

  bool known() const { return transform[1] != 0.0 || transform[4] != 0.0; }
  bool operator==(Place const&) const = default;
};

/// Coordinates of a point of a land, given in m from its south-west corner. The land must have a place.
glm::dvec2 coordinates_of(Place const& place, Grid const& grid, glm::dvec2 metres);

/// Returns one sentence that says what is wrong with a place, or an empty string.
std::string place_error(Place const& place);

/// Reads or writes a place. Throws ArchiveError on one that no land can have.
void keep(Archive& archive, Place& place);

}  // namespace barchan
