/// Shared code of the fuzz targets: any bytes must lead to a correct result or to an InputError of one line.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "io/raster_file.hpp"
#include "io/scenario.hpp"
#include "targets.hpp"
#include "world/world.hpp"

namespace barchan::fuzz {

/// Largest land that a target composes. Larger ones would be correct but slow.
inline constexpr std::size_t kMaximumCells = 1 << 14;

/// Throws std::logic_error, which no target catches, if a promise is broken.
inline void require(bool kept, char const* promise) {
  if (!kept) throw std::logic_error(promise);
}

inline std::string_view text_of(Bytes bytes) { return {reinterpret_cast<char const*>(bytes.data()), bytes.size()}; }

template <class Callable>
void expect_result_or_input_error(Callable callable) {
  try {
    callable();
  } catch (InputError const& error) {
    require(!std::string_view(error.what()).empty(), "an error says something");
    require(std::string_view(error.what()).find('\n') == std::string_view::npos, "an error is one line");
  }
}

/// Decodes a raster and checks it. Throws InputError.
inline Raster decode(std::string const& name, Bytes bytes, std::string_view sidecar = {},
                     RasterHints const& hints = {}) {
  Raster raster = decode_raster(name, bytes, sidecar, hints);
  require(raster.width >= 1 && raster.height >= 1 && raster.values.size() == raster.cells(), "every cell has a value");
  require(std::isfinite(raster.origin) && raster.cell_size > 0.0, "origin and cell size are numbers");
  for (float value : raster.values) require(std::isfinite(value), "every cell has a finite value");
  return raster;
}

/// Decodes a raster in the format that the first byte chooses. Throws InputError.
inline Raster decode_any(Bytes bytes) {
  static constexpr char const* kNames[]{"fuzz.png", "fuzz.tif", "fuzz.asc", "fuzz.r16", "fuzz.r32"};
  if (bytes.empty()) throw InputError("expected a format, found nothing");
  return decode(kNames[static_cast<std::size_t>(bytes[0]) % std::size(kNames)], bytes.subspan(1));
}

/// A small world with both carriers, on which commands are tried.
inline Scenario small_scenario(int width = 9, int height = 7) {
  Scenario scenario = parse_scenario(
      "title = \"f\"\n[grid]\nwidth = 9\nheight = 7\n[[land.sand]]\nshape = \"uniform\"\n"
      "[wind_particles]\npopulation = 20\n[water_particles]\nenabled = true\npopulation = 10\n",
      "small.toml", {});
  scenario.grid.width = width;
  scenario.grid.height = height;
  return scenario;
}

/// Makes a world of a height map, as when the user opens one. Throws InputError.
inline void open(Raster raster) {
  constexpr std::size_t kMostCells = 1 << 10;  // a world takes much longer than a raster
  if (raster.cells() > kMostCells) return;
  Scenario scenario = small_scenario(raster.width, raster.height);
  scenario.grid.cell_size = static_cast<float>(raster.cell_size);
  scenario.grid.boundary = Boundary::open;
  scenario.land.base.push_back(
      {.shape = LayerShape::heightmap, .raster = std::make_shared<Raster const>(std::move(raster))});
  require(make_world(scenario).budget().error() == 0, "the mass balance closes");
}

/// Applies a command and runs a step, unless the world has no room for it.
inline void try_command(World& world, Command const& command) {
  try {
    world.apply(command);
  } catch (std::invalid_argument const&) {
    return;
  }
  world.step();
  require(world.budget().error() == 0, "the mass balance closes");
}

}  // namespace barchan::fuzz
