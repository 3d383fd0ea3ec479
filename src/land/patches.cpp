#include "land/patches.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "barchan/base/random.hpp"
#include "base/disc.hpp"

namespace barchan {

namespace {

constexpr float kNone = -1.0f;
constexpr double kPerWord = 1.0 / 4294967296.0;

/// Share of the full thickness at the share `distance` of the radius: 1 inside, down to 0 over the share `edge`.
double profile(double distance, double edge) {
  if (1.0 - distance >= edge) return 1.0;
  const double t = (1.0 - distance) / edge;
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace

Patches::Patches(LandLayer const& layer, Grid const& grid, NoiseSeed seed) : thickness_(grid.cells(), kNone) {
  const double wanted = layer.cover * static_cast<double>(grid.cells());
  const double radius = layer.radius / static_cast<double>(grid.cell_size);
  double covered = 0.0;
  for (std::uint32_t disc = 0; covered < wanted && disc < std::numeric_limits<std::uint32_t>::max(); ++disc) {
    const auto words = random_words(seed.seed, seed.layer, RandomStream::scenario, disc, seed.list);
    const double x = words[0] * kPerWord * grid.width;
    const double y = words[1] * kPerWord * grid.height;
    for_each_cell_of_disc(grid, x, y, radius, [&](std::size_t cell, double square) {
      if (thickness_[cell] < 0.0f) covered += 1.0;
      const auto metres = static_cast<float>(layer.thickness * profile(std::sqrt(square), layer.edge));
      thickness_[cell] = std::max(thickness_[cell], metres);
    });
  }
}

}  // namespace barchan
