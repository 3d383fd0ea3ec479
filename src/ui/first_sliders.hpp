/// The sliders that are always in reach. They keep their places and names, and control the parameter that
/// corresponds to them in the process that is on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/parameter_store.hpp"

namespace barchan::ui {

struct ParameterName {
  std::string_view group, key;

  bool operator==(ParameterName const&) const = default;
};

/// What one of them does now.
struct FirstSlider {
  std::string_view label;  ///< its own name
  ParameterName drives;
  bool live = true;  ///< something that is on reads it
  std::string note;  ///< what it drives, when that is not what its name says, or why it does nothing
};

/// Wind speed, wind direction, suspension, abrasion, roughness and settling, as the processes are switched now.
std::vector<FirstSlider> first_sliders(ParameterStore const& store);

/// "Wind particles and Slab dunes are off", of processes by their ids.
std::string off_text(std::vector<std::string_view> const& processes);

}  // namespace barchan::ui
