/// Land state: the parts of a world that processes share. Processes name them in their land accesses by enumerators, so
/// a misspelt name does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "land/cell_layers.hpp"

namespace barchan {

/// The states, in the order of `land_state_rows`: first the cell layers under their own names, then all other states.
enum class LandState : std::uint8_t {
  plants = static_cast<std::uint8_t>(CellLayer::plants),
  water_table = static_cast<std::uint8_t>(CellLayer::water_table),
  ground_water = static_cast<std::uint8_t>(CellLayer::ground_water),
  moisture = static_cast<std::uint8_t>(CellLayer::moisture),
  springs = static_cast<std::uint8_t>(CellLayer::springs),
  damp = static_cast<std::uint8_t>(CellLayer::damp),
  slope_strength = static_cast<std::uint8_t>(CellLayer::slope_strength),
  root_water = static_cast<std::uint8_t>(CellLayer::root_water),
  surface = kCellLayerCount,
  cover,
  ground,
  unsettled,
  soils,
  notches,
  slides,
  lakes,
  sea,
  sources,
  rainfall,
  masks,
  ground_clock,
  ledger,
  prevailing_wind,
  wind_field,
  random_numbers,
  count_
};
inline constexpr std::size_t kLandStateCount = static_cast<std::size_t>(LandState::count_);

struct LandStateRow {
  std::string_view id;    ///< snake_case, the name of the enumerator
  std::string_view unit;  ///< "" if the state has no unit or several
  std::string_view help;  ///< one sentence
};

/// One row for each state. The rows of cell layers repeat those of `cell_layer_rows`.
std::span<LandStateRow const> land_state_rows();
LandStateRow const& row_of(LandState state);

}  // namespace barchan
