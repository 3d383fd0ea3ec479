#include "processes/slab_dunes/field.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "barchan/base/land_vector.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "barchan/wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32;
constexpr std::size_t kDrawnAtOnce = 64;    // draws, of eight chances each
constexpr std::uint64_t kTightenSteps = 8;  // after which it is looked where no sand flies any more
constexpr Quanta kMostAir = 1 << 29;        // no sound world has more over a cell, rising or falling

/// What flat sand keeps in the air at the beginning of a step: falling (x) and rising (y).
glm::vec2 flat_air(SlabPlan const& plan) {
  float first = 1.0f, later = 1.0f;  // shares that stay in the air before and after the rising sand joins
  for (int i = 0; i < plan.substeps; ++i) (i < plan.first_way ? first : later) *= 1.0f - plan.rest.sand;
  const float falling = plan.lift * later / (1.0f - first * later);
  return plan.first_way == 0 ? glm::vec2(plan.lift / (1.0f - later), 0.0f) : glm::vec2(falling, plan.lift);
}

/// Whole cells by which all sand moves in a sub-step under an even wind; `number` counts the sub-steps of the world.
/// What is cut off in one is made up for in a later one, so that the way keeps the wind's direction, and nothing is
/// smeared: shares of cells would spread a flight of 8 cells by 1.3 cells across the wind.
glm::ivec2 whole_cells(glm::vec2 direction, float reach, double number) {
  const auto cells = [&](float component) {
    const double way = static_cast<double>(component) * static_cast<double>(reach);
    return static_cast<int>(std::floor((number + 1.0) * way + 0.5) - std::floor(number * way + 0.5));
  };
  return {cells(direction.x), cells(direction.y)};
}

}  // namespace

/// The rows that one range works on: sand after its way along the row, and its shares across, for three rows. Where an
/// even wind blows over a periodic land nothing is shared out: each row is another one, shifted.
class AirborneSand::Rows {
 public:
  /// Falling and rising sand over the land (null: none), and over a cell beyond an open edge.
  struct Layers {
    std::array<SparseGrid<Quanta> const*, 2> air;
    std::array<Quanta, 2> inflow;
  };
  /// `even_way`: cells of an even wind; an uneven one has its own over each cell, up to the reach of the plan.
  Rows(SlabStep const& step, glm::ivec2 even_way, Layers const& layers)
      : grid_(step.terrain.grid),
        wind_(step.context.wind),
        foot_(step.shelter.foot),
        reach_(step.plan.reach),
        even_(wind_.even()),
        even_way_(even_way),
        layers_(layers.air[1] == nullptr ? 1 : 2),
        air_(layers.air),
        open_(grid_.boundary == Boundary::open),
        periodic_(grid_.periodic()),
        inflow_(open_ ? layers.inflow : std::array<Quanta, 2>{}),
        width_(static_cast<std::size_t>(grid_.width)) {
    if (shifted()) return;
    row_.resize(width_ + 2);
    for (std::vector<float>* cells : {&direction_, &along_forward_, &along_backward_}) cells->resize(width_ + 2);
    for (Slot& slot : slots_) {
      for (std::vector<Quanta>& air : slot.air) air.resize(width_);
      slot.forward.resize(width_);
      slot.backward.resize(width_);
    }
    if (even_) {
      split(even_way.x, along_forward_, along_backward_);
      for (Slot& slot : slots_) split(even_way.y, slot.forward, slot.backward);
    }
  }

  /// Brings row `y` (wrapped, or beyond the edge) of the layers into its slot if it is not there. `change` and
  /// `passage` are given for rows that this range owns.
  void load(int y, Quanta* change, Passage* passage) {
    if (shifted() || slot(y).row == y) return;
    slot(y).row = y;
    const int from = grid_.resolve_y(y);
    const std::size_t begin = grid_.index(0, from);
    Slot& to = slot(y);
    if (!even_) {
      kernel::split_shares(wind_.local().y.data() + begin, reach_, width_, to.forward.data(), to.backward.data());
      split_row(wind_.local().x.data() + begin);
      if (!foot_.empty()) stop_at_feet(begin, to);
    }
    for (std::size_t layer = 0; layer < layers_; ++layer) {
      if (!periodic_ && from != y) {
        std::fill(to.air[layer].begin(), to.air[layer].end(), inflow_[layer]);
      } else {
        load_layer(layer, air_[layer]->row(from), to.air[layer].data(), change, passage);
      }
    }
  }

