#include "processes/water_particles/block_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "base/kernel_math.hpp"
#include "base/math.hpp"
#include "base/random.hpp"
#include "base/vectorize.hpp"
#include "land/columns.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/hydraulics.hpp"
#include "processes/water_particles/shares.hpp"
#include "processes/water_particles/slope.hpp"

namespace barchan::water {

namespace {

constexpr float kBelowOne = 1.0f - 1.0f / 16777216.0f;
constexpr float kDeepest = 1e9f;  ///< quanta by which a floor may lie below its cell
/// Half of the sum of a brush's weights divided by the square of its radius.
constexpr float kHalfBrush = 0.785f;
/// In this last fraction of its life a droplet's capacity fades, so that its load is deposited before it ends.
constexpr float kFadeShare = 0.25f;
/// Largest sediment concentration by volume. Beyond it water is a debris flow.
constexpr float kDensestLoad = 0.5f;

constexpr float kLeastDischarge = 1e-12f;  ///< m2/s

constexpr float kLoadWidths = 5.0f;   ///< path length, in widths, over which the load of a river approaches capacity
constexpr float kWearsBanks = 10.0f;  ///< fraction of its load that a river takes from a bank per width of path

using kernel::floor_to_int;
using kernel::larger;

inline std::int32_t lower(std::int32_t a, std::int32_t b) { return a < b ? a : b; }
inline std::int32_t higher(std::int32_t a, std::int32_t b) { return a > b ? a : b; }

/// `a` minus `b` in quanta. Elevations of cells so close together differ by less than 8192 m.
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

/// Wraps a cell index on a periodic land of `turn` cells (0: the land is not periodic).
inline std::int32_t wrapped(std::int32_t cell, std::int32_t count, std::int32_t turn) {
  const std::int32_t up = cell < 0 ? turn : 0;
  const std::int32_t down = cell >= count ? turn : 0;
  return cell + up - down;
}

struct Axis {
  std::int32_t count;
  std::int32_t turn;  ///< cells in one period; 0: not periodic
};

/// Position and velocity of a droplet along one axis.
struct Course {
  std::int32_t cell;
  float offset, velocity;
  std::int32_t inside = 1;  ///< 0: it has left through an open edge
};

/// The course after a displacement of `way` cells. At a wall (not `open`) both the motion and the velocity end.
inline Course moved(Course const& from, float way, Axis const& axis, bool open) {
  const float place = from.offset + way;
  const std::int32_t whole = floor_to_int(place);
  const float left = place - static_cast<float>(whole);
  const std::int32_t up = left >= 1.0f ? 1 : 0;  // a tiny step back across the border rounds up to 1
  const std::int32_t to = wrapped(from.cell + whole + up, axis.count, axis.turn);
  const bool below = to < 0;
  const bool beyond = to >= axis.count;
  const float offset = ((up != 0) | below) ? 0.0f : left;
  const float velocity = (below | beyond) ? 0.0f : from.velocity;
  const std::int32_t inside = (open & (below | beyond)) ? 0 : 1;
  return {lower(higher(to, 0), axis.count - 1), beyond ? kBelowOne : offset, velocity, inside};
}

struct Slope {
  float x, y;
};

/// The slope that a droplet feels in a stream with discharge `flow`. `damped` is the square of the discharge, enlarged
/// for weak streams.
inline Slope felt_slope(BlockSections const& s, std::size_t i, Slope slope, Slope flow, float damped) {
  // A river follows its mean slope, over the pools and bars in its bed.
  const bool wide = (s.width[i] > 0.0f) & (s.slope[i] >= 0.0f);
  const float local = slope.x * s.along_x[i] + slope.y * s.along_y[i];
  const float over = wide ? smaller(-s.slope[i], local) - local : 0.0f;
  const float x = slope.x + over * s.along_x[i];
  const float y = slope.y + over * s.along_y[i];
  // The surface of a stream is level across it: the more water runs, the less a droplet feels the slope of the banks. A
  // wide river is level from bank to bank; above its banks the slope of the ground counts.
  const float emerged = smaller(positive(2.0f * kWidthToDepth * s.rise[i] / larger(s.width[i], kLeast) - 1.0f), 1.0f);
  const float level = wide ? (1.0f - emerged) / (flow.x * flow.x + flow.y * flow.y + kLeast) : 1.0f / damped;
  const float across = (y * flow.x - x * flow.y) * level;
  return {x + across * flow.y, y - across * flow.x};
}

}  // namespace

BARCHAN_VECTOR_CLONES
void draw_block(Draw const& draw, std::span<std::uint32_t const> slots, BlockDraws& draws) {
  const Draw key = draw;
  Lane<std::uint32_t> slot{};
  std::copy(slots.begin(), slots.end(), slot);
#pragma GCC ivdep
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto words = random_words(key.seed, key.step, RandomStream::water_flight, slot[i], key.round);
    draws.exchange[i] = to_unit(words[0]);
    draws.water[i] = to_unit(words[1]);
    draws.rest[i] = to_unit(words[2]);
  }
}

