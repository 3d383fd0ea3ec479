#include "processes/slab_dunes/field.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <span>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "barchan/wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32;
constexpr Quanta kMostAir = 1 << 29;  // no sound world has more over a cell, rising or falling

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
    std::array<Quanta const*, 2> air;
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

  /// Brings row `y` (wrapped, or beyond the edge) of the layers into its slot. `change` and `passage` are given for
  /// rows that this range owns.
  void load(int y, Quanta* change, Passage* passage) {
    if (shifted()) return;
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
        load_layer(layer, air_[layer] + begin, to.air[layer].data(), change, passage);
      }
    }
  }

  /// Cells that follow each other, the first of them in their row, and the sand that arrives over them.
  struct Arrival {
    std::size_t first, count;
    kernel::AirWay air;
  };
  /// What arrives over row `y`, whose cells are `to`: one run of cells, or two where sand crosses the seam.
  std::array<Arrival, 2> arrivals(int y, kernel::AirCells to, Quanta* change, Passage& passage) {
    if (shifted()) return shift(y, to);
    cross(y, {to.falling, to.rising}, change, passage);
    return {{{0, width_, {to.rising, to.falling, to}}, {}}};
  }

 private:
  struct Slot {
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
    const std::size_t begin = grid_.index(0, grid_.resolve_y(y - even_way_.y));
    const std::size_t way = static_cast<std::size_t>(even_way_.x + grid_.width) % width_;
    const auto arrival = [&](std::size_t first, std::size_t from, std::size_t count) -> Arrival {
      const auto cells = [&](Quanta* row) { return row == nullptr ? nullptr : row + first; };
      Quanta const* const rising = to.rising == nullptr ? nullptr : air_[1] + begin + from;
      return {first, count, {rising, air_[0] + begin + from, {cells(to.rising), to.falling + first}}};
    };
    return {arrival(way, 0, width_ - way), arrival(0, width_ - way, way)};
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
  std::array<Quanta const*, 2> air_;
  bool open_, periodic_;
  std::array<Quanta, 2> inflow_;  ///< over a cell beyond the edge
  std::size_t width_;
  std::vector<Quanta> row_;
  std::vector<float> direction_, along_forward_, along_backward_;
  std::array<Slot, 3> slots_;
};

void AirborneSand::prepare(Grid const& grid) {
  for (std::vector<Quanta>* cells : {&rising_, &falling_, &next_rising_, &next_falling_, &passed_}) {
    cells->assign(grid.cells(), 0);
  }
  even_ratio_.assign(static_cast<std::size_t>(grid.width), 1.0f);
}

QuantaSum AirborneSand::carry(SlabStep const& step) {
  SlabPlan const& plan = step.plan;
  LeeWake const* const wake = step.shelter.wake;
  QuantaSum landed = 0;
  std::fill(passed_.begin(), passed_.end(), 0);
  glm::vec2 beyond = plan.inflow * flat_air(plan);
  draw(step.terrain.grid, step.context);
  if (plan.flies_out) {
    lift(step);
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
  const auto drift = [&](std::span<Quanta> air) {
    std::transform(sides.begin(), sides.end(), drifting.begin(),
                   [&](LeeWake::Side const& side) { return kernel::part(air[side.cell], side.share * way); });
    for (std::size_t i = 0; i < sides.size(); ++i) {
      air[sides[i].cell] -= drifting[i];
      air[sides[i].to] += drifting[i];
    }
  };
  drift(falling_);
  if (rising) drift(rising_);
}

void AirborneSand::draw(Grid const& grid, StepContext const& context) {
  const auto width = static_cast<std::size_t>(grid.width);
  const std::size_t stride = kernel::chance_count(width);
  chances_.resize(stride * static_cast<std::size_t>(grid.height));
  // A cell keeps its luck for the whole step, so that what it lays down does not depend on the number of sub-steps.
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      kernel::draw_chances({context.seed, context.step, static_cast<std::uint32_t>(y)}, width,
                           chances_.data() + static_cast<std::size_t>(y) * stride);
    }
  });
}

