#include "processes/wind_particles/saltation_kernel.hpp"

#include <bit>
#include <cmath>

#include "base/kernel_math.hpp"
#include "base/math.hpp"
#include "base/vectorize.hpp"

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

inline bool outside(std::int32_t x, std::int32_t size) {
  return static_cast<std::uint32_t>(x) >= static_cast<std::uint32_t>(size);
}
/// `x` put back into [0, size): one turn around (`turn` = size), or to the nearest end (`turn` = 0). What lies farther
/// out than the whole land is long stays at `home`.
inline std::int32_t turned(std::int32_t x, std::int32_t size, std::int32_t turn, std::int32_t home) {
  const std::int32_t below = turn != 0 ? x + turn : 0;
  const std::int32_t above = turn != 0 ? x - turn : size - 1;
  const std::int32_t once = x < 0 ? below : (x >= size ? above : x);
  return outside(once, size) ? home : once;
}

/// m by which one place must stand above another to be preferred always.
constexpr float kClearDifference = 0.2f;

/// Uniform in [0, 1) from 16 bits.
inline float half_unit(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits)) * (1.0f / 65536.0f);
}

/// Uniform in (-1, 1) from the lowest 8 bits.
inline float byte_signed(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits & 0xffu)) * (1.0f / 128.0f) - (127.5f / 128.0f);
}
constexpr std::uint32_t kMixing = 2654435769u;  // 2^32 over the golden ratio, odd

/// Metres from `mean` up to `elevation`; the difference may be larger than an int32.
inline float metres_from(Quanta mean, Quanta elevation) {
  return static_cast<float>(static_cast<QuantaSum>(elevation) - mean) * kMetresPerQuantum;
}

/// From `b` up to `a`, quanta; neighbours stand less than 8192 m apart. What flies farther than that wraps around.
inline float height_between(Quanta a, Quanta b) {
  return static_cast<float>(static_cast<Quanta>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b)));
}

/// Nearest whole number of `per_unit`-ths, between -most and most.
inline std::int32_t pack(float value, float per_unit, float most) {
  const float scaled = value * per_unit;
  const float bounded = scaled > most ? most : (scaled < -most ? -most : scaled);
  return static_cast<std::int32_t>(bounded + (bounded < 0.0f ? -0.5f : 0.5f));
}

inline float slope_east(std::int32_t slopes) {
  return static_cast<float>(static_cast<std::int32_t>(static_cast<std::uint32_t>(slopes) << 16) >> 16) * kSlopeStep;
}
inline float slope_north(std::int32_t slopes) { return static_cast<float>(slopes >> 16) * kSlopeStep; }
inline float shadow_of(std::int32_t cover) {
  return static_cast<float>(static_cast<std::int32_t>(static_cast<std::uint32_t>(cover) >> 16)) * (1.0f / 65535.0f);
}
inline std::int32_t hardness_bits(std::int32_t cover) { return (cover >> 8) & 0xff; }
inline float hardness_of(std::int32_t cover) { return static_cast<float>(hardness_bits(cover)) * (1.0f / 255.0f); }
inline float convexity_of(std::int32_t cover) { return static_cast<float>(cover & 0xff) * (1.0f / 64.0f); }

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
                GroundCell* cells, ExchangeCell* exchange) {
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
    const float capacity = r.flat_capacity * faster * faster * gain * gain * standing * (1.0f - s);
    const std::int32_t east =
        pack((height_between(here[x + 1], h) + height_between(h, here[x - 1])) * per_span, 1.0f / kSlopeStep, 32767.0f);
    const std::int32_t northward =
        pack((height_between(north[x], h) + height_between(h, south[x])) * per_span, 1.0f / kSlopeStep, 32767.0f);
    const std::int32_t hard = bare ? pack(abradability[x], 255.0f, 255.0f) : 0;
    const std::int32_t convex = pack(positive(ring * per_cell * 0.125f), 64.0f, 255.0f);
    GroundCell& cell = cells[x];
    cell.elevation = h;
    cell.slopes = static_cast<std::int32_t>((static_cast<std::uint32_t>(northward) << 16) |
                                            (static_cast<std::uint32_t>(east) & 0xffffu));
    cell.capacity = std::bit_cast<std::int32_t>(capacity < r.most_capacity ? capacity : r.most_capacity);
    cell.cover = static_cast<std::int32_t>((static_cast<std::uint32_t>(pack(s, 65535.0f, 65535.0f)) << 16) |
                                           static_cast<std::uint32_t>((hard << 8) | convex));
    ExchangeCell& record = exchange[x];
    record.change = 0;
    record.wished = 0;
    record.loose = loose[x];
    record.protrusion = protrusion_bits(metres_from(r.mean, h) - smooth_here[x]);
  }
}

BARCHAN_VECTOR_CLONES
void average_gain(float rate, float unit, std::size_t count, Quanta const* gain, float* average) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) average[i] += rate * (static_cast<float>(gain[i]) * unit - average[i]);
}

