#include "sim/cascade.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "sim/cascade_kernel.hpp"

namespace barchan {

namespace {

constexpr std::array<ParameterRow, 2> kRows{{
    {.key = "roughness",
     .label = "Roughness",
     .unit = "m/m",
     .help = "Slope at which sand comes to rest, as rise over run. Higher: steeper slip faces and taller dunes.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, roughness),
     .minimum = 0.2,
     .maximum = 1.2,
     .default_value = 0.65},
    {.key = "settling",
     .label = "Settling",
     .unit = "m2/s",
     .help = "How fast sand that stands too steep runs down. Higher: slumps faster, cleaner slip faces.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, settling),
     .minimum = 0.01,
     .maximum = 10.0,
     .default_value = 2.0,
     .logarithmic = true},
}};
static_assert(sizeof(CascadeParameters) == kRows.size() * 4, "every cascade parameter has its row");

constexpr int kSegment = Columns::kSegment;
static_assert(static_cast<std::size_t>(kSegment) == kernel::kCascadeSegment);
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
  return {.limit_axis = limit,
          .limit_diagonal = limit * kDiagonal,
          .share_axis = share,
          .share_south = south,
          .share_south_diagonal = 0.5f * south,
          .share_north = north,
          .share_north_diagonal = 0.5f * north,
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

/// Splits a run of segments into those at the ends of the row, one by one, and the whole ones between.
template <class Visit>
void for_parts(Grid const& grid, int segments, int first, int last, Visit visit) {
  const int inner_first = std::max(first, 1);
  // The last segment that has a whole segment and a cell beyond it in the row.
  const int inner_last = std::max(std::min({last, segments - 1, (grid.width - 1) / kSegment}), inner_first);
  if (first == 0) visit(0, 1, true);
  if (inner_last > inner_first) visit(inner_first, inner_last, false);
  for (int s = inner_last; s < last; ++s) visit(s, s + 1, true);
}

template <class T>
kernel::RowTriple<T> moved_by(kernel::RowTriple<T> rows, int x) {
  return {rows.south + x, rows.row + x, rows.north + x};
}

/// A segment at the end of a row, copied out with its neighbours left and right: wrapped, or walls that nothing passes.
template <class T>
class EndTile {
 public:
  int count;  ///< cells of the segment that exist

  EndTile(Grid const& grid, kernel::RowTriple<T> rows, int x) : count(std::min(kSegment, grid.width - x)) {
    const std::array<T const*, 3> from{rows.south, rows.row, rows.north};
    for (std::size_t r = 0; r < 3; ++r) {
      std::fill(cells_[r].begin(), cells_[r].end(), from[r][x + count - 1]);
      std::copy_n(from[r] + x, count, cells_[r].begin() + 1);
      const auto end = static_cast<std::size_t>(count) + 1;
      if (x > 0) {
        cells_[r][0] = from[r][x - 1];
      } else if (grid.periodic()) {
        cells_[r][0] = from[r][grid.width - 1];
      }
      if (x + count < grid.width) {
        cells_[r][end] = from[r][x + count];
      } else if (grid.periodic()) {
        cells_[r][end] = from[r][0];
      }
    }
    if (!grid.periodic() && x == 0) build_wall(0, 1);
    if (!grid.periodic() && x + count == grid.width)
      build_wall(static_cast<std::size_t>(count) + 1, static_cast<std::size_t>(count));
  }
  kernel::RowTriple<T> rows() const { return {cells_[0].data() + 1, cells_[1].data() + 1, cells_[2].data() + 1}; }

 private:
  /// A wall stands as high as the highest cell beside it, so nothing runs into it, and grants nothing.
  void build_wall(std::size_t wall, std::size_t beside) {
    const T top = std::is_integral_v<T> ? std::max({cells_[0][beside], cells_[1][beside], cells_[2][beside]}) : T{0};
    for (auto& row : cells_) row[wall] = top;
  }
  std::array<std::array<T, static_cast<std::size_t>(kSegment) + 2>, 3> cells_;
};

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

namespace {

/// Sweeps into which a diffusivity is cut, and the share of each.
struct SweepPlan {
  int sweeps;
  float share;
};

SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt) {
  const float wanted = diffusivity * dt / (grid.cell_size * grid.cell_size);
  const int sweeps = std::clamp(static_cast<int>(std::ceil(wanted / Cascade::kStableShare)), 1, Cascade::kMostSweeps);
  return {sweeps, std::min(wanted / static_cast<float>(sweeps), Cascade::kStableShare)};
}

/// Golden-ratio sequence over sweeps: amounts below one quantum are neither lost nor favoured.
float dither_of(std::uint64_t step, int sweep) {
  const auto turn =
      static_cast<std::uint32_t>(step * Cascade::kMostSweeps + static_cast<std::uint64_t>(sweep)) * 2654435769u;
  return static_cast<float>(static_cast<std::int32_t>(turn >> 8)) * (1.0f / 16777216.0f);
}

}  // namespace

void Cascade::relax(Terrain& terrain, float settling, float dt, std::uint64_t step, Scheduler const& scheduler) {
  const SweepPlan plan = plan_sweeps(terrain.grid, settling, dt);
  for (int i = 0; i < plan.sweeps; ++i) {
    sweep(terrain, terrain.soils[kSand].repose_slope, plan.share, dither_of(step, i), scheduler);
  }
}

void Cascade::creep(Terrain& terrain, float diffusivity, float dt, std::uint64_t step, Scheduler const& scheduler) {
  const SweepPlan plan = plan_sweeps(terrain.grid, diffusivity, dt);
  for (int i = 0; i < plan.sweeps; ++i) {
    terrain.columns.disturb_all();
    sweep(terrain, 0.0f, plan.share, dither_of(step, i), scheduler);
  }
}

void Cascade::sweep(Terrain& terrain, float repose, float share, float dither, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const int segments = columns.segments_per_row();
  const auto per_row = static_cast<std::size_t>(segments);
  const Quanta* const elevation = columns.elevations().data();
  const Quanta* const loose = columns.loose_thicknesses().data();

  dilate(grid, segments, columns.disturbed(), candidate_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      std::fill_n(donor_.begin() + static_cast<std::ptrdiff_t>(base), segments, std::uint8_t{0});
      const Neighbourhood rows = neighbourhood(grid, y);
      const kernel::CascadeRule rule = rule_of(grid, repose, share, dither, rows);
      const auto heights = triple(elevation, rows);
      float* const grants = grant_.data() + rows.row;
      for_runs(candidate_.data() + base, segments, [&](int s0, int s1) {
        for_parts(grid, segments, s0, s1, [&](int part0, int part1, bool end) {
          const int x = part0 * kSegment;
          std::uint8_t* const marks = donor_.data() + base + part0;
          if (end) {
            const EndTile<Quanta> tile(grid, heights, x);
            std::array<Quanta, kSegment> sand{};
            std::array<float, kSegment> out;
            std::copy_n(loose + rows.row + x, tile.count, sand.begin());
            kernel::cascade_grants(rule, tile.rows(), sand.data(), out.data(), 1, marks);
            std::copy_n(out.begin(), tile.count, grants + x);
          } else {
            kernel::cascade_grants(rule, moved_by(heights, x), loose + rows.row + x, grants + x,
                                   static_cast<std::size_t>(part1 - part0), marks);
          }
        });
      });
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
      // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
      for_runs(receiver_.data() + base, segments, [&](int s0, int s1) {
        for_parts(grid, segments, s0, s1, [&](int part0, int part1, bool end) {
          const int x = part0 * kSegment;
          std::uint8_t* const marks = donor_.data() + base + part0;
          if (end) {
            const EndTile<Quanta> tile(grid, heights, x);
            const EndTile<float> grant_tile(grid, grants, x);
            std::array<Quanta, kSegment> out;
            kernel::cascade_changes(rule, tile.rows(), grant_tile.rows(), out.data(), 1, marks);
            std::copy_n(out.begin(), tile.count, change + x);
          } else {
            kernel::cascade_changes(rule, moved_by(heights, x), moved_by(grants, x), change + x,
                                    static_cast<std::size_t>(part1 - part0), marks);
          }
        });
      });
    }
  });

  scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      std::uint8_t const* const marks = receiver_.data() + static_cast<std::size_t>(y) * per_row;
      for_runs(marks, segments, [&](int s0, int s1) {
        const std::size_t begin = grid.index(s0 * kSegment, y);
        const std::size_t end = grid.index(std::min(s1 * kSegment, grid.width), y);
        columns.exchange(begin, std::span(change_).subspan(begin, end - begin));
      });
    }
  });
  columns.set_disturbed(donor_);
}

}  // namespace barchan
