#include "processes/wind_particles/state.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace barchan {

void WindParticleState::resize(std::size_t count) {
  for (auto* values : floats()) values->resize(count, 0.0f);
  for (auto* values : integers()) values->resize(count, 0);
}

void WindParticleState::sort_by_row(Grid const& grid) {
  const std::size_t count = size();
  std::vector<std::int32_t> place(static_cast<std::size_t>(grid.height) + 1, 0);
  for (std::int32_t y : cell_y) ++place[static_cast<std::size_t>(y) + 1];
  for (std::size_t y = 1; y < place.size(); ++y) place[y] += place[y - 1];
  std::vector<std::int32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) {
    order[static_cast<std::size_t>(place[static_cast<std::size_t>(cell_y[i])]++)] = static_cast<std::int32_t>(i);
  }
  const auto reorder = [&](auto& values) {
    std::remove_reference_t<decltype(values)> sorted(count);
    for (std::size_t i = 0; i < count; ++i) sorted[i] = values[static_cast<std::size_t>(order[i])];
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
    archive.require(speed < kFastest && std::abs(height[i]) < kFastest && load[i] <= limits.load,
                    "a wind particle flies faster, higher or fuller than any can");
    const bool loose = soil[i] >= 0 && soil[i] < kMostSoils && (limits.soils & soil_bit(static_cast<SoilId>(soil[i])));
    archive.require(loose, "a wind particle carries what is no loose soil");
    archive.require(std::abs(remainder[i]) <= 1.0f, "a wind particle owes more than a quantum");
    archive.require(inside && load[i] >= 0, "a wind particle lies outside the land");
  }
  archive.require(finite(), "a wind particle has a velocity that is not a number");
}

}  // namespace barchan
