#include "processes/slab_dunes/eddy.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>

#include "barchan/base/random.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32, kSourceGrain = 256;
constexpr float kBeltEnd = 2.0f;   // heights from the foot
constexpr float kAsideEnd = 0.9f;  // the same of what is thrown along a face
/// Heights from the foot to which all sand is thrown back: a little more than the 0.4 that stay bare, for what slides
/// down the dune before the next step.
constexpr float kStripEnd = 0.45f;
constexpr float kStrongest = 1.0f, kWeakest = 0.1f;         // rates at the two ends of the belt, 1 / hop
constexpr float kScour = 0.6f;                              // heights above the dune to which the eddy digs
constexpr float kOverBegins = 0.72f, kOverAll = 0.52f;      // shares of the face that stand above the dune
constexpr float kFacesNoMore = 0.35f, kFacesWholly = 0.8f;  // cosines of the wind's angle to the face
constexpr std::uint32_t kThrowDraw = 1u << 24;

float ramp(float from, float to, float at) { return std::clamp((at - from) / (to - from), 0.0f, 1.0f); }

/// Signs of the moves that a wind can make along the axes.
int sign_of(float component) { return component > 1e-6f ? 1 : component < -1e-6f ? -1 : 0; }

float metres(Quanta amount) { return static_cast<float>(amount) * kMetresPerQuantum; }

/// m by which the surface rises from one cell to another.
float rise_between(Columns const& columns, std::size_t from, std::size_t to) {
  return metres(columns.elevation(to) - columns.elevation(from));
}

}  // namespace

bool ReverseEddy::renew(Terrain const& terrain, StepContext const& context, EddyRule const& rule) {
  prepare();
  rule_ = rule;
  if (!has_steep_ground(terrain, kSteep, context.scheduler)) return false;
  Grid const& grid = terrain.grid;
  faces_.renew(terrain, context.wind.direction(),
               {.slope = kSteep, .reach = kBeltEnd * rule.tallest, .tallest = 4.0f * rule.tallest}, context.scheduler);
  belt_.resize(grid.cells());
  foot_.resize(grid.cells());
  const int ranges = (grid.height + kRowGrain - 1) / kRowGrain;
  std::vector<std::vector<Source>> found(static_cast<std::size_t>(ranges));
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y)
      survey(terrain, context, rule, y, found[static_cast<std::size_t>(first / kRowGrain)]);
  });
  for (auto const& sources : found) strip_.insert(strip_.end(), sources.begin(), sources.end());
  return true;
}

bool ReverseEddy::at_foot(Terrain const& terrain, glm::vec2 wind, float least, int x, int y, float& rise) const {
  Grid const& grid = terrain.grid;
  const glm::ivec2 sign{sign_of(wind.x), sign_of(wind.y)};
  rise = 0.0f;
  const auto look = [&](int dx, int dy, float length) {
    if ((dx == 0 && dy == 0) || (!grid.periodic() && !grid.contains(x + dx, y + dy))) return;
    const float up =
        rise_between(terrain.columns, grid.index(x, y), grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy)));
    if (up > kSteep * length * grid.cell_size && up >= least) rise = std::max(rise, up);
  };
  look(sign.x, 0, 1.0f);
  look(0, sign.y, 1.0f);
  if (sign.x != 0 && sign.y != 0) look(sign.x, sign.y, 1.41421356f);
  return rise > 0.0f;
}

void ReverseEddy::survey(Terrain const& terrain, StepContext const& context, EddyRule const& rule, int y,
                         std::vector<Source>& sources) {
  Grid const& grid = terrain.grid;
  WindField const& wind = context.wind;
  const glm::vec2 towards = wind.direction();
  for (int x = 0; x < grid.width; ++x) {
    const std::size_t cell = grid.index(x, y);
    float step = 0.0f;
    const glm::vec2 local = wind.uniform() ? towards : glm::vec2(wind.local().x[cell], wind.local().y[cell]);
    const bool foot = at_foot(terrain, local, rule.least, x, y, step);
    foot_[cell] = foot ? 1 : 0;
    belt_[cell] = 0.0f;
    const float distance = faces_.distance[cell];
    const float rise = std::min(faces_.rise[cell], rule.tallest);
    const float free = std::min(faces_.rise[cell] - wind.bubble()[cell], rule.tallest);
    const bool ahead = distance < FacesAhead::kNone && rise >= rule.least;
    const glm::vec2 normal = ahead ? faces_.normal(cell) : foot ? outward_normal(terrain, {x, y}) : glm::vec2(0.0f);
    const float facing = -(towards.x * normal.x + towards.y * normal.y);
    const float strength = ahead ? ramp(kFacesNoMore, kFacesWholly, facing) : 0.0f;
    // Above the solid ground, or as deep as the eddy digs.
    const float whole = std::min(faces_.rise[cell] + metres(terrain.columns.loose(cell)), rule.tallest);
    const float height = ahead ? std::max(std::min(whole, (1.0f + kScour) * free), 0.0f) : 0.0f;
    // Cells that reach into it belong to the strip.
    const float strip = strength > 0.0f ? kStripEnd * strength * height + 0.5f * grid.cell_size : 0.0f;
    if (foot || (ahead && distance <= strip)) {
      const float size = std::min(std::max(height, step), rule.tallest);
      const float from = ahead ? distance : 0.0f;
      const float depth = ahead ? std::max(strength * kScour * free - wind.bubble()[cell], 0.0f) : 0.0f;
      sources.push_back(
          {.cell = cell,
           .back = towards + 2.0f * std::max(facing, 0.0f) * normal,
           .nearest = std::max(kStripEnd * size - from, 0.0f),
           .farthest = std::max((kAsideEnd + (kBeltEnd - kAsideEnd) * facing * facing) * size - from, 0.0f),
           .over = ahead ? 1.0f - ramp(kOverAll, kOverBegins, free / rise) : 0.0f,
           .lowest =
               terrain.columns.elevation(cell) - static_cast<Quanta>(depth * static_cast<float>(kQuantaPerMetre))});
      continue;
    }
    const float belt = kBeltEnd * strength * free;
    if (!ahead || distance > belt) continue;
    const float share = 1.0f - (distance - strip) / (belt - strip);
    belt_[cell] = kWeakest + (kStrongest - kWeakest) * share;
  }
}

