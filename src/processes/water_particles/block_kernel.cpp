#include "processes/water_particles/block_kernel.hpp"

#include <cmath>

#include "barchan/base/random.hpp"
#include "barchan/land/columns.hpp"
#include "base/kernel_math.hpp"
#include "base/vectorize.hpp"
#include "processes/water_particles/land.hpp"

namespace barchan::water {

namespace {

constexpr auto kPerMetre = static_cast<float>(kQuantaPerMetre);
constexpr float kGolden = 0.618033989f;
constexpr float kLeast = 1e-30f;  ///< keeps 0 / 0 away
constexpr float kBelowOne = 1.0f - 1.0f / 16777216.0f;
constexpr float kFarAbove = 4e9f;  ///< quanta
constexpr float kDeepest = 1e9f;   ///< quanta to which a floor may lie below its cell
/// Half of the sum of a brush's weights over the square of its radius.
constexpr float kHalfBrush = 0.785f;

using kernel::floor_to_int;
using kernel::positive;

inline float smaller(float a, float b) { return a < b ? a : b; }
inline float larger(float a, float b) { return a > b ? a : b; }
inline std::int32_t lower(std::int32_t a, std::int32_t b) { return a < b ? a : b; }
inline std::int32_t within(std::int32_t x, std::int32_t least, std::int32_t most) {
  const std::int32_t raised = x < least ? least : x;
  return raised > most ? most : raised;
}
inline float fraction(float x) { return x >= 1.0f ? x - 1.0f : x; }

/// Quanta from `b` up to `a`: elevations of cells so close together are less than 8192 m apart.
inline Quanta above(Quanta a, Quanta b) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}
inline float metres_above(Quanta a, Quanta b) { return static_cast<float>(above(a, b)) * kMetresPerQuantum; }

inline Fold fold_of(BlockPlaces const& places, std::size_t i) {
  auto const& z = places.elevation;
  const Quanta origin = z[0][i];
  const float tx = places.tx[i];
  const float ty = places.ty[i];
  return {metres_above(z[1][i], origin), metres_above(z[2][i], origin), metres_above(z[3][i], origin), tx, ty};
}

inline std::int32_t wrapped(std::int32_t cell, std::int32_t count) {
  return cell + (cell < 0 ? count : 0) - (cell >= count ? count : 0);
}

struct Step {
  std::int32_t cell;
  float offset, velocity;
  std::int32_t inside;
};

/// What happens at the ends of an axis.
struct Axis {
  std::int32_t count;
  std::int32_t turn;  ///< cells that lead from one end to the other, 0: none
  bool walled, open;
};
inline Axis axis_of(std::int32_t count, Boundary boundary) {
  return {count, boundary == Boundary::periodic ? count : 0, boundary == Boundary::closed, boundary == Boundary::open};
}

/// One axis of a move, as `move_along`.
inline Step moved(std::int32_t cell, float offset, float velocity, float way, Axis const& axis) {
  const float place = offset + way;
  const std::int32_t whole = floor_to_int(place);
  const float left = place - static_cast<float>(whole);
  const std::int32_t up = left >= 1.0f ? 1 : 0;  // a tiny step back across the border
  const std::int32_t unbounded = cell + whole + up;
  const std::int32_t to = unbounded + (unbounded < 0 ? axis.turn : 0) - (unbounded >= axis.count ? axis.turn : 0);
  const float to_offset = up != 0 ? 0.0f : left;
  const bool out = (to < 0) | (to >= axis.count);
  const bool walled = axis.walled & out;
  const std::int32_t wall = to < 0 ? 0 : axis.count - 1;
  const float wall_offset = to < 0 ? 0.0f : kBelowOne;
  return {walled ? wall : to, walled ? wall_offset : to_offset, walled ? 0.0f : velocity, (axis.open & out) ? 0 : 1};
}

}  // namespace

BARCHAN_VECTOR_CLONES
void draw_block(Draw const& draw, std::uint32_t first, BlockDraws& draws) {
  const Draw key = draw;
#pragma GCC ivdep
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto words =
        random_words(key.seed, key.step, RandomStream::water_flight, first + static_cast<std::uint32_t>(i), key.round);
    draws.exchange[i] = to_unit(words[0]);
    draws.water[i] = to_unit(words[1]);
    draws.rest[i] = to_unit(words[2]);
    draws.crossing[i] = to_unit(words[3]);
  }
}

