#include "processes/water_particles_kernel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "barchan/columns.hpp"
#include "barchan/random.hpp"

namespace barchan::water {

namespace {

/// A droplet smaller than this share of its first volume has dried up.
constexpr float kDryShare = 0.02f;
/// A droplet slower than this (m/s) that carries nothing stands still and seeps away.
constexpr float kStillSpeed = 0.01f;
/// Seconds that a newborn has to get moving before it can count as standing still.
constexpr float kStartTime = 1.0f;
/// Over this last share of its life a droplet's capacity fades, so that its load settles before it dies.
constexpr float kFadeShare = 0.25f;
/// Most sediment that a unit of water can hold (by volume; beyond it is a debris flow).
constexpr float kDensestLoad = 0.5f;
/// Longest way of a droplet in a round, in cells; reached only where the rounds of a step are capped.
constexpr float kLongestHop = 2.0f;
/// Cells along one side of a brush's box.
constexpr int kBrushSide = 2 * kWidestBrush + 1;

/// Largest whole number not above `x`, for |x| < 2^31; inline on every instruction set.
int floor_of(float x) {
  const int whole = static_cast<int>(x);
  return whole - (x < static_cast<float>(whole) ? 1 : 0);
}

void add(Quanta& slot, Quanta amount, bool shared) {
  if (shared) {
    std::atomic_ref<Quanta>(slot).fetch_add(amount, std::memory_order_relaxed);
  } else {
    slot += amount;
  }
}

void mark(std::uint8_t& flag, bool shared) {
  if (shared) {
    std::atomic_ref<std::uint8_t>(flag).store(1, std::memory_order_relaxed);
  } else {
    flag = 1;
  }
}

/// The land around a point: four cells and the point's place between their centres.
struct Patch {
  std::size_t origin;
  float east, north, both;  ///< m above the origin cell
  float tx, ty;

  float height() const {
    return (east * (1.0f - ty) + (both - north) * ty) * tx + north * ty;
  }
  float slope_x() const { return east * (1.0f - ty) + (both - north) * ty; }  ///< m a cell
  float slope_y() const { return north * (1.0f - tx) + (both - east) * tx; }
};

/// Lower node and place of a coordinate between two cell centres. At a wall or an open edge the outermost patch
/// reaches out to the edge, so that the slope there is the land's and not that of a step to nothing.
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
  return low < 0 ? Bracket{0, 1, 0.0f} : Bracket{count - 2, count - 1, 1.0f};
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

/// The cells under a brush centred on a point, and their weights 1 - d^2 / R^2, which sum to `total`.
struct Brush {
  int count_x = 0, count_y = 0;
  std::array<int, kBrushSide> x, y;
  std::array<float, kBrushSide> near_x, near_y;  ///< squares of the distances along the axes
  float square = 1.0f;
  float total = 0.0f;

  float weight(int i, int j) const {
    const float w = square - near_x[static_cast<std::size_t>(i)] - near_y[static_cast<std::size_t>(j)];
    return w > 0.0f ? w : 0.0f;
  }
};

/// Fills one axis: cells whose centres lie within `radius` of the point; returns how many.
int brush_axis(int cell, float offset, float radius, int count, bool periodic, std::array<int, kBrushSide>& cells,
               std::array<float, kBrushSide>& squares) {
  const float centre = offset - 0.5f;  // from the centre of `cell`
  const int low = -floor_of(radius - centre);
  const int high = floor_of(centre + radius);
  int n = 0;
  for (int k = low; k <= high && n < kBrushSide; ++k) {
    int place = cell + k;
    if (place < 0 || place >= count) {
      if (!periodic) continue;
      place %= count;
      if (place < 0) place += count;
    }
    const float distance = static_cast<float>(k) - centre;
    cells[static_cast<std::size_t>(n)] = place;
    squares[static_cast<std::size_t>(n)] = distance * distance;
    ++n;
  }
  return n;
}

Brush brush_at(Grid const& grid, int x, int y, float offset_x, float offset_y, float radius) {
  Brush brush;
  brush.square = radius * radius;
  brush.count_x = brush_axis(x, offset_x, radius, grid.width, grid.periodic(), brush.x, brush.near_x);
  brush.count_y = brush_axis(y, offset_y, radius, grid.height, grid.periodic(), brush.y, brush.near_y);
  for (int j = 0; j < brush.count_y; ++j) {
    for (int i = 0; i < brush.count_x; ++i) brush.total += brush.weight(i, j);
  }
  return brush;
}

/// Cuts a running sum of reals into integers: each share is its own to within a quantum, the shares add up, and with
/// a uniform phase every one is right on average, so that amounts below a quantum are neither lost nor favoured.
class Rounding {
 public:
  explicit Rounding(float phase) : sum_(phase) {}
  Quanta next(float amount) {
    sum_ += amount;
    const auto whole = static_cast<Quanta>(sum_);
    const Quanta share = whole - given_;
    given_ = whole;
    return share;
  }
  Quanta given() const { return given_; }