/// One load on its way over the surface.
struct ReverseEddy::Throw {
  Grid const& grid;
  Columns const& columns;
  glm::ivec2 from;
  glm::vec2 stride;  ///< cells, at most one along each axis
  float length;      ///< m of a stride

  Throw(Terrain const& terrain, std::size_t cell, glm::vec2 way)
      : grid(terrain.grid),
        columns(terrain.columns),
        from(static_cast<int>(cell % static_cast<std::size_t>(terrain.grid.width)),
             static_cast<int>(cell / static_cast<std::size_t>(terrain.grid.width))) {
    const float larger = std::max({std::abs(way.x), std::abs(way.y), 1e-6f});
    stride = way / larger;
    length = std::sqrt(stride.x * stride.x + stride.y * stride.y) * grid.cell_size;
  }

  /// The cell after `number` strides; nothing beyond an edge.
  std::optional<std::size_t> cell(int number) const {
    const auto n = static_cast<float>(number);
    const int x = from.x + static_cast<int>(std::floor(stride.x * n + 0.5f));
    const int y = from.y + static_cast<int>(std::floor(stride.y * n + 0.5f));
    if (!grid.periodic() && !grid.contains(x, y)) return std::nullopt;
    return grid.index(grid.resolve_x(x), grid.resolve_y(y));
  }
  bool steep(std::size_t here, std::size_t next) const { return rise_between(columns, here, next) > kSteep * length; }

  /// Where sand that is thrown `distance` m comes down: before what is too steep, nowhere beyond an open edge.
  std::optional<std::size_t> back(float distance) const {
    const int strides = std::max(static_cast<int>(distance / length + 0.5f), 1);
    std::size_t here = *cell(0);
    for (int number = 1; number <= strides; ++number) {
      const std::optional<std::size_t> next = cell(number);
      if (!next) return beyond(here);
      if (steep(here, *next)) break;
      here = *next;
    }
    return here;
  }
  /// Where sand comes down that goes up the face, no more than `climb` m away, and `distance` m on from its top.
  std::optional<std::size_t> over(float climb, float distance) const {
    int left = static_cast<int>(distance / length + 0.5f) + 1;
    int most = static_cast<int>(climb / length) + 2;
    std::size_t here = *cell(0);
    bool climbs = false;
    for (int number = 1; left > 0 && most > 0; ++number) {
      const std::optional<std::size_t> next = cell(number);
      if (!next) return beyond(here);
      const bool up = steep(here, *next);
      climbs = climbs || up;
      if (climbs && !up) {
        --left;
      } else {
        --most;
      }
      here = *next;
    }
    return here;
  }
  std::optional<std::size_t> beyond(std::size_t last) const {
    return grid.boundary == Boundary::open ? std::nullopt : std::optional(last);
  }
};

void ReverseEddy::clear_strip(Terrain const& terrain, StepContext const& context, std::vector<Quanta>& change) const {
  const auto add = [](Quanta& slot, Quanta amount) {
    std::atomic_ref<Quanta>(slot).fetch_add(amount, std::memory_order_relaxed);
  };
  context.scheduler.for_ranges(static_cast<int>(strip_.size()), kSourceGrain, [&](int first, int last) {
    QuantaSum out = 0;
    for (int i = first; i < last; ++i) {
      Source const& source = strip_[static_cast<std::size_t>(i)];
      const Quanta above = terrain.columns.elevation(source.cell) - source.lowest;
      const Quanta amount = std::min(terrain.columns.loose(source.cell), above);
      if (amount <= 0) continue;
      const auto words = random_words(context.seed, context.step, RandomStream::slab_dunes,
                                      static_cast<std::uint32_t>(source.cell), kThrowDraw);
      const bool over = to_unit(words[0]) < source.over;
      // The farther the rarer, so that the side that faces the wind is the gentle one.
      const float u = to_unit(words[1]);
      const float distance = source.nearest + u * u * (source.farthest - source.nearest);
      const std::optional<std::size_t> target = over ? Throw(terrain, source.cell, context.wind.direction())
                                                           .over(rule_.tallest, to_unit(words[2]) * rule_.flight)
                                                     : Throw(terrain, source.cell, source.back).back(distance);
      add(change[source.cell], -amount);
      if (target) {
        add(change[*target], amount);
      } else {
        out += amount;
      }
    }
    context.ledger.book_out(kSand, out);
  });
}

}  // namespace barchan
