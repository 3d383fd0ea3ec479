#include "eddies/eddy.hpp"

#include <algorithm>
#include <cmath>

#include "base/add_shared.hpp"
#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32, kSourceGrain = 256;
constexpr float kBeltEnd = 2.0f;   // face heights from the foot
constexpr float kAsideEnd = 0.9f;  // same for sand that is thrown along a face
/// Face heights from the foot within which all sand is thrown back: slightly more than the 0.4 that stay bare, to allow
/// for sand that slides down the dune before the next step.
constexpr float kStripEnd = 0.45f;
constexpr float kStrongest = 1.0f, kWeakest = 0.1f;         // rates at the two ends of the belt, 1 / hop
constexpr float kScour = 0.6f;                              // depth of scour, in heights of the face above the dune
constexpr float kOverBegins = 0.72f, kOverAll = 0.52f;      // fractions of the face that rise above the dune
constexpr float kFacesNoMore = 0.35f, kFacesWholly = 0.8f;  // cosines of the wind's angle to the face
constexpr std::uint32_t kThrowDraw = 1u << 24;
/// Most that is thrown from a cell in one step, quanta: 32 m. The change of a cell stays within the range of a Quanta
/// even if the sand of 255 cells lands in it.
constexpr Quanta kMostThrown = 32 * kQuantaPerMetre;

float ramp(float from, float to, float at) { return std::clamp((at - from) / (to - from), 0.0f, 1.0f); }

/// Sign of the move along an axis.
int sign_of(float component) { return static_cast<int>(component > 1e-6f) - static_cast<int>(component < -1e-6f); }

float metres(Quanta amount) { return static_cast<float>(amount) * kMetresPerQuantum; }

/// Rise of the surface from one cell to another, m.
float rise_between(Columns const& columns, std::size_t from, std::size_t to) {
  return static_cast<float>(QuantaSum{columns.elevation(to)} - columns.elevation(from)) * kMetresPerQuantum;
}

}  // namespace

bool ReverseEddy::renew(Terrain const& terrain, StepContext const& context, EddyRule const& rule) {
  prepare();
  rule_ = rule;
  if (!steep_ground_.look(terrain, kSteep, context.scheduler)) return false;
  Grid const& grid = terrain.grid;
  faces_.renew(terrain, context.wind.direction(),
               {.slope = kSteep, .reach = kBeltEnd * rule.tallest, .tallest = 4.0f * rule.tallest}, context.scheduler);
  belt_.assign(grid.cells(), 0.0f);
  foot_.resize(grid.cells());
  const int ranges = (grid.height + kRowGrain - 1) / kRowGrain;
  std::vector<std::vector<Source>> found(static_cast<std::size_t>(ranges));
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Source>& sources = found[static_cast<std::size_t>(first / kRowGrain)];
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y);
        const float step = step_ahead(terrain, context.wind, {x, y});
        foot_[cell] = step > 0.0f ? 1 : 0;
        if (step <= 0.0f && faces_.distance[cell] >= FacesAhead::kNone) continue;
        if (const auto source = survey(terrain, context.wind, {x, y}, step)) sources.push_back(*source);
      }
    }
  });
  for (auto const& sources : found) strip_.insert(strip_.end(), sources.begin(), sources.end());
  return true;
}

float ReverseEddy::step_ahead(Terrain const& terrain, WindField const& wind, glm::ivec2 at) const {
  Grid const& grid = terrain.grid;
  const std::size_t cell = grid.index(at.x, at.y);
  const glm::vec2 local = wind.direction(cell);
  const int east = sign_of(local.x), north = sign_of(local.y);
  const int x = grid.resolve_x(at.x + east), y = grid.resolve_y(at.y + north);
  float rise = 0.0f;
  const auto look = [&](std::size_t to, float length) {
    const float step = rise_between(terrain.columns, cell, to);
    if (step > kSteep * length * grid.cell_size && step >= rule_.least) rise = std::max(rise, step);
  };
  // If there is no neighbour, the cell itself takes its place, and the rise is 0.
  look(grid.index(x, at.y), 1.0f);
  look(grid.index(at.x, y), 1.0f);
  if (x != at.x && y != at.y) look(grid.index(x, y), 1.41421356f);
  return rise;
}

