/// The wind well above the ground: the live parameters, and the winds that take turns and gust by them.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

/// Live parameters of the wind (group `wind`). The defaults after `shadow_high` are those of one steady, uniform wind.
struct WindParameters {
  float direction = 0.0f;           ///< degrees anticlockwise from east, the way the first wind blows *towards*
  float speed = 10.0f;              ///< m/s
  float shadow_low = 10.0f;         ///< degrees: a point under a smaller horizon angle lies in the full wind
  float shadow_high = 15.0f;        ///< degrees: a point under a larger horizon angle lies in the full shadow
  std::int32_t winds = 1;           ///< number of winds that take turns
  float divergence = 120.0f;        ///< degrees from each wind to the next
  float ratio = 1.0f;               ///< time of the first wind over that of each other
  float period = 60.0f;             ///< s in which each wind has had its turn
  float gust = 0.0f;                ///< largest change of the speed, as a share of it
  float gust_swing = 0.0f;          ///< largest turn of the direction, degrees
  float gust_period = 20.0f;        ///< s from gust to gust
  float speed_up = 0.0f;            ///< 1/m: how much faster the wind is for each metre above the mean surface
  float projection = 0.0f;          ///< 0: the land turns no wind .. 1: in full
  float projection_small = 50.0f;   ///< m, radius of the relief's small scale
  float projection_large = 200.0f;  ///< m, radius of its large scale
};
std::span<ParameterRow const> wind_parameter_rows();

/// When a wind is asked for. Winds are pure functions of it: nothing of them needs to be kept.
struct WindMoment {
  std::uint64_t seed = 0;  ///< of the world; chooses the gusts
  std::uint64_t step = 0;  ///< number of the step, which decides when the projection is renewed
  double time = 0.0;       ///< s of the world's clock
  double dt = 0.0;         ///< s that the step lasts
};

/// The wind well above the ground.
struct PrevailingWind {
  double degrees = 0.0;  ///< towards, anticlockwise from east; not folded into 0 .. 360
  float speed = 0.0f;    ///< m/s, > 0
};
/// The wind of the rose whose turn it is at `moment`, with its gust.
PrevailingWind prevailing_wind(WindParameters const& parameters, WindMoment const& moment);
/// Number of the wind whose turn it is at `time`, 0 .. winds - 1.
int wind_of_the_rose(WindParameters const& parameters, double time);

}  // namespace barchan
