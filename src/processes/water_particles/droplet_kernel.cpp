#include "processes/water_particles/droplet_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "barchan/base/random.hpp"
#include "barchan/land/columns.hpp"
#include "base/math.hpp"
#include "processes/water_particles/blocks.hpp"
#include "processes/water_particles/hollows.hpp"
#include "processes/water_particles/land.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water {

namespace {

/// A droplet smaller than this share of its first volume has dried up.
constexpr float kDryShare = 0.02f;
/// A droplet slower than this (m/s) that carries next to nothing (share of its volume) stands still and seeps away.
constexpr float kStillSpeed = 0.02f;
constexpr float kClearShare = 0.002f;
/// Seconds that a newborn has to get moving before it can count as standing still.
constexpr float kStartTime = 1.0f;
/// Half of the sum of a brush's weights over the square of its radius.
constexpr float kHalfBrush = 0.785f;
/// Speed (m/s) at which water runs over a level sill.
constexpr float kOverflowSpeed = 0.3f;
/// Fall of the land beyond an edge over which a hollow drains.
constexpr float kFallBeyond = 0.3f;

/// The land around a point: four cells and the point's place between their centres.
struct Patch : Fold {
  std::size_t origin;

  float lowest() const { return std::min(std::min(0.0f, both), std::min(east, north)); }
};

/// Lower node and place of a coordinate between two cell centres. At a wall or an open edge the outermost patch is
/// carried on to the edge, so that the slope there is the land's and not that of a step to nothing.
struct Bracket {
  int low, high;
  float t;
};

Bracket bracket(int cell, float offset, int count, bool periodic) {
  const float centred = offset - 0.5f;
  int low = cell;
  float t = centred;
  if (centred < 0.0f) {
    low = cell - 1;
    t = centred + 1.0f;
  }
  if (low >= 0 && low + 1 < count) return {low, low + 1, t};
  if (periodic) return {low < 0 ? count - 1 : low, low < 0 ? 0 : (low + 1 < count ? low + 1 : 0), t};
  if (count == 1) return {0, 0, 0.0f};
  return low < 0 ? Bracket{0, 1, t - 1.0f} : Bracket{count - 2, count - 1, t + 1.0f};
}

/// Metres from elevation `b` up to `a`: the integers are subtracted first, so that only differences matter.
float rise(Quanta a, Quanta b) {
  return static_cast<float>(static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b)) * kMetresPerQuantum;
}

Patch patch_at(Ground const& ground, Droplet const& d) {
  Grid const& grid = ground.grid;
  const Bracket bx = bracket(d.x, d.offset_x, grid.width, grid.periodic());
  const Bracket by = bracket(d.y, d.offset_y, grid.height, grid.periodic());
  const std::size_t origin = grid.index(bx.low, by.low);
  const Quanta low = ground.elevation[origin];
  return {{rise(ground.elevation[grid.index(bx.high, by.low)], low),
           rise(ground.elevation[grid.index(bx.low, by.high)], low),
           rise(ground.elevation[grid.index(bx.high, by.high)], low), bx.t, by.t},
          origin};
}

/// Moves along one axis; returns false when the droplet left through an open edge.
bool move_along(int& cell, float& offset, float& velocity, float way, int count, Boundary boundary) {
  const float place = offset + way;
  const int whole = floor_of(place);
  cell += whole;
  offset = place - static_cast<float>(whole);
  if (offset >= 1.0f) {  // a tiny step back across the border rounds up
    offset = 0.0f;
    ++cell;
  }
  if (cell >= 0 && cell < count) return true;
  if (boundary == Boundary::periodic) {
    cell %= count;
    if (cell < 0) cell += count;
    return true;
  }
  if (boundary == Boundary::open) return false;
  constexpr float kBelowOne = 1.0f - 1.0f / 16777216.0f;
  offset = cell < 0 ? 0.0f : kBelowOne;
  cell = cell < 0 ? 0 : count - 1;
  velocity = 0.0f;
  return true;
}

