#include "processes/airborne_sand.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>

namespace barchan {

namespace {

constexpr int kRowGrain = 32;
constexpr Quanta kMostAir = 1 << 30;  // no sound world has more over a cell

}  // namespace

/// What passed the edges in one range of rows.
struct AirborneSand::Passage {
  QuantaSum in = 0, out = 0, landed = 0;
};

/// The rows that one range works on: sand after its way along the row, and its shares across, for three rows.
class AirborneSand::Rows {
 public:
  Rows(Grid const& grid, WindField const& wind, float reach, Boundary boundary, Quanta inflow)
      : grid_(grid),
        wind_(wind),
        reach_(reach),
        open_(boundary == Boundary::open),
        periodic_(boundary == Boundary::periodic),
        inflow_(open_ ? inflow : 0),
        width_(static_cast<std::size_t>(grid.width)),
        air_(width_ + 2),
        direction_(width_ + 2),
        along_forward_(width_ + 2),
        along_backward_(width_ + 2) {
    for (Slot& slot : slots_) {
      slot.air.resize(width_);
      slot.forward.resize(width_);
      slot.backward.resize(width_);
    }
    if (wind.uniform()) {
      split(wind.direction().x, along_forward_, along_backward_);
      for (Slot& slot : slots_) split(wind.direction().y, slot.forward, slot.backward);
    }
  }

  /// Brings row `y` (wrapped, or beyond the edge) into its slot. `change` and `passage` are given for rows that this
  /// range owns.
  void load(Quanta const* air, int y, Quanta* change, Passage* passage) {
    const int from = grid_.resolve_y(y);
    Slot& to = slot(y);
    if (!wind_.uniform()) {
      kernel::split_shares(wind_.local().y.data() + grid_.index(0, from), reach_, width_, to.forward.data(),
                           to.backward.data());
    }
    if (!periodic_ && from != y) {
      std::fill(to.air.begin(), to.air.end(), inflow_);
      return;
    }
    Quanta const* const row = air + grid_.index(0, from);
    std::copy_n(row, width_, air_.begin() + 1);
    air_.front() = periodic_ ? row[width_ - 1] : inflow_;
    air_.back() = periodic_ ? row[0] : inflow_;
    if (!wind_.uniform()) split_row(wind_.local().x.data() + grid_.index(0, from));
    const kernel::AxisShares shares{along_forward_.data() + 1, along_backward_.data() + 1};
    kernel::shift_along(air_.data() + 1, shares, width_, to.air.data());
    if (periodic_ || passage == nullptr) return;
    const std::size_t last = width_ - 1;
    stop(kernel::part(row[last], shares.forward[last]), change + last, *passage);
    stop(kernel::part(row[0], shares.backward[0]), change, *passage);
    passage->in +=
        kernel::part(air_.front(), along_forward_.front()) + kernel::part(air_.back(), along_backward_.back());
  }

  /// Writes row `y` after its way across.
  void cross(int y, Quanta* out, Quanta* change, Passage& passage) {
    kernel::shift_across(row(y - 1), row(y), row(y + 1), width_, out);
    if (periodic_) return;
    const auto edge = [&](int beyond, std::vector<float> const& leaving, std::vector<float> const& entering) {
      Slot const& here = slot(y);
      for (std::size_t i = 0; i < width_; ++i) {
        stop(kernel::part(here.air[i], leaving[i]), change + i, passage);
        passage.in += kernel::part(slot(beyond).air[i], entering[i]);
      }
    };
    if (y == 0) edge(-1, slot(0).backward, slot(-1).forward);
    if (y == grid_.height - 1) edge(y + 1, slot(y).forward, slot(y + 1).backward);
  }