BARCHAN_VECTOR_CLONES
void locate(Grid const& grid, int segments_per_row, std::size_t count, BlockPlaces& places) {
  const std::int32_t width = grid.width;
  const std::int32_t height = grid.height;
  // Beside walls and open edges, use the last pair of cells that exists.
  const std::int32_t least = grid.periodic() ? -1 : 0;
  const std::int32_t most_x = grid.periodic() ? width - 1 : width - 2;
  const std::int32_t most_y = grid.periodic() ? height - 1 : height - 2;
  BlockPlaces& p = places;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t low_x = lower(higher(p.x[i] - (p.offset_x[i] < 0.5f ? 1 : 0), least), most_x);
    const std::int32_t low_y = lower(higher(p.y[i] - (p.offset_y[i] < 0.5f ? 1 : 0), least), most_y);
    p.tx[i] = p.offset_x[i] - 0.5f + static_cast<float>(p.x[i] - low_x);
    p.ty[i] = p.offset_y[i] - 0.5f + static_cast<float>(p.y[i] - low_y);
    for (int c = 0; c < static_cast<int>(kCorners); ++c) {
      const std::int32_t x = wrapped(low_x + (c & 1), width, width);
      const std::int32_t y = wrapped(low_y + (c >> 1), height, height);
      p.corner[c][i] = static_cast<std::uint32_t>(y * width + x);
      p.segment[c][i] = static_cast<std::uint32_t>(y * segments_per_row + x / kSegment);
    }
  }
}

BARCHAN_VECTOR_CLONES
void run_block(Rule const& rule, Grid const& grid, Block& block) {
  const MotionRule motion = rule.motion;
  const float dt = rule.dt;
  const float cell_size = rule.cell_size;
  const float inverse_cell = 1.0f / cell_size;
  const float per_round = 1.0f / dt;
  const std::int32_t open_land = grid.boundary == Boundary::open ? 1 : 0;
  const Axis axis_x{grid.width, grid.periodic() ? grid.width : 0};
  const Axis axis_y{grid.height, grid.periodic() ? grid.height : 0};
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Fold fold = fold_of(b.before, i);
    const float flow_x = b.flow_x[i];
    const float flow_y = b.flow_y[i];
    const float flow = std::sqrt(flow_x * flow_x + flow_y * flow_y);
    const Slope ground{fold.slope_x() * inverse_cell, fold.slope_y() * inverse_cell};
    const Slope felt = felt_slope(b.sections, i, ground, {flow_x, flow_y}, flow * (flow + motion.steering) + kLeast);
    const float slope_x = felt.x;
    const float slope_y = felt.y;
    // Velocity and displacement are exact for a constant slope, so that the result does not depend on the time step.
    const float ease = mobility(b.pull[i], std::sqrt(slope_x * slope_x + slope_y * slope_y));
    const float excess_x = b.velocity_x[i] + slope_x * ease;
    const float excess_y = b.velocity_y[i] + slope_y * ease;
    const float full_x = (excess_x * motion.glide - slope_x * ease * dt) * inverse_cell;
    const float full_y = (excess_y * motion.glide - slope_y * ease * dt) * inverse_cell;
    const float full = std::sqrt(full_x * full_x + full_y * full_y);
    const float shorten = smaller(motion.longest_hop / larger(full, kLeast), 1.0f);
    const float way_x = full_x * shorten;
    const float way_y = full_y * shorten;
    const float velocity_x = excess_x * motion.drag - slope_x * ease;
    const float velocity_y = excess_y * motion.drag - slope_y * ease;
    const bool open = open_land > b.held[i];
    const Course x =
        moved({b.before.x[i], b.before.offset_x[i], velocity_x}, way_x + b.sections.shift_x[i], axis_x, open);
    const Course y =
        moved({b.before.y[i], b.before.offset_y[i], velocity_y}, way_y + b.sections.shift_y[i], axis_y, open);
    b.velocity_x[i] = x.velocity;
    b.velocity_y[i] = y.velocity;
    b.way_x[i] = way_x;
    b.way_y[i] = way_y;
    b.hop[i] = full * shorten;
    b.speed[i] = full * shorten * cell_size * per_round;
    b.discharge[i] = flow * inverse_cell;
    b.inside[i] = x.inside & y.inside;
    // Beyond an open edge the land continues with the slope inside.
    b.drop[i] = -(slope_x * way_x + slope_y * way_y) * cell_size;
    b.after.x[i] = x.cell;
    b.after.y[i] = y.cell;
    b.after.offset_x[i] = x.offset;
    b.after.offset_y[i] = y.offset;
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
    b.ground[i] = static_cast<Quanta>(static_cast<std::uint32_t>(b.after.elevation[0][i]) +
                                      static_cast<std::uint32_t>(static_cast<std::int32_t>(height_after * kPerMetre)));
    b.drop[i] = inside ? fall : fall_beyond;
    b.floor[i] = ahead > base_level ? ahead : base_level;
  }
}