  /// May sand arrive over any of the rows from `first` to before `last`?
  bool any(int first, int last) const {
    if (inflow_[0] != 0 || inflow_[1] != 0) return true;
    const int from = shifted() ? first - even_way_.y : first - 1, to = shifted() ? last - even_way_.y : last + 1;
    for (std::size_t layer = 0; layer < layers_; ++layer) {
      for (int y = from; y < to;) {
        const int row = grid_.resolve_y(y);
        const int count = std::min(to - y, grid_.height - row);
        if (air_[layer]->any(row, row + count)) return true;
        y += count;
      }
    }
    return false;
  }

  /// Marks the stretches of row `y` over which sand may arrive; false where there are none.
  bool mark(int y, std::span<std::uint8_t> arrives) const {
    const bool enters = inflow_[0] != 0 || inflow_[1] != 0;
    bool any = enters;
    for (std::size_t layer = 0; layer < layers_ && !any; ++layer) {
      const auto flies = [&](int row) { return air_[layer]->any(grid_.resolve_y(row)); };
      any = shifted() ? flies(y - even_way_.y) : flies(y - 1) || flies(y) || flies(y + 1);
    }
    if (!any) return false;
    std::ranges::fill(arrives, static_cast<std::uint8_t>(!shifted()));
    for (std::size_t layer = 0; layer < layers_ && shifted(); ++layer) {
      const int from = grid_.resolve_y(y - even_way_.y);
      add_marks(air_[layer]->marks(from), arrives);
      if (even_way_.x != 0 && !all_marked(arrives)) add_marks_behind(*air_[layer], from, arrives);
    }
    return true;
  }

  /// Cells that follow each other, the first of them in their row, and the sand that arrives over them.
  struct Arrival {
    std::size_t first, count;
    kernel::AirWay air;

    /// The part of it that lies in a run of cells.
    Arrival within(CellRun run) const {
      const std::size_t begin = std::clamp(run.first, first, first + count);
      const std::size_t end = std::clamp(run.first + run.count, first, first + count);
      const std::size_t by = begin - first;
      const auto on = [by](auto* cells) { return cells == nullptr ? nullptr : cells + by; };
      return {begin, end - begin, {on(air.rising), on(air.falling), {on(air.to.rising), on(air.to.falling)}}};
    }
  };
  /// What arrives over row `y`, whose cells are `to`: one run of cells, or two where sand crosses the seam.
  std::array<Arrival, 2> arrivals(int y, kernel::AirCells to, Quanta* change, Passage& passage) {
    if (shifted()) return shift(y, to);
    cross(y, {to.falling, to.rising}, change, passage);
    return {{{0, width_, {to.rising, to.falling, to}}, {}}};
  }

