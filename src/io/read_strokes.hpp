/// Reads strokes of a brush from scenario files and command lines.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "land/brush.hpp"

namespace barchan {

/// Reads `stroke` of [[timeline]]. Mistakes are recorded in the table. The path of the stencil is relative to `folder`.
BrushStroke read_stroke(TableReader const& table, Scenario const& scenario, std::filesystem::path const& folder);

/// Parses "raise material=sand radius=20 path=0.2,0.5,0.8,0.5". Messages name `option`. Throws InputError; if a name is
/// unknown, the error suggests the nearest one.
BrushStroke parse_stroke(std::string_view text, std::string_view option = "--stroke");

}  // namespace barchan
