#include "processes/wind_particles/article.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/glm.hpp>

#include "barchan/base/land_vector.hpp"
#include "base/kernel_math.hpp"

namespace barchan {

namespace {

constexpr float kHeightUnit = 80.0f;  // m (cells of 1 m): unit of the article's heights
constexpr float kPerHeightUnit = 1.0f / kHeightUnit;
constexpr float kBareWear = 0.01f;    // height units: load whose impacts a bare wind stands for
constexpr float kStandstill = 0.01f;  // m/s below which a particle ends

/// m from cell b up to cell a.
float rise(Terrain const& terrain, std::size_t a, std::size_t b) {
  return static_cast<float>(terrain.columns.elevation(a) - terrain.columns.elevation(b)) * kMetresPerQuantum;
}

/// Normal of the ground, not of unit length: its upward part is 1.
glm::vec3 normal_of(Terrain const& terrain, int x, int y) {
  Grid const& grid = terrain.grid;
  const std::size_t east = grid.index(grid.resolve_x(x + 1), y);
  const std::size_t west = grid.index(grid.resolve_x(x - 1), y);
  const std::size_t north = grid.index(x, grid.resolve_y(y + 1));
  const std::size_t south = grid.index(x, grid.resolve_y(y - 1));
  const float per_span = 0.5f / grid.cell_size;
  return {-rise(terrain, east, west) * per_span, -rise(terrain, north, south) * per_span, 1.0f};
}

/// Share of the ground under plants.
float plants(Terrain const& terrain, std::size_t cell) {
  LandVector<float> const& density = terrain.cell_layers.real(CellLayer::plants);
  return density.empty() ? 0.0f : density[cell];
}

/// What falls out of the air, and what plants catch in it and on the ground; `caught`: the share that these do.
void lay_down_on_way(kernel::FlightRule const& rule, float caught, WindParticleState& particles, std::size_t i,
                     ArticleStep& step) {
  const float falls = std::min((particles.height[i] <= 0.0f ? 0.0f : rule.dt * rule.suspension) + caught, 1.0f);
  if (falls <= 0.0f) return;
  const float fallen = static_cast<float>(particles.load[i]) * falls + 0.5f;
  const Quanta amount = std::min({static_cast<Quanta>(fallen), particles.load[i], rule.most_exchange});
  particles.load[i] -= amount;
  step.behind = amount / 2;
  step.ahead = amount - amount / 2;
}

}  // namespace

ArticleStep fly_by_article(Terrain const& terrain, kernel::FlightRule const& rule, float abrasion,
                           WindParticleState& particles, std::size_t i) {
  Grid const& grid = terrain.grid;
  const std::int32_t x = particles.cell_x[i];
  const std::int32_t y = particles.cell_y[i];
  ArticleStep step{.cell = grid.index(x, y), .next = 0};
  glm::vec3 v(particles.velocity_x[i], particles.velocity_y[i], particles.velocity_z[i] * kPerHeightUnit);
  if (particles.height[i] > 0.0f) {
    v.z -= rule.dt * rule.gravity * kPerHeightUnit;
  } else {
    particles.height[i] = 0.0f;
    step.touched = true;
    const glm::vec3 normal = normal_of(terrain, x, y);
    const float into = glm::dot(v, normal) / glm::dot(normal, normal);
    v += rule.dt * (normal * into - v);
  }
  const float follow = std::min(rule.drag * rule.dt, 1.0f);
  v += follow * (glm::vec3(rule.wind_x, rule.wind_y, 0.0f) * rule.wind_speed - v);
  particles.velocity_x[i] = v.x;
  particles.velocity_y[i] = v.y;
  particles.velocity_z[i] = v.z * kHeightUnit;

  const float px = particles.offset_x[i] + v.x * rule.step_per_cell;
  const float py = particles.offset_y[i] + v.y * rule.step_per_cell;
  const std::int32_t cells_x = kernel::floor_to_int(px), cells_y = kernel::floor_to_int(py);
  const std::int32_t far_x = x + cells_x, far_y = y + cells_y;
  particles.offset_x[i] = px - static_cast<float>(cells_x);
  particles.offset_y[i] = py - static_cast<float>(cells_y);
  particles.cell_x[i] = grid.resolve_x(far_x);
  particles.cell_y[i] = grid.resolve_y(far_y);
  step.next = particles.cell_of(grid, i);
  step.left = !grid.contains(far_x, far_y);
  particles.height[i] += particles.velocity_z[i] * rule.dt - rise(terrain, step.next, step.cell);
  const float level = v.x * v.x + v.y * v.y, ground_speed = std::sqrt(level);
  particles.path[i] -= std::max(ground_speed * rule.dt, rule.least_advance);
  step.over = (step.left && !grid.periodic()) || particles.path[i] <= 0.0f || ground_speed < kStandstill;

  if (particles.height[i] <= 0.0f) {
    const float open = 1.0f - plants(terrain, step.cell);
    const float force = std::sqrt(level + v.z * v.z) * -particles.height[i];  // m2/s
    if (terrain.columns.bare(step.cell)) {
      const float carried = static_cast<float>(particles.load[i]) * kMetresPerQuantum * kPerHeightUnit;
      const float worn = rule.dt * abrasion * force * (carried + kBareWear) * open;
      step.wear = static_cast<Quanta>(std::min(worn, 1.0f) * static_cast<float>(kQuantaPerMetre) + 0.5f);
    } else {
      const float lifted =
          rule.dt * rule.suspension * force * static_cast<float>(kQuantaPerMetre) * open + particles.remainder[i];
      const Quanta most = std::min(terrain.dry(step.cell, terrain.columns.available(step.cell)), rule.most_exchange);
      step.lift = static_cast<Quanta>(std::min(lifted, static_cast<float>(most)));
      particles.remainder[i] = std::min(lifted - static_cast<float>(step.lift), 1.0f);
    }
  }
  lay_down_on_way(rule, plants(terrain, step.next) * ground_speed * rule.dt * rule.shadow_fall, particles, i, step);
  return step;
}

}  // namespace barchan
