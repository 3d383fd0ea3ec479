#include "processes/saltation_kernel.hpp"

#include <cmath>

#include "sim/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// A uniform number in -1 .. 1 has a third of unit variance.
constexpr float kUnitVariance = 1.7320508f;
/// Bounds of the speed-up, as shares of the prevailing wind.
constexpr float kLeastWind = 0.5f;
constexpr float kMostWind = 2.0f;
/// Share of the wear that a grain does by mere grazing (to which the convexity of an edge adds), and by a bare wind.
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

/// Uniform in [0, 1) from 16 bits.
inline float half_unit(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits)) * (1.0f / 65536.0f);
}

/// Metres from `mean` up to `elevation`; the difference may be larger than an int32.
inline float metres_from(Quanta mean, Quanta elevation) {
  return static_cast<float>(static_cast<QuantaSum>(elevation) - mean) * kMetresPerQuantum;
}

inline float height_between(Quanta a, Quanta b) { return static_cast<float>(a - b); }

}  // namespace

BARCHAN_VECTOR_CLONES
void blend_rows(float const* south, float const* row, float const* north, float* out, std::size_t count) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) out[i] = 0.25f * (south[i] + north[i]) + 0.5f * row[i];
}

BARCHAN_VECTOR_CLONES
void blend_along(float const* row, std::ptrdiff_t distance, float* out, std::size_t count) {
  float const* const before = row - distance;
  float const* const after = row + distance;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) out[i] = 0.25f * (before[i] + after[i]) + 0.5f * row[i];
}

BARCHAN_VECTOR_CLONES
void metres_above(Quanta const* elevation, Quanta mean, float* out, std::size_t count) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) out[i] = metres_from(mean, elevation[i]);
}

BARCHAN_VECTOR_CLONES
void survey_row(GroundRule const& rule, PaddedLand land, SmoothRows smooth, std::ptrdiff_t y, std::size_t count,
                Quanta const* loose, float const* shadow, float const* bubble, float const* abradability,
                GroundCell* cells, float* protrusion) {
  const GroundRule r = rule;
  Quanta const* const here = land.origin + y * land.stride;
  Quanta const* const south = here - land.stride;
  Quanta const* const north = here + land.stride;
  float const* const smooth_here = smooth.row;
  float const* const smooth_south = smooth.south;
  float const* const smooth_north = smooth.north;
  const float per_span = 0.5f * kMetresPerQuantum * r.inverse_cell;
  const float per_cell = kMetresPerQuantum * r.inverse_cell;
  const float along_x = 0.5f * r.wind_x * r.inverse_cell;
  const float along_y = 0.5f * r.wind_y * r.inverse_cell;
#pragma GCC ivdep
  // Signed: x - 1 of the first cell is the margin.
  for (std::ptrdiff_t x = 0; x < static_cast<std::ptrdiff_t>(count); ++x) {
    const Quanta h = here[x];
    const float slope =
        (smooth_here[x + 1] - smooth_here[x - 1]) * along_x + (smooth_north[x] - smooth_south[x]) * along_y;
    const float gain = positive(1.0f + r.slope_gain * slope);
    const bool bare = loose[x] < r.bare;
    const float standing = positive(1.0f - slope * (bare ? r.inverse_climb_bare : r.inverse_climb));
    const float s = shadow[x] * at_most_one(bubble[x] * r.inverse_vent);
    const float wind = 1.0f + smooth_here[x] * r.speed_up;
    const float faster = wind < kLeastWind ? kLeastWind : (wind > kMostWind ? kMostWind : wind);
    const float ring = height_between(h, here[x - 1]) + height_between(h, here[x + 1]) + height_between(h, south[x]) +
                       height_between(h, north[x]) + height_between(h, south[x - 1]) + height_between(h, south[x + 1]) +
                       height_between(h, north[x - 1]) + height_between(h, north[x + 1]);
    GroundCell& cell = cells[x];
    cell.elevation = h;
    cell.slope_x = height_between(here[x + 1], here[x - 1]) * per_span;
    cell.slope_y = height_between(north[x], south[x]) * per_span;
    const float capacity = r.flat_capacity * faster * faster * gain * gain * standing * (1.0f - s);
    cell.capacity = capacity < r.most_capacity ? capacity : r.most_capacity;
    cell.shadow = s;
    cell.hardness = bare ? abradability[x] : 0.0f;
    cell.convexity = positive(ring * per_cell * 0.125f);
    protrusion[x] = metres_from(r.mean, h) - smooth_here[x];
  }
}

BARCHAN_VECTOR_CLONES
void draw_block(DrawKey key, std::uint32_t first_entity, std::size_t count, DrawBlock& draws) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto words = random_words(key.seed, key.step, RandomStream::wind_flight,
                                    first_entity + static_cast<std::uint32_t>(i), key.draw);
    draws.kick[i] = to_signed_unit(words[0]);
    draws.first_x[i] = half_unit(words[1] >> 16) * 2.0f - 1.0f;
    draws.first_y[i] = half_unit(words[1] & 0xffffu) * 2.0f - 1.0f;
    draws.second_x[i] = half_unit(words[2] >> 16) * 2.0f - 1.0f;
    draws.second_y[i] = half_unit(words[2] & 0xffffu) * 2.0f - 1.0f;
    draws.along[i] = half_unit(words[3] >> 16);
    draws.round[i] = half_unit(words[3] & 0xffffu);
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
    // The ground's slope, its part across the wind weakened: full steering gathers particles in troughs and digs
    // furrows.
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
    const std::int32_t lift = whole > 0 ? (whole < r.most_exchange ? whole : r.most_exchange) : 0;
    const std::int32_t down = whole < 0 ? (-whole < r.most_exchange ? -whole : r.most_exchange) : 0;
    const std::int32_t deposit = down < load[i] ? down : load[i];
    load[i] -= deposit;
    outcome.lift[i] = lift;
    outcome.deposit[i] = deposit;
    outcome.contact[i] = landed ? 1 : 0;

    // Abrasion of bare ground: impact along the normal, by what is carried and a little by the bare wind, more on
    // edges.
    const float squared = 1.0f + gx * gx + gy * gy;
    const float impact = positive(gx * vx + gy * vy - velocity_z[i]) / std::sqrt(squared);
    const float speed = ds / r.dt;
    const float fullness = at_most_one(carried / (capacity > 1.0f ? capacity : 1.0f));
    const float wear = ground.hardness[i] * r.abrasion * ds * (impact + (kGrazing + ground.convexity[i]) * speed) *
                       0.1f * (kEmptyWind + fullness);
    outcome.wear[i] = landed ? static_cast<std::int32_t>(wear + draws.round[i]) : 0;

    // Where sand may be exchanged: two places around a point of this step's path. Grains are thrown out of what
    // protrudes and caught by what lies deep, so the caller takes the higher place to lift and the lower to lay down.
    const float back = draws.along[i] * r.step_per_cell;
    const float px = offset_x[i] - vx * back;
    const float py = offset_y[i] - vy * back;
    const std::int32_t ax = floor_to_int(px + draws.first_x[i] * r.spread);
    const std::int32_t ay = floor_to_int(py + draws.first_y[i] * r.spread);
    const std::int32_t bx = floor_to_int(px + draws.second_x[i] * r.spread);
    const std::int32_t by = floor_to_int(py + draws.second_y[i] * r.spread);
    outcome.first_x[i] = ax;
    outcome.first_y[i] = ay;
    outcome.second_x[i] = bx;
    outcome.second_y[i] = by;
  }
}

}  // namespace barchan::kernel
