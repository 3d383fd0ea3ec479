/// Time of day: one number that moves the sun over the sky.
#pragma once

#include "world/sunlight.hpp"

namespace barchan::ui {

/// Local solar time at 30 degrees north, on a day when day and night are equally long. The sun rises in the east, is 60
/// degrees high in the south at noon, and sets in the west.
struct TimeOfDay {
  static constexpr float kFirst = 6.25f, kLast = 17.75f;  ///< h, between which the sun is well above the horizon

  float hour = 15.0f;  ///< kFirst .. kLast
};

Sun sun_at(TimeOfDay time);
/// The time at which the sun is nearest to `sun`.
TimeOfDay time_of(Sun const& sun);

}  // namespace barchan::ui
