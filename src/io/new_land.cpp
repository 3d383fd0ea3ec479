#include "io/new_land.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/quanta.hpp"
#include "io/file.hpp"
#include "io/text.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

using N = NewLandNumbers;

constexpr std::string_view kKinds[]{"noise", "height_map"};
constexpr std::string_view kBoundaries[]{"periodic", "open", "closed"};
constexpr std::string_view kBases[]{"perlin", "simplex", "ridged"};
constexpr std::string_view kFills[]{"none", "interpolate", "lowest", "sea"};
constexpr std::string_view kPlaces[]{"everywhere", "below_height", "below_slope", "mask"};
constexpr double kHighest = 12000.0;  // m
constexpr double kLargestSeed = 999999.0;
constexpr int kSimplex = 1;

constexpr ParameterRow kRows[] = {
    row::choice<&N::kind>("kind", "Made from", kKinds, "Source of the shape of the rock."),
    row::number<&N::width>(
        "width", "Cells west to east", "", {1.0, Grid::kMaximumSide, kByRatio},
        "Number of cells from west to east. Higher: a wider land, which needs more memory and has slower steps."),
    row::number<&N::height>("height", "Cells south to north", "", {1.0, Grid::kMaximumSide, kByRatio},
                            "Number of cells from south to north. Higher: a longer land, which needs more memory "
                            "and has slower steps."),
    row::number<&N::cell_size>("cell_size", "Cell size", "m", {0.01, 10000.0, kByRatio},
                               "Side of a cell. Higher: a larger and coarser land."),
    row::number<&N::extent>("extent", "Width of the land", "m", {0.01, 1.6e8, kByRatio},
                            "Width of the land from west to east. A change of the width changes the cell size. "
                            "Higher: larger cells."),
    row::choice<&N::boundary>(
        "boundary", "Edges", kBoundaries,
        "Boundary condition. `periodic`: what leaves on one side enters on the opposite side. `open`: sand and "
        "water leave the land. `closed`: walls stop sand and water."),
    row::number<&N::seed>("seed", "Seed", "", {0.0, kLargestSeed},
                          "Seed of all random values of the land. Another seed gives another land of the same kind."),
    row::choice<&N::basis>("basis", "Basis", kBases,
                           "Basis function of the noise. `perlin`: round hills. `simplex`: round hills that do not "
                           "line up along a grid; not for periodic edges. `ridged`: sharp crests."),
    row::number<&N::octaves>(
        "octaves", "Octaves", "", {1.0, 16.0},
        "Number of octaves, each with half the wavelength of the previous one. Higher: finer detail."),
    row::number<&N::wavelength>("wavelength", "Wavelength", "m", {0.1, 1e6, kByRatio},
                                "Distance between the largest hills. Higher: wider hills."),
    row::number<&N::relief>("relief", "Relief", "m", {0.0, 8000.0, kByRatio},
                            "Height of the largest hills above the mean. Higher: steeper land."),
    row::number<&N::roughness>("roughness", "Roughness", "", {0.0, 1.0},
                               "Height of each octave divided by the height of the previous one. Higher: rougher "
                               "ground."),
    row::number<&N::ridges>(
        "ridges", "Ridges", "m", {0.0, 8000.0, kByRatio},
        "Height of the sharp ridges that are added to the noise. At 0, there are none. Higher: higher crests."),
    row::number<&N::warp>("warp", "Warp", "m", {0.0, 1e5, kByRatio},
                          "Approximate maximum distance by which the noise is shifted. The shift differs from place to "
                          "place. Higher: ridges and valleys bend more."),
    row::number<&N::warp_wavelength>("warp_wavelength", "Warp wavelength", "m", {0.1, 1e6, kByRatio},
                                     "Distance over which the shift of the noise varies. Higher: wider bends."),
    row::number<&N::lowest>("lowest", "Lowest height", "m", {-kHighest, kHighest},
                            "Elevation of the lowest cell of the height map. Higher: the lowest ground rises."),
    row::number<&N::highest>("highest", "Highest height", "m", {-kHighest, kHighest},
                             "Elevation of the highest cell of the height map. Higher: the highest ground rises."),
    row::choice<&N::fill>(
        "fill", "Cells without data", kFills,
        "Elevation of the cells in which the height map has no data. `none`: a map with such cells is refused. "
        "`interpolate`: interpolated from the surrounding cells. `lowest`: the elevation of the lowest cell. `sea`: "
        "0 m."),
    row::choice<&N::sand>(
        "sand", "Sand", kPlaces,
        "Where the sand lies. `below_height`: on ground lower than a height. `below_slope`: on ground flatter than a "
        "slope. `mask`: in proportion to a raster of the land's size with values from 0 to 1."),
    row::number<&N::sand_depth>(
        "sand_depth", "Depth of the sand", "m", {0.0, 1000.0, kByRatio},
        "Thickness of the sand where there is sand. Higher: more sand. At 0, the rock is bare."),
    row::number<&N::sand_height>("sand_height", "Sand below the height", "m", {-kHighest, kHighest},
                                 "Height below which the rock is covered by sand. Higher: the sand covers more land."),
    row::number<&N::sand_slope>("sand_slope", "Sand below the slope", "degrees", {0.0, 90.0},
                                "Slope below which the rock is covered by sand. Higher: the sand covers more land."),
    row::flag<&N::sea>("sea", "Sea",
                       "Whether a sea lies beyond the open edges. The sea also switches rain and rivers on."),
    row::number<&N::sea_level>("sea_level", "Sea level", "m", {-kMaximumElevation, kMaximumElevation},
                               "Elevation of the sea's surface. Higher: the sea covers more land."),
};
static_assert(std::size(kRows) * 4 == sizeof(NewLandNumbers));

