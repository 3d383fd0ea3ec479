#include "processes/wind_particles/saltation_kernel.hpp"

#include <bit>
#include <cmath>

#include "base/kernel_math.hpp"
#include "base/math.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// A uniform number in [-1, 1] has a variance of 1/3.
constexpr float kUnitVariance = 1.7320508f;
/// Bounds of the speed-up, as fractions of the prevailing wind.
constexpr float kLeastWind = 0.5f;
constexpr float kMostWind = 2.0f;
/// Fraction of the wear by grazing impacts, to which the convexity of an edge adds; and wear by wind without load.
constexpr float kGrazing = 0.05f;
constexpr float kEmptyWind = 0.25f;

inline bool outside(std::int32_t x, std::int32_t size) {
  return static_cast<std::uint32_t>(x) >= static_cast<std::uint32_t>(size);
}
/// One axis of the land: number of cells, and the period (0: not periodic).
struct Axis {
  std::int32_t size, turn;
};
inline Axis axis_x(FlightGrid const& grid) { return {grid.width, grid.periodic ? grid.width : 0}; }
inline Axis axis_y(FlightGrid const& grid) { return {grid.height, grid.periodic ? grid.height : 0}; }
/// Wraps `x` into the land, or moves it to the nearest end. If it is farther out than the length of the land, returns
/// `home`.
inline std::int32_t turned(std::int32_t x, Axis axis, std::int32_t home) {
  const std::int32_t below = axis.turn != 0 ? x + axis.turn : 0;
  const std::int32_t above = axis.turn != 0 ? x - axis.turn : axis.size - 1;
  const std::int32_t low = x < 0 ? below : x;
  const std::int32_t once = x >= axis.size ? above : low;
  return outside(once, axis.size) ? home : once;
}

/// Height difference above which the higher place is always preferred, m.
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

/// Height of `elevation` above `mean`, m. The difference may exceed an int32.
inline float metres_from(Quanta mean, Quanta elevation) {
  return static_cast<float>(static_cast<QuantaSum>(elevation) - mean) * kMetresPerQuantum;
}

/// `a` minus `b` in quanta.
inline float height_between(Quanta a, Quanta b) { return static_cast<float>(difference(a, b)); }

/// Nearest multiple of 1 / `per_unit`, limited to -most to most.
inline std::int32_t pack(float value, float per_unit, float most) {
  const float scaled = value * per_unit;
  const float nearest = bounded(scaled, -most, most);
  return static_cast<std::int32_t>(nearest + (nearest < 0.0f ? -0.5f : 0.5f));
}

inline float slope_east(std::int32_t slopes) {
  return static_cast<float>(static_cast<std::int32_t>(static_cast<std::uint32_t>(slopes) << 16) >> 16) * kSlopeStep;
}
inline float slope_north(std::int32_t slopes) { return static_cast<float>(slopes >> 16) * kSlopeStep; }
inline float shadow_of(std::int32_t traits) {
  return static_cast<float>(static_cast<std::int32_t>(static_cast<std::uint32_t>(traits) >> 16)) * (1.0f / 65535.0f);
}
inline std::int32_t hardness_bits(std::int32_t traits) { return (traits >> 8) & 0xff; }
inline float hardness_of(std::int32_t traits) { return static_cast<float>(hardness_bits(traits)) * (1.0f / 255.0f); }
inline float convexity_of(std::int32_t traits) { return static_cast<float>(traits & 0xff) * (1.0f / 64.0f); }

struct Velocity {
  float x, y, z;
};
/// A grain at `height` above ground of slopes `gx`, `gy`, with its settling speed relative to sand.
struct Grain {
  float height, gx, gy, fall;
};
/// Velocity after a sub-step without turbulence.
inline Velocity driven(FlightRule const& r, Velocity v, Grain const& grain) {
  const auto [height, gx, gy, fall] = grain;
  const float contact = height <= 0.0f ? 1.0f : 0.0f;
  const float coupling = contact > 0.0f ? 1.0f : math::decay(height * r.inverse_layer);
  // Slope of the ground, with its part across the wind weakened. Full steering gathers particles in troughs and erodes
  // furrows.
  const float along = gx * r.wind_x + gy * r.wind_y;
  const float across = (gy * r.wind_x - gx * r.wind_y) * r.steering;
  const float sx = along * r.wind_x - across * r.wind_y;
  const float sy = along * r.wind_y + across * r.wind_x;
  // Sliding: removes the part of the velocity that points into the ground, less with height.
  const float squared = 1.0f + sx * sx + sy * sy;
  const float into = v.z - sx * v.x - sy * v.y;  // multiplied by the length of the normal (-sx, -sy, 1)
  const float push = (into < 0.0f ? into : 0.0f) * coupling / squared;
  v.x += push * sx;
  v.y += push * sy;
  v.z -= push;
  // Gravity in flight, lift near the ground, drag towards the wind.
  const float rising = r.lift * (v.x * v.x + v.y * v.y) * coupling;
  v.z += (rising - r.gravity * fall * (1.0f - contact)) * r.dt;
  const float follow = at_most_one(r.drag * r.dt);
  const float keep = 1.0f - follow;
  return {v.x * keep + r.wind_speed * r.wind_x * follow, v.y * keep + r.wind_speed * r.wind_y * follow, v.z * keep};
}

