/// Small lands and masks for the tests of masks.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "land/mask.hpp"
#include "support/lands.hpp"
#include "world/command.hpp"
#include "world/world.hpp"

namespace barchan::test::masks {

inline constexpr Grid kGrid{.width = 96, .height = 64};

inline World land(std::string_view process = "none", Grid const& grid = kGrid, int threads = 1) {
  return make_world(make_setup(grid, {.rock_relief = 8.0}), process, threads);
}

inline MaskLayer layer(MaskSource source, MaskNumbers numbers = {}, std::string of = {}) {
  numbers.source = source;
  return {.numbers = numbers, .of = std::move(of)};
}

/// A layer with the values that `value(x, y)` gives.
template <class Value>
MaskLayer raster(Grid const& grid, Value const& value) {
  MaskLayer layer = usual_mask_layer(MaskSource::raster);
  layer.raster = {grid.width, grid.height, {}};
  for_each_cell(grid, [&](int x, int y) { layer.raster.values.push_back(value(x, y)); });
  return layer;
}

/// 1 in the western half of a land and 0 in the eastern half.
inline MaskLayer west(Grid const& grid) {
  return raster(grid, [&](int x, int) { return x < grid.width / 2 ? 1.0f : 0.0f; });
}

inline SetMask mask(std::string id, std::vector<MaskLayer> layers, std::vector<std::string> multiplies = {}) {
  return {{.id = std::move(id), .multiplies = std::move(multiplies), .layers = std::move(layers)}};
}

/// All parameters that masks can multiply.
inline std::vector<std::string> maskable(World const& world) {
  std::vector<std::string> names;
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      if (row.masked) names.push_back(std::string(group.id) + "." + std::string(row.key));
    }
  }
  return names;
}

}  // namespace barchan::test::masks
