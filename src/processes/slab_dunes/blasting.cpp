#include "processes/slab_dunes/blasting.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/math.hpp"
#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/shadow.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 16;
constexpr float kFanCosine = 0.93969262f, kFanSine = 0.34202014f;  // 20 degrees between the rays of the fan
constexpr float kMiddle = 0.5f, kSide = 0.25f;  // fractions of the sand that come along the middle and side rays
constexpr float kClimb = 0.1f;                  // slope at which the layer rises over high ground
/// Strikes on level ground relative to those on a vertical face. Grains come down at about 11 degrees (tangent 0.2);
/// oblique impacts wear brittle rock less, which takes away about half of that.
constexpr float kLevel = 0.1f;
constexpr float kMostWorn = 0.5f;  // most that a cell loses per step, as a fraction of the layer's height
constexpr float kReach = 2.0f;  // heights of the layer above the foot of a cliff, below which six of seven strikes fall

/// One axis of a lattice of harder and softer places; on a periodic land it has a whole number of them.
struct Lattice {
  Lattice(int cells, float patch, bool periodic) : per_cell(1.0f / patch) {
    if (!periodic) return;
    count = std::max(static_cast<std::uint32_t>(static_cast<float>(cells) * per_cell + 0.5f), 1u);
    per_cell = static_cast<float>(count) / static_cast<float>(cells);
  }
  std::uint32_t count = 1u << 16;
  float per_cell;
};

/// Position of a cell between two points of a lattice, with a smooth weight.
struct Between {
  Between(Lattice const& lattice, int cell) {
    const float at = (static_cast<float>(cell) + 0.5f) * lattice.per_cell;
    low = static_cast<std::uint32_t>(at);
    high = (low + 1) % lattice.count;
    const float share = at - static_cast<float>(low);
    weight = share * share * (3.0f - 2.0f * share);
  }
  std::uint32_t low, high;
  float weight;
};

}  // namespace

void SandBlasting::wear(Terrain& terrain, StepContext const& context, BlastRule const& rule,
                        std::span<Quanta const> air) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  find_floor(terrain, context);
  vary_hardness(grid, context.seed, rule, context.scheduler);
  const std::span<float const> shadow = context.wind.shadow();
  stream_.resize(air.size());
  std::transform(air.begin(), air.end(), shadow.begin(), stream_.begin(),
                 [](Quanta sand, float hidden) { return static_cast<float>(sand) * (1.0f - hidden); });

  const float volume = rule.abrasion * rule.way / grid.cell_size;  // thickness per quantum that strikes a cell
  std::array<float, kMostSoils> softness{};
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    const float hardness = i == kObstacle ? rule.obstacle_hardness : rule.rock_hardness;
    softness[i] = volume * wear_of(soil) / hardness;
  }
  const std::span<float const> plants = terrain.cell_layers.real(CellLayer::plants);
  const MaskFactor masks(terrain.masks, {"wind.speed", "slab_dunes.enabled", "slab_dunes.abrasion"});
  const std::optional<Exposures> exposures = look_at_cliffs(terrain, context.scheduler);
  const float most = kMostWorn * rule.height * static_cast<float>(kQuantaPerMetre);
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const bool layered = is_layered(terrain, y);
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y);
        const float open = (plants.empty() ? 1.0f : 1.0f - plants[cell]) * masks.at(cell);
        const float hollowed =
            layered ? hollow_out(terrain, *exposures, {x, y}, {rule, open * volume / toughness_[cell]}, context.ledger)
                    : 0.0f;
        const float bare = 1.0f - static_cast<float>(columns.sediment(cell)) / rule.sand_depth;
        if (!(bare > 0.0f)) continue;
        const float strikes = blows(terrain, rule, x, y) - hollowed;
        const float wanted = open * bare * softness[columns.ground_soil(cell)] * strikes / toughness_[cell];
        // Rounds up with the probability of the fraction, so that wear below one quantum per step still adds up.
        const auto words =
            random_words(context.seed, context.step, RandomStream::sand_blasting, static_cast<std::uint32_t>(cell));
        const auto amount = static_cast<Quanta>(std::min(wanted, most) + to_unit(words[0]));
        if (amount > 0) columns.abrade(cell, amount, terrain.soils, context.ledger);
      }
    }
  });
}

std::optional<Exposures> SandBlasting::look_at_cliffs(Terrain& terrain, Scheduler const& scheduler) {
  if (!is_layered(terrain)) return std::nullopt;
  terrain.notches.expect_blasting(terrain.grid);
  return std::make_optional<Exposures>(terrain, scheduler);
}

float SandBlasting::hollow_out(Terrain& terrain, Exposures const& exposures, glm::ivec2 at, FaceWear const& wear,
                               Ledger& ledger) {
  const std::size_t cell = terrain.grid.index(at.x, at.y);
  if (!(exposures.of(at.x, at.y).faces > 0.0)) {
    terrain.notches.forget(cell);
    return 0.0f;
  }
  float strikes = 0.0f, rise = 0.0f;
  for (Ray const& ray : fan_) {
    const Upwind behind = upwind(terrain, ray.way, at.x, at.y);
    if (behind.rise > 0.0f) strikes += ray.share * face_blows(behind, 1.0f / wear.rule.height);
    rise = std::max(rise, behind.rise);
  }
  const Quanta foot = terrain.columns.elevation(cell) - to_quanta(static_cast<double>(rise));
  if (!(strikes > 0.0f) || solid_layers(terrain.columns, cell, foot) < 2) return 0.0f;
  const Quanta hit = std::min(exposures.base(cell) - foot, to_quanta(static_cast<double>(kReach * wear.rule.height)));
  const float worn = wear.volume / wear.rule.rock_hardness * strikes / static_cast<float>(hit);  // in cell widths
  const double width = static_cast<double>(terrain.grid.cell_size);
  terrain.notches.blast(cell, width * static_cast<double>(std::min(worn, kMostWorn)));
  terrain.notches.let_fall(terrain, cell, {.foot = foot, .reach = foot + hit}, ledger);
  return strikes;
}