/// Load of a grain in quanta, distance left to fly and distance flown in this sub-step, both in m.
struct FlyingGrain {
  float carried, left, flown;
  float fall;  ///< settling speed relative to sand
  bool landed;
};
/// Quanta that it entrains (negative: deposits) on this ground.
inline float wanted_sand(FlightRule const& r, GroundCell const& ground, FlyingGrain const& grain) {
  const float s = shadow_of(ground.traits);
  const float open = 1.0f - s;
  const float ds = grain.flown;
  const float capacity = std::bit_cast<float>(ground.capacity) * at_most_one(positive(grain.left * r.inverse_taper));
  const float missing = capacity - grain.carried;
  const float lifted = missing * at_most_one(ds * open * r.suspension);
  const float dropped = -missing * at_most_one(ds * (open * r.deposition + s * r.shadow_fall) * grain.fall);
  const float fallen = grain.carried * at_most_one((r.grainfall * open + s * ds * r.shadow_fall) * grain.fall);
  const float exchanged = missing > 0.0f ? lifted : -dropped;
  return grain.landed ? exchanged : -fallen;
}

/// A grain that strikes ground of hardness 0 to 1.
struct Blow {
  float speed, impact;  ///< m/s; `impact`: the part along the normal
  float convexity, hardness;
  float carried, capacity;  ///< quanta
};
/// Quanta that it wears: in proportion to its load, a little without any, and more on edges.
inline float worn_by(FlightRule const& r, Blow const& blow) {
  const float fullness = at_most_one(blow.carried / (blow.capacity > 1.0f ? blow.capacity : 1.0f));
  const float wear = blow.hardness * r.abrasion * blow.speed * r.dt *
                     (blow.impact + (kGrazing + blow.convexity) * blow.speed) * 0.1f * (kEmptyWind + fullness);
  return wear < r.most_wear ? wear : r.most_wear;
}

/// Limits `x` to 0 to `most`.
inline std::int32_t within(std::int32_t x, std::int32_t most) {
  const std::int32_t enough = x > 0 ? x : 0;
  return enough < most ? enough : most;
}

}  // namespace

BARCHAN_VECTOR_CLONES
void blend_rows(RowTriple<float> from, float* out, std::size_t count) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) out[i] = 0.25f * (from.south[i] + from.north[i]) + 0.5f * from.row[i];
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
void survey_row(GroundRule const& rule, SurveyRow const& row, std::size_t count, GroundCell* cells,
                ExchangeCell* exchange) {
  const GroundRule r = rule;
  const SurveyRow from = row;
  Quanta const* const here = from.elevation.row;
  Quanta const* const south = from.elevation.south;
  Quanta const* const north = from.elevation.north;
  float const* const smooth = from.smooth.row;
  const float per_span = 0.5f * kMetresPerQuantum * r.inverse_cell;
  const float per_cell = kMetresPerQuantum * r.inverse_cell;
  const float along_x = 0.5f * r.wind_x * r.inverse_cell;
  const float along_y = 0.5f * r.wind_y * r.inverse_cell;
#pragma GCC ivdep
  // Signed, because x - 1 of the first cell is in the margin.
  for (std::ptrdiff_t x = 0; x < static_cast<std::ptrdiff_t>(count); ++x) {
    const Quanta h = here[x];
    const float slope =
        (smooth[x + 1] - smooth[x - 1]) * along_x + (from.smooth.north[x] - from.smooth.south[x]) * along_y;
    const float gain = positive(1.0f + r.slope_gain * slope);
    const bool bare = from.available[x] < r.bare;
    const float standing = positive(1.0f - slope * (bare ? r.inverse_climb_bare : r.inverse_climb));
    const float s = from.shadow[x] * at_most_one(from.bubble[x] * r.inverse_vent);
    const float wind = 1.0f + smooth[x] * r.speed_up;
    const float faster = bounded(wind, kLeastWind, kMostWind);
    const float ring = height_between(h, here[x - 1]) + height_between(h, here[x + 1]) + height_between(h, south[x]) +
                       height_between(h, north[x]) + height_between(h, south[x - 1]) + height_between(h, south[x + 1]) +
                       height_between(h, north[x - 1]) + height_between(h, north[x + 1]);
    const float capacity = r.flat_capacity * faster * faster * gain * gain * standing * (1.0f - s);
    const std::int32_t east =
        pack((height_between(here[x + 1], h) + height_between(h, here[x - 1])) * per_span, 1.0f / kSlopeStep, 32767.0f);
    const std::int32_t northward =
        pack((height_between(north[x], h) + height_between(h, south[x])) * per_span, 1.0f / kSlopeStep, 32767.0f);
    const std::int32_t hard = bare ? pack(from.hardness[x], 255.0f, 255.0f) : 0;
    const std::int32_t convex = pack(positive(ring * per_cell * 0.125f), 64.0f, 255.0f);
    GroundCell& cell = cells[x];
    cell.elevation = h;
    cell.slopes = static_cast<std::int32_t>((static_cast<std::uint32_t>(northward) << 16) |
                                            (static_cast<std::uint32_t>(east) & 0xffffu));
    cell.capacity = std::bit_cast<std::int32_t>(capacity < r.most_capacity ? capacity : r.most_capacity);
    cell.traits = static_cast<std::int32_t>((static_cast<std::uint32_t>(pack(s, 65535.0f, 65535.0f)) << 16) |
                                            static_cast<std::uint32_t>((hard << 8) | convex));
    ExchangeCell& record = exchange[x];
    record.change = 0;
    record.wished = 0;
    record.available = from.available[x];
    record.protrusion = protrusion_bits(metres_from(r.mean, h) - smooth[x]);
  }
}