/// The path relative to `folder` if it is inside, otherwise as it is.
std::string relative_to(fs::path const& folder, std::string const& file) {
  if (folder.empty() || file.empty()) return file;
  const fs::path relative = fs::path(file).lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

std::string noise_text(N const& numbers, int basis, float relief) {
  std::string text = fmt::format(
      "\n[[land.base]]\nshape = \"noise\"\nbasis = \"{}\"\namplitude = {}\nwavelength = {}\noctaves = {}\ngain = {}\n",
      kBases[static_cast<std::size_t>(basis)], relief, numbers.wavelength, numbers.octaves, numbers.roughness);
  if (numbers.warp > 0.0f)
    text += fmt::format("warp = {}\nwarp_wavelength = {}\n", numbers.warp, numbers.warp_wavelength);
  return text;
}

std::string base_text(NewLand const& land, fs::path const& folder) {
  N const& numbers = land.numbers;
  if (numbers.kind == LandKind::height_map) {
    std::string text =
        fmt::format("\n[[land.base]]\nshape = \"heightmap\"\nfile = {}\nlowest = {}\nhighest = {}\ncell_size = {}\n",
                    toml_text(relative_to(folder, land.map)), numbers.lowest, numbers.highest, numbers.cell_size);
    if (numbers.fill != 0) text += fmt::format("fill = \"{}\"\n", kFills[static_cast<std::size_t>(numbers.fill)]);
    return text;
  }
  constexpr int kRidged = 2;
  std::string text = noise_text(numbers, numbers.basis, numbers.relief);
  if (numbers.ridges > 0.0f) text += noise_text(numbers, kRidged, numbers.ridges);
  return text;
}

std::string sand_text(NewLand const& land, fs::path const& folder) {
  N const& numbers = land.numbers;
  if (numbers.sand_depth <= 0.0f) return {};
  std::string text = fmt::format("\n[[land.sand]]\nshape = \"uniform\"\nthickness = {}\n", numbers.sand_depth);
  switch (numbers.sand) {
    case SandPlace::everywhere:
      break;
    case SandPlace::below_height:
      return text + fmt::format("below_height = {}\n", numbers.sand_height);
    case SandPlace::below_slope:
      return text + fmt::format("below_slope = {}\n", numbers.sand_slope);
    case SandPlace::mask:
      return text + fmt::format("mask = {}\n", toml_text(relative_to(folder, land.mask)));
  }
  return text;
}

std::string description_of(NewLand const& land) {
  N const& numbers = land.numbers;
  if (numbers.kind == LandKind::height_map) {
    return fmt::format("A land from the height map {}.", fs::path(land.map).filename().string());
  }
  return fmt::format("A land of {} noise, {} x {} cells of {} m.", kBases[static_cast<std::size_t>(numbers.basis)],
                     numbers.width, numbers.height, numbers.cell_size);
}

/// Values of the tables that scenario_text() writes.
class LandReader {
 public:
  LandReader(TableReader root, fs::path folder) : root_(std::move(root)), folder_(std::move(folder)) {}

  NewLand read() {
    NewLand land;
    land.title = root_.value<std::string>("title").value_or("");
    take(root_, "seed", land.numbers.seed);
    if (const auto grid = root_.table("grid")) read_grid(*grid, land.numbers);
    if (const auto tables = root_.table("land")) {
      read_base(tables->tables("base", "base"), land);
      read_sand(tables->tables("sand", "sand"), land);
    }
    if (const auto water = root_.table("water_particles")) {
      land.numbers.sea = water->value<bool>("sea").value_or(false) ? 1 : 0;
      take(*water, "sea_level", land.numbers.sea_level);
    }
    land.numbers.extent = static_cast<float>(land.numbers.width) * land.numbers.cell_size;
    return land;
  }

 private:
  template <class Number>
  static bool take(TableReader const& table, std::string_view key, Number& number) {
    const auto value = table.value<double>(key);
    if (value) number = static_cast<Number>(*value);
    return value.has_value();
  }
  /// Index of the text of `key` in `names`, or 0.
  static std::int32_t choice(TableReader const& table, std::string_view key, std::span<std::string_view const> names) {
    const auto found = std::ranges::find(names, table.value<std::string>(key).value_or(""));
    return found == names.end() ? 0 : static_cast<std::int32_t>(found - names.begin());
  }
  std::string file(TableReader const& table, std::string_view key) const {
    return (folder_ / table.value<std::string>(key).value_or("")).lexically_normal().string();
  }

  static void read_grid(TableReader const& grid, N& numbers) {
    take(grid, "width", numbers.width);
    take(grid, "height", numbers.height);
    take(grid, "cell_size", numbers.cell_size);
    numbers.boundary = choice(grid, "boundary", kBoundaries);
  }
  void read_base(std::vector<TableReader> const& layers, NewLand& land) const {
    N& numbers = land.numbers;
    if (layers.empty()) return;
    TableReader const& first = layers.front();
    if (first.value<std::string>("shape") == "heightmap") {
      numbers.kind = LandKind::height_map;
      land.map = file(first, "file");
      take(first, "lowest", numbers.lowest);
      take(first, "highest", numbers.highest);
      take(first, "cell_size", numbers.cell_size);
      if (first.has("fill")) numbers.fill = choice(first, "fill", kFills);
      return;
    }
    numbers.basis = choice(first, "basis", kBases);
    take(first, "amplitude", numbers.relief);
    take(first, "wavelength", numbers.wavelength);
    take(first, "octaves", numbers.octaves);
    take(first, "gain", numbers.roughness);
    take(first, "warp", numbers.warp);
    take(first, "warp_wavelength", numbers.warp_wavelength);
    if (layers.size() > 1) take(layers[1], "amplitude", numbers.ridges);
  }
  void read_sand(std::vector<TableReader> const& layers, NewLand& land) const {
    N& numbers = land.numbers;
    numbers.sand_depth = 0.0f;
    if (layers.empty()) return;
    TableReader const& sand = layers.front();
    take(sand, "thickness", numbers.sand_depth);
    if (take(sand, "below_height", numbers.sand_height)) numbers.sand = SandPlace::below_height;
    if (take(sand, "below_slope", numbers.sand_slope)) numbers.sand = SandPlace::below_slope;
    if (!sand.has(kSandMaskKey)) return;
    numbers.sand = SandPlace::mask;
    land.mask = file(sand, kSandMaskKey);
  }

  TableReader root_;
  fs::path folder_;
};

}  // namespace