BARCHAN_VECTOR_CLONES
void draw_block(DrawKey key, std::uint32_t first_entity, std::size_t count, DrawBlock& draws) {
  const std::size_t half = (count + 1) / 2;
  std::uint32_t first[kFlightBlock + 1];
  std::uint32_t second[kFlightBlock + 1];
  // One call serves two particles: half a block apart, so that all stores are contiguous.
  for (std::size_t i = 0; i < half; ++i) {
    const auto words = random_words(key.seed, key.step, RandomStream::wind_flight,
                                    first_entity + static_cast<std::uint32_t>(i), key.draw);
    first[i] = words[0];
    second[i] = words[1];
    first[i + half] = words[2];
    second[i + half] = words[3];
  }
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t a = first[i];
    const std::uint32_t b = second[i];
    draws.kick[i] = half_unit(a >> 16) * 2.0f - 1.0f;
    draws.first_x[i] = byte_signed(a >> 8);
    draws.first_y[i] = byte_signed(a);
    draws.second_x[i] = byte_signed(b >> 24);
    draws.second_y[i] = byte_signed(b >> 16);
    draws.along[i] = byte_signed(b >> 8) * 0.5f + 0.5f;
    draws.tip[i] = byte_signed(b);
    // Rounding needs finer steps than are left; what all the others mix to is as good as drawn.
    draws.round[i] = half_unit(((a ^ (b << 7)) * kMixing) >> 16);
  }
}

BARCHAN_VECTOR_CLONES
void move_block(FlightRule const& rule, FlightGrid grid, std::size_t count, GroundBlock const& ground,
                DrawBlock const& draws, ParticleArrays const& particles, FlightOutcome& outcome) {
  const FlightRule r = rule;
  float* const velocity_x = particles.velocity_x;
  float* const velocity_y = particles.velocity_y;
  float* const velocity_z = particles.velocity_z;
  float* const offset_x = particles.offset_x;
  float* const offset_y = particles.offset_y;
  float* const height = particles.height;
  std::int32_t* const cell_x = particles.cell_x;
  std::int32_t* const cell_y = particles.cell_y;
  const std::int32_t turn_x = grid.periodic ? grid.width : 0;
  const std::int32_t turn_y = grid.periodic ? grid.height : 0;
  const std::int32_t edged = grid.periodic ? 0 : 1;
  const float wind_u = r.wind_speed * r.wind_x;
  const float wind_v = r.wind_speed * r.wind_y;
  const float follow = at_most_one(r.drag * r.dt);
  const float keep = 1.0f - follow;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float z = height[i];
    const float contact = z <= 0.0f ? 1.0f : 0.0f;
    const float coupling = contact > 0.0f ? 1.0f : math::decay(z * r.inverse_layer);
    // The ground's slope, its part across the wind weakened: full steering gathers particles in troughs and digs
    // furrows.
    const float gx = slope_east(ground.cells[i].slopes);
    const float gy = slope_north(ground.cells[i].slopes);
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
    const std::int32_t far_x = cell_x[i] + cx;
    const std::int32_t far_y = cell_y[i] + cy;
    const std::int32_t new_x = turned(far_x, grid.width, turn_x, cell_x[i]);
    const std::int32_t new_y = turned(far_y, grid.height, turn_y, cell_y[i]);
    cell_x[i] = new_x;
    cell_y[i] = new_y;
    outcome.cell[i] = new_y * grid.width + new_x;
    outcome.gone[i] = outside(far_x, grid.width) || outside(far_y, grid.height) ? edged : 0;
    // Height above the old ground's plane through the cell's centre, until the new ground is known.
    const float old_place = gx * (offset_x[i] - 0.5f) + gy * (offset_y[i] - 0.5f);
    height[i] = z + vz * r.dt + old_place * r.cell_size;
    offset_x[i] = px - static_cast<float>(cx);
    offset_y[i] = py - static_cast<float>(cy);
  }
}

