/// The wind well above the ground: its live parameters, the wind regime and the gusts.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

/// Live parameters of the wind (group `wind`). The defaults after `shadow_high` are those of one steady, uniform wind.
struct WindParameters {
  float direction = 0.0f;           ///< degrees anticlockwise from east, *towards* which the first wind blows
  float speed = 10.0f;              ///< m/s
  float shadow_low = 10.0f;         ///< degrees: at smaller horizon angles there is no wind shadow
  float shadow_high = 15.0f;        ///< degrees: at larger horizon angles the wind shadow is full
  std::int32_t winds = 1;           ///< number of winds in the wind regime
  float divergence = 120.0f;        ///< degrees from each wind to the next
  float ratio = 1.0f;               ///< duration of the first wind divided by that of each other wind
  float period = 60.0f;             ///< s of one cycle of all winds
  float gust = 0.0f;                ///< largest change of the speed, as a fraction of it
  float gust_swing = 0.0f;          ///< largest change of the direction, degrees
  float gust_period = 20.0f;        ///< s from one gust to the next
  float speed_up = 0.0f;            ///< 1/m: increase of the wind speed per metre above the mean surface
  float stress = 0.0f;              ///< coefficient A of the shear stress over relief; 0: that of flat ground
  float stress_shift = 1.3f;        ///< coefficient B, which moves the largest stress upwind of the tops
  float projection = 0.0f;          ///< 0: the land does not turn the wind; 1: full effect
  float projection_small = 50.0f;   ///< m, radius of the relief's small scale
  float projection_large = 200.0f;  ///< m, radius of the relief's large scale
};
std::span<ParameterRow const> wind_parameter_rows();

/// Time at which a wind is evaluated. Winds are pure functions of it and have no state.
struct WindMoment {
  std::uint64_t seed = 0;  ///< seed of the world, which determines the gusts
  std::uint64_t step = 0;  ///< number of the step, which determines when the projection is renewed
  double time = 0.0;       ///< s on the world's clock
  double dt = 0.0;         ///< s, length of the step
};

/// The wind well above the ground.
struct PrevailingWind {
  double degrees = 0.0;  ///< direction towards which it blows, anticlockwise from east; may lie outside 0 to 360
  float speed = 0.0f;    ///< m/s, >= 0
};
/// The wind of the wind regime at `moment`, with its gust.
PrevailingWind prevailing_wind(WindParameters const& parameters, WindMoment const& moment);
/// Index of the wind that blows at `time`, 0 to winds - 1.
int wind_of_the_rose(WindParameters const& parameters, double time);

}  // namespace barchan
