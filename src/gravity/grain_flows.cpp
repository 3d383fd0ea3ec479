#include "gravity/grain_flows.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "base/marks.hpp"

namespace barchan {

using gravity::kRowGrain;
using kernel::kFlowBlock;
using Marks = MarkTable<std::uint8_t const>;

namespace {

/// Part of an excess that slides at once, so that grain flows end soon, as a fraction of the drop at the angle of
/// repose; and the fraction of a larger excess that slides in one pass. All of it would undercut the sand above.
constexpr float kThinSlide = 0.2f;
constexpr float kSlidingShare = 0.3f;

kernel::FlowRule rule_of(Terrain const& terrain, Soil const& soil) {
  const float limit = soil.repose_slope * terrain.grid.cell_size * static_cast<float>(kQuantaPerMetre);
  return {.limit = limit,
          .least = gravity::rest_limit(terrain.grid, soil.repose_slope) - limit,
          .thin = kThinSlide * limit,
          .share = kSlidingShare};
}

int blocks_of(Grid const& grid) { return (grid.width + kFlowBlock - 1) / kFlowBlock; }

}  // namespace

/// One pass. Its first half finds what each cell gives, the second the resulting surface. Rows without slides cost
/// nothing.
class GrainFlows::Pass {
 public:
  Pass(GrainFlows& flows, Grid const& grid, kernel::FlowRule const& rule)
      : grid_(grid),
        flows_(flows),
        rule_(rule),
        marks_(static_cast<std::size_t>(blocks_of(grid))),
        blocks_(marks_.size()) {}

  /// Rows that are marked, and rows next to one of `beside`.
  static std::vector<int> rows_near(Grid const& grid, std::span<std::uint8_t const> marked,
                                    std::span<std::uint8_t const> beside) {
    std::vector<std::uint8_t> near(marked.begin(), marked.end());
    for_runs(beside, [&](int begin, int end) {
      for (int y = begin - 1; y <= end; ++y) near[static_cast<std::size_t>(grid.resolve_y(y))] = 1;
    });
    std::vector<int> rows(near.size());
    rows.resize(numbers_of<int>(near, rows).size());
    return rows;
  }

  void find(int y) {
    std::uint8_t* const gives = flows_.gives_.row(y);
    std::fill_n(gives, marks_.size(), std::uint8_t{0});
    PaddedGrid<Quanta> const& surface = flows_.ground_.surface;
    // The margins of a land that is not periodic repeat its edge, so that nothing slides there.
    const std::uint8_t given = kernel::find_slides(
        rule_, {surface.row(grid_.resolve_y(y - 1)), surface.row(y), surface.row(grid_.resolve_y(y + 1))},
        {flows_.ground_.floor.row(y), flows_.strength_.at(0, y), flows_.slides_.row(y)},
        listed(around(flows_.moved_, y)), gives);
    if (grid_.periodic()) flows_.slides_.wrap_row(y);
    close_marks(flows_.gives_, y);
    flows_.row_gives_[static_cast<std::size_t>(y)] = given != 0 ? 1 : 0;
  }

  void take(int y) {
    std::uint8_t* const moved = flows_.moved_.row(y);
    std::fill_n(moved, marks_.size(), std::uint8_t{0});
    const std::uint8_t changed = kernel::take_slides(around(flows_.slides_, y), flows_.ground_.surface.row(y),
                                                     listed(around(flows_.gives_, y)), {flows_.gives_.row(y), moved});
    flows_.close(grid_, y);
    const auto row = static_cast<std::size_t>(y);
    close_marks(flows_.moved_, y);
    flows_.row_moved_[row] = changed != 0 ? 1 : 0;
    flows_.row_changed_[row] |= flows_.row_moved_[row];
  }

 private:
  /// A row and its neighbours. Beyond the edge of a land that is not periodic nothing is marked and nothing slides.
  template <class T>
  RowTriple<T> around(PaddedGrid<T> const& cells, int y) const {
    const auto row = [&](int at) { return cells.row(grid_.periodic() ? grid_.resolve_y(at) : at); };
    return {row(y - 1), row(y), row(y + 1)};
  }
  /// Indices of the blocks that these marks require to be examined.
  std::span<std::uint16_t const> listed(RowTriple<std::uint8_t> marks) {
    kernel::spread_marks(marks, marks_.size(), marks_.data());
    return numbers_of<std::uint16_t>(marks_, blocks_);
  }
  /// Fills the margins of a row of marks for its neighbours.
  void close_marks(PaddedGrid<std::uint8_t>& table, int y) const {
    std::uint8_t& last = table.row(y)[marks_.size() - 1];
    if (grid_.width % kFlowBlock != 0 && last != 0) last |= kernel::kLastGives;
    if (grid_.periodic()) table.wrap_row(y);
  }

