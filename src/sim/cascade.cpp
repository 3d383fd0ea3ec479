#include "sim/cascade.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "sim/cascade_kernel.hpp"

namespace barchan {

namespace {

constexpr std::array<ParameterRow, 2> kRows{{
    {.key = "roughness", .label = "Roughness", .unit = "m/m",
     .help = "Slope at which sand comes to rest, as rise over run. Higher: steeper slip faces and taller dunes.",
     .kind = ParameterKind::real, .offset = offsetof(CascadeParameters, roughness), .minimum = 0.2, .maximum = 1.2,
     .default_value = 0.65},
    {.key = "settling", .label = "Settling", .unit = "m2/s",
     .help = "How fast sand that stands too steep runs down. Higher: slumps faster, cleaner slip faces.",
     .kind = ParameterKind::real, .offset = offsetof(CascadeParameters, settling), .minimum = 0.01, .maximum = 10.0,
     .default_value = 2.5, .logarithmic = true},
}};
static_assert(sizeof(CascadeParameters) == kRows.size() * 4, "every cascade parameter has its row");

constexpr int kRowGrain = 16;
constexpr float kDiagonal = 1.41421356f;

/// Rows beside row `y`, wrapped; a missing one is the row itself, with no share.
struct Neighbourhood {
  std::size_t south, row, north;
  bool has_south, has_north;
};

Neighbourhood neighbourhood(Grid const& grid, int y) {
  const bool wrap = grid.periodic();
  const bool has_south = wrap || y > 0;
  const bool has_north = wrap || y + 1 < grid.height;
  return {grid.index(0, has_south ? grid.resolve_y(y - 1) : y), grid.index(0, y),
          grid.index(0, has_north ? grid.resolve_y(y + 1) : y), has_south, has_north};
}

kernel::CascadeRule rule_of(Grid const& grid, float repose, float share, float dither, Neighbourhood const& rows) {
  const float limit = repose * grid.cell_size * static_cast<float>(kQuantaPerMetre);
  const float south = rows.has_south ? share : 0.0f;
  const float north = rows.has_north ? share : 0.0f;
  return {.limit_axis = limit, .limit_diagonal = limit * kDiagonal, .share_axis = share, .share_south = south,
          .share_south_diagonal = 0.5f * south, .share_north = north, .share_north_diagonal = 0.5f * north,
          .dither = dither};
}

template <class T>
kernel::RowTriple<T> triple(T const* data, Neighbourhood const& rows) {
  return {data + rows.south, data + rows.row, data + rows.north};
}

/// Marks every segment that is marked in `from` or touches one that is, across periodic edges too.
void dilate(Grid const& grid, int segments, std::span<std::uint8_t const> from, std::vector<std::uint8_t>& to,
            Scheduler const& scheduler) {
  const auto n = static_cast<std::size_t>(segments);
  scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const auto row = [&](int wanted) { return from.data() + static_cast<std::size_t>(grid.resolve_y(wanted)) * n; };
      std::uint8_t const* const south = row(y - 1);
      std::uint8_t const* const here = row(y);
      std::uint8_t const* const north = row(y + 1);
      std::uint8_t* const out = to.data() + static_cast<std::size_t>(y) * n;
      const auto column = [&](std::size_t s) { return static_cast<std::uint8_t>(south[s] | here[s] | north[s]); };
      std::uint8_t before = grid.periodic() ? column(n - 1) : std::uint8_t{0};
      std::uint8_t now = column(0);
      for (std::size_t s = 0; s < n; ++s) {
        const std::uint8_t next = s + 1 < n ? column(s + 1) : (grid.periodic() ? column(0) : std::uint8_t{0});
        out[s] = static_cast<std::uint8_t>(before | now | next);
        before = now;
        now = next;
      }
    }
  });
}

/// Calls `visit(first segment, last segment)` for the runs of marked segments of one row.
template <class Visit>
void for_runs(std::uint8_t const* marks, int count, Visit visit) {
  for (int s = 0; s < count;) {
    if (marks[s] == 0) {
      ++s;
      continue;
    }
    int end = s + 1;
    while (end < count && marks[end] != 0) ++end;
    visit(s, end);
    s = end;
  }
}

}  // namespace

std::span<ParameterRow const> cascade_parameter_rows() { return kRows; }

void Cascade::prepare(Terrain const& terrain) {
  const std::size_t segments = terrain.columns.disturbed().size();
  grant_.assign(terrain.grid.cells(), 0.0f);
  change_.assign(terrain.grid.cells(), 0);
  candidate_.assign(segments, 0);
  donor_.assign(segments, 0);
  receiver_.assign(segments, 0);
}