BARCHAN_VECTOR_CLONES
void locate(Grid const& grid, int segments_per_row, std::size_t count, BlockPlaces& places) {
  const std::int32_t width = grid.width;
  const std::int32_t height = grid.height;
  // Inside walls and open edges the last pair of cells there is.
  const std::int32_t least = grid.periodic() ? -1 : 0;
  const std::int32_t most_x = grid.periodic() ? width - 1 : width - 2;
  const std::int32_t most_y = grid.periodic() ? height - 1 : height - 2;
  const auto row = static_cast<std::uint32_t>(width);
  const auto segments = static_cast<std::uint32_t>(segments_per_row);
  constexpr auto segment = static_cast<std::uint32_t>(kSegment);
  BlockPlaces& p = places;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t x = p.x[i];
    const std::int32_t y = p.y[i];
    const float offset_x = p.offset_x[i];
    const float offset_y = p.offset_y[i];
    const std::int32_t low_x = within(x - (offset_x < 0.5f ? 1 : 0), least, most_x);
    const std::int32_t low_y = within(y - (offset_y < 0.5f ? 1 : 0), least, most_y);
    p.tx[i] = offset_x - 0.5f + static_cast<float>(x - low_x);
    p.ty[i] = offset_y - 0.5f + static_cast<float>(y - low_y);
    const auto west = static_cast<std::uint32_t>(wrapped(low_x, width));
    const auto east = static_cast<std::uint32_t>(wrapped(low_x + 1, width));
    const auto south = static_cast<std::uint32_t>(wrapped(low_y, height));
    const auto north = static_cast<std::uint32_t>(wrapped(low_y + 1, height));
    p.corner[0][i] = south * row + west;
    p.corner[1][i] = south * row + east;
    p.corner[2][i] = north * row + west;
    p.corner[3][i] = north * row + east;
    p.segment[0][i] = south * segments + west / segment;
    p.segment[1][i] = south * segments + east / segment;
    p.segment[2][i] = north * segments + west / segment;
    p.segment[3][i] = north * segments + east / segment;
  }
}

BARCHAN_VECTOR_CLONES
void run_block(Rule const& rule, Grid const& grid, Block& block) {
  const float cell_size = rule.cell_size;
  const float inverse_cell = 1.0f / cell_size;
  const float longest_hop = rule.longest_hop;
  const float steering = rule.steering;
  const float pull = rule.pull;
  const float glide = rule.glide;
  const float drag = rule.drag;
  const float dt = rule.dt;
  const float per_round = 1.0f / dt;
  const Axis axis_x = axis_of(grid.width, grid.boundary);
  const Axis axis_y = axis_of(grid.height, grid.boundary);
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Fold fold = fold_of(b.before, i);
    float slope_x = fold.slope_x() * inverse_cell;
    float slope_y = fold.slope_y() * inverse_cell;
    // Across a stream its surface is level: the more water runs here, the less a droplet feels of the banks' slope.
    const float flow_x = b.flow_x[i];
    const float flow_y = b.flow_y[i];
    const float flow = std::sqrt(flow_x * flow_x + flow_y * flow_y);
    const float across = (slope_y * flow_x - slope_x * flow_y) / (flow * (flow + steering) + kLeast);
    slope_x += across * flow_y;
    slope_y -= across * flow_x;
    // Velocity and way are exact for a slope that stays, so that halved steps agree.
    const float ease = mobility(pull, std::sqrt(slope_x * slope_x + slope_y * slope_y));
    const float excess_x = b.velocity_x[i] + slope_x * ease;
    const float excess_y = b.velocity_y[i] + slope_y * ease;
    const float way_x = (excess_x * glide - slope_x * ease * dt) * inverse_cell;
    const float way_y = (excess_y * glide - slope_y * ease * dt) * inverse_cell;
    const float hop = std::sqrt(way_x * way_x + way_y * way_y);
    const float shorten = smaller(longest_hop / larger(hop, kLeast), 1.0f);
    const float short_x = way_x * shorten;
    const float short_y = way_y * shorten;
    const std::int32_t from_x = b.before.x[i];
    const std::int32_t from_y = b.before.y[i];
    const float offset_x = b.before.offset_x[i];
    const float offset_y = b.before.offset_y[i];
    const Step x = moved(from_x, offset_x, excess_x * drag - slope_x * ease, short_x, axis_x);
    const Step y = moved(from_y, offset_y, excess_y * drag - slope_y * ease, short_y, axis_y);
    const std::int32_t inside = x.inside & y.inside;
    b.velocity_x[i] = x.velocity;
    b.velocity_y[i] = y.velocity;
    b.way_x[i] = short_x;
    b.way_y[i] = short_y;
    b.hop[i] = hop * shorten;
    b.speed[i] = hop * shorten * cell_size * per_round;
    b.discharge[i] = flow * inverse_cell;
    b.inside[i] = inside;
    // Beyond an open edge the land goes on as it does inside.
    b.drop[i] = -(slope_x * short_x + slope_y * short_y) * cell_size;
    b.after.x[i] = inside != 0 ? x.cell : from_x;
    b.after.y[i] = inside != 0 ? y.cell : from_y;
    b.after.offset_x[i] = inside != 0 ? x.offset : offset_x;
    b.after.offset_y[i] = inside != 0 ? y.offset : offset_y;
  }
}

