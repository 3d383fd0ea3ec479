/// Shared code of the fuzz targets: any bytes must lead to a correct result or to an InputError of one line.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "io/raster_file.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"

namespace barchan::fuzz {

/// Largest land that a target composes. Larger ones would be correct but slow.
inline constexpr std::size_t kMaximumCells = 1 << 14;

inline std::span<std::byte const> as_bytes(std::uint8_t const* data, std::size_t size) {
  return {reinterpret_cast<std::byte const*>(data), size};
}

inline void require(bool right) {
  if (!right) std::abort();
}

template <class Callable>
void expect_result_or_input_error(Callable callable) {
  try {
    callable();
  } catch (InputError const& error) {
    require(!std::string_view(error.what()).empty());
    require(std::string_view(error.what()).find('\n') == std::string_view::npos);
  }
}

/// Decodes bytes and checks the result.
inline void decode(std::string const& name, std::span<std::byte const> bytes, std::string_view sidecar = {},
                   RasterHints const& hints = {}) {
  expect_result_or_input_error([&] {
    const Raster raster = decode_raster(name, bytes, sidecar, hints);
    require(raster.width >= 1 && raster.height >= 1 && raster.values.size() == raster.cells());
    require(std::isfinite(raster.origin) && raster.cell_size > 0.0);
    for (float value : raster.values) require(std::isfinite(value));
  });
}

}  // namespace barchan::fuzz
