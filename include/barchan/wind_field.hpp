/// WindField: the wind over the land. Derived state: renewed by the world before the processes, only read by them.
#pragma once

#include <limits>
#include <vector>

#include <glm/vec2.hpp>

#include "barchan/parameter.hpp"
#include "barchan/scheduler.hpp"
#include "barchan/terrain.hpp"

namespace barchan {

/// Live parameters of the prevailing wind (group `wind`).
struct WindParameters {
  float direction = 0.0f;     ///< degrees anticlockwise from east, the way the wind blows *towards*
  float speed = 10.0f;        ///< m/s
  float shadow_low = 10.0f;   ///< degrees: a point under a smaller horizon angle lies in the full wind
  float shadow_high = 15.0f;  ///< degrees: a point under a larger horizon angle lies in the full shadow
};
std::span<ParameterRow const> wind_parameter_rows();

/// The wind near the ground where it differs from place to place, row-major, one value a cell.
struct LocalWind {
  std::vector<float> x, y;   ///< unit vector, towards
  std::vector<float> ratio;  ///< speed over that of the prevailing wind, > 0
};

class WindField {
 public:
  /// Takes on direction and speed; the shadow stays as it was.
  void set_prevailing(WindParameters const& parameters);
  /// Recomputes everything from the land as it is now.
  void renew(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler);

  glm::vec2 direction() const { return direction_; }  ///< unit vector, towards
  float speed() const { return speed_; }              ///< m/s, prevailing
  /// True when the wind is the prevailing one everywhere; `local` is then empty.
  bool uniform() const { return local_.ratio.empty(); }
  LocalWind const& local() const { return local_; }
  /// Shortest time that one wind lasts before another takes its turn, s; infinite under a single wind.
  float shortest_spell() const { return std::numeric_limits<float>::infinity(); }
  /// Wind shadow of each cell: 0 in the open wind .. 1 in the separation bubble behind a crest.
  std::vector<float> const& shadow() const { return shadow_; }
  /// Depth of the still air over each cell, m: from the ground up to the streamline that leaves the crest upwind and
  /// falls at the angle `shadow_low`. Ground plus bubble is the land that the free wind flows over.
  std::vector<float> const& bubble() const { return bubble_; }

 private:
  glm::vec2 direction_{1.0f, 0.0f};
  float speed_ = 0.0f;
  LocalWind local_;
  std::vector<float> shadow_, bubble_;
};

/// How much of a light or wind that comes from behind is blocked by the land, by one sweep over parallel rays:
/// 0 where the horizon against `towards` stands lower than `tan_low`, 1 where it is higher than `tan_high`,
/// linear in height between. `towards` is the unit vector along which light or wind travels. Row-major, one value
/// a cell. Exact at any azimuth and cell size (rays are interpolated between cells), periodic aware.
void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards, float tan_low, float tan_high,
                  Scheduler const& scheduler, std::vector<float>& shadow);

/// Unit vector of an angle in degrees anticlockwise from east, from our own polynomials (no libm).
glm::vec2 unit_vector(double degrees);

}  // namespace barchan
