#include "processes/wind_particles/state.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace barchan {

namespace {

constexpr int kTogether = 8;  // cells of a row whose particles may be in any order

using Order = std::vector<std::int32_t>;

/// Stable counting sort of particles by key, 0 to keys - 1.
template <class Key>
Order ordered(Order const& particles, int keys, Key const& key) {
  std::vector<std::size_t> place(static_cast<std::size_t>(keys) + 1, 0);
  for (const std::int32_t i : particles) ++place[static_cast<std::size_t>(key(static_cast<std::size_t>(i))) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  Order to(particles.size());
  for (const std::int32_t i : particles) to[place[static_cast<std::size_t>(key(static_cast<std::size_t>(i)))]++] = i;
  return to;
}

}  // namespace

void WindParticleState::resize(std::size_t count) {
  for (auto* values : floats()) values->resize(count, 0.0f);
  for (auto* values : integers()) values->resize(count, 0);
}

void WindParticleState::sort(Grid const& grid) {
  Order order(size());
  std::iota(order.begin(), order.end(), 0);
  order = ordered(order, (grid.width - 1) / kTogether + 1, [&](std::size_t i) { return cell_x[i] / kTogether; });
  order = ordered(order, grid.height, [&](std::size_t i) { return cell_y[i]; });
  const auto reorder = [&](auto& values) {
    std::remove_reference_t<decltype(values)> sorted(values.size());
    std::ranges::transform(order, sorted.begin(), [&](std::int32_t i) { return values[static_cast<std::size_t>(i)]; });
    values.swap(sorted);
  };
  for (auto* values : floats()) reorder(*values);
  for (auto* values : integers()) reorder(*values);
}

kernel::ParticleArrays WindParticleState::arrays(std::size_t first) {
  return {cell_x.data() + first, cell_y.data() + first,     offset_x.data() + first,   offset_y.data() + first,
          height.data() + first, velocity_x.data() + first, velocity_y.data() + first, velocity_z.data() + first,
          load.data() + first,   remainder.data() + first,  path.data() + first};
}

bool WindParticleState::finite() const {
  float sum = 0.0f;
  for (std::size_t i = 0; i < size(); ++i) {
    sum += (velocity_x[i] + velocity_y[i] + velocity_z[i] + height[i] + offset_x[i] + offset_y[i]) * 0.0f;
  }
  return sum == 0.0f;
}

void WindParticleState::keep(Archive& archive, Grid const& grid, Limits const& limits) {
  archive.list(cell_x, limits.particles);
  archive.table(cell_y, cell_x.size());
  archive.table(load, cell_x.size());
  archive.table(soil, cell_x.size());
  for (auto* values : floats()) archive.table(*values, cell_x.size());
  if (!archive.reading()) return;
  for (std::size_t i = 0; i < size(); ++i) {
    const bool inside = grid.contains(cell_x[i], cell_y[i]) && offset_x[i] >= 0.0f && offset_x[i] <= 1.0f &&
                        offset_y[i] >= 0.0f && offset_y[i] <= 1.0f;
    const float speed = std::max({std::abs(velocity_x[i]), std::abs(velocity_y[i]), std::abs(velocity_z[i])});
    archive.require(
        speed <= kernel::kFastest && std::abs(height[i]) <= kernel::kHighestFlight && load[i] <= limits.load,
        "a wind particle exceeds the greatest speed, height or load");
    const bool loose = soil[i] >= 0 && soil[i] < kMostSoils && (limits.soils & soil_bit(static_cast<SoilId>(soil[i])));
    archive.require(loose, "a wind particle carries a soil that is not loose");
    archive.require(std::abs(remainder[i]) <= 1.0f, "the remainder of a wind particle is more than a quantum");
    archive.require(inside && load[i] >= 0, "a wind particle lies outside the land");
  }
  archive.require(finite(), "the velocity of a wind particle is not a number");
}

}  // namespace barchan
