/// Time of day: one number that moves the sun over the sky. Pure code.
#pragma once

#include "world/sunlight.hpp"

namespace barchan::ui {

/// Local solar time on a day as long as its night at 30 degrees north: the sun rises in the east, is 60 degrees
/// high in the south at noon, and sets in the west.
struct TimeOfDay {
  static constexpr float kFirst = 6.25f, kLast = 17.75f;  ///< h, between which the sun is well above the horizon

  float hour = 15.0f;  ///< kFirst .. kLast
};

Sun sun_at(TimeOfDay time);
/// Time at which the sun is nearest to this one.
TimeOfDay time_of(Sun const& sun);

}  // namespace barchan::ui