/// Sand that strikes a cell, in quanta of sand that flew past.
float SandBlasting::blows(Terrain const& terrain, BlastRule const& rule, int x, int y) const {
  const std::size_t cell = terrain.grid.index(x, y);
  const float per_metre = 1.0f / rule.height;
  const float level = kLevel * terrain.grid.cell_size * per_metre;
  const float top = math::decay(above_[cell] * per_metre);  // fraction of the layer that flies higher
  float sum = 0.0f;
  for (Ray const& ray : fan_) {
    const Upwind behind = upwind(terrain, ray.way, x, y);
    if (behind.rise > 0.0f) {
      sum += ray.share * (face_blows(behind, per_metre) + stream_[cell] * level * top);
    } else {
      const float falls = behind.rise * behind.per_cell * per_metre;
      sum += ray.share * stream_[cell] * std::max(level + falls, 0.0f) * top;
    }
  }
  return sum;
}

float SandBlasting::face_blows(Upwind const& behind, float per_metre) {
  const float foot = math::decay(behind.above * per_metre);
  const float brink = math::decay((behind.above + behind.rise) * per_metre);
  return behind.stream * behind.per_cell * (foot - brink);
}

SandBlasting::Upwind SandBlasting::upwind(Terrain const& terrain, glm::vec2 way, int x, int y) const {
  Grid const& grid = terrain.grid;
  const int behind_x = grid.resolve_x(x + (way.x > 0.0f ? -1 : 1));
  const int behind_y = grid.resolve_y(y + (way.y > 0.0f ? -1 : 1));
  const float u = std::abs(way.x), v = std::abs(way.y);
  const float along = std::max(u, v), slant = std::min(u, v) / along;
  // The land before this step's wear, which may raise it.
  const Quanta here = upside_down_[grid.index(x, y)];
  Upwind found{.per_cell = along};
  const auto add = [&](std::size_t at, float share) {
    found.rise += share * static_cast<float>(upside_down_[at] - here) * kMetresPerQuantum;
    found.above += share * above_[at];
    found.stream += share * stream_[at];
  };
  add(u > v ? grid.index(behind_x, y) : grid.index(x, behind_y), 1.0f - slant);
  add(grid.index(behind_x, behind_y), slant);
  return found;
}

void SandBlasting::find_floor(Terrain const& terrain, StepContext const& context) {
  const glm::vec2 wind = context.wind.direction();
  const glm::vec2 aside = kFanSine * glm::vec2(-wind.y, wind.x);
  fan_ = {{{wind, kMiddle}, {kFanCosine * wind + aside, kSide}, {kFanCosine * wind - aside, kSide}}};
  // With the land turned upside down, hollows cast wakes as summits do; the depth of these wakes is the height above
  // the floor.
  const std::span<Quanta const> elevation = terrain.columns.elevations();
  upside_down_.resize(elevation.size());
  std::transform(elevation.begin(), elevation.end(), upside_down_.begin(), [](Quanta z) { return ~z; });
  above_.assign(elevation.size(), 0.0f);
  ray_above_.resize(elevation.size());
  for (Ray const& ray : fan_) {
    sweep_shadow(terrain.grid, upside_down_, {ray.way, kClimb, kClimb}, context.scheduler, {.bubble = ray_above_});
    std::transform(above_.begin(), above_.end(), ray_above_.begin(), above_.begin(),
                   [](float a, float b) { return std::max(a, b); });
  }
}

void SandBlasting::vary_hardness(Grid const& grid, std::uint64_t seed, BlastRule const& rule,
                                 Scheduler const& scheduler) {
  const bool known = toughness_.size() == grid.cells();
  if (known && seed_ == seed && variation_ == rule.variation && patch_ == rule.patch) return;
  seed_ = seed;
  variation_ = rule.variation;
  patch_ = rule.patch;
  toughness_.resize(grid.cells());
  const float cells = std::max(rule.patch / grid.cell_size, 1.0f);
  const Lattice columns(grid.width, cells, grid.periodic()), rows(grid.height, cells, grid.periodic());
  const auto corner = [&](std::uint32_t x, std::uint32_t y) {
    return to_signed_unit(random_words(seed, 0, RandomStream::sand_blasting, (y << 16) | x, 1)[0]);
  };
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const Between v(rows, y);
      for (int x = 0; x < grid.width; ++x) {
        const Between u(columns, x);
        const float south = (1.0f - u.weight) * corner(u.low, v.low) + u.weight * corner(u.high, v.low);
        const float north = (1.0f - u.weight) * corner(u.low, v.high) + u.weight * corner(u.high, v.high);
        toughness_[grid.index(x, y)] = 1.0f + rule.variation * ((1.0f - v.weight) * south + v.weight * north);
      }
    }
  });
}

}  // namespace barchan