 private:
  static constexpr int kNone = -2;
  struct Slot {
    int row = kNone;
    std::array<std::vector<Quanta>, 2> air;  ///< falling, rising
    std::vector<float> forward, backward;
  };
  Slot& slot(int y) { return slots_[static_cast<std::size_t>(y + 3) % 3]; }
  kernel::AirRow row(int y, std::size_t layer) {
    Slot const& s = slot(y);
    return {s.air[layer].data(), {s.forward.data(), s.backward.data()}};
  }
  bool shifted() const { return even_ && periodic_; }
  std::array<Arrival, 2> shift(int y, kernel::AirCells to) const {
    const int from_row = grid_.resolve_y(y - even_way_.y);
    const std::size_t way = static_cast<std::size_t>(even_way_.x + grid_.width) % width_;
    const auto arrival = [&](std::size_t first, std::size_t from, std::size_t count) -> Arrival {
      const auto cells = [&](Quanta* row) { return row == nullptr ? nullptr : row + first; };
      Quanta const* const rising = to.rising == nullptr ? nullptr : air_[1]->row(from_row) + from;
      return {first, count, {rising, air_[0]->row(from_row) + from, {cells(to.rising), to.falling + first}}};
    };
    return {arrival(way, 0, width_ - way), arrival(0, width_ - way, way)};
  }
  /// Marks the stretches into which sand comes from the one beside them.
  void add_marks_behind(SparseGrid<Quanta> const& air, int y, std::span<std::uint8_t> arrives) const {
    const std::span<std::uint8_t const> marks = air.marks(y);
    const std::size_t count = marks.size();
    const bool forward = even_way_.x > 0;
    for_runs(marks, [&](int begin, int end) {
      // The stretches beside the others are marked already.
      const auto s = static_cast<std::size_t>(forward ? end - 1 : begin);
      const std::size_t edge = forward ? std::min((s + 1) * kStretch, width_) - 1 : s * kStretch;
      if (air.row(y)[edge] != 0) arrives[(forward ? s + 1 : s + count - 1) % count] = 1;
    });
  }
  /// Writes row `y` of the layers after their way across.
  void cross(int y, std::array<Quanta*, 2> out, Quanta* change, Passage& passage) {
    for (std::size_t layer = 0; layer < layers_; ++layer) {
      if (even_) {
        std::copy_n(slot(y - even_way_.y).air[layer].begin(), width_, out[layer]);
      } else {
        kernel::shift_across(row(y - 1, layer), row(y, layer), row(y + 1, layer), width_, out[layer]);
      }
      if (periodic_) continue;
      const auto edge = [&](int beyond, std::vector<float> const& leaving, std::vector<float> const& entering) {
        for (std::size_t i = 0; i < width_; ++i) {
          stop(kernel::part(slot(y).air[layer][i], leaving[i]), change + i, passage);
          passage.in += kernel::part(slot(beyond).air[layer][i], entering[i]);
        }
      };
      if (y == 0) edge(-1, slot(0).backward, slot(-1).forward);
      if (y == grid_.height - 1) edge(y + 1, slot(y).forward, slot(y + 1).backward);
    }
  }
  void load_layer(std::size_t layer, Quanta const* row, Quanta* out, Quanta* change, Passage* passage) {
    std::copy_n(row, width_, row_.begin() + 1);
    row_.front() = periodic_ ? row[width_ - 1] : inflow_[layer];
    row_.back() = periodic_ ? row[0] : inflow_[layer];
    const kernel::AxisShares shares{along_forward_.data() + 1, along_backward_.data() + 1};
    if (even_) {
      std::copy_n(row_.data() + 1 - even_way_.x, width_, out);
    } else {
      kernel::shift_along(row_.data() + 1, shares, width_, out);
    }
    if (periodic_ || passage == nullptr) return;
    const std::size_t last = width_ - 1;
    stop(kernel::part(row[last], shares.forward[last]), change + last, *passage);
    stop(kernel::part(row[0], shares.backward[0]), change, *passage);
    passage->in +=
        kernel::part(row_.front(), along_forward_.front()) + kernel::part(row_.back(), along_backward_.back());
  }
  static void split(int cells, std::span<float> forward, std::span<float> backward) {
    std::fill(forward.begin(), forward.end(), static_cast<float>(std::max(cells, 0)));
    std::fill(backward.begin(), backward.end(), static_cast<float>(std::max(-cells, 0)));
  }
  void split_row(float const* direction) {
    std::copy_n(direction, width_, direction_.begin() + 1);
    direction_.front() = periodic_ ? direction[width_ - 1] : direction[0];
    direction_.back() = periodic_ ? direction[0] : direction[width_ - 1];
    kernel::split_shares(direction_.data(), reach_, width_ + 2, along_forward_.data(), along_backward_.data());
  }
  /// Nothing flies on from the foot of a face, not even across the row after its way along it.
  void stop_at_feet(std::size_t begin, Slot& to) {
    for (std::size_t i = 0; i < width_; ++i) {
      if (foot_[begin + i] != 0) to.forward[i] = to.backward[i] = along_forward_[i + 1] = along_backward_[i + 1] = 0.0f;
    }
    if (!periodic_) return;
    along_forward_.front() = along_forward_[width_];
    along_backward_.back() = along_backward_[1];
  }
  /// What would pass the edge leaves over an open one and comes to rest at a wall.
  void stop(Quanta amount, Quanta* change, Passage& passage) const {
    if (open_) {
      passage.out += amount;
    } else {
      *change += amount;
      passage.landed += amount;
    }
  }

