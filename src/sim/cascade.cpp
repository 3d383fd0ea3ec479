#include "sim/cascade.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
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
constexpr int kRowGrain = 32;
constexpr float kDiagonal = 1.41421356f;

kernel::CascadeRule rule_of(Grid const& grid, int y, float repose, float share, float dither) {
  const float limit = repose * grid.cell_size * static_cast<float>(kQuantaPerMetre);
  const float south = grid.periodic() || y > 0 ? share : 0.0f;
  const float north = grid.periodic() || y + 1 < grid.height ? share : 0.0f;
  return {.limit_axis = limit,
          .limit_diagonal = limit * kDiagonal,
          .share_axis = share,
          .share_south = south,
          .share_south_diagonal = 0.5f * south,
          .share_north = north,
          .share_north_diagonal = 0.5f * north,
          .dither = dither};
}

/// Rows of a grid copied out one by one, with margins on both sides: wrapped, or walls that nothing passes.
template <class T>
class RowWindow {
 public:
  RowWindow(Grid const& grid, T const* cells, int rows)
      : grid_(grid), cells_(cells), stride_(row_stride(grid)), rows_(stride_ * static_cast<std::size_t>(rows)) {}

  /// Copies row `y` of the grid (wrapped, or the nearest) in.
  void fetch(int y) {
    const int from = grid_.resolve_y(y);
    T const* const source = row_of(from);
    T* const to = at(y);
    const auto width = static_cast<std::size_t>(grid_.width);
    std::copy_n(source, width, to);
    const bool wrap = grid_.periodic();
    to[-1] = wrap ? source[width - 1] : wall(from, 0);
    // What lies beyond the neighbour of the last cell moves nothing: it is level.
    std::fill(to + width, to + stride_ - kSegment, wrap ? source[0] : wall(from, grid_.width - 1));
  }
  T const* row(int y) const { return const_cast<RowWindow*>(this)->at(y); }

  static std::size_t row_stride(Grid const& grid) {
    return static_cast<std::size_t>((grid.width + kSegment - 1) / kSegment * kSegment + 2 * kSegment);
  }

 private:
  T const* row_of(int y) const { return cells_ + grid_.index(0, grid_.resolve_y(y)); }
  /// Rows take turns in the window.
  T* at(int y) {
    const auto slots = rows_.size() / stride_;
    return rows_.data() + (static_cast<std::size_t>(y) + slots) % slots * stride_ + kSegment;
  }
  /// A wall stands as high as the highest cell beside it, so nothing runs into it, and grants nothing.
  T wall(int y, int x) const {
    if constexpr (std::is_integral_v<T>) {
      return std::max({row_of(y - 1)[x], row_of(y)[x], row_of(y + 1)[x]});
    } else {
      return T{0};
    }
  }

  Grid const& grid_;
  T const* cells_;
  std::size_t stride_;
  std::vector<T> rows_;
};

/// The flows of one row, with margins.
class FlowRow {
 public:
  explicit FlowRow(Grid const& grid)
      : stride_(RowWindow<Quanta>::row_stride(grid)),
        width_(static_cast<std::size_t>(grid.width)),
        flows_(4 * stride_) {}

  kernel::EdgeFlows from(int x) {
    Quanta* const first = flows_.data() + kSegment + x;
    return {first, first + stride_, first + 2 * stride_, first + 3 * stride_};
  }
  void clear() {
    if (!empty_) std::fill(flows_.begin(), flows_.end(), 0);
    empty_ = true;
  }
  void fill() { empty_ = false; }
  /// What crosses the ends of a periodic row is seen from both of them.
  void wrap() {
    const kernel::EdgeFlows flows = from(0);
    flows.east[-1] = flows.east[width_ - 1];
    flows.north_east[-1] = flows.north_east[width_ - 1];
    flows.north_west[width_] = flows.north_west[0];
  }

 private:
  std::size_t stride_, width_;
  std::vector<Quanta> flows_;
  bool empty_ = true;
};

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
    RowWindow<Quanta> heights(grid, elevation, 3);
    heights.fetch(first - 1);
    heights.fetch(first);
    for (int y = first; y < last; ++y) {
      heights.fetch(y + 1);
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      std::fill_n(donor_.begin() + static_cast<std::ptrdiff_t>(base), segments, std::uint8_t{0});
      const kernel::CascadeRule rule = rule_of(grid, y, repose, share, dither);
      for_runs(candidate_.data() + base, segments, [&](int s0, int s1) {
        const int whole = std::min(s1, grid.width / kSegment);
        const auto grant = [&](int s, int count, Quanta const* sand, float* out) {
          const int x = s * kSegment;
          const kernel::RowTriple<Quanta> rows{heights.row(y - 1) + x, heights.row(y) + x, heights.row(y + 1) + x};
          kernel::cascade_grants(rule, rows, sand, out, static_cast<std::size_t>(count), donor_.data() + base + s);
        };
        const std::size_t start = grid.index(s0 * kSegment, y);
        if (whole > s0) grant(s0, whole - s0, loose + start, grant_.data() + start);
        if (whole < s1) {  // the last segment, cut by the end of the row
          const std::size_t cell = grid.index(whole * kSegment, y);
          const int count = grid.width - whole * kSegment;
          std::array<Quanta, kSegment> sand{};
          std::array<float, kSegment> out;
          std::copy_n(loose + cell, count, sand.begin());
          grant(whole, 1, sand.data(), out.data());
          std::copy_n(out.begin(), count, grant_.data() + cell);
        }
      });
    }
  });

  dilate(grid, segments, donor_, receiver_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow<Quanta> heights(grid, elevation, 2);
    RowWindow<float> grants(grid, grant_.data(), 2);
    FlowRow south(grid), flows(grid);
    heights.fetch(first - 1);
    grants.fetch(first - 1);
    for (int y = first - 1; y < last; ++y) {
      heights.fetch(y + 1);
      grants.fetch(y + 1);
      std::swap(south, flows);
      const std::size_t base = static_cast<std::size_t>(grid.resolve_y(y)) * per_row;
      std::uint8_t const* const receivers = receiver_.data() + base;
      if (std::memchr(receivers, 0, per_row) != nullptr) flows.clear();
      const kernel::CascadeRule rule = rule_of(grid, y, repose, share, dither);
      const bool beyond = y < 0 && !grid.periodic();  // nothing comes from outside
      if (beyond) flows.clear();
      for_runs(receivers, beyond ? 0 : segments, [&](int s0, int s1) {
        const int x = s0 * kSegment;
        kernel::cascade_flows(rule, {heights.row(y) + x, heights.row(y + 1) + x},
                              {grants.row(y) + x, grants.row(y + 1) + x}, static_cast<std::size_t>(s1 - s0),
                              flows.from(x));
        flows.fill();
      });
      if (grid.periodic()) flows.wrap();
      if (y < first) continue;
      // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
      for_runs(receivers, segments, [&](int s0, int s1) {
        const int whole = std::min(s1, grid.width / kSegment);
        const auto sum = [&](int s, int count, Quanta* change) {
          const int x = s * kSegment;
          kernel::cascade_changes(flows.from(x), south.from(x), change, static_cast<std::size_t>(count),
                                  donor_.data() + base + s);
        };
        if (whole > s0) sum(s0, whole - s0, change_.data() + grid.index(s0 * kSegment, y));
        if (whole < s1) {
          std::array<Quanta, kSegment> out;
          sum(whole, 1, out.data());
          const int begin = whole * kSegment;
          std::copy_n(out.begin(), grid.width - begin, change_.data() + grid.index(begin, y));
        }
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
