/// A `.soil` file as a scenario. docs/soil-files.md describes the conversion of each key.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "io/soil_file.hpp"

namespace barchan {

/// Land of a document: cells of 1 m, open edges, loose soils, its layers on bedrock at 0 m, wind and water with its
/// populations. `name` is the file, for title and messages. Throws InputError if the document has no layer.
Scenario scenario_from_soils(SoilFile const& file, std::filesystem::path const& name);
/// Same for a file. Throws InputError, or InputErrors if the file is invalid.
Scenario load_soil_scenario(std::filesystem::path const& path);

/// A world as a document, and notes on what it had to leave out.
struct WrittenSoils {
  SoilFile file;
  std::vector<std::string> notes;  ///< one sentence each
};

/// The layers of which `scenario` composes its land, with soils, seed and populations as in `world`, which began with
/// it. `scale`: metres per height of 1. Throws InputErrors with everything that the format cannot hold.
WrittenSoils soils_of_world(Scenario const& scenario, World const& world, std::int64_t scale = 80);
/// Same for a world that began with `source`, the name or file of a scenario. Throws InputError for a saved world and a
/// height map, which have no layers to compose.
WrittenSoils soils_of_world(std::string const& source, World const& world);
/// Writes the file; it appears whole or not at all. Throws InputError.
void save_soils(std::filesystem::path const& path, SoilFile const& file);

}  // namespace barchan