std::span<ParameterRow const> new_land_rows() { return kRows; }
ParameterGroup new_land_group(NewLandNumbers& numbers) {
  return {"new_land", "New land", "The properties of a new land.", kRows, &numbers};
}

NewLandNumbers fit_extent(NewLandNumbers numbers, std::string_view changed) {
  const auto cells = static_cast<float>(numbers.width);
  ParameterRow const& size = *new_land_group(numbers).find("cell_size");
  if (changed == "extent") {
    numbers.cell_size =
        std::clamp(numbers.extent / cells, static_cast<float>(size.minimum), static_cast<float>(size.maximum));
  }
  numbers.extent = numbers.cell_size * cells;
  return numbers;
}

Grid grid_of(NewLandNumbers const& numbers) {
  return {numbers.width, numbers.height, numbers.cell_size, static_cast<Boundary>(numbers.boundary)};
}

std::string new_land_error(NewLand const& land) {
  N const& numbers = land.numbers;
  for (ParameterRow const& row : new_land_rows()) {
    if (std::string error = parameter_error(row, row.get(&numbers)); !error.empty()) return error;
  }
  if (land.title.empty()) return "title: expected a name for the land, found none; type one";
  const bool mapped = numbers.kind == LandKind::height_map;
  if (mapped && land.map.empty()) return "Choose a height map.";
  if (mapped && !(numbers.lowest < numbers.highest)) {
    return fmt::format("expected the lowest height below the highest, found {} m and {} m; swap or correct them",
                       numbers.lowest, numbers.highest);
  }
  if (!mapped && numbers.basis == kSimplex && static_cast<Boundary>(numbers.boundary) == Boundary::periodic) {
    return "expected a basis other than simplex, because simplex noise does not match across periodic edges; choose "
           "another basis or other edges";
  }
  const bool sandy = numbers.sand_depth > 0.0f;
  if (sandy && numbers.sand == SandPlace::mask && land.mask.empty())
    return "Choose a raster file as the mask of the sand.";
  if (numbers.sea != 0 && static_cast<Boundary>(numbers.boundary) != Boundary::open) {
    return "expected open edges, because the sea lies beyond them; choose open edges, or switch the sea off";
  }
  try {
    check_memory(fmt::format("a land of {} x {} cells", numbers.width, numbers.height), world_memory(grid_of(numbers)));
  } catch (InputError const& error) {
    return error.what();
  }
  return {};
}

