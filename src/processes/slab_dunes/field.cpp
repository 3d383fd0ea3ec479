#include "processes/slab_dunes/field.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/slab_dunes/air_rows.hpp"
#include "processes/slab_dunes/even_flight.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32;
constexpr std::size_t kDrawnAtOnce = 64;    // draws of eight numbers each
constexpr std::uint64_t kTightenSteps = 8;  // steps between two searches for cells over which no sand flies any more
constexpr Quanta kMostAir = 1 << 29;        // largest amount over a cell in a valid world, rising or falling

/// Smallest probability of rest above 0 that the 16-bit random numbers resolve; sand rests at least as often.
constexpr float kLeastChance = 1.0f / 65536.0f;

/// Sand that flat ground keeps in the air at the beginning of a step: falling (x) and rising (y).
glm::vec2 flat_air(SlabPlan const& plan) {
  const float rest = std::max(plan.rest.sand, kLeastChance);
  float first = 1.0f, later = 1.0f;  // fractions that stay in the air before and after the rising sand begins to fall
  for (int i = 0; i < plan.substeps; ++i) (i < plan.first_way ? first : later) *= 1.0f - rest;
  const float falling = plan.lift * later / (1.0f - first * later);
  return plan.first_way == 0 ? glm::vec2(plan.lift / (1.0f - later), 0.0f) : glm::vec2(falling, plan.lift);
}

}  // namespace

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
  begin(step);
  return step.context.wind.even() && step.terrain.grid.periodic() ? fly_evenly(step) : fly_by_shares(step);
}

QuantaSum AirborneSand::fly_by_shares(SlabStep const& step) {
  SlabPlan const& plan = step.plan;
  QuantaSum landed = 0;
  glm::vec2 beyond = plan.inflow * flat_air(plan);
  if (plan.flies_out) {
    beyond.y += plan.inflow * plan.lift;
    if (plan.first_way == 0) beyond = {beyond.x + beyond.y, 0.0f};
  }
  for (int number = 0; number < plan.substeps; ++number) {
    landed += substep(step, number, beyond);
    std::swap(falling_, next_falling_);
    if (number < plan.first_way) std::swap(rising_, next_rising_);
    draw_in(step, number + 1);
    beyond.x *= 1.0f - plan.rest.sand;
    if (number + 1 == plan.first_way) beyond = {beyond.x + beyond.y, 0.0f};
  }
  return landed;
}

QuantaSum AirborneSand::fly_evenly(SlabStep const& step) {
  QuantaSum landed = 0;
  for (int first = 0; first < step.plan.substeps;) {
    const int last = EvenFlight::end_of(step, first);
    landed += EvenFlight(*this, step, first, last).fly();
    draw_in(step, last);
    first = last;
  }
  return landed;
}

void AirborneSand::draw_in(SlabStep const& step, int next) {
  if (step.shelter.wake == nullptr) return;
  // All drift is measured before any sand moves.
  std::vector<LeeWake::Side> const& sides = step.shelter.wake->sides();
  std::vector<Quanta> drifting(sides.size());
  const auto drift = [&](SparseGrid<Quanta>& air) {
    std::ranges::transform(sides, drifting.begin(), [&](LeeWake::Side const& side) {
      return kernel::part(air[side.cell], side.share * step.plan.reach);
    });
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (drifting[i] == 0) continue;
      air.add(sides[i].cell, -drifting[i]);
      air.add(sides[i].to, drifting[i]);
    }
  };
  drift(falling_);
  if (next < step.plan.first_way) drift(rising_);
}

void AirborneSand::begin(SlabStep const& step) {
  std::ranges::fill(drawn_, std::uint8_t{0});
  SparseGrid<Quanta>& lifted = step.plan.first_way == 0 ? falling_ : rising_;
  Columns const& columns = step.terrain.columns;
  // With several soils or damp ground, the available sand may change although the columns do not.
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
  // A cell keeps its random number for the whole step, so that its deposits do not depend on the number of sub-steps.
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

void AirborneSand::begin_to_fall(SparseGrid<Quanta>& rising, SparseGrid<Quanta>& falling, int y) {
  for_cell_runs(grid_, rising.marks(y), [&](CellRun run) {
    kernel::begin_to_fall({rising.row(y) + run.first, falling.row(y) + run.first}, run.count);
  });
  rising.unmark_row(y);
}

QuantaSum AirborneSand::substep(SlabStep const& step, int number, glm::vec2 beyond) {
  Grid const& grid = step.terrain.grid;
  SlabPlan const& plan = step.plan;
  const auto width = static_cast<std::size_t>(grid.width);
  const bool rises = number < plan.first_way;
  const bool lifts = number + 1 == plan.substeps && !plan.flies_out;
  SparseGrid<Quanta>& rising = rises ? next_rising_ : rising_;
  const kernel::AirborneRule rule{.rest = plan.rest, .inverse_sand_depth = 1.0f / plan.sand_depth};
  const glm::ivec2 way = even_way(plan, step.context, number);
  const std::vector<std::uint8_t> everywhere(static_cast<std::size_t>(stretches_of(grid)), 1);
  QuantaSum landed = 0;
  step.context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    Passage passage;
    AirRows rows(
        step, way,
        {{&falling_, rises ? &rising_ : nullptr}, {static_cast<Quanta>(beyond.x), static_cast<Quanta>(beyond.y)}});
    const auto fly = [&](int y) {
      for (int near = y - 1; near <= y + 1; ++near) {
        const bool owned = near >= first && near < last;
        rows.load(near, owned ? step.change.row(near) : nullptr, owned ? &passage : nullptr);
      }
      next_falling_.keep_only(y, everywhere);
      if (rises) next_rising_.keep_only(y, everywhere);
      const kernel::AirCells air{rises ? rising.row(y) : nullptr, next_falling_.row(y)};
      rows.cross(y, air, step.change.row(y), passage);
      passage.landed += kernel::arrive(rule, ground_of(step, {0, width}, y), width, {air.rising, air.falling, air},
                                       {passed_.row(y), step.change.row(y)});
      add_marks(everywhere, passed_.open_marks(y));
      add_marks(everywhere, step.change.open_marks(y));
      if (number + 1 == plan.first_way) begin_to_fall(next_rising_, next_falling_, y);
    };
    const bool flies = rows.any(first, last);
    if (!flies) {
      next_falling_.clear_rows(first, last);
      if (rises) next_rising_.clear_rows(first, last);
    }
    for (int y = first; y < last && (flies || lifts); ++y) {
      if (flies && rows.any(y, y + 1)) {
        fly(y);
      } else if (flies) {
        next_falling_.clear_row(y);
        if (rises) next_rising_.clear_row(y);
      }
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
      archive.require(amount >= 0 && amount <= kMostAir, "the amount of airborne sand is out of range");
    }
  }
}

}  // namespace barchan
