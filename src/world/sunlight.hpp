/// Sunlight: where the sun stands, how wide it is, and what each cell of a land sees of it and of the sky. One sun for
/// the window, the relief picture and the tests.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan {

class Scheduler;

struct Sun {
  float azimuth = 235.0f;   ///< degrees anticlockwise from east, the way towards it
  float elevation = 18.0f;  ///< degrees above the horizon, up to 90

  /// Unit vector towards it.
  glm::vec3 direction() const;
  bool operator==(Sun const&) const = default;
};

/// Light on a land, by the sweep of the wind shadow. Row-major, one value a cell, 0 .. 1. Keeps references.
class Sunlight {
 public:
  Sunlight(Grid const& grid, std::span<Quanta const> elevation, Scheduler const& scheduler)
      : grid_(grid), elevation_(elevation), scheduler_(scheduler) {}

  /// Share of the sun that is seen.
  std::vector<float> sun(Sun const& sun) const;
  /// The same, and m above the ground up to which the shade of what stands sunward reaches.
  struct SunAndShade {
    std::vector<float> sun, shade;
  };
  SunAndShade sun_and_shade(Sun const& sun) const;
  /// Share of the sky that is seen: the mean over several ways to look.
  std::vector<float> sky() const;
  /// Renews one of the ways in such a mean: after as many views with `turn` one higher each all are new.
  void renew_sky(std::span<float> sky, std::uint64_t turn) const;

 private:
  SunAndShade sweep(Sun const& sun, bool shade) const;
  void look(std::span<float> sky, std::uint64_t way, float share) const;

  Grid const& grid_;
  std::span<Quanta const> elevation_;
  Scheduler const& scheduler_;
};

}  // namespace barchan