  Grid const& grid_;
  GrainFlows& flows_;
  kernel::FlowRule rule_;
  std::vector<std::uint8_t> marks_;    ///< of one row
  std::vector<std::uint16_t> blocks_;  ///< indices of the marked blocks
};

void GrainFlows::prepare(Terrain const& terrain) {
  ground_ = {};
  strength_.prepare();
  slides_ = {};
  const auto rows = static_cast<std::size_t>(terrain.grid.height);
  for (auto* marks : {&row_gives_, &row_moved_, &row_changed_}) marks->assign(rows, 0);
  restless_.assign(terrain.columns.disturbed().size(), 0);
}

void GrainFlows::hold_closed(Grid const& grid, Porch const& porch) {
  for (const std::int32_t cell : porch.closed()) {
    const int x = cell % grid.width, y = cell / grid.width;
    ground_.floor.row(y)[x] = ground_.surface.row(y)[x];
  }
}

void GrainFlows::leave_closed(Terrain const& terrain, std::span<std::uint8_t const> woken, Porch const& porch) {
  Grid const& grid = terrain.grid;
  const auto segments = static_cast<std::size_t>(terrain.columns.segments_per_row());
  for (const std::int32_t cell : porch.closed()) {
    const auto x = static_cast<std::size_t>(cell % grid.width), y = static_cast<std::size_t>(cell / grid.width);
    const std::size_t segment = y * segments + x / kSegment;
    restless_[segment] |= woken[segment];
  }
}

void GrainFlows::run_down(Terrain& terrain, int passes, gravity::Slide const& slide, Porch const& porch) {
  Grid const& grid = terrain.grid;
  Scheduler const& scheduler = slide.scheduler;
  strength_.look(terrain, scheduler);
  gravity::slide_soil_by_soil(terrain, slide, [&](SoilId soil, std::span<std::uint8_t const> woken) {
    if (terrain.soils[soil].static_slope > terrain.soils[soil].repose_slope) return woken;
    const bool held = std::exchange(holds_, porch.any());
    if (held || holds_) ground_.forget();  // its floors are those of a land with closed cells
    copy_in(terrain, soil, woken, scheduler);
    if (holds_) hold_closed(grid, porch);
    const kernel::FlowRule rule = rule_of(terrain, terrain.soils[soil]);
    const auto over = [&](std::vector<int> const& rows, void (Pass::*half)(int)) {
      scheduler.for_ranges(static_cast<int>(rows.size()), kRowGrain, [&](int first, int last) {
        Pass pass(*this, grid, rule);
        for (int i = first; i < last; ++i) (pass.*half)(rows[static_cast<std::size_t>(i)]);
      });
    };
    for (int pass = 0; pass < passes && any_marked(row_moved_); ++pass) {
      over(Pass::rows_near(grid, row_gives_, row_moved_), &Pass::find);
      over(Pass::rows_near(grid, row_moved_, row_gives_), &Pass::take);
    }
    copy_out(terrain, soil, slide);
    if (holds_) leave_closed(terrain, woken, porch);
    return std::span<std::uint8_t const>(restless_);
  });
}

void GrainFlows::copy_in(Terrain const& terrain, SoilId soil, std::span<std::uint8_t const> woken,
                         Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  ground_.survey(terrain, soil, scheduler);
  if (slides_.empty()) {
    slides_.prepare(grid.width, grid.height);
    for (auto* marks : {&gives_, &moved_}) marks->prepare(blocks_of(grid), grid.height);
  }
  const Marks segments(woken, terrain.columns.segments_per_row());
  const auto begin_row = [&](int y) {
    const auto row = static_cast<std::size_t>(y);
    if (ground_.renewed(y)) close(grid, y);
    if (row_gives_[row] != 0) {
      slides_.fill_row(y, 0);
      gives_.fill_row(y, 0);
    }
    if (row_moved_[row] != 0) moved_.fill_row(y, 0);
    // The content of the marked segments may have changed in any way.
    const bool marked = any_marked(segments.row(y));
    for (int block = 0; marked && block < blocks_of(grid); ++block) {
      if (segments.row(y)[static_cast<std::size_t>(block * kFlowBlock / kSegment)] == 0) continue;
      moved_.row(y)[block] = kernel::kAllMarks;
    }
    if (grid.periodic()) moved_.wrap_row(y);
    row_gives_[row] = row_changed_[row] = 0;
    row_moved_[row] = marked ? 1 : 0;
  };
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) begin_row(y);
  });
}

void GrainFlows::close(Grid const& grid, int y) {
  PaddedGrid<Quanta>& surface = ground_.surface;
  grid.periodic() ? surface.wrap_row(y) : surface.extend_row(y);
  if (grid.width % kFlowBlock == 0) return;
  const Quanta beyond = surface.row(y)[grid.width];
  surface.fill_tail(y, beyond);
  ground_.floor.fill_tail(y, beyond);
}

void GrainFlows::copy_out(Terrain& terrain, SoilId soil, gravity::Slide const& slide) {
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const MarkTable<std::uint8_t> restless(restless_, terrain.columns.segments_per_row());
  slide.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> change(width);
    std::ranges::fill(restless.rows(first, last), std::uint8_t{0});
    for (int y = first; y < last; ++y) {
      const std::span<std::uint8_t> marks = restless.row(y);
      const bool moved = row_moved_[static_cast<std::size_t>(y)] != 0;
      for (int block = 0; moved && block < blocks_of(grid); ++block) {
        if (moved_.row(y)[block] != 0) marks[static_cast<std::size_t>(block * kFlowBlock / kSegment)] = 1;
      }
      if (row_changed_[static_cast<std::size_t>(y)] == 0) continue;
      const std::size_t begin = grid.index(0, y);
      std::transform(ground_.surface.row(y), ground_.surface.row(y) + width,
                     terrain.columns.elevations().data() + begin, change.begin(), std::minus<>());
      gravity::lay_down_slid(terrain, soil, begin, change, slide.ledger);
    }
  });
  // The sand has become another soil where it came to rest, possibly of another volume.
  if (terrain.soils[soil].cascades != soil) ground_.forget();
}

}  // namespace barchan
