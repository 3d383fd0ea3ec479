/// Reads the tables [soils.NAME] of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "land/soil.hpp"
#include "world/command.hpp"

namespace barchan {

/// The default soils with the changes in [soils] of `root`, followed by new soils in the order of the file.
Soils read_soils(TableReader const& root);

/// Reads the properties that `soil = { id = "gravel", hardness = 2.0 }` of a time line sets, in the order of the rows.
std::vector<SetSoil> read_soil_changes(TableReader const& table, Soils const& soils);

/// Linear sRGB primaries of the colour 0xRRGGBB. The bits are the same with every C library.
std::array<float, 3> linear_color(std::uint32_t rgb);

/// A new soil with default values. A loose soil does not change when it moves; a solid soil turns into sand. `place`:
/// its index in the table.
Soil new_soil(std::string id, bool loose, SoilId place);

}  // namespace barchan