BARCHAN_VECTOR_CLONES
void carry_bed_load(float cell_size, Block& block) {
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const bool wide = b.sections.width[i] > 0.0f;
    const float of_bed = b.sections.fall[i], hop = b.hop[i];
    const float of_hop = b.drop[i] / larger(hop * cell_size, kLeast);
    const float fall = wide ? of_bed : of_hop;
    const BedLoad law{b.shields[i], b.bed_load[i]};
    b.carried[i] = carried_per_water(law, hop > 0.0f ? fall : 0.0f);
  }
}

BARCHAN_VECTOR_CLONES
void exchange_block(Rule const& rule, Block& block) {
  const LoadRule law = rule.load;
  const float cell_size = rule.cell_size;
  const float lifetime = rule.life.lifetime;
  const float per_fade = 1.0f / (kFadeShare * lifetime);
  const float half_brush = kHalfBrush * rule.bed.brush_radius * rule.bed.brush_radius;
  const float dried = rule.life.dried;
  const float per_width = rule.channel.per_width;
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
    const float fade = smaller(positive((lifetime - b.age[i]) * per_fade), 1.0f);
    // Streams carry more sediment per unit of water than sheet flow does. Standing water carries none.
    const bool wide = b.sections.width[i] > 0.0f;
    const float discharge = wide ? b.sections.width[i] * per_width : b.discharge[i];
    const float runs = standing ? 0.0f : 1.0f;
    const float stream = runs * kernel::power(larger(discharge, kLeastDischarge), law.gathering);
    // In a channel the mean slope counts, not that of its bars.
    const float fall = positive(b.sections.fall[i]);
    const float channel = fall * mobility(b.pull[i], fall) * fall * b.sections.swiftness[i];
    const float strength = wide ? channel : b.speed[i] * sine;
    // Where the fastest flow runs along a bank, it erodes the bank regardless of its load.
    const float mean = fall * mobility(b.pull[i], fall) * fall;
    const bool given = b.carried[i] >= 0.0f;
    const float at_banks = given ? kWearsBanks * runs * b.carried[i] : kWearsBanks * law.capacity * stream * mean;
    const float worn = at_banks * b.sections.pressure[i] * b.volume[i];
    const bool at_bank = (b.sections.pressure[i] > 0.0f) & (b.exchange_phase[i] < 0.5f) & !standing;
    b.sections.undercut[i] = at_bank ? 2.0f * worn * math::decayed(way / larger(b.sections.width[i], cell_size)) : 0.0f;
    const float load = b.load[i];
    const float volume = b.volume[i];
    const float bed_load = runs * b.carried[i] * (wide ? b.sections.swiftness[i] : 1.0f);
    const float capacity = given ? bed_load : law.capacity * stream * strength;
    const float deficit = capacity * fade * volume - load;
    const float room = (kDensestLoad * volume - load) * law.fastest_share;
    // The load of a river approaches capacity over several widths.
    const float comes = math::decayed(way / larger(kLoadWidths * b.sections.width[i], cell_size));
    b.wanted[i] = positive(smaller(deficit * (wide ? comes : math::decayed(law.erosion * way)), room));
    b.wanted[i] = at_bank ? 0.0f : b.wanted[i];
    b.taking[i] = (deficit > 0.0f) | at_bank ? 1 : 0;
    // In standing water a deposit is limited to half the water depth at the centre of the brush.
    const float lays = wide ? comes : law.deposition_share;
    const float surplus = positive(-deficit) * (standing ? law.fallen_share : lays);
    const float sinks = standing ? smaller(surplus, half_brush * depth) : surplus;
    b.laid[i] = static_cast<std::int32_t>(smaller(sinks + b.exchange_phase[i], load));
    const float tilt = hop > 0.0f ? -drop * kPerMetre / (hop * hop) : 0.0f;
    b.tilt_x[i] = tilt * b.way_x[i];
    b.tilt_y[i] = tilt * b.way_y[i];
    b.lost[i] = b.inside[i] != 0 ? evaporating(volume, dried, b.water_phase[i]) : 0;
  }
}

