/// Reads masks from scenario files, command lines and rasters.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "io/align_raster.hpp"
#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "land/mask.hpp"

namespace barchan {

/// Reads [[mask]]. Mistakes are recorded in the table. Paths of rasters are relative to `folder`.
std::vector<MaskRecipe> read_masks(TableReader const& root, Scenario const& scenario,
                                   std::filesystem::path const& folder);

/// Reads `mask` of [[timeline]]. Mistakes are recorded in the table. Paths of rasters are relative to `folder`.
MaskRecipe read_mask(TableReader const& table, Scenario const& scenario, std::filesystem::path const& folder);

/// Parses "town multiplies=wind.speed height low=10 high=20 | invert | blur radius=5": the id of the mask, words for
/// the whole mask, and its layers. Messages name `option`. Throws InputError; if a name is unknown, the error suggests
/// the nearest one.
SetMask parse_mask(std::string_view text, std::string_view option = "--mask", LandCells const& land = {},
                   Directions directions = Directions::mathematical);

/// A layer with the values of a raster file, whose path is relative to `folder`: an image without a range, whose
/// largest code counts as 1, or values from 0 to 1. A raster with a place is resampled to the cells of a land with a
/// place. Throws InputError.
MaskLayer read_mask_raster(std::filesystem::path const& file, std::filesystem::path const& folder = {},
                           LandCells const& land = {});

}  // namespace barchan
