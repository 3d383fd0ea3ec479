/// New land: the user's choices for a land that is made from noise or from a height map. They are written as the text
/// of a scenario, so that the land in the preview, the land that is opened and the land that is saved are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/parameter.hpp"
#include "io/scenario.hpp"

namespace barchan {

enum class LandKind : std::int32_t { noise, height_map };

/// Where the sand of a new land lies.
enum class SandPlace : std::int32_t { everywhere, below_height, below_slope, mask };

/// The numbers of a new land. Each member has a row in new_land_rows().
struct NewLandNumbers {
  LandKind kind = LandKind::noise;
  std::int32_t width = 256, height = 256;  ///< cells; those of a height map come from its file
  float cell_size = 1.0f;                  ///< m
  float extent = 256.0f;                   ///< width of the land, m; see fit_extent()
  std::int32_t boundary = 1;               ///< as in Boundary
  std::int32_t seed = 1;
  std::int32_t basis = 0;  ///< as in NoiseBasis
  std::int32_t octaves = 6;
  float wavelength = 128.0f;       ///< m
  float relief = 20.0f;            ///< height of the hills, m
  float roughness = 0.5f;          ///< height of each octave divided by that of the previous one
  float ridges = 0.0f;             ///< height of ridges that are added, m
  float warp = 0.0f;               ///< m
  float warp_wavelength = 200.0f;  ///< m
  float lowest = 0.0f;             ///< elevation of the lowest value of a height map, m
  float highest = 100.0f;          ///< of the highest value, m
  std::int32_t fill = 0;           ///< of the cells of a height map without data; 0: it has none, or refuse them
  SandPlace sand = SandPlace::everywhere;
  float sand_depth = 1.0f;   ///< m
  float sand_height = 0.0f;  ///< m
  float sand_slope = 15.0f;  ///< degrees
  std::int32_t sea = 0;      ///< 0 or 1
  float sea_level = 0.0f;    ///< m

  bool operator==(NewLandNumbers const&) const = default;
};

std::span<ParameterRow const> new_land_rows();
/// The rows with the members of `numbers`. Its id is `new_land`.
ParameterGroup new_land_group(NewLandNumbers& numbers);

struct NewLand {
  NewLandNumbers numbers{};
  std::string title = "New land";
  std::string map{};   ///< absolute path of the height map
  std::string mask{};  ///< absolute path of the raster for SandPlace::mask

  bool operator==(NewLand const&) const = default;
};

/// The width of a land and its cell size depend on each other. Returns the numbers with the other of the two adjusted
/// after a change of `changed`, the key of a row.
NewLandNumbers fit_extent(NewLandNumbers numbers, std::string_view changed);

/// Grid of the land. If the land is made from a height map, the grid has the size of the file.
Grid grid_of(NewLandNumbers const& numbers);

/// Returns one sentence that says why the land cannot be made, or an empty string. Does not read the files of the land.
std::string new_land_error(NewLand const& land);

/// Name of the scenario of a new land in messages, and its id.
inline constexpr std::string_view kNewLandName = "new_land";
/// The land as a scenario file. Files in `folder` are named relative to it.
std::string scenario_text(NewLand const& land, std::filesystem::path const& folder = {});
/// The scenario of the land, read from its text. Throws InputError, also if new_land_error() is not empty.
Scenario scenario_of(NewLand const& land, RasterFiles const& files = {});
/// The land whose scenario_text() equals this text; nothing for any other text. `folder`: of its files.
std::optional<NewLand> new_land_of(std::string_view text, std::filesystem::path const& folder = {});

/// Size and range of a height map: those that its file gives, or assumed ones.
struct MapFacts {
  int width = 0, height = 0;           ///< cells
  double cell_size = 1.0;              ///< m
  double lowest = 0.0, highest = 0.0;  ///< elevations of the lowest and the highest cell, m
  bool range_assumed = false, cell_size_assumed = false;
  bool gaps = false;  ///< cells have no data
};
/// Reads the facts of a height map. Throws InputError.
MapFacts read_map_facts(std::filesystem::path const& file);
/// The numbers of a land whose height map has these facts.
NewLandNumbers with_map(NewLandNumbers numbers, MapFacts const& facts);

}  // namespace barchan
