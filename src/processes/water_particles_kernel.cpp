#include "processes/water_particles_kernel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "barchan/columns.hpp"
#include "barchan/random.hpp"
#include "processes/water_particles_block_kernel.hpp"
#include "processes/water_particles_brush.hpp"
#include "processes/water_particles_hollows.hpp"
#include "processes/water_particles_land.hpp"
#include "sim/vectorize.hpp"

// The clones are worth their while only with everything inlined into them, which clang does not do for clones.
#if defined(__clang__)
#define BARCHAN_WATER_KERNEL
#else
#define BARCHAN_WATER_KERNEL BARCHAN_VECTOR_CLONES __attribute__((flatten))
#endif

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

/// Calls `visit(row of the brush, group, counts)` for what `request` asks of each cell: sand first, then base as hard
/// as it is. Water takes from its bed and from banks that it has undercut, and nothing from below the bed ahead.
template <class Visit>
void for_shares(Rule const& rule, Ground const& ground, Brush const& brush, Request const& request, Visit visit) {
  struct Lanes {
    Integers head;  ///< quanta above the request's floor
    Floats weight, above;
  };
  std::array<Lanes, Brush::kMostGroups> lanes;
  const auto floor = static_cast<std::uint32_t>(request.floor);
  const Unsigned floors{floor, floor, floor, floor};
  constexpr float kFarAbove = 4e9f;
  Floats lowest = all_lanes(kFarAbove);
  Lanes* lane = lanes.data();
  for (int j = 0; j < brush.rows(); ++j) {
    const std::size_t row = ground.grid.index(0, brush.row(j));
    const Floats north = all_lanes(request.tilt_y * brush.north(j));
    for (int g = 0; g < brush.groups(); ++g, ++lane) {
      lane->weight = brush.weights(j, g);
      lane->head =
          reinterpret_cast<Integers>(reinterpret_cast<Unsigned>(brush.load(ground.elevation + row, g)) - floors);
      lane->above = __builtin_convertvector(lane->head, Floats) - (all_lanes(request.tilt_x) * brush.east(g) + north);
      lowest = smaller(lowest, chosen(lane->weight > Floats{}, lane->above, all_lanes(kFarAbove)));
    }
  }
  const Floats bed = all_lanes(std::min(std::min(lowest[0], lowest[1]), std::min(lowest[2], lowest[3])));
  const float farthest = rule.brush_radius * rule.brush_radius - 1.0f;
  // What lies below the floor gives nothing; the others give its share, so that short steps take as much as long ones.
  Floats reachable{};
  for (Lanes* here = lanes.data(); here != lane; ++here) {
    const Floats above = here->above - bed;
    const Floats wet = positive(all_lanes(1.0f) - above * all_lanes(rule.per_depth));
    // A bank is steep by its distance from the middle of the brush, of which the weight tells, but by a cell at least.
    const Floats beyond = positive(all_lanes(farthest) - here->weight);
    const Floats bank = (all_lanes(1.0f) + beyond) * all_lanes(rule.steepest_bank * rule.steepest_bank);
    const Floats falls = masked((above > Floats{}) & (above * above > bank), all_lanes(1.0f));
    here->weight = masked(here->head > Integers{}, here->weight * (wet + falls));
    reachable += here->weight;
  }
  const float total = sum_of(reachable);
  if (!(total > 0.0f)) return;
  const Floats scale = all_lanes(request.amount / total);
  Dither dither(request.phase);
  lane = lanes.data();
  for (int j = 0; j < brush.rows(); ++j) {
    const std::size_t row = ground.grid.index(0, brush.row(j));
    for (int g = 0; g < brush.groups(); ++g, ++lane) {
      Floats amount = lane->weight * scale;
      const Floats excess = positive(amount - __builtin_convertvector(brush.load(ground.loose + row, g), Floats));
      Floats erodibility = all_lanes(rule.erodibility[kRock]);
      if (!rule.even) {
        for (int i = 0; i < kLanes; ++i) {
          const auto column = static_cast<std::size_t>(brush.column(g * kLanes + i));
          erodibility[i] = rule.erodibility[ground.base_soil[row + column]];
        }
      }
      amount -= excess * (all_lanes(1.0f) - erodibility);
      amount = smaller(amount, __builtin_convertvector(lane->head, Floats));
      // Above the floor only, and only where the brush reaches: rounding would lift a zero.
      visit(j, g, masked(amount > Floats{}, dither.round(positive(amount))));
    }
  }
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

/// The random words that a droplet uses up in a round, as uniform numbers.
struct Phases {
  float exchange, water, crossing;
};

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
  if (rest > 0) {
    Quanta& slot = ground.gain[ground.grid.index(brush.x(), brush.y())];
    if (ground.shared) {
      std::atomic_ref<Quanta>(slot).fetch_add(rest, std::memory_order_relaxed);
    } else {
      slot += rest;
    }
  }
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
    const float wanted = deficit * decayed(rule.erosion * stretch.hop * rule.cell_size);
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

/// Adds to the water that has passed through a cell, in cells to the east and to the north.
void book_passage(Ground const& ground, std::size_t cell, Quanta volume, float east, float north) {
  const auto book = [&](std::int64_t& slot, float cells) {
    // The fraction of a quantum is below a millionth of a droplet that matters.
    const auto amount = static_cast<std::int64_t>(cells * static_cast<float>(volume));
    if (ground.shared) {
      std::atomic_ref<std::int64_t>(slot).fetch_add(amount, std::memory_order_relaxed);
    } else {
      slot += amount;
    }
  };
  book(ground.passage[cell].x, east);
  book(ground.passage[cell].y, north);
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

/// Adds to a cell's count, of which other threads may have a share.
template <class T>
void add(Ground const& ground, T& slot, T amount) {
  if (ground.shared) {
    std::atomic_ref<T>(slot).fetch_add(amount, std::memory_order_relaxed);
  } else {
    slot += amount;
  }
}

void mark(Ground const& ground, std::uint32_t segment) {
  std::uint8_t& flag = ground.touched[segment];
  if (ground.shared) {
    std::atomic_ref<std::uint8_t>(flag).store(1, std::memory_order_relaxed);
  } else {
    flag = 1;
  }
}

/// A droplet's part of what a cell grants, rounded down.
Quanta granted_part(Quanta wanted, Quanta granted, Quanta wished) {
  return static_cast<Quanta>(static_cast<std::int64_t>(wanted) * granted / wished);
}

/// Whether a droplet is on dry land with four cells around it.
bool runs_free(Ground const& ground, Droplet const& d) {
  Grid const& grid = ground.grid;
  if (ground.spills[grid.index(d.x, d.y)] != Spill::kDry) return false;
  if (grid.periodic()) return true;
  const int low_x = d.x - (d.offset_x < 0.5f ? 1 : 0);
  const int low_y = d.y - (d.offset_y < 0.5f ? 1 : 0);
  return low_x >= 0 && low_y >= 0 && low_x + 1 < grid.width && low_y + 1 < grid.height;
}

void add_to(Block& block, Ground const& ground, Droplet const& d, int slot, Phases phases) {
  const std::size_t i = block.count++;
  const std::size_t cell = ground.grid.index(d.x, d.y);
  block.slot[i] = slot;
  block.cell[i] = static_cast<std::uint32_t>(cell);
  block.before.x[i] = d.x;
  block.before.y[i] = d.y;
  block.before.offset_x[i] = d.offset_x;
  block.before.offset_y[i] = d.offset_y;
  block.velocity_x[i] = d.velocity_x;
  block.velocity_y[i] = d.velocity_y;
  block.volume[i] = static_cast<float>(d.volume);
  block.load[i] = static_cast<float>(d.load);
  block.age[i] = d.age;
  block.exchange_phase[i] = phases.exchange;
  block.water_phase[i] = phases.water;
  block.flow_x[i] = ground.flow[cell].x;
  block.flow_y[i] = ground.flow[cell].y;
}

/// Hands out what the loops have worked out for droplet `i` of a block.
void hand_out(Rule const& rule, Ground const& ground, Slots const& slots, Block const& block, std::size_t i,
              Tally& tally) {
  const auto k = static_cast<std::size_t>(block.slot[i]);
  Droplet& d = slots.droplets[k];
  book_passage(ground, block.cell[i], d.volume, block.way_x[i], block.way_y[i]);
  d.x = block.after.x[i];
  d.y = block.after.y[i];
  d.offset_x = block.after.offset_x[i];
  d.offset_y = block.after.offset_y[i];
  d.velocity_x = block.velocity_x[i];
  d.velocity_y = block.velocity_y[i];
  d.age += rule.dt;
  if (block.inside[i] == 0) d.x = -1;
  tally.evaporated += block.lost[i];
  const bool taking = block.taking[i] != 0;
  Quanta sum = taking ? 0 : block.rest[i];
  for (std::size_t c = 0; c < kCorners; ++c) sum += block.counts[c][i];
  d.volume -= block.lost[i];
  if (sum == 0) return;
  Quanta* const target = taking ? ground.wish : ground.gain;
  for (std::size_t c = 0; c < kCorners; ++c) {
    const Quanta count = block.counts[c][i];
    if (count == 0) continue;
    const std::uint32_t cell = block.before.corner[c][i];
    add(ground, target[cell], count);
    mark(ground, block.before.segment[c][i]);
  }
  if (!taking) {
    if (block.rest[i] > 0) {
      add(ground, ground.gain[block.cell[i]], block.rest[i]);
      for (auto const& segment : block.before.segment) mark(ground, segment[i]);
    }
    d.load -= sum;
    return;
  }
  d.load += sum;
  Take& take = slots.takes[k];
  take.sum = sum;
  for (std::size_t c = 0; c < kCorners; ++c) {
    take.cell[c] = block.before.corner[c][i];
    take.count[c] = block.counts[c][i];
  }
}

/// One round for the droplets of a block: by turns gathered from the land and computed.
void advance_block(Rule const& rule, Ground const& ground, Slots const& slots, Block& block, Tally& tally) {
  locate(ground.grid, ground.segments_per_row, block.padded(), block.before);
  for (std::size_t c = 0; c < kCorners; ++c) {
    for (std::size_t i = 0; i < block.count; ++i) {
      block.before.elevation[c][i] = ground.elevation[block.before.corner[c][i]];
      block.loose[c][i] = ground.loose[block.before.corner[c][i]];
    }
  }
  run_block(rule, ground.grid, block);
  locate(ground.grid, ground.segments_per_row, block.padded(), block.after);
  for (std::size_t c = 0; c < kCorners; ++c) {
    for (std::size_t i = 0; i < block.count; ++i) {
      block.after.elevation[c][i] = ground.elevation[block.after.corner[c][i]];
    }
  }
  exchange_block(rule, ground.base_level, block);
  for (std::size_t i = 0; i < block.count; ++i) hand_out(rule, ground, slots, block, i, tally);
  tally.steps += block.count;
}

/// How far the land beyond an open edge lies below the edge cell (x, y), were it to go on as it does inside, or else as
/// a bed must.
std::int64_t fall_beyond_edge(Rule const& rule, Ground const& ground, int x, int y) {
  Grid const& grid = ground.grid;
  const std::int64_t here = ground.elevation[grid.index(x, y)];
  const bool edge_cell = x == 0 || y == 0 || x == grid.width - 1 || y == grid.height - 1;
  if (!edge_cell) return 0;
  std::int64_t fall = rule.least_step;
  const auto look = [&](bool edge, int inner_x, int inner_y) {
    if (edge && grid.contains(inner_x, inner_y))
      fall = std::max(fall, ground.elevation[grid.index(inner_x, inner_y)] - here);
  };
  look(x == 0, x + 1, y);
  look(x == grid.width - 1, x - 1, y);
  look(y == 0, x, y + 1);
  look(y == grid.height - 1, x, y - 1);
  return std::clamp<std::int64_t>(fall, 0, std::max<std::int64_t>(here - ground.base_level, 0));
}

/// Whether a segment under the brush is marked.
bool touches(Ground const& ground, Brush const& brush, std::uint8_t const* marks) {
  const auto per_row = static_cast<std::size_t>(ground.segments_per_row);
  bool found = false;
  for (int j = 0; j < brush.rows(); ++j) {
    std::uint8_t const* const row = marks + static_cast<std::size_t>(brush.row(j)) * per_row;
    for_segments(brush, [&](int segment) { found |= row[segment] != 0; });
  }
  return found;
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

BARCHAN_WATER_KERNEL bool find_contested(Rule const& rule, Ground const& ground, Quanta* cap, std::uint8_t* contested,
                                         int first, int last) {
  Grid const& grid = ground.grid;
  const auto segments = static_cast<std::size_t>(ground.segments_per_row);
  const bool open = grid.boundary == Boundary::open;
  bool any = false;
  for (int y = first; y < last; ++y) {
    const std::size_t south = grid.index(0, grid.resolve_y(y - 1));
    const std::size_t here = grid.index(0, y);
    const std::size_t north = grid.index(0, grid.resolve_y(y + 1));
    for (std::size_t s = 0; s < segments; ++s) {
      const std::size_t segment = static_cast<std::size_t>(y) * segments + s;
      contested[segment] = 0;
      if (ground.touched[segment] == 0) continue;
      const int begin = static_cast<int>(s) * Columns::kSegment;
      const int end = std::min(begin + Columns::kSegment, grid.width);
      for (int x = begin; x < end; ++x) {
        const std::size_t cell = here + static_cast<std::size_t>(x);
        cap[cell] = -1;
        const Quanta wish = ground.wish[cell];
        if (wish == 0) continue;
        const Quanta top = ground.elevation[cell];
        // No cell is dug below the lowest of its neighbours, so that a crowd of droplets cannot make a pit; a bed keeps
        // its least slope towards that neighbour.
        const bool fixed = rule.erodibility[ground.base_soil[cell]] <= 0.0f;
        const auto west = static_cast<std::size_t>(grid.resolve_x(x - 1));
        const auto middle = static_cast<std::size_t>(x);
        const auto east = static_cast<std::size_t>(grid.resolve_x(x + 1));
        Quanta lowest = std::min({top, ground.elevation[here + west], ground.elevation[here + east],
                                  ground.elevation[south + middle], ground.elevation[north + middle]});
        const auto above = [&] { return static_cast<std::int64_t>(top) - lowest - rule.least_step; };
        if (!fixed && above() >= wish) continue;
        lowest = std::min({lowest, ground.elevation[south + west], ground.elevation[south + east],
                           ground.elevation[north + west], ground.elevation[north + east]});
        std::int64_t most = std::max<std::int64_t>(above(), 0);
        if (open) most = std::max(most, fall_beyond_edge(rule, ground, x, y));
        if (fixed) most = std::min<std::int64_t>(most, ground.loose[cell]);
        if (wish > most) {
          cap[cell] = static_cast<Quanta>(most);
          contested[segment] = 1;
          any = true;
        }
      }
    }
  }
  return any;
}

BARCHAN_WATER_KERNEL void settle(Rule const& rule, Ground const& ground, Quanta const* cap,
                                 std::uint8_t const* contested, Quanta* granted, Slots const& slots, int first,
                                 int last) {
  for (int slot = first; slot < last; ++slot) {
    Take const& take = slots.takes[static_cast<std::size_t>(slot)];
    if (take.sum != 0) {
      Droplet& d = slots.droplets[static_cast<std::size_t>(slot)];
      for (std::size_t c = 0; c < kCorners; ++c) {
        const std::uint32_t cell = take.cell[c];
        if (take.count[c] == 0 || cap[cell] < 0) continue;
        const auto part = granted_part(take.count[c], cap[cell], ground.wish[cell]);
        add(ground, granted[cell], part);
        d.load -= take.count[c] - part;
      }
      continue;
    }
    Request const& request = slots.requests[static_cast<std::size_t>(slot)];
    if (request.amount == 0.0f) continue;
    const Brush brush(ground.grid, request.x, request.y, request.offset_x, request.offset_y, rule.brush_radius);
    if (!touches(ground, brush, contested)) continue;
    Droplet& d = slots.droplets[static_cast<std::size_t>(slot)];
    for_shares(rule, ground, brush, request, [&](int j, int group, Integers counts) {
      const std::size_t row = ground.grid.index(0, brush.row(j));
      for (int i = 0; i < kLanes; ++i) {
        const int column = brush.column(group * kLanes + i);
        const std::size_t cell = row + static_cast<std::size_t>(column);
        const std::size_t segment =
            static_cast<std::size_t>(brush.row(j)) * static_cast<std::size_t>(ground.segments_per_row) +
            static_cast<std::size_t>(column) / Columns::kSegment;
        if (counts[i] == 0 || contested[segment] == 0 || cap[cell] < 0) continue;
        const Quanta part = granted_part(counts[i], cap[cell], ground.wish[cell]);
        add(ground, granted[cell], part);
        d.load -= counts[i] - part;
      }
    });
  }
}

BARCHAN_WATER_KERNEL void average_flow(Flow* flow, Passage* passage, float scale, float share, std::size_t first,
                                       std::size_t last) {
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    flow[i].x += (static_cast<float>(passage[i].x) * scale - flow[i].x) * share;
    flow[i].y += (static_cast<float>(passage[i].y) * scale - flow[i].y) * share;
    passage[i] = {};
  }
}

}  // namespace barchan::water
