/// Preset: winds and a sand supply that form one kind of dune on any land.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "world/command.hpp"

namespace barchan {

struct Preset {
  std::string id;     ///< as typed: "star"
  std::string title;  ///< label of its button
  std::string help;   ///< one or two sentences
  std::vector<SetParameter> settings;
};

/// The presets barchan, transverse, linear and star. Each switches wind particles off and slab dunes on. All set the
/// same parameters; all other parameters, such as the direction and speed of the wind, stay as the user set them. The
/// span is valid as long as the program runs.
std::span<Preset const> presets();

/// The preset with this id. Throws InputError with the nearest name if there is none.
Preset const& preset(std::string_view id);

}  // namespace barchan
