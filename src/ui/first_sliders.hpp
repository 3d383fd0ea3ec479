/// The sliders that are always shown. They keep their places and names. Each sets the corresponding parameter of the
/// process that is on.
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

/// Current function of one slider.
struct FirstSlider {
  std::string_view label;  ///< its own name
  ParameterName drives;
  bool live = true;  ///< a process that is on reads the parameter
  std::string note;  ///< which parameter it sets if not its own, or why it has no effect
};

/// Wind speed, wind direction, suspension, abrasion, roughness and settling, for the processes that are on now.
std::vector<FirstSlider> first_sliders(ParameterStore const& store);

/// "Wind particles and Slab dunes are off", for processes with these ids.
std::string off_text(std::vector<std::string_view> const& processes);

}  // namespace barchan::ui
