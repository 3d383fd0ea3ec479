#include "processes/water_particles/channels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "processes/water_particles/rule.hpp"

namespace barchan::water {

namespace {

constexpr int kRowGrain = 8;
constexpr int kWidest = 64;      ///< cells to either side that are searched for the banks
constexpr float kReach = 0.75f;  ///< widths to either side that belong to a section
constexpr int kAtLeast = 2;      ///< cells to either side that always belong to it

/// Finds cells along straight lines over the land.
struct GridLines {
  Grid const& grid;

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  /// The cell displaced by (east, north) cells from (x, y).
  std::size_t cell(int x, int y, float east, float north) const {
    const int to_x = x + static_cast<int>(std::lround(east));
    const int to_y = y + static_cast<int>(std::lround(north));
    if (!grid.periodic() && !grid.contains(to_x, to_y)) return kNowhere;
    return grid.index(grid.resolve_x(to_x), grid.resolve_y(to_y));
  }
};

/// Flow through a section, summed over its cells, with its moment and direction.
struct Sum {
  float flow = 0.0f, moment = 0.0f, x = 0.0f, y = 0.0f;
  double bed = 0.0;
};

/// Input of the survey of a section.
struct SurveyInput {
  float per_root;
  GridLines lines;
  Flow const* flow;
  Quanta const* elevation;
};

/// Returns the section through a cell.
Section across(SurveyInput const& input, int x, int y) {
  GridLines const& lines = input.lines;
  const float cell_size = lines.grid.cell_size;
  const std::size_t here = lines.grid.index(x, y);
  Flow const& own = input.flow[here];
  const float strength = std::sqrt(own.x * own.x + own.y * own.y);
  const float east = own.x / strength, north = own.y / strength;
  Sum sum;
  const auto add = [&](std::size_t cell, float distance) {
    Flow const& f = input.flow[cell];
    const float along = std::max(f.x * east + f.y * north, 0.0f);
    sum.flow += along;
    sum.moment += along * distance;
    sum.x += f.x;
    sum.y += f.y;
    sum.bed += static_cast<double>(along) * input.elevation[cell];
  };
  add(here, 0.0f);
  const auto width = [&] { return river_width(input.per_root, sum.flow); };
  for (int k = 1; k <= kWidest; ++k) {
    const auto distance = static_cast<float>(k);
    if (k > kAtLeast && distance * cell_size > kReach * width()) break;
    for (const float side : {distance, -distance}) {
      const std::size_t cell = lines.cell(x, y, -north * side, east * side);
      if (cell != GridLines::kNowhere) add(cell, side);
    }
  }
  if (width() < cell_size) return {};
  const float length = std::max(std::sqrt(sum.x * sum.x + sum.y * sum.y), 1e-30f);
  return {.width = width(),
          .offset = -sum.moment / sum.flow * cell_size,
          .along_x = sum.x / length,
          .along_y = sum.y / length,
          .bed = static_cast<Quanta>(sum.bed / static_cast<double>(sum.flow))};
}

}  // namespace

void Channels::clear() {
  sections_.clear();
  rows_.clear();
}

void Channels::survey(float per_root, Grid const& grid, Streams const& streams, Quanta const* elevation,
                      Scheduler const& scheduler) {
  const float least = grid.cell_size / std::max(per_root, 1e-6f);
  const float weakest = 0.25f * least * least * least * least;  // square of half the discharge that fills a cell
  const auto strong = [weakest](float square) { return square >= weakest; };
  const std::span<float const> strongest = streams.strongest();
  if (per_root <= 0.0f || std::ranges::none_of(strongest, strong)) return clear();
  sections_.resize(grid.cells());
  rows_.resize(strongest.size());
  const GridLines lines{grid};
  const SurveyInput input{per_root, lines, streams.flow(), elevation};
  const auto for_rows = [&](auto visit) {
    scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
      for (int y = first; y < last; ++y) visit(y, rows_[static_cast<std::size_t>(y)]);
    });
  };
  for_rows([&](int y, std::uint8_t& used) {
    const bool wide = strong(strongest[static_cast<std::size_t>(y)]);
    if (!wide && used == 0) return;
    used = wide ? 1 : 0;
    for (int x = 0; x < grid.width; ++x) {
      Flow const& f = input.flow[grid.index(x, y)];
      sections_[grid.index(x, y)] = strong(f.x * f.x + f.y * f.y) ? across(input, x, y) : Section{};
    }
  });
  // Curvature within half a width and slope within one width, upstream and downstream of a cell.
  const auto follow = [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    Section& section = sections_[cell];
    if (section.width == 0.0f) return;
    const auto between = [&](float widths, auto measure) {
      const float way = std::max(widths * section.width / grid.cell_size, 1.0f);
      const std::size_t up = lines.cell(x, y, -section.along_x * way, -section.along_y * way);
      const std::size_t down = lines.cell(x, y, section.along_x * way, section.along_y * way);
      const bool starts = up == GridLines::kNowhere || sections_[up].width == 0.0f;
      const bool ends = down == GridLines::kNowhere || sections_[down].width == 0.0f;
      if (starts && ends) return 0.0f;
      const float distance = way * grid.cell_size * (starts || ends ? 1.0f : 2.0f);
      return measure(sections_[starts ? cell : up], sections_[ends ? cell : down]) / distance;
    };
    section.curvature = between(0.5f, [](Section const& before, Section const& after) {
      return before.along_x * after.along_y - before.along_y * after.along_x;
    });
    const float way = section.width / grid.cell_size;
    section.leaves = lines.cell(x, y, section.along_x * way, section.along_y * way) == GridLines::kNowhere;
    section.slope = between(1.0f, [](Section const& before, Section const& after) {
      return static_cast<float>(std::int64_t{before.bed} - after.bed) * kMetresPerQuantum;
    });
  };
  for_rows([&](int y, std::uint8_t used) {
    for (int x = 0; x < grid.width && used != 0; ++x) follow(x, y);
  });
}

}  // namespace barchan::water