BARCHAN_VECTOR_CLONES
void shelter_cells(float const* hold, float const* plants, std::size_t count, GroundCell* cells) {
#pragma GCC ivdep
  for (std::size_t x = 0; x < count; ++x) {
    GroundCell& cell = cells[x];
    cell.capacity = std::bit_cast<std::int32_t>(std::bit_cast<float>(cell.capacity) * (1.0f - hold[x]));
    const auto hard = static_cast<std::int32_t>(static_cast<float>(hardness_bits(cell.traits)) * (1.0f - plants[x]));
    cell.traits = (cell.traits & ~0xff00) | (hard << 8);
  }
}

BARCHAN_VECTOR_CLONES
void average_gain(float weight, std::size_t count, Quanta const* gain, float* average) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) average[i] += weight * static_cast<float>(gain[i]);
}

BARCHAN_VECTOR_CLONES
void draw_block(DrawKey key, std::uint32_t first_entity, std::size_t count, DrawBlock& draws) {
  const std::size_t half = (count + 1) / 2;
  std::uint32_t first[kFlightBlock + 1];
  std::uint32_t second[kFlightBlock + 1];
  // One call serves two particles, half a block apart so that all stores are contiguous.
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
    // Rounding needs more bits than are left; a mix of all other bits is random enough.
    draws.round[i] = half_unit(((a ^ (b << 7)) * kMixing) >> 16);
  }
}

/// One instance for loads that all fall as sand does, and one for other loads.
template <bool kWeighed>
[[gnu::always_inline]] inline void move_lanes(FlightRule const& rule, FlightGrid grid, FlightBlock& block) {
  const FlightRule r = rule;
  const ParticleArrays p = block.particles;
  GroundBlock const& ground = block.old_ground;
  DrawBlock const& draws = block.draws;
  FlightOutcome& outcome = block.outcome;
  const Axis east = axis_x(grid);
  const Axis north = axis_y(grid);
  const std::int32_t edged = grid.periodic ? 0 : 1;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    const float z = p.height[i];
    const float gx = slope_east(ground.cells[i].slopes);
    const float gy = slope_north(ground.cells[i].slopes);
    Velocity v = driven(r, {p.velocity_x[i], p.velocity_y[i], p.velocity_z[i]},
                        {.height = z, .gx = gx, .gy = gy, .fall = kWeighed ? block.fall[i] : 1.0f});
    const float kick = draws.kick[i] * (r.kick * kUnitVariance);
    v.x -= kick * r.wind_y;
    v.y += kick * r.wind_x;
    v = {bounded(v.x, -kFastest, kFastest), bounded(v.y, -kFastest, kFastest), bounded(v.z, -kFastest, kFastest)};
    p.velocity_x[i] = v.x;
    p.velocity_y[i] = v.y;
    p.velocity_z[i] = v.z;
    const float px = p.offset_x[i] + v.x * r.step_per_cell;
    const float py = p.offset_y[i] + v.y * r.step_per_cell;
    const std::int32_t cx = floor_to_int(px);
    const std::int32_t cy = floor_to_int(py);
    const std::int32_t far_x = p.cell_x[i] + cx;
    const std::int32_t far_y = p.cell_y[i] + cy;
    const std::int32_t new_x = turned(far_x, east, p.cell_x[i]);
    const std::int32_t new_y = turned(far_y, north, p.cell_y[i]);
    p.cell_x[i] = new_x;
    p.cell_y[i] = new_y;
    outcome.cell[i] = new_y * grid.width + new_x;
    outcome.gone[i] = outside(far_x, grid.width) || outside(far_y, grid.height) ? edged : 0;
    // Height above the plane of the old ground, until the new ground is known.
    const float old_place = gx * (p.offset_x[i] - 0.5f) + gy * (p.offset_y[i] - 0.5f);
    p.height[i] = z + v.z * r.dt + old_place * r.cell_size;
    p.offset_x[i] = px - static_cast<float>(cx);
    p.offset_y[i] = py - static_cast<float>(cy);
  }
}

