#include "processes/saltation_kernel.hpp"

#include <cmath>

#include "sim/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// A uniform number in -1 .. 1 has a third of unit variance.
constexpr float kUnitVariance = 1.7320508f;
/// How much faster a sharp edge wears than a plain face of the same exposure, per unit of convexity.
constexpr float kEdgeWear = 6.0f;
/// Share of the wear that a grain does by mere grazing, and by a bare wind that carries nothing.
constexpr float kGrazing = 0.05f;
constexpr float kEmptyWind = 0.25f;

inline float positive(float x) { return x > 0.0f ? x : 0.0f; }
inline float at_most_one(float x) { return x < 1.0f ? x : 1.0f; }

/// Largest integer not above x, for |x| far below 2^31.
inline std::int32_t floor_to_int(float x) {
  const auto cut = static_cast<std::int32_t>(x);
  return cut - (static_cast<float>(cut) > x ? 1 : 0);
}

/// exp(-x) for x >= 0 to three digits: the eighth power of a short series.
inline float quick_decay(float x) {
  const float r = x * 0.125f;
  const float series = 1.0f + r * (1.0f + r * (0.5f + r * (1.0f / 6.0f + r * (1.0f / 24.0f))));
  const float two = series * series;
  const float four = two * two;
  return 1.0f / (four * four);
}

inline float height_between(Quanta a, Quanta b) { return static_cast<float>(a - b); }

}  // namespace

BARCHAN_VECTOR_CLONES
void survey_row(GroundRule const& rule, PaddedLand land, std::ptrdiff_t y, std::size_t count, Quanta const* loose,
                float const* shadow, float const* abradability, GroundCell* cells) {
  const GroundRule r = rule;
  Quanta const* const here = land.origin + y * land.stride;
  Quanta const* const south = here - land.stride;
  Quanta const* const north = here + land.stride;
  // The two ends of the baseline, each bilinear between four cells at a fixed offset.
  const std::int32_t ax = floor_to_int(r.reach_x);
  const std::int32_t ay = floor_to_int(r.reach_y);
  const float fx = r.reach_x - static_cast<float>(ax);
  const float fy = r.reach_y - static_cast<float>(ay);
  Quanta const* const down = here + ay * land.stride + ax;         // towards the wind's goal
  Quanta const* const down_north = down + land.stride;
  Quanta const* const up = here - ay * land.stride - ax;           // mirrored, towards the wind's origin
  Quanta const* const up_south = up - land.stride;
  const float w00 = (1.0f - fx) * (1.0f - fy);
  const float w10 = fx * (1.0f - fy);
  const float w01 = (1.0f - fx) * fy;
  const float w11 = fx * fy;
  const float per_baseline = kMetresPerQuantum / r.run;
  const float per_span = 0.5f * kMetresPerQuantum * r.inverse_cell;
  const float per_cell = kMetresPerQuantum * r.inverse_cell;
#pragma GCC ivdep
  for (std::size_t x = 0; x < count; ++x) {
    const Quanta h = here[x];
    const float ahead = height_between(down[x], h) * w00 + height_between(down[x + 1], h) * w10 +
                        height_between(down_north[x], h) * w01 + height_between(down_north[x + 1], h) * w11;
    const float behind = height_between(up[x], h) * w00 + height_between(up[x - 1], h) * w10 +
                         height_between(up_south[x], h) * w01 + height_between(up_south[x - 1], h) * w11;
    const float slope = (ahead - behind) * per_baseline;
    const float gain = positive(1.0f + r.slope_gain * slope);
    const float standing = positive(1.0f - slope * r.inverse_repose);
    const float s = shadow[x];
    const float ring = height_between(h, here[x - 1]) + height_between(h, here[x + 1]) + height_between(h, south[x]) +
                       height_between(h, north[x]) + height_between(h, south[x - 1]) + height_between(h, south[x + 1]) +
                       height_between(h, north[x - 1]) + height_between(h, north[x + 1]);
    GroundCell& cell = cells[x];
    cell.elevation = h;
    cell.slope_x = height_between(here[x + 1], here[x - 1]) * per_span;
    cell.slope_y = height_between(north[x], south[x]) * per_span;
    cell.capacity = r.flat_capacity * gain * gain * standing * (1.0f - s);
    cell.shadow = s;
    cell.hardness = loose[x] < r.bare ? abradability[x] : 0.0f;
    cell.convexity = positive(ring * per_cell * 0.125f);
    cell.unused = 0.0f;
  }
}

