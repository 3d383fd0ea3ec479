/// Reads [soils.NAME] of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "land/soil.hpp"
#include "world/command.hpp"

namespace barchan {

/// The default table as changed by [soils] of `root`, with new soils in the order of the file.
Soils read_soils(TableReader const& root);

/// Properties set by `soil = { id = "gravel", hardness = 2.0 }` of a time line, in the order of the rows.
std::vector<SetSoil> read_soil_changes(TableReader const& table, Soils const& soils);

/// Linear sRGB primaries of 0xRRGGBB; the same bits with every C library.
std::array<float, 3> linear_color(std::uint32_t rgb);

/// Defaults of a new soil: a loose one does not change when it moves, a solid one turns into sand. `place`: its index
/// in the table.
Soil new_soil(std::string id, bool loose, SoilId place);

}  // namespace barchan