template <bool kWeighed>
[[gnu::always_inline]] inline bool exchange_lanes(FlightRule const& rule, FlightGrid grid, FlightBlock& block) {
  const FlightRule r = rule;
  const ParticleArrays p = block.particles;
  DrawBlock const& draws = block.draws;
  FlightOutcome& outcome = block.outcome;
  const Axis east = axis_x(grid);
  const Axis north = axis_y(grid);
  std::int32_t hard = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    const GroundCell ground = block.ground.cells[i];
    const float gx = slope_east(ground.slopes);
    const float gy = slope_north(ground.slopes);
    const float rise = height_between(ground.elevation, block.old_ground.cells[i].elevation) * kMetresPerQuantum;
    const float place = (gx * (p.offset_x[i] - 0.5f) + gy * (p.offset_y[i] - 0.5f)) * r.cell_size;
    const float above = p.height[i] - rise - place;
    const bool landed = above <= 0.0f;
    p.height[i] = bounded(above, 0.0f, kHighestFlight);

    const float vx = p.velocity_x[i];
    const float vy = p.velocity_y[i];
    const float ds = std::sqrt(vx * vx + vy * vy) * r.dt;
    const float left = p.path[i] - (ds > r.least_advance ? ds : r.least_advance);
    p.path[i] = left;
    const float wanted = wanted_sand(r, ground,
                                     {.carried = static_cast<float>(p.load[i]),
                                      .left = left,
                                      .flown = ds,
                                      .fall = kWeighed ? block.fall[i] : 1.0f,
                                      .landed = landed});
    const float owed = wanted + p.remainder[i];
    const auto whole = static_cast<std::int32_t>(owed);
    p.remainder[i] = owed - static_cast<float>(whole);
    const std::int32_t down = within(-whole, r.most_exchange);
    const std::int32_t deposit = down < p.load[i] ? down : p.load[i];
    p.load[i] -= deposit;
    const std::int32_t room = r.most_load - p.load[i];
    outcome.lift[i] = within(whole, room < r.most_exchange ? room : r.most_exchange);
    outcome.deposit[i] = deposit;
    outcome.contact[i] = landed ? 1 : 0;
    outcome.wear[i] = 0;
    hard |= landed ? hardness_bits(ground.traits) : 0;

    // Two places around a point of this sub-step's path where sand may be exchanged. Protruding grains are easier to
    // entrain and hollows catch more, so the caller lifts from the higher place and deposits on the lower one.
    const float back = draws.along[i] * r.step_per_cell;
    const float px = p.offset_x[i] - vx * back;
    const float py = p.offset_y[i] - vy * back;
    const std::int32_t home_x = p.cell_x[i];
    const std::int32_t home_y = p.cell_y[i];
    const auto patch_cell = [=](float dx, float dy) {
      const std::int32_t far_x = home_x + floor_to_int(px + dx * r.spread);
      const std::int32_t far_y = home_y + floor_to_int(py + dy * r.spread);
      return turned(far_y, north, home_y) * grid.width + turned(far_x, east, home_x);
    };
    outcome.one[i] = patch_cell(draws.first_x[i], draws.first_y[i]);
    outcome.other[i] = patch_cell(draws.second_x[i], draws.second_y[i]);
  }
  return hard != 0;
}

BARCHAN_VECTOR_CLONES
void move_block(FlightRule const& rule, FlightGrid grid, FlightBlock& block) {
  block.weighed ? move_lanes<true>(rule, grid, block) : move_lanes<false>(rule, grid, block);
}