BARCHAN_VECTOR_CLONES
void share_block(BedRule const& rule, Block& block) {
  const BedRule bed = rule;
  const std::size_t count = block.padded();
  Block& b = block;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const bool taking = b.taking[i] != 0;
    float weight[kCorners], head[kCorners], height[kCorners], part[kCorners], bank[kCorners];
    for (std::size_t c = 0; c < kCorners; ++c) {
      const float x = b.before.tx[i] - static_cast<float>(c & 1);
      const float y = b.before.ty[i] - static_cast<float>(c >> 1);
      weight[c] = positive(1.0f - x * x - y * y);
      head[c] = static_cast<float>(above(b.before.elevation[c][i], b.floor[i]));
      // Height above the tilted surface of the water.
      height[c] = head[c] + b.tilt_x[i] * x + b.tilt_y[i] * y;
    }
    float lowest = kFarAbove;
    for (std::size_t c = 0; c < kCorners; ++c) lowest = smaller(lowest, weight[c] > 0.0f ? height[c] : kFarAbove);
    const bool wide = b.sections.width[i] > 0.0f;
    const float per_depth = b.sections.per_depth[i];
    for (std::size_t c = 0; c < kCorners; ++c) {
      // A river erodes what stands up in its bed and fills what is low.
      const float wet = positive(1.0f - (height[c] - lowest) * per_depth);
      const float worn = (head[c] > 0.0f) & (wet > 0.0f) ? weight[c] : 0.0f;
      const float reached = reach(bed, per_depth, weight[c], height[c] - lowest, head[c]);
      part[c] = wide ? worn : reached;
      bank[c] = (head[c] > 0.0f) & (wet > 0.0f) ? weight[c] * (1.0f - wet) : 0.0f;
      weight[c] = wide ? weight[c] * wet * wet : weight[c];
    }
    const float under = b.sections.undercut[i] / ((weight[0] + weight[1]) + (weight[2] + weight[3]));
    const float reachable = (part[0] + part[1]) + (part[2] + part[3]);
    const float taken_scale = reachable > 0.0f ? b.wanted[i] / reachable : 0.0f;
    const float laid_scale = static_cast<float>(b.laid[i]) / ((weight[0] + weight[1]) + (weight[2] + weight[3]));
    const float start = taking ? b.exchange_phase[i] : b.water_phase[i];
    // The sum of the counts is limited to the amount; the few quanta left by rounding go into the droplet's own cell.
    Quanta rest = b.laid[i];
    for (std::size_t c = 0; c < kCorners; ++c) {
      const float gives = given(part[c] * taken_scale + bank[c] * under, static_cast<float>(b.available[c][i]), head[c],
                                bed.erodibility[kRock]);
      const float amount = taking ? gives : weight[c] * laid_scale;
      const Quanta whole = amount > 0.0f ? static_cast<Quanta>(amount + fraction(start + kTurns[c])) : 0;
      b.counts[c][i] = taking ? whole : lower(whole, rest);
      rest -= b.counts[c][i];
    }
    b.rest[i] = taking ? 0 : rest;
  }
}

}  // namespace barchan::water
