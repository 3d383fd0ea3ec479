/// The time line of a scenario file.
#pragma once

#include <filesystem>
#include <vector>

#include "barchan/world/command.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

/// [[timeline]] in the order of the file; `folder` is where the reliefs of stamps are looked for. Throws InputError.
std::vector<TimedCommand> read_timeline(TableReader const& root, std::filesystem::path const& folder);

}  // namespace barchan