BARCHAN_VECTOR_CLONES
bool exchange_block(FlightRule const& rule, FlightGrid grid, FlightBlock& block) {
  return block.weighed ? exchange_lanes<true>(rule, grid, block) : exchange_lanes<false>(rule, grid, block);
}

BARCHAN_VECTOR_CLONES
void catch_block(FlightRule const& rule, FlightBlock& block) {
  const FlightRule r = rule;
  const ParticleArrays p = block.particles;
  FlightOutcome& outcome = block.outcome;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    const float vx = p.velocity_x[i];
    const float vy = p.velocity_y[i];
    const float ds = std::sqrt(vx * vx + vy * vy) * r.dt;
    const float capacity = std::bit_cast<float>(block.ground.cells[i].capacity);
    const float full = outcome.contact[i] != 0 ? capacity : 0.0f;
    const float beyond = positive(static_cast<float>(p.load[i]) - full);
    const float caught = beyond * at_most_one(block.trap[i] * ds * r.shadow_fall);
    const std::int32_t room = r.most_exchange - outcome.deposit[i];
    const std::int32_t most = p.load[i] < room ? p.load[i] : room;
    const std::int32_t more = within(static_cast<std::int32_t>(caught + block.draws.round[i]), most);
    p.load[i] -= more;
    outcome.deposit[i] += more;
  }
}

BARCHAN_VECTOR_CLONES
void wear_block(FlightRule const& rule, FlightBlock& block) {
  const FlightRule r = rule;
  const ParticleArrays p = block.particles;
  GroundBlock const& ground = block.ground;
  DrawBlock const& draws = block.draws;
  FlightOutcome& outcome = block.outcome;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    const float gx = slope_east(ground.cells[i].slopes);
    const float gy = slope_north(ground.cells[i].slopes);
    const float vx = p.velocity_x[i];
    const float vy = p.velocity_y[i];
    const float speed = std::sqrt(vx * vx + vy * vy);
    const float impact = positive(gx * vx + gy * vy - p.velocity_z[i]) / std::sqrt(1.0f + gx * gx + gy * gy);
    const float worn = worn_by(r, {.speed = speed,
                                   .impact = impact,
                                   .convexity = convexity_of(ground.cells[i].traits),
                                   .hardness = hardness_of(ground.cells[i].traits),
                                   .carried = static_cast<float>(p.load[i] + outcome.deposit[i]),
                                   .capacity = std::bit_cast<float>(ground.cells[i].capacity)});
    outcome.wear[i] = outcome.contact[i] != 0 ? static_cast<std::int32_t>(worn + draws.round[i]) : 0;
  }
}

float face_wear(FlightRule const& rule, FlightBlock const& block, std::size_t i) {
  const ParticleArrays p = block.particles;
  const float vx = p.velocity_x[i];
  const float vy = p.velocity_y[i];
  const float speed = std::sqrt(vx * vx + vy * vy);
  return worn_by(rule, {.speed = speed,
                        .impact = speed,
                        .convexity = 0.0f,
                        .hardness = 1.0f,
                        .carried = static_cast<float>(p.load[i] + block.outcome.deposit[i]),
                        .capacity = std::bit_cast<float>(block.ground.cells[i].capacity)});
}

BARCHAN_VECTOR_CLONES
void choose_block(float const* lead, FlightBlock& block) {
  DrawBlock const& draws = block.draws;
  float const* const path = block.particles.path;
  FlightOutcome& outcome = block.outcome;
#pragma GCC ivdep
  for (std::size_t i = 0; i < block.count; ++i) {
    // A clear difference decides; a small one only changes the odds. All particles see the same unchanging land, and
    // would otherwise dig a hole where a cell stands slightly too high.
    const float tip = draws.tip[i] * kClearDifference;
    const std::int32_t second = lead[i] > tip ? 1 : 0;
    const std::int32_t lifts = outcome.lift[i] > 0 ? 1 : 0;
    outcome.patch[i] = second == lifts ? outcome.other[i] : outcome.one[i];
    const std::int32_t over = outcome.gone[i] | (path[i] <= 0.0f ? 1 : 0);
    outcome.lift[i] = over != 0 ? 0 : outcome.lift[i];
    // In flight the load is deposited over two successive cells, which keeps the brink sharp.
    const std::int32_t behind = outcome.contact[i] != 0 ? 0 : outcome.deposit[i] / 2;
    outcome.deposit[i] -= behind;
    outcome.behind[i] = behind;
    outcome.over[i] = over;
  }
}

}  // namespace barchan::kernel