/// Lets it rain into an empty slot, perhaps. Returns whether the slot holds a droplet that moves in this round: every
/// other newborn waits, so that on average it has fallen in the middle of the round.
bool give_birth(Rule const& rule, Ground const& ground, Draw const& draw, Droplet& d, int slot, Tally& tally) {
  const auto words =
      random_words(draw.seed, draw.step, RandomStream::water_births, static_cast<std::uint32_t>(slot), draw.round);
  if (rule.birth_volume <= 0 || to_unit(words[0]) >= rule.birth_probability) return false;
  const auto place = [](std::uint32_t word, int count, std::int32_t& cell, float& offset) {
    // 32 bits by a count of up to 2^14: the high word is the cell, the low one the place within it.
    const std::uint64_t product = static_cast<std::uint64_t>(word) * static_cast<std::uint32_t>(count);
    cell = static_cast<std::int32_t>(product >> 32);
    offset = to_unit(static_cast<std::uint32_t>(product));
  };
  d = Droplet{};
  place(words[1], ground.grid.width, d.x, d.offset_x);
  place(words[2], ground.grid.height, d.y, d.offset_y);
  d.volume = rule.birth_volume;
  tally.rained += d.volume;
  return (words[3] & 1u) == 0;
}

/// Lays `amount` down under a brush.
void lay_down(Ground const& ground, Brush const& brush, Quanta amount, float phase) {
  const Floats scale = all_lanes(static_cast<float>(amount) / brush.total());
  Dither dither(phase);
  Quanta rest = amount;
  for (int j = 0; j < brush.rows(); ++j) {
    mark_row(ground, brush, j);
    for (int g = 0; g < brush.groups(); ++g) {
      const Floats wanted = brush.weights(j, g) * scale;
      Integers counts = masked(wanted > Floats{}, dither.round(wanted));
      const Quanta sum = sum_of(counts);
      if (sum > rest) {
        for (int i = 0; i < kLanes; ++i) {
          counts[i] = std::min(counts[i], rest);
          rest -= counts[i];
        }
      } else {
        rest -= sum;
      }
      add_lanes(ground, ground.gain, brush, j, g, counts);
    }
  }
  // The few quanta that rounding left over go where the droplet is.
  if (rest > 0) add(ground, ground.gain[ground.grid.index(brush.x(), brush.y())], rest);
}

/// A stretch of a droplet's way: from the middle of its brush, `hop` cells on at `speed` (m/s), `drop` metres down.
struct Stretch {
  std::int32_t x = 0, y = 0;
  float offset_x = 0.0f, offset_y = 0.0f;
  float ahead_x = 0.0f, ahead_y = 0.0f;  ///< unit vector
  float hop = 0.0f, speed = 0.0f, drop = 0.0f;
  float discharge = 0.0f;  ///< m2/s
  std::int64_t floor = 0;  ///< elevation of the bed ahead
};

/// Largest load that `d` would carry if it went on like this.
float equilibrium(Rule const& rule, Droplet const& d, Stretch const& stretch) {
  if (!(stretch.hop > 0.0f && stretch.drop > 0.0f)) return 0.0f;
  const float way = stretch.hop * rule.cell_size;
  const float sine = stretch.drop / std::sqrt(stretch.drop * stretch.drop + way * way);
  const float end = (rule.lifetime - d.age) / (kFadeShare * rule.lifetime);
  const float fade = std::clamp(end, 0.0f, 1.0f);
  // Streams carry more in each unit of water than sheets do.
  const float stream = 1.0f + rule.gathering * (stretch.discharge - 1.0f);
  return rule.capacity * stream * stretch.speed * sine * fade * static_cast<float>(d.volume);
}

/// Takes up or lays down along a stretch.
void exchange(Rule const& rule, Ground const& ground, Stretch const& stretch, Phases phases, Droplet& d,
              Request& request) {
  const float deficit = equilibrium(rule, d, stretch) - static_cast<float>(d.load);
  const Brush brush(ground.grid, stretch.x, stretch.y, stretch.offset_x, stretch.offset_y, rule.brush_radius);
  if (deficit > 0.0f) {
    const float room = (kDensestLoad * static_cast<float>(d.volume) - static_cast<float>(d.load)) * rule.fastest_share;
    const float wanted = deficit * math::decayed(rule.erosion * stretch.hop * rule.cell_size);
    const float fall = -stretch.drop / stretch.hop * static_cast<float>(kQuantaPerMetre);
    request = {.x = stretch.x,
               .y = stretch.y,
               .offset_x = stretch.offset_x,
               .offset_y = stretch.offset_y,
               .tilt_x = fall * stretch.ahead_x,
               .tilt_y = fall * stretch.ahead_y,
               .amount = std::max(std::min(wanted, room), 0.0f),
               .phase = phases.exchange,
               .floor = std::max<std::int64_t>(stretch.floor, ground.base_level)};
    if (request.amount == 0.0f) return;
    for (int j = 0; j < brush.rows(); ++j) mark_row(ground, brush, j);
    Integers taken{};
    for_shares(rule, ground, brush, request, [&](int j, int group, Integers counts) {
      add_lanes(ground, ground.wish, brush, j, group, counts);
      taken += counts;
    });
    d.load += sum_of(taken);
  } else if (deficit < 0.0f) {
    const auto whole = static_cast<Quanta>(-deficit * rule.deposition_share + phases.exchange);
    const Quanta amount = std::min(whole, d.load);
    if (amount <= 0) return;
    lay_down(ground, brush, amount, phases.water);
    d.load -= amount;
  }
}