 private:
  float sum_;
  Quanta given_ = 0;
};

/// A cell of a brush and the segment that holds it.
struct Spot {
  std::size_t cell, segment;
};

Spot spot_at(Ground const& ground, int x, int y) {
  return {ground.grid.index(x, y), static_cast<std::size_t>(y) * static_cast<std::size_t>(ground.segments_per_row) +
                                       static_cast<std::size_t>(x) / Columns::kSegment};
}

/// Calls `visit(spot, quanta)` for what `request` asks of each cell: sand first, then base as hard as it is, and
/// nothing from below the place that the droplet reached.
template <class Visit>
void for_shares(Rule const& rule, Ground const& ground, Request const& request, Visit visit) {
  const Brush brush =
      brush_at(ground.grid, request.x, request.y, request.offset_x, request.offset_y, rule.brush_radius);
  if (!(brush.total > 0.0f)) return;
  const float scale = request.amount / brush.total;
  Rounding rounding(request.phase);
  for (int j = 0; j < brush.count_y; ++j) {
    for (int i = 0; i < brush.count_x; ++i) {
      const float weight = brush.weight(i, j);
      if (weight == 0.0f) continue;
      const Spot spot = spot_at(ground, brush.x[static_cast<std::size_t>(i)], brush.y[static_cast<std::size_t>(j)]);
      const std::int64_t head = static_cast<std::int64_t>(ground.elevation[spot.cell]) - request.floor;
      if (head <= 0) continue;
      float amount = weight * scale;
      const auto loose = static_cast<float>(ground.loose[spot.cell]);
      if (amount > loose) amount = loose + (amount - loose) * rule.erodibility[ground.base_soil[spot.cell]];
      amount = std::min(amount, static_cast<float>(head));
      const Quanta share = rounding.next(amount);
      if (share > 0) visit(spot, share);
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
  const auto words = random_words(draw.seed, draw.step, RandomStream::water_births, static_cast<std::uint32_t>(slot),
                                  draw.round);
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

/// Largest load that `d` would carry if it went on like this.
float equilibrium(Rule const& rule, Droplet const& d, float speed, float drop, float way) {
  if (drop <= 0.0f || way <= 0.0f) return 0.0f;
  const float sine = std::max(drop / std::sqrt(drop * drop + way * way), rule.minimum_slope);
  const float end = (rule.lifetime - d.age) / (kFadeShare * rule.lifetime);
  const float fade = std::clamp(end, 0.0f, 1.0f);
  const float concentration = std::min(rule.capacity * speed * sine, kDensestLoad);
  return concentration * fade * static_cast<float>(d.volume);
}

void advance_one(Rule const& rule, Ground const& ground, Phases phases, Droplet& d, Request& request, Tally& tally) {
  const Patch before = patch_at(ground, d);
  const float slope_x = before.slope_x() / rule.cell_size;
  const float slope_y = before.slope_y() / rule.cell_size;
  // Horizontal part of gravity along a surface of this slope.
  const float pull = rule.acceleration / (1.0f + slope_x * slope_x + slope_y * slope_y);
  d.velocity_x = (d.velocity_x - slope_x * pull) * rule.drag;
  d.velocity_y = (d.velocity_y - slope_y * pull) * rule.drag;
  const float speed = std::sqrt(d.velocity_x * d.velocity_x + d.velocity_y * d.velocity_y);
  float hop = speed * rule.dt / rule.cell_size;
  const float shorten = hop > kLongestHop ? kLongestHop / hop : 1.0f;
  hop *= shorten;
  const float scale = shorten * rule.dt / rule.cell_size;

  const Droplet origin = d;
  const std::size_t cell = ground.grid.index(d.x, d.y);
  Grid const& grid = ground.grid;
  const bool inside_x = move_along(d.x, d.offset_x, d.velocity_x, d.velocity_x * scale, grid.width, grid.boundary);
  const bool inside_y = move_along(d.y, d.offset_y, d.velocity_y, d.velocity_y * scale, grid.height, grid.boundary);
  d.age += rule.dt;
  tally.steps += 1;
  if (ground.shared) {
    std::atomic_ref<std::int64_t>(ground.passage[cell])
        .fetch_add(static_cast<std::int64_t>(hop * static_cast<float>(d.volume)), std::memory_order_relaxed);
  } else {
    ground.passage[cell] += static_cast<std::int64_t>(hop * static_cast<float>(d.volume));
  }
  if (!inside_x || !inside_y) {
    tally.left_water += d.volume;
    tally.left_sand += d.load;
    d = Droplet{};
    return;
  }

  const Patch after = patch_at(ground, d);
  const float height_before = before.height();
  const float height_after = after.height();
  const float drop =
      rise(ground.elevation[before.origin], ground.elevation[after.origin]) + (height_before - height_after);
  const float target = equilibrium(rule, d, speed, drop, hop * rule.cell_size);
  const float deficit = target - static_cast<float>(d.load);
  if (deficit > 0.0f) {
    request.x = origin.x;
    request.y = origin.y;
    request.offset_x = origin.offset_x;
    request.offset_y = origin.offset_y;
    request.phase = phases.exchange;
    request.amount = std::min(deficit * rule.erosion_share, drop * static_cast<float>(kQuantaPerMetre));
    request.floor = static_cast<std::int64_t>(ground.elevation[after.origin]) +
                    static_cast<std::int64_t>(height_after * static_cast<float>(kQuantaPerMetre));
    Quanta taken = 0;
    for_shares(rule, ground, request, [&](Spot from, Quanta share) {
      add(ground.wish[from.cell], share, ground.shared);
      mark(ground.touched[from.segment], ground.shared);
      taken += share;
    });
    d.load += taken;
  } else if (deficit < 0.0f) {
    Rounding rounding(phases.exchange);
    const Quanta amount = std::min(rounding.next(-deficit * rule.deposition_share), d.load);
    if (amount > 0) {
      lay_down(rule, ground, origin, amount, phases.water);
      d.load -= amount;
    }
  }

  const auto volume = static_cast<float>(d.volume);
  Rounding drying(phases.water);
  // The last quantum stays: a slot without volume is empty, and this one may still carry a load.
  const Quanta lost = std::min(drying.next(volume - volume * rule.kept_water), d.volume - 1);
  d.volume -= lost;
  tally.evaporated += lost;
}

bool has_died(Rule const& rule, Droplet const& d) {
  if (d.age >= rule.lifetime) return true;
  if (static_cast<float>(d.volume) <= kDryShare * static_cast<float>(rule.birth_volume)) return true;
  const float speed_squared = d.velocity_x * d.velocity_x + d.velocity_y * d.velocity_y;
  return d.load == 0 && d.age > kStartTime && speed_squared < kStillSpeed * kStillSpeed;
}

}  // namespace

void lay_down(Rule const& rule, Ground const& ground, Droplet const& droplet, Quanta amount, float phase) {
  const Brush brush =
      brush_at(ground.grid, droplet.x, droplet.y, droplet.offset_x, droplet.offset_y, rule.brush_radius);
  const float scale = static_cast<float>(amount) / brush.total;
  Rounding rounding(phase);
  Quanta rest = amount;
  Spot spot = spot_at(ground, droplet.x, droplet.y);
  for (int j = 0; j < brush.count_y; ++j) {
    for (int i = 0; i < brush.count_x; ++i) {
      const Quanta share = std::min(rounding.next(brush.weight(i, j) * scale), rest);
      if (share == 0) continue;
      spot = spot_at(ground, brush.x[static_cast<std::size_t>(i)], brush.y[static_cast<std::size_t>(j)]);
      rest -= share;
      add(ground.gain[spot.cell], share, ground.shared);
      mark(ground.touched[spot.segment], ground.shared);
    }
  }
  // The sum of the weights is a rounded one: what it leaves over goes to the last cell.
  if (rest > 0) {
    add(ground.gain[spot.cell], rest, ground.shared);
    mark(ground.touched[spot.segment], ground.shared);
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
    const auto words = random_words(draw.seed, draw.step, RandomStream::water_flight,
                                    static_cast<std::uint32_t>(slot), draw.round);
    advance_one(rule, ground, {to_unit(words[0]), to_unit(words[1])}, d, request, tally);
    if (d.volume > 0 && request.amount == 0.0f && has_died(rule, d)) {
      tally.evaporated += d.volume;
      if (d.load > 0) lay_down(rule, ground, d, d.load, to_unit(words[2]));
      d = Droplet{};
    }
  }
  return tally;
}

bool find_contested(Rule const& rule, Ground const& ground, Quanta* cap, std::uint8_t* contested, int first, int last) {
  Grid const& grid = ground.grid;
  const auto segments = static_cast<std::size_t>(ground.segments_per_row);
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
    Droplet& d = droplets[static_cast<std::size_t>(slot)];
    for_shares(rule, ground, request, [&](Spot spot, Quanta share) {
      const std::size_t cell = spot.cell;
      if (contested[spot.segment] == 0 || cap[cell] < 0) return;
      const auto part =
          static_cast<Quanta>(static_cast<std::int64_t>(share) * cap[cell] / static_cast<std::int64_t>(ground.wish[cell]));
      add(granted[cell], part, ground.shared);
      d.load -= share - part;
    });
  }
}

}  // namespace barchan::water
