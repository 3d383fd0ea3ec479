/// Preset: the winds and the supply of sand that bring one kind of dune about on whatever land there is.
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

/// Barchan, transverse, linear and star. Each switches wind particles off and slab dunes on, sets the same parameters
/// and leaves all others, as the wind's direction and speed, to the person. Lives as long as the program.
std::span<Preset const> presets();

/// Throws InputError with the nearest name when there is none.
Preset const& preset(std::string_view id);

}  // namespace barchan
