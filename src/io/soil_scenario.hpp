/// A `.soil` file as a scenario. docs/soil-files.md describes the conversion of each key.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "io/soil_file.hpp"

namespace barchan {

/// The scenario of a document: cells of 1 m, open edges, loose soils, the layers of the document on bedrock at 0 m, and
/// its populations of wind and water particles. `name` is the file, for the title and messages. Throws InputError if
/// the document has no layer.
Scenario scenario_from_soils(SoilFile const& file, std::filesystem::path const& name);
/// The same for a file. Throws InputError, or InputErrors if the file is invalid.
Scenario load_soil_scenario(std::filesystem::path const& path);

/// A world as a document, and notes on the properties that the document leaves out.
struct WrittenSoils {
  SoilFile file;
  std::vector<std::string> notes;  ///< one sentence each
};

/// The layers from which `scenario` composes its land, with the current soils, seed and populations of `world`, which
/// began with this scenario. `scale`: metres per height of 1. Throws InputErrors with everything that the format cannot
/// represent.
WrittenSoils soils_of_world(Scenario const& scenario, World const& world, std::int64_t scale = 80);
/// The same for a world that began with `source`, the id or file of a scenario. Throws InputError for a saved world or
/// a height map, which have no layers to compose.
WrittenSoils soils_of_world(std::string const& source, World const& world);
/// Writes a file, which appears whole or not at all. Throws InputError.
void save_soils(std::filesystem::path const& path, SoilFile const& file);

}  // namespace barchan