BARCHAN_VECTOR_CLONES
void look_ahead(Quanta base_level, Block& block) {
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta origin = b.before.elevation[0][i];
    const float height_before = fold_of(b.before, i).height();
    const float height_after = fold_of(b.after, i).height();
    const bool inside = b.inside[i] != 0;
    const float fall = metres_above(origin, b.after.elevation[0][i]) + (height_before - height_after);
    const float fall_beyond = b.drop[i];
    const float beyond = smaller(larger((height_before - fall_beyond) * kPerMetre, -kDeepest), kDeepest);
    const Quanta bed_ahead = lower(lower(b.after.elevation[0][i], b.after.elevation[1][i]),
                                   lower(b.after.elevation[2][i], b.after.elevation[3][i]));
    const Quanta bed_beyond = static_cast<Quanta>(static_cast<std::uint32_t>(origin) +
                                                  static_cast<std::uint32_t>(static_cast<std::int32_t>(beyond)));
    const Quanta ahead = inside ? bed_ahead : bed_beyond;
    b.drop[i] = inside ? fall : fall_beyond;
    b.floor[i] = ahead > base_level ? ahead : base_level;
  }
}

BARCHAN_VECTOR_CLONES
void exchange_block(Rule const& rule, Block& block) {
  const Rule& r = rule;
  const float cell_size = r.cell_size;
  const float per_fade = 1.0f / (kFadeShare * r.lifetime);
  const float lifetime = r.lifetime;
  const float capacity = r.capacity;
  const float gathering = r.gathering;
  const float erosion = r.erosion;
  const float fastest_share = r.fastest_share;
  const float deposition_share = r.deposition_share;
  const float settling_share = r.settling_share;
  const float half_brush = kHalfBrush * r.brush_radius * r.brush_radius;
  const float dried = r.dried;
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float depth = b.depth[i];
    const bool standing = depth > 0.0f;
    const float hop = b.hop[i];
    const float way = hop * cell_size;
    const float drop = b.drop[i];
    const bool falls = (hop > 0.0f) & (drop > 0.0f);
    const float sine = falls ? drop / std::sqrt(drop * drop + way * way) : 0.0f;
    const float end = (lifetime - b.age[i]) * per_fade;
    const float fade = standing ? 0.0f : smaller(positive(end), 1.0f);
    // Streams carry more in each unit of water than sheets do.
    const float stream = 1.0f + gathering * (b.discharge[i] - 1.0f);
    const float load = b.load[i];
    const float volume = b.volume[i];
    const float deficit = capacity * stream * b.speed[i] * sine * fade * volume - load;
    const float room = (kDensestLoad * volume - load) * fastest_share;
    b.wanted[i] = positive(smaller(deficit * decayed(erosion * way), room));
    b.taking[i] = deficit > 0.0f ? 1 : 0;
    // In standing water no more settles than fills half of its depth at the middle of the brush.
    const float surplus = positive(-deficit) * (standing ? settling_share : deposition_share);
    const float settles = standing ? smaller(surplus, half_brush * depth) : surplus;
    b.laid[i] = static_cast<std::int32_t>(smaller(settles + b.exchange_phase[i], load));
    const float tilt = hop > 0.0f ? -drop * kPerMetre / (hop * hop) : 0.0f;
    b.tilt_x[i] = tilt * b.way_x[i];
    b.tilt_y[i] = tilt * b.way_y[i];
    b.lost[i] = b.inside[i] != 0 ? dries(volume, dried, b.water_phase[i]) : 0;
  }
}