BARCHAN_VECTOR_CLONES
void draw_block(DrawKey key, std::uint32_t first_entity, std::size_t count, DrawBlock& draws) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto words = random_words(key.seed, key.step, RandomStream::wind_flight,
                                    first_entity + static_cast<std::uint32_t>(i), key.draw);
    draws.kick[i] = to_signed_unit(words[0]);
    draws.patch_x[i] = to_signed_unit(words[1]);
    draws.patch_y[i] = to_signed_unit(words[2]);
    draws.along[i] = static_cast<float>(static_cast<std::int32_t>(words[3] >> 16)) * (1.0f / 65536.0f);
    draws.round[i] = static_cast<float>(static_cast<std::int32_t>(words[3] & 0xffffu)) * (1.0f / 65536.0f);
  }
}

BARCHAN_VECTOR_CLONES
void move_block(FlightRule const& rule, std::size_t count, GroundBlock const& ground, DrawBlock const& draws,
                ParticleArrays const& particles, FlightOutcome& outcome) {
  const FlightRule r = rule;
  float* const velocity_x = particles.velocity_x;
  float* const velocity_y = particles.velocity_y;
  float* const velocity_z = particles.velocity_z;
  float* const offset_x = particles.offset_x;
  float* const offset_y = particles.offset_y;
  float* const height = particles.height;
  const float wind_u = r.wind_speed * r.wind_x;
  const float wind_v = r.wind_speed * r.wind_y;
  const float follow = at_most_one(r.drag * r.dt);
  const float keep = 1.0f - follow;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float z = height[i];
    const float contact = z <= 0.0f ? 1.0f : 0.0f;
    const float coupling = contact > 0.0f ? 1.0f : quick_decay(z * r.inverse_layer);
    // The ground's slope, its part across the wind weakened: full steering gathers particles in troughs and digs furrows.
    const float gx = ground.slope_x[i];
    const float gy = ground.slope_y[i];
    const float along = gx * r.wind_x + gy * r.wind_y;
    const float across = (gy * r.wind_x - gx * r.wind_y) * r.steering;
    const float sx = along * r.wind_x - across * r.wind_y;
    const float sy = along * r.wind_y + across * r.wind_x;
    float vx = velocity_x[i];
    float vy = velocity_y[i];
    float vz = velocity_z[i];
    // Slide: the part of the velocity that points into the ground is taken away, more weakly with height.
    const float squared = 1.0f + sx * sx + sy * sy;
    const float into = vz - sx * vx - sy * vy;  // times the length of the normal (-sx, -sy, 1)
    const float push = (into < 0.0f ? into : 0.0f) * coupling / squared;
    vx += push * sx;
    vy += push * sy;
    vz -= push;
    // Gravity in flight, lift near the ground, drag towards the wind, turbulence across it.
    const float rising = r.lift * (vx * vx + vy * vy) * coupling;
    vz += (rising - r.gravity * (1.0f - contact)) * r.dt;
    vx = vx * keep + wind_u * follow;
    vy = vy * keep + wind_v * follow;
    vz = vz * keep;
    const float kick = draws.kick[i] * (r.kick * kUnitVariance);
    vx -= kick * r.wind_y;
    vy += kick * r.wind_x;
    velocity_x[i] = vx;
    velocity_y[i] = vy;
    velocity_z[i] = vz;
    const float px = offset_x[i] + vx * r.step_per_cell;
    const float py = offset_y[i] + vy * r.step_per_cell;
    const std::int32_t cx = floor_to_int(px);
    const std::int32_t cy = floor_to_int(py);
    outcome.shift_x[i] = cx;
    outcome.shift_y[i] = cy;
    // Height above the old ground's plane through the cell's centre, until the new ground is known.
    const float old_place = gx * (offset_x[i] - 0.5f) + gy * (offset_y[i] - 0.5f);
    height[i] = z + vz * r.dt + old_place * r.cell_size;
    offset_x[i] = px - static_cast<float>(cx);
    offset_y[i] = py - static_cast<float>(cy);
  }
}

