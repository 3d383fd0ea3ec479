/// Maps of a land for export: one value per cell, colours, normals, and the fractions of soils.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export/sample_grid.hpp"

namespace barchan {

class World;

enum class MapKind : std::uint8_t {
  scalar,   ///< one value per cell
  color,    ///< colours of the ground, without light and shadow
  normal,   ///< normals of the surface
  weights,  ///< fractions of the soils, one image per soil
  splat,    ///< fractions of the soils, four soils per image
  picture,  ///< the land in shaded relief, at its own size
};

/// A map that a land offers.
struct MapRow {
  std::string id;     ///< as in `--maps`: "wetness", "cover:sand", "discharge"
  std::string title;  ///< label in the window
  std::string help;   ///< one sentence
  MapKind kind = MapKind::scalar;
  bool available = true;  ///< the land has what it shows
  bool field = false;     ///< a field of the world, not a map made for export
};

/// The maps that are made for export, whatever the world.
std::vector<MapRow> made_maps();
/// The maps of a world: first those that are made for export, then its fields.
std::vector<MapRow> export_maps(World const& world);
/// Row of a map. Throws InputError with the nearest name if there is none.
MapRow map_row(World const& world, std::string_view id);

/// How values become codes of an image: the lowest code stands for `low`, the highest for `high`.
struct MapScale {
  double low = 0.0, high = 1.0;
  bool logarithmic = false;  ///< equal ratios of values become equal differences of codes; low > 0

  /// The fraction of the range at which a value lies, 0 to 1.
  double fraction(double value) const;
  bool operator==(MapScale const&) const = default;
};

/// A map with one value per cell.
struct ScalarMap {
  SampleGrid grid;
  MapScale scale;        ///< of images
  std::string unit;      ///< SI; "": a fraction or a number
  bool numbers = false;  ///< the values are numbers of things, or directions: between two of them there is no mean
};

/// Values of a scalar map; 0 if the land does not have what it shows. Throws InputError if there is no such map.
ScalarMap scalar_map(World const& world, std::string_view id);

/// A soil whose fraction of the surface is exported.
struct SurfaceSoil {
  std::size_t soil;  ///< index in the table of soils
  std::string id, name;
};
/// The soils of the land in the order of their table, so that a soil keeps its place while the land changes. The soil
/// of obstacles comes last, and only if there are obstacles or if `all` soils are wanted.
std::vector<SurfaceSoil> surface_soils(World const& world, bool all = false);
/// Fraction of the surface, 0 to 1, that belongs to the first `count` of these soils together. Loose soils are included
/// down to the mixing depth. Below a thin cover, the solid ground counts too. With all soils the result is 1.
SampleGrid soil_share(World const& world, std::vector<SurfaceSoil> const& layers, std::size_t count);

/// Red, green and blue of the ground in linear sRGB, each 0 to 1.
std::array<SampleGrid, 3> ground_colors(World const& world);

/// Elevation of the surface above sea level, m.
SampleGrid height_grid(World const& world);

/// 1 in the cells without data; nothing if there are none.
std::optional<SampleGrid> cells_without_data(World const& world);

/// The number 1, 2 or 5 times a power of ten that is at least `value`, which must be above 0.
double round_number_above(double value);

}  // namespace barchan