  Grid const& grid_;
  WindField const& wind_;
  std::span<std::uint8_t const> foot_;  ///< cells before a face
  float reach_;
  bool even_;            ///< all sand moves by `even_way_`
  glm::ivec2 even_way_;  ///< cells
  std::size_t layers_;   ///< 1: falling sand alone; 2: rising sand too
  std::array<SparseGrid<Quanta> const*, 2> air_;
  bool open_, periodic_;
  std::array<Quanta, 2> inflow_;  ///< over a cell beyond the edge
  std::size_t width_;
  std::vector<Quanta> row_;
  std::vector<float> direction_, along_forward_, along_backward_;
  std::array<Slot, 3> slots_;
};

void AirborneSand::prepare(Grid const& grid) {
  grid_ = grid;
  for (SparseGrid<Quanta>* cells : {&rising_, &falling_, &next_rising_, &next_falling_, &passed_}) cells->prepare(grid);
  sandy_.assign(static_cast<std::size_t>(stretches_of(grid)) * static_cast<std::size_t>(grid.height), 1);
  last_ = {};
  const auto width = static_cast<std::size_t>(grid.width);
  chances_.resize(kernel::chance_count(width) * static_cast<std::size_t>(grid.height));
  draws_ = (kernel::chance_count(width) / kernel::kChancesPerDraw + kDrawnAtOnce - 1) / kDrawnAtOnce;
  drawn_.resize(draws_ * static_cast<std::size_t>(grid.height));
  even_ratio_.assign(width, 1.0f);
}

QuantaSum AirborneSand::carry(SlabStep const& step) {
  SlabPlan const& plan = step.plan;
  LeeWake const* const wake = step.shelter.wake;
  QuantaSum landed = 0;
  glm::vec2 beyond = plan.inflow * flat_air(plan);
  begin(step);
  if (plan.flies_out) {
    beyond.y += plan.inflow * plan.lift;
    if (plan.first_way == 0) beyond = {beyond.x + beyond.y, 0.0f};
  }
  for (int number = 0; number < plan.substeps; ++number) {
    landed += substep(step, number, beyond);
    std::swap(falling_, next_falling_);
    if (number < plan.first_way) std::swap(rising_, next_rising_);
    if (wake != nullptr) draw_in(*wake, plan.reach, number + 1 < plan.first_way);
    beyond.x *= 1.0f - plan.rest.sand;
    if (number + 1 == plan.first_way) beyond = {beyond.x + beyond.y, 0.0f};
  }
  return landed;
}

void AirborneSand::draw_in(LeeWake const& wake, float way, bool rising) {
  // All that drifts is measured before any of it moves.
  std::vector<LeeWake::Side> const& sides = wake.sides();
  std::vector<Quanta> drifting(sides.size());
  const auto drift = [&](SparseGrid<Quanta>& air) {
    std::transform(sides.begin(), sides.end(), drifting.begin(),
                   [&](LeeWake::Side const& side) { return kernel::part(air[side.cell], side.share * way); });
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (drifting[i] == 0) continue;
      air.add(sides[i].cell, -drifting[i]);
      air.add(sides[i].to, drifting[i]);
    }
  };
  drift(falling_);
  if (rising) drift(rising_);
}

void AirborneSand::begin(SlabStep const& step) {
  std::ranges::fill(drawn_, std::uint8_t{0});
  SparseGrid<Quanta>& lifted = step.plan.first_way == 0 ? falling_ : rising_;
  Columns const& columns = step.terrain.columns;
  // What else may be lifted, such as one of several soils, may change without them.
  const bool covers = step.available == columns.available_thicknesses().data();
  const Moment since = covers ? columns.changes().since(last_) : 0;
  const bool tightens = step.context.step % kTightenSteps == 0;
  step.context.scheduler.for_ranges(step.terrain.grid.height, kRowGrain, [&](int first, int last) {
    passed_.clear_rows(first, last);
    if (tightens) rising_.tighten_rows(first, last);
    if (tightens) falling_.tighten_rows(first, last);
    for (int y = first; y < last; ++y) {
      find_sand(step, y, since);
      if (step.plan.flies_out) lift(step, y, lifted);
    }
  });
  last_ = covers ? columns.changes().look() : Changes::Look();
}