 private:
  struct Slot {
    std::vector<Quanta> air;
    std::vector<float> forward, backward;
  };
  Slot& slot(int y) { return slots_[static_cast<std::size_t>(y + 3) % 3]; }
  kernel::AirRow row(int y) {
    Slot const& s = slot(y);
    return {s.air.data(), {s.forward.data(), s.backward.data()}};
  }
  void split(float direction, std::vector<float>& forward, std::vector<float>& backward) const {
    std::fill(forward.begin(), forward.end(), std::max(direction * reach_, 0.0f));
    std::fill(backward.begin(), backward.end(), std::max(-direction * reach_, 0.0f));
  }
  void split_row(float const* direction) {
    std::copy_n(direction, width_, direction_.begin() + 1);
    direction_.front() = periodic_ ? direction[width_ - 1] : direction[0];
    direction_.back() = periodic_ ? direction[0] : direction[width_ - 1];
    kernel::split_shares(direction_.data(), reach_, width_ + 2, along_forward_.data(), along_backward_.data());
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
  float reach_;
  bool open_, periodic_;
  Quanta inflow_;
  std::size_t width_;
  std::vector<Quanta> air_;
  std::vector<float> direction_, along_forward_, along_backward_;
  std::array<Slot, 3> slots_;
};

void AirborneSand::prepare(Grid const& grid) {
  air_.assign(grid.cells(), 0);
  next_.assign(grid.cells(), 0);
}

QuantaSum AirborneSand::carry(Terrain const& terrain, StepContext const& context, SlabPlan const& plan,
                              std::vector<Quanta>& change) {
  Grid const& grid = terrain.grid;
  WindField const& wind = context.wind;
  const std::vector<float> even(wind.uniform() ? static_cast<std::size_t>(grid.width) : 0, 1.0f);
  const auto width = static_cast<std::size_t>(grid.width);
  // Over flat sand the air holds, after the lift, what n sub-steps must lay down again.
  float stays = 1.0f;
  for (int i = 0; i < plan.substeps; ++i) stays *= 1.0f - plan.rest_sand;
  float beyond = plan.inflow * plan.lift / (1.0f - stays);
  QuantaSum landed = 0;
  for (int number = 0; number < plan.substeps; ++number) {
    const kernel::AirborneRule rule{.rest_sand = plan.rest_sand,
                                    .rest_bare = plan.rest_bare,
                                    .inverse_cover = 1.0f / plan.cover,
                                    .lift = number + 1 == plan.substeps ? plan.lift : 0.0f};
    context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
      Passage passage;
      Rows rows(grid, wind, plan.reach, grid.boundary, static_cast<Quanta>(beyond));
      std::vector<std::uint16_t> chances(kernel::chance_count(width));
      const auto load = [&](int y) {
        const bool owned = y >= first && y < last;
        rows.load(air_.data(), y, owned ? change.data() + grid.index(0, y) : nullptr, owned ? &passage : nullptr);
      };
      load(first - 1);
      load(first);
      for (int y = first; y < last; ++y) {
        load(y + 1);
        const std::size_t begin = grid.index(0, y);
        rows.cross(y, next_.data() + begin, change.data() + begin, passage);
        kernel::draw_chances(
            {context.seed, context.step, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(number)}, width,
            chances.data());
        const kernel::GroundRow ground{terrain.columns.loose_thicknesses().data() + begin, wind.shadow().data() + begin,
                                       wind.uniform() ? even.data() : wind.local().ratio.data() + begin};
        kernel::land_and_lift(rule, ground, chances.data(), width, next_.data() + begin, change.data() + begin,
                              passage.landed);
      }
      context.ledger.book_in(kSand, passage.in);
      context.ledger.book_out(kSand, passage.out);
      std::atomic_ref<QuantaSum>(landed).fetch_add(passage.landed, std::memory_order_relaxed);
    });
    std::swap(air_, next_);
    beyond *= 1.0f - plan.rest_sand;
  }
  return landed;
}

void AirborneSand::land(std::vector<Quanta>& change) {
  for (std::size_t i = 0; i < air_.size(); ++i) change[i] += air_[i];
  std::fill(air_.begin(), air_.end(), 0);
}

QuantaSum AirborneSand::total() const {
  QuantaSum sum = 0;
  for (Quanta amount : air_) sum += amount;
  return sum;
}

void AirborneSand::load(ArchiveReader& archive) {
  air_ = archive.get_exactly<Quanta>(air_.size());
  for (Quanta amount : air_) {
    if (amount < 0 || amount > kMostAir) throw ArchiveError("the sand in the air is not a sound amount");
  }
}

}  // namespace barchan
