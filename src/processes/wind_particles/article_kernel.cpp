#include "processes/wind_particles/article_kernel.hpp"

#include <cmath>

#include "base/kernel_math.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

constexpr float kHeightUnit = 80.0f;  // m (with cells of 1 m): unit of height in the article
constexpr float kPerHeightUnit = 1.0f / kHeightUnit;
constexpr float kBareWear = 0.01f;    // height units; wear of wind without load, as an equivalent load
constexpr float kStandstill = 0.01f;  // m/s; a slower particle ends

inline float metres(Quanta amount) { return static_cast<float>(amount) * kMetresPerQuantum; }

}  // namespace

BARCHAN_VECTOR_CLONES
void move_by_article(FlightRule const& rule, ArticleBlock& block) {
  const FlightRule r = rule;
  const ParticleArrays p = block.particles;
  const float per_span = 0.5f / r.cell_size;
  const float follow = at_most_one(r.drag * r.dt);
  const float wind_x = r.wind_x * r.wind_speed, wind_y = r.wind_y * r.wind_speed;
  const float pull = r.dt * r.gravity * kPerHeightUnit;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    const bool flies = p.height[i] > 0.0f;
    // Normal of the ground, scaled so that its vertical part is 1.
    const float nx = -metres(block.east_rise[i]) * per_span;
    const float ny = -metres(block.north_rise[i]) * per_span;
    float vx = p.velocity_x[i];
    float vy = p.velocity_y[i];
    float vz = p.velocity_z[i] * kPerHeightUnit;
    const float into = (vx * nx + vy * ny + vz) / (nx * nx + ny * ny + 1.0f);
    const float rubbed_x = vx + r.dt * (nx * into - vx);
    const float rubbed_y = vy + r.dt * (ny * into - vy);
    const float rubbed_z = vz + r.dt * (into - vz);
    vx = flies ? vx : rubbed_x;
    vy = flies ? vy : rubbed_y;
    vz = flies ? vz - pull : rubbed_z;
    vx += follow * (wind_x - vx);
    vy += follow * (wind_y - vy);
    vz += follow * (0.0f - vz);
    vx = bounded(vx, -kFastest, kFastest);
    vy = bounded(vy, -kFastest, kFastest);
    p.velocity_x[i] = vx;
    p.velocity_y[i] = vy;
    p.velocity_z[i] = bounded(vz * kHeightUnit, -kFastest, kFastest);
    block.upward[i] = vz;
    p.height[i] = flies ? p.height[i] : 0.0f;
    block.touched[i] = flies ? 0 : 1;

    const float px = p.offset_x[i] + vx * r.step_per_cell;
    const float py = p.offset_y[i] + vy * r.step_per_cell;
    const std::int32_t cells_x = floor_to_int(px);
    const std::int32_t cells_y = floor_to_int(py);
    block.far_x[i] = p.cell_x[i] + cells_x;
    block.far_y[i] = p.cell_y[i] + cells_y;
    p.offset_x[i] = px - static_cast<float>(cells_x);
    p.offset_y[i] = py - static_cast<float>(cells_y);
  }
}

BARCHAN_VECTOR_CLONES
void exchange_by_article(FlightRule const& rule, ArticleBlock& block) {
  const FlightRule r = rule;
  const ParticleArrays p = block.particles;
  const auto per_metre = static_cast<float>(kQuantaPerMetre);
  const float in_the_air = r.dt * r.suspension;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    const float vx = p.velocity_x[i];
    const float vy = p.velocity_y[i];
    const float vz = block.upward[i];
    const float height =
        bounded(p.height[i] + (p.velocity_z[i] * r.dt - metres(block.rise[i])), -kHighestFlight, kHighestFlight);
    const float level = vx * vx + vy * vy;
    const float speed = std::sqrt(level);
    const float left = p.path[i] - larger(speed * r.dt, r.least_advance);
    p.height[i] = height;
    p.path[i] = left;
    block.over[i] = block.ends[i] | (left <= 0.0f ? 1 : 0) | (speed < kStandstill ? 1 : 0);

    const float contact = height <= 0.0f ? 1.0f : 0.0f;
    const float bare = block.cover[i] == 0 ? 1.0f : 0.0f;
    const float open = 1.0f - block.held[i];
    const float force = std::sqrt(level + vz * vz) * -height;  // m2/s
    const float carried = metres(p.load[i]) * kPerHeightUnit;
    const float worn = r.dt * block.abrasion[i] * force * (carried + kBareWear) * (1.0f - block.guarded[i]);
    const float wears = contact * bare;
    block.wear[i] = static_cast<Quanta>(at_most_one(worn) * wears * per_metre + 0.5f);
    const float remainder = p.remainder[i];
    const float wanted = r.dt * r.suspension * force * per_metre * open + remainder;
    const Quanta dry = block.dry_cover[i];
    const Quanta fits = r.most_load - p.load[i] < r.most_exchange ? r.most_load - p.load[i] : r.most_exchange;
    const auto most = static_cast<float>(dry < fits ? dry : fits);
    const float lifts = contact * (1.0f - bare);
    const auto whole = static_cast<Quanta>((wanted < most ? wanted : most) * lifts);
    const float owed = at_most_one(wanted - static_cast<float>(whole));
    p.remainder[i] = owed * lifts + remainder * (1.0f - lifts);
    block.lift[i] = whole;

    // The load that falls from the air, and the load that plants catch in the air and on the ground.
    const float caught = block.trapped[i] * speed * r.dt * r.shadow_fall;
    const float falls = at_most_one((1.0f - contact) * in_the_air + caught);
    const Quanta load = p.load[i];
    const auto fallen = static_cast<Quanta>(static_cast<float>(load) * falls + 0.5f);
    const Quanta there = fallen < load ? fallen : load;
    const Quanta down = there < r.most_exchange ? there : r.most_exchange;
    p.load[i] = load - down;
    block.laid_down[i] = down;
  }
}

}  // namespace barchan::kernel