std::string scenario_text(NewLand const& land, fs::path const& folder) {
  N const& numbers = land.numbers;
  std::string text = fmt::format(
      "# Made with the dialog \"New land\". If the file is left as it is, the dialog opens with these values.\n"
      "title = {}\ndescription = {}\nsource = \"The dialog New land\"\nseed = {}\n\n[grid]\n",
      toml_text(land.title), toml_text(description_of(land)), numbers.seed);
  if (numbers.kind == LandKind::noise) {
    text += fmt::format("width = {}\nheight = {}\ncell_size = {}\n", numbers.width, numbers.height, numbers.cell_size);
  }
  text += fmt::format("boundary = \"{}\"\n", kBoundaries[static_cast<std::size_t>(numbers.boundary)]);
  text += base_text(land, folder) + sand_text(land, folder);
  if (numbers.sea != 0) {
    text += fmt::format("\n[water_particles]\nenabled = true\nsea = true\nsea_level = {}\n", numbers.sea_level);
  }
  return text;
}

Scenario scenario_of(NewLand const& land, RasterFiles const& files) {
  if (const std::string error = new_land_error(land); !error.empty()) throw InputError(error);
  return read_scenario(scenario_text(land), std::string(kNewLandName), files);
}

std::optional<NewLand> new_land_of(std::string_view text, fs::path const& folder) {
  try {
    NewLand land = LandReader(TableReader::parse(text, std::string(kNewLandName)), folder).read();
    if (scenario_text(land, folder) == text) return land;
  } catch (InputError const&) {  // it is no scenario
  }
  return std::nullopt;
}

MapFacts read_map_facts(fs::path const& file) {
  const Raster raster = read_raster(file, {.fill = GapFill::suggest});
  const auto [low, high] = raster.extent();
  MapFacts facts{.width = raster.width, .height = raster.height, .cell_size = raster.cell_size};
  facts.range_assumed = raster.range_assumed;
  facts.cell_size_assumed = raster.cell_size_assumed;
  facts.gaps = raster.gaps_assumed;
  facts.lowest = raster.origin + static_cast<double>(low);
  facts.highest = raster.origin + static_cast<double>(high);
  return facts;
}

NewLandNumbers with_map(NewLandNumbers numbers, MapFacts const& facts) {
  numbers.kind = LandKind::height_map;
  numbers.width = facts.width;
  numbers.height = facts.height;
  numbers.cell_size = static_cast<float>(facts.cell_size);
  // Metres to six digits, so that they can be read.
  const auto rounded = [](double metres) { return static_cast<float>(std::round(metres * 1e3) * 1e-3); };
  numbers.lowest = rounded(facts.lowest);
  numbers.highest = rounded(facts.highest);
  numbers.fill = facts.gaps ? 1 : 0;
  return fit_extent(numbers, "cell_size");
}

}  // namespace barchan
