/// [soils.NAME]: the soils of a scenario file. Mistakes are noted in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "land/soil.hpp"
#include "world/command.hpp"

namespace barchan {

/// The table of soils that [soils] of `root` makes of the default one: new soils in the order of the file.
Soils read_soils(TableReader const& root);

/// What `soil = { id = "gravel", hardness = 2.0 }` of a time line sets, in the order of the rows.
std::vector<SetSoil> read_soil_changes(TableReader const& table, Soils const& soils);

/// Linear sRGB primaries of 0xRRGGBB; the same bits whatever the C library.
std::array<float, 3> linear_color(std::uint32_t rgb);

/// What a new soil looks like and becomes before anything is said of it: a loose one stays what it is, a solid one
/// turns into sand. `place`: its place in the table.
Soil new_soil(std::string id, bool loose, SoilId place);

}  // namespace barchan