/// Lays down in a brim-full hollow what settles there in a round, as far as there is depth for it; returns whether the
/// water is then clear. Water with a load is heavier than the lake's and runs on along its bed.
bool settle_in_hollow(Rule const& rule, Ground const& ground, Spill const& spill, float phase, Droplet& d) {
  const std::size_t cell = ground.grid.index(d.x, d.y);
  const std::int64_t depth = static_cast<std::int64_t>(ground.elevation[spill.sill]) - ground.elevation[cell];
  const auto load = static_cast<float>(d.load);
  const float clear = kClearShare * static_cast<float>(d.volume);
  if (depth <= 0 || load <= clear) return true;
  // At the middle of the brush it fills no more than half of the depth.
  const float room = kHalfBrush * rule.brush_radius * rule.brush_radius * static_cast<float>(depth);
  const auto settles = static_cast<Quanta>(std::min(load * rule.settling_share, room) + phase);
  lay_down(rule, ground, d, settles, phase);
  d.load -= settles;
  return false;
}

/// Where a hollow drains now, and which way.
struct Outlet {
  int x, y;
  int east, north;  ///< both 0: over the open edge
};

/// The outflow cuts back into a hollow: as long as the lowest cell of the hollow beside its sill stands higher than
/// that, it is the sill.
Outlet outlet_of(Ground const& ground, Spill const& spill) {
  constexpr int kLongestChannel = 64;  // cells that a sill is cut back between two looks for hollows
  Grid const& grid = ground.grid;
  const std::uint32_t packed = spill.packed();
  Outlet outlet{static_cast<int>(spill.sill % static_cast<std::size_t>(grid.width)),
                static_cast<int>(spill.sill / static_cast<std::size_t>(grid.width)), spill.east(), spill.north()};
  for (int i = 0; i < kLongestChannel; ++i) {
    Quanta lowest = std::numeric_limits<Quanta>::max();
    Outlet next = outlet;
    for (int north = -1; north <= 1; ++north) {
      for (int east = -1; east <= 1; ++east) {
        const int x = grid.resolve_x(outlet.x + east);
        const int y = grid.resolve_y(outlet.y + north);
        const std::size_t cell = grid.index(x, y);
        if (ground.spills[cell] != packed || ground.elevation[cell] >= lowest || (east == 0 && north == 0)) continue;
        lowest = ground.elevation[cell];
        next = {x, y, -east, -north};
      }
    }
    if (lowest == std::numeric_limits<Quanta>::max()) break;
    if (lowest <= ground.elevation[grid.index(outlet.x, outlet.y)]) break;
    outlet = next;
  }
  return outlet;
}

/// Takes a droplet over the sill of its hollow: as much water runs out as has come in. Returns whether it is still on
/// the land.
bool spill_over(Rule const& rule, Ground const& ground, Spill const& spill, Phases phases, Droplet& d,
                Request& request) {
  Grid const& grid = ground.grid;
  // It cuts where the hollow drains now, and goes on beyond the sill.
  const Outlet outlet = outlet_of(ground, spill);
  const std::size_t sill = grid.index(outlet.x, outlet.y);
  d.x = static_cast<int>(spill.sill % static_cast<std::size_t>(grid.width));
  d.y = static_cast<int>(spill.sill / static_cast<std::size_t>(grid.width));
  d.offset_x = d.offset_y = 0.5f;
  const bool leaves = spill.way == Spill::kEdge;
  const auto east = static_cast<float>(outlet.east);
  const auto north = static_cast<float>(outlet.north);
  Stretch stretch{.x = outlet.x, .y = outlet.y, .offset_x = 0.5f, .offset_y = 0.5f, .hop = 1.0f};
  if (outlet.east == 0 && outlet.north == 0) {
    stretch.drop = kFallBeyond * rule.cell_size;
    stretch.floor =
        ground.elevation[sill] - static_cast<std::int64_t>(stretch.drop * static_cast<float>(kQuantaPerMetre));
  } else {
    const std::size_t beyond =
        grid.index(grid.resolve_x(outlet.x + outlet.east), grid.resolve_y(outlet.y + outlet.north));
    stretch.hop = std::sqrt(east * east + north * north);
    stretch.ahead_x = east / stretch.hop;
    stretch.ahead_y = north / stretch.hop;
    stretch.floor = ground.elevation[beyond];
    stretch.drop = rise(ground.elevation[sill], ground.elevation[beyond]);
  }
  if (!leaves) {
    move_along(d.x, d.offset_x, d.velocity_x, static_cast<float>(spill.east()), grid.width, grid.boundary);
    move_along(d.y, d.offset_y, d.velocity_y, static_cast<float>(spill.north()), grid.height, grid.boundary);
  }
  const float slope = std::max(stretch.drop, 0.0f) / (stretch.hop * rule.cell_size);
  stretch.speed = slope * mobility(rule.pull, slope) + kOverflowSpeed;
  d.velocity_x = stretch.speed * stretch.ahead_x;
  d.velocity_y = stretch.speed * stretch.ahead_y;
  const Flow flow = ground.flow[sill];
  stretch.discharge = std::sqrt(flow.x * flow.x + flow.y * flow.y) / rule.cell_size;
  book_passage(ground, sill, d.volume, leaves ? 1.0f : east, north);
  exchange(rule, ground, stretch, phases, d, request);
  if (leaves) d.x = -1;
  return !leaves;
}

