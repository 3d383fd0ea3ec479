/// Sunlight: direction and size of the sun, and the fractions of the sun and the sky that are visible from each cell.
/// The window, the relief picture and the tests use the same sun.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan {

class Scheduler;

/// Position of the sun.
struct Sun {
  float azimuth = 235.0f;   ///< direction towards the sun, degrees anticlockwise from east
  float elevation = 18.0f;  ///< degrees above the horizon, at most 90

  /// Unit vector towards the sun.
  glm::vec3 direction() const;
  bool operator==(Sun const&) const = default;
};

/// Light on a land, computed with the sweep of the wind shadow. Row-major, one value per cell, 0 to 1. Keeps references
/// to its arguments.
class Sunlight {
 public:
  Sunlight(Grid const& grid, std::span<Quanta const> elevation, Scheduler const& scheduler)
      : grid_(grid), elevation_(elevation), scheduler_(scheduler) {}

  /// Visible fraction of the sun.
  std::vector<float> sun(Sun const& sun) const;
  /// The same, together with the height above the ground up to which objects towards the sun cast shade, m.
  struct SunAndShade {
    std::vector<float> sun, shade;
  };
  SunAndShade sun_and_shade(Sun const& sun) const;
  /// Visible fraction of the sky: the mean over several directions.
  std::vector<float> sky() const;
  /// Recomputes one of the directions of such a mean. Calls with successive values of `turn` renew all directions.
  void renew_sky(std::span<float> sky, std::uint64_t turn) const;

 private:
  SunAndShade sweep(Sun const& sun, bool shade) const;
  void look(std::span<float> sky, std::uint64_t way, float share) const;

  Grid const& grid_;
  std::span<Quanta const> elevation_;
  Scheduler const& scheduler_;
};

}  // namespace barchan
