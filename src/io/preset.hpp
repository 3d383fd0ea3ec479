/// Preset: winds and sand supply that make one kind of dune on any land.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "world/command.hpp"

namespace barchan {

struct Preset {
  std::string id;     ///< as typed: "star"
  std::string title;  ///< on its button
  std::string help;   ///< one or two sentences
  std::vector<SetParameter> settings;
};

/// Barchan, transverse, linear and star. Each switches wind particles off and slab dunes on, and sets the same
/// parameters. All others, such as the direction and speed of the wind, stay as the user set them. Lives as long as the
/// program.
std::span<Preset const> presets();

/// Preset with this id. Throws InputError with the nearest name if there is none.
Preset const& preset(std::string_view id);

}  // namespace barchan