/// Runs on down the land and exchanges with it, but under the water of a hollow; returns whether the droplet is still
/// on the land.
bool run_on(Rule const& rule, Ground const& ground, Phases phases, bool hollow, Droplet& d, Request& request) {
  Grid const& grid = ground.grid;
  const std::size_t cell = grid.index(d.x, d.y);
  const Patch before = patch_at(ground, d);
  float slope_x = before.slope_x() / rule.cell_size;
  float slope_y = before.slope_y() / rule.cell_size;
  // Across a stream its surface is level: the more water runs here, the less a droplet feels of the slope of the banks.
  const float flow_x = ground.flow[cell].x;
  const float flow_y = ground.flow[cell].y;
  const float flow = std::sqrt(flow_x * flow_x + flow_y * flow_y);
  if (flow > 0.0f) {
    const float across = (slope_y * flow_x - slope_x * flow_y) / (flow * (flow + rule.steering));
    slope_x += across * flow_y;
    slope_y -= across * flow_x;
  }
  // The velocity decays towards the terminal one; velocity and way are exact for a slope that stays, so that halved
  // steps agree.
  const float ease = mobility(rule.pull, std::sqrt(slope_x * slope_x + slope_y * slope_y));
  const float excess_x = d.velocity_x + slope_x * ease;
  const float excess_y = d.velocity_y + slope_y * ease;
  const float way_x = excess_x * rule.glide - slope_x * ease * rule.dt;
  const float way_y = excess_y * rule.glide - slope_y * ease * rule.dt;
  const float way = std::sqrt(way_x * way_x + way_y * way_y);
  float hop = way / rule.cell_size;
  const float shorten = hop > kLongestHop ? kLongestHop / hop : 1.0f;
  hop *= shorten;
  const float scale = shorten / rule.cell_size;

  const Droplet origin = d;
  d.velocity_x = excess_x * rule.drag - slope_x * ease;
  d.velocity_y = excess_y * rule.drag - slope_y * ease;
  const bool inside_x = move_along(d.x, d.offset_x, d.velocity_x, way_x * scale, grid.width, grid.boundary);
  const bool inside_y = move_along(d.y, d.offset_y, d.velocity_y, way_y * scale, grid.height, grid.boundary);
  book_passage(ground, cell, d.volume, way_x * scale, way_y * scale);
  const bool inside = inside_x && inside_y;
  if (hollow) return inside;

  // Beyond an open edge the land goes on as it does inside.
  const float height_before = before.height();
  const Patch after = inside ? patch_at(ground, d) : before;
  const float height_after = inside ? after.height() : height_before + (slope_x * way_x + slope_y * way_y) * shorten;
  const float bed_ahead = inside ? after.lowest() : height_after;
  const float drop =
      rise(ground.elevation[before.origin], ground.elevation[after.origin]) + (height_before - height_after);
  const float per_way = way > 0.0f ? 1.0f / way : 0.0f;
  exchange(rule, ground,
           {.x = origin.x,
            .y = origin.y,
            .offset_x = origin.offset_x,
            .offset_y = origin.offset_y,
            .ahead_x = way_x * per_way,
            .ahead_y = way_y * per_way,
            .hop = hop,
            .speed = hop * rule.cell_size / rule.dt,
            .drop = drop,
            .discharge = flow / rule.cell_size,
            .floor = static_cast<std::int64_t>(ground.elevation[after.origin]) +
                     static_cast<std::int64_t>(bed_ahead * static_cast<float>(kQuantaPerMetre))},
           phases, d, request);
  return inside;
}

