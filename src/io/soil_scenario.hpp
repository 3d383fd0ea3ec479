/// A `.soil` file as a scenario. docs/soil-files.md says how each key is taken.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "io/soil_file.hpp"

namespace barchan {

/// The land of a document: cells of 1 m, open edges, its soils each loose and of its own, its layers on bedrock at 0 m,
/// wind and water with its populations. `name` is the file's, for title and messages. Throws InputError when it has no
/// layer.
Scenario scenario_from_soils(SoilFile const& file, std::filesystem::path const& name);
/// The same of a file. Throws InputError, InputErrors when the file is wrong.
Scenario load_soil_scenario(std::filesystem::path const& path);

/// A world as a document, and what it had to leave out.
struct WrittenSoils {
  SoilFile file;
  std::vector<std::string> notes;  ///< a sentence each
};

/// The layers of which `scenario` composes its land, with soils, seed and populations as they are in `world`, which
/// began with it. `scale`: metres of a height of 1. Throws InputErrors with all that the format cannot hold.
WrittenSoils soils_of_world(Scenario const& scenario, World const& world, std::int64_t scale = 80);
/// The same of a world that began with `source`, a scenario's name or a file of one. Throws InputError for a saved
/// world and a height map, which have no layers to be composed.
WrittenSoils soils_of_world(std::string const& source, World const& world);
/// Writes the file whole or not at all. Throws InputError.
void save_soils(std::filesystem::path const& path, SoilFile const& file);

}  // namespace barchan