kernel::GroundRow AirborneSand::ground_of(SlabStep const& step, std::size_t x, int y) const {
  const std::size_t cell = step.terrain.grid.index(0, y) + x;
  const std::size_t stride = kernel::chance_count(static_cast<std::size_t>(step.terrain.grid.width));
  WindField const& wind = step.context.wind;
  return {.available = step.available + cell,
          .cover = step.terrain.columns.available_thicknesses().data() + cell,
          .trap = step.shelter.trap.data() + cell,
          .hold = step.shelter.hold.data() + cell,
          .ratio = wind.uniform() ? even_ratio_.data() : wind.local().ratio.data() + cell,
          .chances = chances_.data() + static_cast<std::size_t>(y) * stride + x};
}

void AirborneSand::lift(SlabStep const& step) {
  Grid const& grid = step.terrain.grid;
  std::vector<Quanta>& target = step.plan.first_way == 0 ? falling_ : rising_;
  step.context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t begin = grid.index(0, y);
      kernel::lift(step.plan.lift, ground_of(step, 0, y), static_cast<std::size_t>(grid.width), target.data() + begin,
                   step.change.data() + begin);
    }
  });
}

QuantaSum AirborneSand::substep(SlabStep const& step, int number, glm::vec2 beyond) {
  Grid const& grid = step.terrain.grid;
  SlabPlan const& plan = step.plan;
  const auto width = static_cast<std::size_t>(grid.width);
  const bool rises = number < plan.first_way;
  const bool lifts = number + 1 == plan.substeps && !plan.flies_out;
  std::vector<Quanta>& rising = rises ? next_rising_ : rising_;
  const kernel::AirborneRule rule{.rest = plan.rest, .inverse_sand_depth = 1.0f / plan.sand_depth};
  const glm::ivec2 even_way =
      whole_cells(step.context.wind.direction(), plan.reach,
                  static_cast<double>(step.context.step) * plan.substeps + static_cast<double>(number));
  QuantaSum landed = 0;
  step.context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    Passage passage;
    Rows rows(step, even_way,
              {{falling_.data(), rises ? rising_.data() : nullptr},
               {static_cast<Quanta>(beyond.x), static_cast<Quanta>(beyond.y)}});
    const auto load = [&](int y) {
      const bool owned = y >= first && y < last;
      rows.load(y, owned ? step.change.data() + grid.index(0, y) : nullptr, owned ? &passage : nullptr);
    };
    load(first - 1);
    load(first);
    for (int y = first; y < last; ++y) {
      load(y + 1);
      const std::size_t begin = grid.index(0, y);
      Quanta* const change = step.change.data() + begin;
      const kernel::AirCells air{rises ? rising.data() + begin : nullptr, next_falling_.data() + begin};
      for (Rows::Arrival const& part : rows.arrivals(y, air, change, passage)) {
        passage.landed += kernel::arrive(rule, ground_of(step, part.first, y), part.count, part.air,
                                         {passed_.data() + begin + part.first, change + part.first});
      }
      if (number + 1 == plan.first_way) kernel::begin_to_fall(air, width);
      if (lifts) {
        kernel::lift(plan.lift, ground_of(step, 0, y), width, plan.first_way == 0 ? air.falling : rising.data() + begin,
                     change);
      }
    }
    step.context.ledger.book_in(step.soil, passage.in);
    step.context.ledger.book_out(step.soil, passage.out);
    std::atomic_ref<QuantaSum>(landed).fetch_add(passage.landed, std::memory_order_relaxed);
  });
  return landed;
}

void AirborneSand::lay_down(std::span<Quanta> change) {
  for (std::size_t i = 0; i < change.size(); ++i) change[i] += air(i);
  std::fill(rising_.begin(), rising_.end(), 0);
  std::fill(falling_.begin(), falling_.end(), 0);
}

QuantaSum AirborneSand::total() const {
  return kernel::sum_of(rising_.data(), rising_.size()) + kernel::sum_of(falling_.data(), falling_.size());
}

void AirborneSand::keep(Archive& archive) {
  for (std::vector<Quanta>* cells : {&rising_, &falling_}) {
    archive.table(*cells, cells->size());
    for (Quanta amount : *cells) {
      archive.require(amount >= 0 && amount <= kMostAir, "the sand in the air is not a sound amount");
    }
  }
}

}  // namespace barchan
