#include <algorithm>
#include <cmath>

#include "base/clock_slack.hpp"
#include "base/direction.hpp"
#include "base/random.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

/// Separates the random numbers of gusts from the others of a scenario.
constexpr std::uint32_t kGustEntity = 0x67757374u;

/// Duration of the first wind of a cycle, s.
double first_spell(WindParameters const& parameters) {
  const auto ratio = static_cast<double>(parameters.ratio);
  return static_cast<double>(parameters.period) * ratio / (ratio + parameters.winds - 1);
}

/// Smooth noise in time, -1 to 1 with zero mean: random values at the turns of the gusts, joined by a fifth-order step,
/// so that the rate of change of the wind is smooth too.
struct Gust {
  double speed, swing;
};
Gust gust_at(WindParameters const& parameters, WindMoment const& moment) {
  // The wind turns twice per gust.
  const double turns = moment.time / (0.5 * static_cast<double>(parameters.gust_period));
  const double before = std::floor(turns);
  const double t = turns - before;
  const double weight = t * t * t * (10.0 + t * (-15.0 + 6.0 * t));
  const auto turn = static_cast<std::uint64_t>(before);
  const auto a = random_words(moment.seed, turn, RandomStream::scenario, kGustEntity);
  const auto b = random_words(moment.seed, turn + 1, RandomStream::scenario, kGustEntity);
  const auto blend = [&](std::size_t word) {
    const auto from = static_cast<double>(to_signed_unit(a[word]));
    return from + weight * (static_cast<double>(to_signed_unit(b[word])) - from);
  };
  return {blend(0), blend(1)};
}

}  // namespace

int wind_of_the_rose(WindParameters const& parameters, double time) {
  if (parameters.winds <= 1) return 0;
  const auto period = static_cast<double>(parameters.period);
  const double due = time + kClockSlack;
  const double phase = due - std::floor(due / period) * period;
  const double first = first_spell(parameters);
  if (phase < first) return 0;
  const double other = (period - first) / (parameters.winds - 1);
  // The boundary between two other winds is a sum, whose last bit must not be decisive either.
  const double turn = (phase - first) / other;
  return std::min(1 + static_cast<int>(turn + 1e-9), parameters.winds - 1);
}

PrevailingWind prevailing_wind(WindParameters const& parameters, WindMoment const& moment) {
  PrevailingWind wind{.degrees = static_cast<double>(parameters.direction), .speed = parameters.speed};
  if (const int turn = wind_of_the_rose(parameters, moment.time); turn > 0) {
    wind.degrees += turn * static_cast<double>(parameters.divergence);
  }
  if (parameters.gust > 0.0f || parameters.gust_swing > 0.0f) {
    const Gust gust = gust_at(parameters, moment);
    wind.degrees += static_cast<double>(parameters.gust_swing) * gust.swing;
    wind.speed *= static_cast<float>(1.0 + static_cast<double>(parameters.gust) * gust.speed);
  }
  return wind;
}

void WindField::set_prevailing(WindParameters const& parameters, WindMoment const& moment) {
  const PrevailingWind wind = prevailing_wind(parameters, moment);
  direction_ = unit_vector(wind.degrees);
  speed_ = wind.speed;
  turns_next_ = wind_of_the_rose(parameters, moment.time) != wind_of_the_rose(parameters, moment.time + moment.dt);
}

}  // namespace barchan
