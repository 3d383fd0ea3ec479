#include "processes/water_particles_kernel.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "barchan/columns.hpp"
#include "barchan/random.hpp"
#include "processes/water_particles_brush.hpp"

namespace barchan::water {

namespace {

/// A droplet smaller than this share of its first volume has dried up.
constexpr float kDryShare = 0.02f;
/// A droplet slower than this (m/s) that carries next to nothing (share of its volume) stands still and seeps away.
constexpr float kStillSpeed = 0.02f;
constexpr float kClearShare = 0.002f;
/// Seconds that a newborn has to get moving before it can count as standing still.
constexpr float kStartTime = 1.0f;
/// Added to a slope before its root is taken, so that level ground needs no case of its own.
constexpr float kLevel = 1e-6f;
/// Over this last share of its life a droplet's capacity fades, so that its load settles before it dies.
constexpr float kFadeShare = 0.25f;
/// Most sediment that a unit of water can hold (by volume; beyond it is a debris flow).
constexpr float kDensestLoad = 0.5f;

/// The land around a point: four cells and the point's place between their centres.
struct Patch {
  std::size_t origin;
  float east, north, both;  ///< m above the origin cell
  float tx, ty;

  float height() const { return (east * (1.0f - ty) + (both - north) * ty) * tx + north * ty; }
  float slope_x() const { return east * (1.0f - ty) + (both - north) * ty; }  ///< m a cell
  float slope_y() const { return north * (1.0f - tx) + (both - east) * tx; }
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
  return {origin,
          rise(ground.elevation[grid.index(bx.high, by.low)], low),
          rise(ground.elevation[grid.index(bx.low, by.high)], low),
          rise(ground.elevation[grid.index(bx.high, by.high)], low),
          bx.t,
          by.t};
}

/// Calls `visit(row of the brush, group, counts)` for what `request` asks of each cell: sand first, then base as hard
/// as it is, and nothing from below the place that the droplet reached.
template <class Visit>
void for_shares(Rule const& rule, Ground const& ground, Brush const& brush, Request const& request, Visit visit) {
  const auto floor = static_cast<std::uint32_t>(request.floor);
  const Unsigned floors{floor, floor, floor, floor};
  const auto head_of = [&](std::size_t row, int g) {
    return reinterpret_cast<Integers>(reinterpret_cast<Unsigned>(brush.load(ground.elevation + row, g)) - floors);
  };
  // What lies below the floor gives nothing; the others give its share, so that short steps take as much as long ones.
  Floats reachable{};
  for (int j = 0; j < brush.rows(); ++j) {
    const std::size_t row = ground.grid.index(0, brush.row(j));
    for (int g = 0; g < brush.groups(); ++g) reachable += masked(head_of(row, g) > Integers{}, brush.weights(j, g));
  }
  const float total = sum_of(reachable);
  if (!(total > 0.0f)) return;
  const Floats scale = all_lanes(request.amount / total);
  Dither dither(request.phase);
  for (int j = 0; j < brush.rows(); ++j) {
    const std::size_t row = ground.grid.index(0, brush.row(j));
    for (int g = 0; g < brush.groups(); ++g) {
      const Integers head = head_of(row, g);
      Floats amount = brush.weights(j, g) * scale;
      const Floats excess = positive(amount - __builtin_convertvector(brush.load(ground.loose + row, g), Floats));
      Floats erodibility = all_lanes(rule.erodibility[kRock]);
      if (!rule.even) {
        for (int i = 0; i < kLanes; ++i) {
          const auto column = static_cast<std::size_t>(brush.column(g * kLanes + i));
          erodibility[i] = rule.erodibility[ground.base_soil[row + column]];
        }
      }
      amount -= excess * (all_lanes(1.0f) - erodibility);
      amount = smaller(amount, __builtin_convertvector(head, Floats));
      // Above the floor only, and only where the brush reaches: rounding would lift a zero.
      const Integers counts = masked((head > Integers{}) & (amount > Floats{}), dither.round(positive(amount)));
      visit(j, g, counts);
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

/// The two random words that a droplet uses up in a round, as uniform numbers.
struct Phases {
  float exchange, water;
};

void give_birth(Rule const& rule, Ground const& ground, Draw const& draw, Droplet& d, int slot, Tally& tally) {
  const auto words =
      random_words(draw.seed, draw.step, RandomStream::water_births, static_cast<std::uint32_t>(slot), draw.round);
  if (rule.birth_volume <= 0 || to_unit(words[0]) >= rule.birth_probability) return;
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
}

/// Largest load that `d` would carry if it went on falling by `drop` on every `way` (m).
float equilibrium(Rule const& rule, Droplet const& d, float drop, float way, float discharge) {
  if (way <= 0.0f) return 0.0f;
  const float sine = drop / std::sqrt(drop * drop + way * way);
  // Down a gentle slope it counts as the minimum slope; uphill that is used up without a jump.
  const float slope = sine > 0.0f ? std::max(sine, rule.minimum_slope) : std::max(rule.minimum_slope + sine, 0.0f);
  const float end = (rule.lifetime - d.age) / (kFadeShare * rule.lifetime);
  const float fade = std::clamp(end, 0.0f, 1.0f);
  // Streams carry more in each unit of water than sheets do: capacity grows with the root of the unit discharge.
  const float stream = 1.0f + rule.gathering * (std::sqrt(discharge / rule.cell_size) - 1.0f);
  const float concentration = std::min(rule.capacity * stream * (way / rule.dt) * slope, kDensestLoad);
  return concentration * fade * static_cast<float>(d.volume);
}

void advance_one(Rule const& rule, Ground const& ground, Phases phases, Droplet& d, Request& request, Tally& tally) {
  const Patch before = patch_at(ground, d);
  const float slope_x = before.slope_x() / rule.cell_size;
  const float slope_y = before.slope_y() / rule.cell_size;
  // Terminal velocity of turbulent water: the horizontal part of gravity along this slope balances friction times the
  // square of the speed. The velocity decays towards it; velocity and way are exact for a slope that stays, so that
  // halved steps agree.
  const float steepness = std::sqrt(slope_x * slope_x + slope_y * slope_y);
  const float mobility = std::sqrt(rule.pull / ((steepness + kLevel) * (1.0f + steepness * steepness)));
  const float excess_x = d.velocity_x + slope_x * mobility;
  const float excess_y = d.velocity_y + slope_y * mobility;
  const float way_x = excess_x * rule.glide - slope_x * mobility * rule.dt;
  const float way_y = excess_y * rule.glide - slope_y * mobility * rule.dt;
  const float way = std::sqrt(way_x * way_x + way_y * way_y);
  float hop = way / rule.cell_size;
  const float shorten = hop > kLongestHop ? kLongestHop / hop : 1.0f;
  hop *= shorten;
  const float scale = shorten / rule.cell_size;

  const Droplet origin = d;
  const std::size_t cell = ground.grid.index(d.x, d.y);
  Grid const& grid = ground.grid;
  d.velocity_x = excess_x * rule.drag - slope_x * mobility;
  d.velocity_y = excess_y * rule.drag - slope_y * mobility;
  const bool inside_x = move_along(d.x, d.offset_x, d.velocity_x, way_x * scale, grid.width, grid.boundary);
  const bool inside_y = move_along(d.y, d.offset_y, d.velocity_y, way_y * scale, grid.height, grid.boundary);
  d.age += rule.dt;
  tally.steps += 1;
  if (ground.shared) {
    std::atomic_ref<std::int64_t>(ground.passage[cell])
        .fetch_add(static_cast<std::int64_t>(hop * static_cast<float>(d.volume)), std::memory_order_relaxed);
  } else {
    ground.passage[cell] += static_cast<std::int64_t>(hop * static_cast<float>(d.volume));
  }
  const bool inside = inside_x && inside_y;

  // Beyond an open edge the land goes on as it does inside.
  const float height_before = before.height();
  const Patch after = inside ? patch_at(ground, d) : before;
  const float height_after = inside ? after.height() : height_before + (slope_x * way_x + slope_y * way_y) * shorten;
  const float drop =
      rise(ground.elevation[before.origin], ground.elevation[after.origin]) + (height_before - height_after);
  const float target = equilibrium(rule, d, drop, hop * rule.cell_size, ground.discharge[cell]);
  const float deficit = target - static_cast<float>(d.load);
  if (deficit > 0.0f) {
    request.x = origin.x;
    request.y = origin.y;
    request.offset_x = origin.offset_x;
    request.offset_y = origin.offset_y;
    request.phase = phases.exchange;
    request.amount = deficit * rule.erosion_share;
    request.floor = static_cast<std::int64_t>(ground.elevation[after.origin]) +
                    static_cast<std::int64_t>(height_after * static_cast<float>(kQuantaPerMetre));
    request.floor = std::max<std::int64_t>(request.floor, ground.base_level);
    const Brush brush(grid, request.x, request.y, request.offset_x, request.offset_y, rule.brush_radius);
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
    if (amount > 0) {
      lay_down(rule, ground, origin, amount, phases.water);
      d.load -= amount;
    }
  }

  if (!inside) return;
  const auto volume = static_cast<float>(d.volume);
  // The last quantum stays: a slot without volume is empty, and this one may still carry a load.
  const Quanta lost = std::min(static_cast<Quanta>(volume * rule.dried + phases.water), d.volume - 1);
  d.volume -= lost;
  tally.evaporated += lost;
}

/// How far the land beyond an open edge lies below the edge cell (x, y), were it to go on as it does inside.
std::int64_t fall_beyond_edge(Ground const& ground, int x, int y) {
  Grid const& grid = ground.grid;
  const std::int64_t here = ground.elevation[grid.index(x, y)];
  std::int64_t fall = 0;
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
  const Brush brush(ground.grid, droplet.x, droplet.y, droplet.offset_x, droplet.offset_y, rule.brush_radius);
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
    Quanta& slot = ground.gain[ground.grid.index(droplet.x, droplet.y)];
    if (ground.shared) {
      std::atomic_ref<Quanta>(slot).fetch_add(rest, std::memory_order_relaxed);
    } else {
      slot += rest;
    }
  }
}

Tally advance(Rule const& rule, Ground const& ground, Draw const& draw, std::span<Droplet> droplets,
              std::span<Request> requests, int first, int last) {
  Tally tally;
  for (int slot = first; slot < last; ++slot) {
    Droplet& d = droplets[static_cast<std::size_t>(slot)];
    Request& request = requests[static_cast<std::size_t>(slot)];
    request.amount = 0.0f;
    if (d.volume == 0) give_birth(rule, ground, draw, d, slot, tally);
    if (d.volume == 0) continue;
    const auto words =
        random_words(draw.seed, draw.step, RandomStream::water_flight, static_cast<std::uint32_t>(slot), draw.round);
    advance_one(rule, ground, {to_unit(words[0]), to_unit(words[1])}, d, request, tally);
    if (request.amount == 0.0f && ground.grid.contains(d.x, d.y) && has_died(rule, d)) {
      tally.evaporated += d.volume;
      if (d.load > 0) lay_down(rule, ground, d, d.load, to_unit(words[2]));
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

bool find_contested(Rule const& rule, Ground const& ground, Quanta* cap, std::uint8_t* contested, int first, int last) {
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
        // No cell is dug below the lowest of its neighbours, so that a crowd of droplets cannot make a pit.
        const bool fixed = rule.erodibility[ground.base_soil[cell]] <= 0.0f;
        const auto west = static_cast<std::size_t>(grid.resolve_x(x - 1));
        const auto middle = static_cast<std::size_t>(x);
        const auto east = static_cast<std::size_t>(grid.resolve_x(x + 1));
        Quanta lowest = std::min({top, ground.elevation[here + west], ground.elevation[here + east],
                                  ground.elevation[south + middle], ground.elevation[north + middle]});
        if (!fixed && static_cast<std::int64_t>(top) - lowest >= wish) continue;
        lowest = std::min({lowest, ground.elevation[south + west], ground.elevation[south + east],
                           ground.elevation[north + west], ground.elevation[north + east]});
        std::int64_t most = static_cast<std::int64_t>(top) - lowest;
        if (open) most = std::max(most, fall_beyond_edge(ground, x, y));
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

void settle(Rule const& rule, Ground const& ground, Quanta const* cap, std::uint8_t const* contested, Quanta* granted,
            std::span<Droplet> droplets, std::span<Request const> requests, int first, int last) {
  for (int slot = first; slot < last; ++slot) {
    Request const& request = requests[static_cast<std::size_t>(slot)];
    if (request.amount == 0.0f) continue;
    const Brush brush(ground.grid, request.x, request.y, request.offset_x, request.offset_y, rule.brush_radius);
    if (!touches(ground, brush, contested)) continue;
    Droplet& d = droplets[static_cast<std::size_t>(slot)];
    for_shares(rule, ground, brush, request, [&](int j, int group, Integers counts) {
      const std::size_t row = ground.grid.index(0, brush.row(j));
      for (int i = 0; i < kLanes; ++i) {
        const int column = brush.column(group * kLanes + i);
        const std::size_t cell = row + static_cast<std::size_t>(column);
        const std::size_t segment =
            static_cast<std::size_t>(brush.row(j)) * static_cast<std::size_t>(ground.segments_per_row) +
            static_cast<std::size_t>(column) / Columns::kSegment;
        if (counts[i] == 0 || contested[segment] == 0 || cap[cell] < 0) continue;
        const std::int64_t product = static_cast<std::int64_t>(counts[i]) * cap[cell];
        const auto part = static_cast<Quanta>(product / ground.wish[cell]);
        if (ground.shared) {
          std::atomic_ref<Quanta>(granted[cell]).fetch_add(part, std::memory_order_relaxed);
        } else {
          granted[cell] += part;
        }
        d.load -= counts[i] - part;
      }
    });
  }
}

}  // namespace barchan::water