void Cascade::relax(Terrain& terrain, float settling, float dt, std::uint64_t step, Scheduler const& scheduler) {
  const float wanted = settling * dt / (terrain.grid.cell_size * terrain.grid.cell_size);
  const int sweeps = std::clamp(static_cast<int>(std::ceil(wanted / kStableShare)), 1, kMostSweeps);
  const float share = std::min(wanted / static_cast<float>(sweeps), kStableShare);
  for (int i = 0; i < sweeps; ++i) {
    // Golden-ratio sequence over sweeps: amounts below one quantum are neither lost nor favoured.
    const auto turn = static_cast<std::uint32_t>(step * kMostSweeps + static_cast<std::uint64_t>(i)) * 2654435769u;
    sweep(terrain, share, static_cast<float>(static_cast<std::int32_t>(turn >> 8)) * (1.0f / 16777216.0f), scheduler);
  }
}

void Cascade::sweep(Terrain& terrain, float share, float dither, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const int segments = columns.segments_per_row();
  const auto per_row = static_cast<std::size_t>(segments);
  const float repose = terrain.soils[kSand].repose_slope;
  const int width = grid.width;
  const int west = grid.periodic() ? width - 1 : -1;  // column left of column 0
  const int east = grid.periodic() ? 0 : -1;          // column right of the last one
  const Quanta* const elevation = columns.elevations().data();
  const Quanta* const loose = columns.loose_thicknesses().data();

  // Splits the cells of segments [s0, s1) into those with both neighbours in their row and the ends.
  const auto inner_range = [&](int s0, int s1) {
    const int first = std::max(s0 * Columns::kSegment, 1);
    const int last = std::min(s1 * Columns::kSegment, width - 1);
    return std::pair{static_cast<std::size_t>(first), static_cast<std::size_t>(std::max(first, last))};
  };

  dilate(grid, segments, columns.disturbed(), candidate_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      std::fill_n(donor_.begin() + static_cast<std::ptrdiff_t>(base), segments, std::uint8_t{0});
      const Neighbourhood rows = neighbourhood(grid, y);
      const kernel::CascadeRule rule = rule_of(grid, repose, share, dither, rows);
      const auto heights = triple(elevation, rows);
      for (int s = 0; s < segments; ++s) {
        if (candidate_[base + static_cast<std::size_t>(s)] == 0) continue;
        const auto [begin, end] = inner_range(s, s + 1);
        bool donor = kernel::cascade_grants(rule, heights, loose + rows.row, grant_.data() + rows.row, begin, end);
        if (s == 0) {
          donor |= kernel::cascade_grant_at_end(rule, heights, loose + rows.row, grant_.data() + rows.row, 0, west,
                                                width > 1 ? 1 : east);
        }
        if (s == segments - 1 && width > 1) {
          donor |= kernel::cascade_grant_at_end(rule, heights, loose + rows.row, grant_.data() + rows.row, width - 1,
                                                width - 2, east);
        }
        donor_[base + static_cast<std::size_t>(s)] = donor ? 1 : 0;
      }
    }
  });

  dilate(grid, segments, donor_, receiver_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      const Neighbourhood rows = neighbourhood(grid, y);
      const kernel::CascadeRule rule = rule_of(grid, repose, share, dither, rows);
      const auto heights = triple(elevation, rows);
      const auto grants = triple(static_cast<float const*>(grant_.data()), rows);
      Quanta* const change = change_.data() + rows.row;
      for (int s = 0; s < segments; ++s) {
        if (receiver_[base + static_cast<std::size_t>(s)] == 0) continue;
        const auto [begin, end] = inner_range(s, s + 1);
        bool moved = kernel::cascade_changes(rule, heights, grants, change, begin, end);
        if (s == 0) {
          moved |= kernel::cascade_change_at_end(rule, heights, grants, change, 0, west, width > 1 ? 1 : east);
        }
        if (s == segments - 1 && width > 1) {
          moved |= kernel::cascade_change_at_end(rule, heights, grants, change, width - 1, width - 2, east);
        }
        // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
        if (moved) donor_[base + static_cast<std::size_t>(s)] = 1;
      }
    }
  });

  scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      std::uint8_t const* const marks = receiver_.data() + static_cast<std::size_t>(y) * per_row;
      for_runs(marks, segments, [&](int s0, int s1) {
        const std::size_t begin = grid.index(s0 * Columns::kSegment, y);
        const std::size_t end = grid.index(std::min(s1 * Columns::kSegment, width), y);
        columns.exchange(begin, std::span(change_).subspan(begin, end - begin));
      });
    }
  });
  columns.set_disturbed(donor_);
}

}  // namespace barchan