BARCHAN_VECTOR_CLONES
void exchange_block(FlightRule const& rule, std::size_t count, GroundBlock const& old_ground, GroundBlock const& ground,
                    DrawBlock const& draws, ParticleArrays const& particles, FlightOutcome& outcome) {
  const FlightRule r = rule;
  float const* const velocity_x = particles.velocity_x;
  float const* const velocity_y = particles.velocity_y;
  float const* const velocity_z = particles.velocity_z;
  float const* const offset_x = particles.offset_x;
  float const* const offset_y = particles.offset_y;
  float* const height = particles.height;
  std::int32_t* const load = particles.load;
  float* const remainder = particles.remainder;
  float* const path = particles.path;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float gx = ground.slope_x[i];
    const float gy = ground.slope_y[i];
    const float rise = static_cast<float>(ground.elevation[i] - old_ground.elevation[i]) * kMetresPerQuantum;
    const float place = (gx * (offset_x[i] - 0.5f) + gy * (offset_y[i] - 0.5f)) * r.cell_size;
    const float above = height[i] - rise - place;
    const bool landed = above <= 0.0f;
    height[i] = landed ? 0.0f : above;

    const float vx = velocity_x[i];
    const float vy = velocity_y[i];
    const float ds = std::sqrt(vx * vx + vy * vy) * r.dt;
    const float left = path[i] - (ds > r.least_advance ? ds : r.least_advance);
    path[i] = left;
    const float s = ground.shadow[i];
    const float open = 1.0f - s;
    const float carried = static_cast<float>(load[i]);
    const float capacity = ground.capacity[i] * at_most_one(positive(left * r.inverse_taper));
    const float missing = capacity - carried;
    const float lifted = missing * at_most_one(ds * open * r.suspension);
    const float dropped = -missing * at_most_one(ds * (open * r.deposition + s * r.shadow_settling));
    const float fallen = carried * at_most_one(r.flight_settling * open + s * ds * r.shadow_settling);
    const float wanted = landed ? (missing > 0.0f ? lifted : -dropped) : -fallen;
    const float owed = wanted + remainder[i];
    const auto whole = static_cast<std::int32_t>(owed);
    remainder[i] = owed - static_cast<float>(whole);
    const std::int32_t lift = whole > 0 ? whole : 0;
    const std::int32_t down = whole < 0 ? -whole : 0;
    const std::int32_t deposit = down < load[i] ? down : load[i];
    load[i] -= deposit;
    outcome.lift[i] = lift;
    outcome.deposit[i] = deposit;
    outcome.contact[i] = landed ? 1 : 0;

    // Abrasion of bare ground: impact along the normal, by what is carried and a little by the bare wind, more on edges.
    const float squared = 1.0f + gx * gx + gy * gy;
    const float impact = positive(gx * vx + gy * vy - velocity_z[i]) / std::sqrt(squared);
    const float speed = ds / r.dt;
    const float fullness = at_most_one(carried / (capacity > 1.0f ? capacity : 1.0f));
    const float wear = ground.hardness[i] * r.abrasion * ds * (impact + kGrazing * speed) * 0.1f *
                       (kEmptyWind + fullness) * (1.0f + kEdgeWear * ground.convexity[i]);
    outcome.wear[i] = landed ? static_cast<std::int32_t>(wear + draws.round[i]) : 0;

    // Where the sand is exchanged: somewhere along this step's path, spread over a patch.
    const float back = draws.along[i] * r.step_per_cell;
    const float px = offset_x[i] - vx * back + draws.patch_x[i] * r.spread;
    const float py = offset_y[i] - vy * back + draws.patch_y[i] * r.spread;
    outcome.patch_x[i] = floor_to_int(px);
    outcome.patch_y[i] = floor_to_int(py);
  }
}

}  // namespace barchan::kernel
