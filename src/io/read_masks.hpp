/// Reads masks from scenario files, command lines and rasters.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "land/mask.hpp"

namespace barchan {

/// Reads [[mask]]. Mistakes are recorded in the table. Rasters are searched in `folder`.
std::vector<MaskRecipe> read_masks(TableReader const& root, Scenario const& scenario,
                                   std::filesystem::path const& folder);

/// Reads `mask` of [[timeline]]. Mistakes are recorded in the table. Rasters are searched in `folder`.
MaskRecipe read_mask(TableReader const& table, Scenario const& scenario, std::filesystem::path const& folder);

/// Parses "town multiplies=wind.speed height low=10 high=20 | invert | blur radius=5": the id of the mask, words for
/// the whole mask, and its layers. `option` is named in messages. Throws InputError with the nearest name.
SetMask parse_mask(std::string_view text, std::string_view option = "--mask");

/// A layer with the values of a raster file, which is searched in `folder`: integers from 0 to the largest one, which
/// counts as 1, or floats from 0 to 1. Throws InputError.
MaskLayer read_mask_raster(std::filesystem::path const& file, std::filesystem::path const& folder = {});

}  // namespace barchan
