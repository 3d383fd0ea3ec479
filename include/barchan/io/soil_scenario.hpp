/// A `.soil` file as a scenario. docs/soil-files.md says how each key is taken.
#pragma once

#include <filesystem>
#include <string>

#include "barchan/io/scenario.hpp"
#include "barchan/io/soil_file.hpp"

namespace barchan {

/// The land of a document: cells of 1 m, open edges, its soils each loose and of its own, its layers on bedrock at 0 m,
/// wind and water with its populations. `name` is the file's, for title and messages. Throws InputError when it has no
/// layer.
Scenario scenario_from_soils(SoilFile const& file, std::filesystem::path const& name);
/// The same of a file. Throws InputError, SoilFileError when the file is wrong.
Scenario load_soil_scenario(std::filesystem::path const& path);

}  // namespace barchan
