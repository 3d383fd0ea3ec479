/// Exports of a world's layers: the thickness of a soil, the boundaries of layers, and the soils of layers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/raster_file.hpp"

namespace barchan {

class World;

/// An export that is not a field of the world.
struct LayerFieldRow {
  std::string id;  ///< as in `--export`: "top_soil", "thickness:gravel"; "boundary:K" stands for all whole numbers K
  std::string unit;
  std::string help;  ///< one sentence
};

/// All such exports of a world: first those of its layers, then those of each soil.
std::vector<LayerFieldRow> layer_field_rows(World const& world);

/// Throws InputError with the nearest name if `id` is neither a field of `world` nor an export of its layers.
void check_export(World const& world, std::string_view id);

/// Field `id` of `world` or export `id` of its layers, as a raster. The elevations of layers are above sea level.
/// Throws InputError like check_export().
Raster export_field(World const& world, std::string_view id);

}  // namespace barchan