void advance_one(Rule const& rule, Ground const& ground, Phases phases, Droplet& d, Request& request, Tally& tally) {
  const std::uint32_t packed = ground.spills[ground.grid.index(d.x, d.y)];
  const bool hollow = packed != Spill::kDry;
  bool inside = true;
  if (!hollow || !settle_in_hollow(rule, ground, Spill::from(packed), phases.exchange, d)) {
    inside = run_on(rule, ground, phases, hollow, d, request);
  } else if (phases.crossing < rule.crossing_chance) {
    inside = spill_over(rule, ground, Spill::from(packed), phases, d, request);
  }
  d.age += rule.dt;
  tally.steps += 1;
  if (!inside) return;
  const auto volume = static_cast<float>(d.volume);
  // The last quantum stays: a slot without volume is empty, and this one may still carry a load.
  const Quanta lost = std::min(static_cast<Quanta>(volume * rule.dried + phases.water), d.volume - 1);
  d.volume -= lost;
  tally.evaporated += lost;
}

bool has_died(Rule const& rule, Droplet const& d) {
  if (d.age >= rule.lifetime) return true;
  if (static_cast<float>(d.volume) <= kDryShare * static_cast<float>(rule.birth_volume)) return true;
  const float speed_squared = d.velocity_x * d.velocity_x + d.velocity_y * d.velocity_y;
  return static_cast<float>(d.load) <= kClearShare * static_cast<float>(d.volume) && d.age > kStartTime &&
         speed_squared < kStillSpeed * kStillSpeed;
}

}  // namespace

void lay_down(Rule const& rule, Ground const& ground, Droplet const& droplet, Quanta amount, float phase) {
  lay_down(ground, {ground.grid, droplet.x, droplet.y, droplet.offset_x, droplet.offset_y, rule.brush_radius}, amount,
           phase);
}

BARCHAN_WATER_KERNEL Tally advance(Rule const& rule, Ground const& ground, Draw const& draw, Slots const& slots,
                                   int first, int last) {
  Tally tally;
  BlockDraws draws;
  Block block;
  for (int begin = first; begin < last; begin += static_cast<int>(kBlock)) {
    const int end = std::min(begin + static_cast<int>(kBlock), last);
    draw_block(draw, static_cast<std::uint32_t>(begin), draws);
    block.count = 0;
    for (int slot = begin; slot < end; ++slot) {
      const auto k = static_cast<std::size_t>(slot);
      const auto lane = static_cast<std::size_t>(slot - begin);
      Droplet& d = slots.droplets[k];
      slots.requests[k].amount = 0.0f;
      slots.takes[k].sum = 0;
      if (d.volume == 0 && !give_birth(rule, ground, draw, d, slot, tally)) continue;
      const Phases phases{draws.exchange[lane], draws.water[lane], draws.crossing[lane]};
      if (rule.narrow && runs_free(ground, d)) {
        add_to(block, ground, d, slot, phases);
      } else {
        advance_one(rule, ground, phases, d, slots.requests[k], tally);
      }
    }
    if (block.count > 0) advance_block(rule, ground, slots, block, tally);
    for (int slot = begin; slot < end; ++slot) {
      const auto k = static_cast<std::size_t>(slot);
      Droplet& d = slots.droplets[k];
      if (d.volume == 0 || slots.requests[k].amount != 0.0f || slots.takes[k].sum != 0) continue;
      if (!ground.grid.contains(d.x, d.y) || !has_died(rule, d)) continue;
      tally.evaporated += d.volume;
      if (d.load > 0) lay_down(rule, ground, d, d.load, draws.rest[static_cast<std::size_t>(slot - begin)]);
      d = Droplet{};
    }
  }
  return tally;
}

Tally depart(Ground const& ground, std::span<Droplet> droplets, int first, int last) {
  Tally tally;
  for (int slot = first; slot < last; ++slot) {
    Droplet& d = droplets[static_cast<std::size_t>(slot)];
    if (d.volume == 0 || ground.grid.contains(d.x, d.y)) continue;
    tally.left_water += d.volume;
    tally.left_sand += d.load;
    d = Droplet{};
  }
  return tally;
}

}  // namespace barchan::water