std::uint16_t const* AirborneSand::chances_of(SlabStep const& step, CellRun run, int y) {
  const auto width = static_cast<std::size_t>(step.terrain.grid.width);
  const auto row = static_cast<std::size_t>(y);
  const std::size_t all = kernel::chance_count(width);
  const std::size_t stride = all / kernel::kChancesPerDraw;
  std::uint16_t* const chances = chances_.data() + row * all;
  std::uint8_t* const drawn = drawn_.data() + row * draws_;
  // A cell keeps its luck for the whole step, so that what it lays down does not depend on the number of sub-steps.
  const auto draw = [&](std::size_t first, std::size_t last) {
    for (std::size_t block = first / kDrawnAtOnce; block * kDrawnAtOnce < last; ++block) {
      if (std::exchange(drawn[block], std::uint8_t{1}) != 0) continue;
      const std::size_t from = block * kDrawnAtOnce;
      kernel::draw_chances({step.context.seed, step.context.step, static_cast<std::uint32_t>(y)}, width, from,
                           std::min(from + kDrawnAtOnce, stride), chances);
    }
  };
  const std::size_t first = run.first % stride, last = first + std::min(run.count, stride);
  draw(first, std::min(last, stride));
  if (last > stride) draw(0, last - stride);
  return chances + run.first;
}

kernel::GroundRow AirborneSand::ground_of(SlabStep const& step, CellRun run, int y) {
  const std::size_t cell = step.terrain.grid.index(0, y) + run.first;
  WindField const& wind = step.context.wind;
  return {.available = step.available + cell,
          .cover = step.terrain.columns.available_thicknesses().data() + cell,
          .trap = step.shelter.trap.data() + cell,
          .hold = step.shelter.hold.data() + cell,
          .ratio = wind.uniform() ? even_ratio_.data() : wind.local().ratio.data() + cell,
          .chances = chances_of(step, run, y)};
}

void AirborneSand::find_sand(SlabStep const& step, int y, Moment since) {
  Changes const& changes = step.terrain.columns.changes();
  if (!changes.any(y, since)) return;
  const std::span<Moment const> stamps = changes.row(y);
  const std::span<std::uint8_t> sandy = MarkTable<std::uint8_t>(sandy_, stretches_of(grid_)).row(y);
  for (std::size_t s = 0; s < sandy.size(); ++s) {
    if (stamps[s] < since) continue;
    const std::size_t x = s * kStretch;
    const std::size_t count = std::min<std::size_t>(kStretch, static_cast<std::size_t>(grid_.width) - x);
    sandy[s] = any_of_cells(step.available + grid_.index(0, y) + x, count) ? 1 : 0;
  }
}

void AirborneSand::lift(SlabStep const& step, int y, SparseGrid<Quanta>& air) {
  const std::span<std::uint8_t const> sandy = MarkTable<std::uint8_t const>(sandy_, stretches_of(grid_)).row(y);
  if (!any_marked(sandy) && !step.change.any(y)) return;
  const std::span<std::uint8_t> changed = step.change.open_marks(y);
  add_marks(sandy, changed);
  add_marks(changed, air.open_marks(y));
  for_cell_runs(grid_, changed, [&](CellRun run) {
    kernel::lift(step.plan.lift, ground_of(step, run, y), run.count, air.row(y) + run.first,
                 step.change.row(y) + run.first);
  });
}

void AirborneSand::begin_to_fall(std::span<std::uint8_t const> flies, int y) {
  for_cell_runs(grid_, flies, [&](CellRun run) {
    kernel::begin_to_fall({next_rising_.row(y) + run.first, next_falling_.row(y) + run.first}, run.count);
  });
  next_rising_.unmark_row(y);
}