std::optional<ReverseEddy::Source> ReverseEddy::survey(Terrain const& terrain, WindField const& wind, glm::ivec2 at,
                                                       float step) {
  const std::size_t cell = terrain.grid.index(at.x, at.y);
  const glm::vec2 towards = wind.direction();
  const bool foot = step > 0.0f;
  const float distance = faces_.distance[cell];
  const float rise = std::min(faces_.rise[cell], rule_.tallest);
  const float free = std::min(faces_.rise[cell] - wind.bubble()[cell], rule_.tallest);
  const bool ahead = distance < FacesAhead::kNone && rise >= rule_.least;
  if (!ahead && !foot) return std::nullopt;
  const glm::vec2 normal = ahead ? faces_.normal(cell) : outward_normal(terrain, at);
  const float facing = -(towards.x * normal.x + towards.y * normal.y);
  const float strength = ahead ? ramp(kFacesNoMore, kFacesWholly, facing) : 0.0f;
  // The height is measured from the base or from the depth to which the eddy digs, whichever is higher.
  const float whole = std::min(faces_.rise[cell] + metres(terrain.columns.sediment(cell)), rule_.tallest);
  const float height = ahead ? std::max(std::min(whole, (1.0f + kScour) * free), 0.0f) : 0.0f;
  // Cells that reach into the strip belong to it.
  const float strip = strength > 0.0f ? kStripEnd * strength * height + 0.5f * terrain.grid.cell_size : 0.0f;
  if (!foot && distance > strip) {
    const float belt = kBeltEnd * strength * free;
    if (distance <= belt) {
      const float share = 1.0f - (distance - strip) / (belt - strip);
      belt_[cell] = kWeakest + (kStrongest - kWeakest) * share;
    }
    return std::nullopt;
  }
  const float size = std::min(std::max(height, step), rule_.tallest);
  const float from = ahead ? distance : 0.0f;
  const float depth = ahead ? std::max(strength * kScour * free - wind.bubble()[cell], 0.0f) : 0.0f;
  return Source{
      .cell = cell,
      .back = towards + 2.0f * std::max(facing, 0.0f) * normal,
      .nearest = std::max(kStripEnd * size - from, 0.0f),
      .farthest = std::max((kAsideEnd + (kBeltEnd - kAsideEnd) * facing * facing) * size - from, 0.0f),
      .over = ahead ? 1.0f - ramp(kOverAll, kOverBegins, free / rise) : 0.0f,
      .lowest = terrain.columns.elevation(cell) - static_cast<Quanta>(depth * static_cast<float>(kQuantaPerMetre))};
}

/// One load thrown over the surface.
struct ReverseEddy::Throw {
  Grid const& grid;
  Columns const& columns;
  glm::ivec2 from;
  glm::vec2 stride;  ///< cells, at most one along each axis
  float length;      ///< m per stride

  Throw(Terrain const& terrain, std::size_t cell, glm::vec2 way)
      : grid(terrain.grid),
        columns(terrain.columns),
        from(static_cast<int>(cell % static_cast<std::size_t>(terrain.grid.width)),
             static_cast<int>(cell / static_cast<std::size_t>(terrain.grid.width))) {
    const float larger = std::max({std::abs(way.x), std::abs(way.y), 1e-6f});
    stride = way / larger;
    length = std::sqrt(stride.x * stride.x + stride.y * stride.y) * grid.cell_size;
  }

  /// The cell after `number` strides; empty beyond an edge.
  std::optional<std::size_t> cell(int number) const {
    const auto n = static_cast<float>(number);
    const int x = from.x + static_cast<int>(std::floor(stride.x * n + 0.5f));
    const int y = from.y + static_cast<int>(std::floor(stride.y * n + 0.5f));
    if (!grid.periodic() && !grid.contains(x, y)) return std::nullopt;
    return grid.index(grid.resolve_x(x), grid.resolve_y(y));
  }
  bool steep(std::size_t here, std::size_t next) const { return rise_between(columns, here, next) > kSteep * length; }

  /// Cell in which sand lands that is thrown back by `distance` m. It lands earlier if the ground ahead is too steep.
  /// Empty: beyond an open edge.
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
  /// Cell in which sand lands that is thrown over the face: at most `climb` m to its top, then `distance` m. Empty:
  /// beyond an open edge.
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

void ReverseEddy::clear_strip(Terrain const& terrain, SoilId soil, StepContext const& context, std::span<Quanta> change,
                              Porch const& porch) const {
  context.scheduler.for_ranges(static_cast<int>(strip_.size()), kSourceGrain, [&](int first, int last) {
    QuantaSum out = 0;
    for (int i = first; i < last; ++i) {
      Source const& source = strip_[static_cast<std::size_t>(i)];
      if (terrain.columns.cover_soil(source.cell) != soil || porch.is_closed(source.cell)) continue;
      const Quanta dry = terrain.dry(source.cell, terrain.columns.available(source.cell));
      const QuantaSum above = QuantaSum{terrain.columns.elevation(source.cell)} - source.lowest;
      const auto amount = static_cast<Quanta>(std::clamp<QuantaSum>(above, 0, std::min(dry, kMostThrown)));
      if (amount <= 0) continue;
      const auto words =
          random_words(context.seed, context.step, rule_.stream, static_cast<std::uint32_t>(source.cell), kThrowDraw);
      const bool over = to_unit(words[0]) < source.over;
      // Farther throws are rarer, so that the side that faces the wind is the gentle one.
      const float u = to_unit(words[1]);
      const float distance = source.nearest + u * u * (source.farthest - source.nearest);
      const std::optional<std::size_t> target = over ? Throw(terrain, source.cell, context.wind.direction())
                                                           .over(rule_.tallest, to_unit(words[2]) * rule_.flight)
                                                     : Throw(terrain, source.cell, source.back).back(distance);
      add_shared(change, source.cell, -amount);
      if (target) {
        add_shared(change, porch.of(*target), amount);
      } else {
        out += amount;
      }
    }
    context.ledger.book_out(soil, out);
  });
}

}  // namespace barchan