BARCHAN_VECTOR_CLONES
void share_block(Rule const& rule, Block& block) {
  const float per_depth = rule.per_depth;
  const float bank = rule.steepest_bank * rule.steepest_bank;
  const float hardness = 1.0f - rule.erodibility[kRock];
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta floor = b.floor[i];
    const bool taking = b.taking[i] != 0;
    const Quanta laid = b.laid[i];
    const float tx = b.before.tx[i];
    const float ty = b.before.ty[i];
    // The brush: four cells, weighted by their distance from the place.
    const float sx = tx * tx;
    const float sy = ty * ty;
    const float fx = (1.0f - tx) * (1.0f - tx);
    const float fy = (1.0f - ty) * (1.0f - ty);
    const float w0 = positive(1.0f - sx - sy);
    const float w1 = positive(1.0f - fx - sy);
    const float w2 = positive(1.0f - sx - fy);
    const float w3 = positive(1.0f - fx - fy);
    const float g0 = static_cast<float>(above(b.before.elevation[0][i], floor));
    const float g1 = static_cast<float>(above(b.before.elevation[1][i], floor));
    const float g2 = static_cast<float>(above(b.before.elevation[2][i], floor));
    const float g3 = static_cast<float>(above(b.before.elevation[3][i], floor));
    // Heights above the tilted surface of the water.
    const float tilt_x = b.tilt_x[i];
    const float tilt_y = b.tilt_y[i];
    const float a0 = g0 + tilt_x * tx + tilt_y * ty;
    const float a1 = g1 - tilt_x * (1.0f - tx) + tilt_y * ty;
    const float a2 = g2 + tilt_x * tx - tilt_y * (1.0f - ty);
    const float a3 = g3 - tilt_x * (1.0f - tx) - tilt_y * (1.0f - ty);
    const float bed = smaller(smaller(w0 > 0.0f ? a0 : kFarAbove, w1 > 0.0f ? a1 : kFarAbove),
                              smaller(w2 > 0.0f ? a2 : kFarAbove, w3 > 0.0f ? a3 : kFarAbove));
    // Water takes from its bed and from banks that it has undercut, and nothing from below the bed ahead.
    const auto share = [&](float weight, float height, float head) {
      const float over = height - bed;
      const float wet = positive(1.0f - over * per_depth);
      const float undercut = over > 0.0f && over * over > bank ? 1.0f : 0.0f;
      return head > 0.0f ? weight * (wet + undercut) : 0.0f;
    };
    const float s0 = share(w0, a0, g0);
    const float s1 = share(w1, a1, g1);
    const float s2 = share(w2, a2, g2);
    const float s3 = share(w3, a3, g3);
    const float reachable = (s0 + s1) + (s2 + s3);
    const float taken_scale = reachable > 0.0f ? b.wanted[i] / reachable : 0.0f;
    const float laid_scale = static_cast<float>(laid) / ((w0 + w1) + (w2 + w3));
    const auto amount = [&](float part, float weight, Quanta loose, float head) {
      const float all = part * taken_scale;
      const float soft = all - positive(all - static_cast<float>(loose)) * hardness;
      return taking ? smaller(soft, head) : weight * laid_scale;
    };
    // Whole quanta by phases a golden ratio apart.
    const float start = taking ? b.exchange_phase[i] : b.water_phase[i];
    const auto rounded = [&](float wish, float turn) {
      return wish > 0.0f ? static_cast<std::int32_t>(wish + fraction(start + turn)) : 0;
    };
    const std::int32_t c0 = rounded(amount(s0, w0, b.loose[0][i], g0), 0.0f);
    const std::int32_t c1 = rounded(amount(s1, w1, b.loose[1][i], g1), kGolden);
    const std::int32_t c2 = rounded(amount(s2, w2, b.loose[2][i], g2), 2 * kGolden - 1);
    const std::int32_t c3 = rounded(amount(s3, w3, b.loose[3][i], g3), 3 * kGolden - 1);
    // No more is laid down than there is; the few quanta that rounding leaves over go where the droplet is.
    const std::int32_t d0 = taking ? c0 : lower(c0, laid);
    const std::int32_t d1 = taking ? c1 : lower(c1, laid - d0);
    const std::int32_t d2 = taking ? c2 : lower(c2, laid - d0 - d1);
    const std::int32_t d3 = taking ? c3 : lower(c3, laid - d0 - d1 - d2);
    b.counts[0][i] = d0;
    b.counts[1][i] = d1;
    b.counts[2][i] = d2;
    b.counts[3][i] = d3;
    b.rest[i] = taking ? 0 : laid - d0 - d1 - d2 - d3;
  }
}

}  // namespace barchan::water