QuantaSum AirborneSand::substep(SlabStep const& step, int number, glm::vec2 beyond) {
  Grid const& grid = step.terrain.grid;
  SlabPlan const& plan = step.plan;
  const bool rises = number < plan.first_way;
  const bool lifts = number + 1 == plan.substeps && !plan.flies_out;
  SparseGrid<Quanta>& rising = rises ? next_rising_ : rising_;
  const kernel::AirborneRule rule{.rest = plan.rest, .inverse_sand_depth = 1.0f / plan.sand_depth};
  const glm::ivec2 even_way =
      whole_cells(step.context.wind.direction(), plan.reach,
                  static_cast<double>(step.context.step) * plan.substeps + static_cast<double>(number));
  QuantaSum landed = 0;
  step.context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    Passage passage;
    Rows rows(
        step, even_way,
        {{&falling_, rises ? &rising_ : nullptr}, {static_cast<Quanta>(beyond.x), static_cast<Quanta>(beyond.y)}});
    const auto load = [&](int y) {
      const bool owned = y >= first && y < last;
      rows.load(y, owned ? step.change.row(y) : nullptr, owned ? &passage : nullptr);
    };
    std::vector<std::uint8_t> arrives(static_cast<std::size_t>(stretches_of(grid)));
    const auto fly = [&](int y) {
      if (!rows.mark(y, arrives)) {
        next_falling_.clear_row(y);
        if (rises) next_rising_.clear_row(y);
        return;
      }
      for (int near = y - 1; near <= y + 1; ++near) load(near);
      next_falling_.keep_only(y, arrives);
      if (rises) next_rising_.keep_only(y, arrives);
      const kernel::AirCells air{rises ? rising.row(y) : nullptr, next_falling_.row(y)};
      for (Rows::Arrival const& all : rows.arrivals(y, air, step.change.row(y), passage)) {
        for_cell_runs(grid, arrives, [&](CellRun run) {
          const Rows::Arrival part = all.within(run);
          if (part.count == 0) return;
          passage.landed += kernel::arrive(rule, ground_of(step, {part.first, part.count}, y), part.count, part.air,
                                           {passed_.row(y) + part.first, step.change.row(y) + part.first});
        });
      }
      add_marks(arrives, passed_.open_marks(y));
      add_marks(arrives, step.change.open_marks(y));
      if (number + 1 == plan.first_way) begin_to_fall(arrives, y);
    };
    const bool flies = rows.any(first, last);
    if (!flies) {
      next_falling_.clear_rows(first, last);
      if (rises) next_rising_.clear_rows(first, last);
    }
    for (int y = first; y < last && (flies || lifts); ++y) {
      if (flies) fly(y);
      if (lifts) lift(step, y, plan.first_way == 0 ? next_falling_ : rising);
    }
    step.context.ledger.book_in(step.soil, passage.in);
    step.context.ledger.book_out(step.soil, passage.out);
    std::atomic_ref<QuantaSum>(landed).fetch_add(passage.landed, std::memory_order_relaxed);
  });
  return landed;
}

void AirborneSand::lay_down(SparseGrid<Quanta>& change) {
  LandVector<Quanta>& cells = change.open_cells();
  for (SparseGrid<Quanta>* air : {&rising_, &falling_}) {
    std::ranges::transform(cells, air->cells(), cells.begin(), std::plus<>());
    air->clear();
  }
}

QuantaSum AirborneSand::total() const {
  QuantaSum sum = 0;
  for (SparseGrid<Quanta> const* air : {&rising_, &falling_}) {
    air->for_each_run([&](int y, CellRun run) { sum += kernel::sum_of(air->row(y) + run.first, run.count); });
  }
  return sum;
}

void AirborneSand::keep(Archive& archive) {
  for (SparseGrid<Quanta>* air : {&rising_, &falling_}) {
    air->keep(archive);
    for (Quanta amount : air->cells()) {
      archive.require(amount >= 0 && amount <= kMostAir, "the sand in the air is not a sound amount");
    }
  }
}

}  // namespace barchan