BARCHAN_VECTOR_CLONES
bool exchange_block(FlightRule const& rule, FlightGrid grid, std::size_t count, GroundBlock const& old_ground,
                    GroundBlock const& ground, DrawBlock const& draws, ParticleArrays const& particles,
                    FlightOutcome& outcome) {
  const FlightRule r = rule;
  float const* const velocity_x = particles.velocity_x;
  float const* const velocity_y = particles.velocity_y;
  float const* const offset_x = particles.offset_x;
  float const* const offset_y = particles.offset_y;
  float* const height = particles.height;
  std::int32_t* const load = particles.load;
  float* const remainder = particles.remainder;
  float* const path = particles.path;
  std::int32_t const* const cell_x = particles.cell_x;
  std::int32_t const* const cell_y = particles.cell_y;
  const std::int32_t turn_x = grid.periodic ? grid.width : 0;
  const std::int32_t turn_y = grid.periodic ? grid.height : 0;
  std::int32_t hard = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float gx = slope_east(ground.cells[i].slopes);
    const float gy = slope_north(ground.cells[i].slopes);
    const float rise = height_between(ground.cells[i].elevation, old_ground.cells[i].elevation) * kMetresPerQuantum;
    const float place = (gx * (offset_x[i] - 0.5f) + gy * (offset_y[i] - 0.5f)) * r.cell_size;
    const float above = height[i] - rise - place;
    const bool landed = above <= 0.0f;
    height[i] = landed ? 0.0f : above;

    const float vx = velocity_x[i];
    const float vy = velocity_y[i];
    const float ds = std::sqrt(vx * vx + vy * vy) * r.dt;
    const float left = path[i] - (ds > r.least_advance ? ds : r.least_advance);
    path[i] = left;
    const float s = shadow_of(ground.cells[i].cover);
    const float open = 1.0f - s;
    const float carried = static_cast<float>(load[i]);
    const float capacity =
        std::bit_cast<float>(ground.cells[i].capacity) * at_most_one(positive(left * r.inverse_taper));
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
    outcome.wear[i] = 0;
    hard |= landed ? hardness_bits(ground.cells[i].cover) : 0;

    // Where sand may be exchanged: two places around a point of this step's path. Grains are thrown out of what
    // protrudes and caught by what lies deep, so the caller takes the higher place to lift and the lower to lay down.
    const float back = draws.along[i] * r.step_per_cell;
    const float px = offset_x[i] - vx * back;
    const float py = offset_y[i] - vy * back;
    const std::int32_t home_x = cell_x[i];
    const std::int32_t home_y = cell_y[i];
    const auto patch_cell = [=](float dx, float dy) {
      const std::int32_t far_x = home_x + floor_to_int(px + dx * r.spread);
      const std::int32_t far_y = home_y + floor_to_int(py + dy * r.spread);
      return turned(far_y, grid.height, turn_y, home_y) * grid.width + turned(far_x, grid.width, turn_x, home_x);
    };
    outcome.one[i] = patch_cell(draws.first_x[i], draws.first_y[i]);
    outcome.other[i] = patch_cell(draws.second_x[i], draws.second_y[i]);
  }
  return hard != 0;
}

BARCHAN_VECTOR_CLONES
void wear_block(FlightRule const& rule, std::size_t count, GroundBlock const& ground, DrawBlock const& draws,
                ParticleArrays const& particles, FlightOutcome& outcome) {
  const FlightRule r = rule;
  float const* const velocity_x = particles.velocity_x;
  float const* const velocity_y = particles.velocity_y;
  float const* const velocity_z = particles.velocity_z;
  std::int32_t const* const load = particles.load;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float gx = slope_east(ground.cells[i].slopes);
    const float gy = slope_north(ground.cells[i].slopes);
    const float vx = velocity_x[i];
    const float vy = velocity_y[i];
    const float speed = std::sqrt(vx * vx + vy * vy);
    // Impact along the normal, by what is carried and a little by the bare wind, more on edges.
    const float impact = positive(gx * vx + gy * vy - velocity_z[i]) / std::sqrt(1.0f + gx * gx + gy * gy);
    const float full = std::bit_cast<float>(ground.cells[i].capacity);
    const float carried = static_cast<float>(load[i] + outcome.deposit[i]);
    const float fullness = at_most_one(carried / (full > 1.0f ? full : 1.0f));
    const float wear = hardness_of(ground.cells[i].cover) * r.abrasion * speed * r.dt *
                       (impact + (kGrazing + convexity_of(ground.cells[i].cover)) * speed) * 0.1f *
                       (kEmptyWind + fullness);
    const float bounded = wear < r.most_wear ? wear : r.most_wear;
    outcome.wear[i] = outcome.contact[i] != 0 ? static_cast<std::int32_t>(bounded + draws.round[i]) : 0;
  }
}

BARCHAN_VECTOR_CLONES
void choose_block(std::size_t count, float const* lead, DrawBlock const& draws, float const* path,
                  FlightOutcome& outcome) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    // A clear difference decides, a small one only tips the balance: all look at the same frozen land, and would else
    // dig a cell that stands a hair too high into a hole.
    const float tip = draws.tip[i] * kClearDifference;
    const std::int32_t second = lead[i] > tip ? 1 : 0;
    const std::int32_t lifts = outcome.lift[i] > 0 ? 1 : 0;
    outcome.patch[i] = second == lifts ? outcome.other[i] : outcome.one[i];
    const std::int32_t over = outcome.gone[i] | (path[i] <= 0.0f ? 1 : 0);
    outcome.lift[i] = over != 0 ? 0 : outcome.lift[i];
    // In flight the load is laid down over two successive cells, which keeps the brink crisp.
    const std::int32_t behind = outcome.contact[i] != 0 ? 0 : outcome.deposit[i] / 2;
    outcome.deposit[i] -= behind;
    outcome.behind[i] = behind;
    outcome.rare[i] = over | (behind > 0 ? 1 : 0) | (outcome.wear[i] > 0 ? 1 : 0);
  }
}

}  // namespace barchan::kernel
