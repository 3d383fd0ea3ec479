#include "processes/slab_dunes/even_flight.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <utility>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

constexpr int kBlockRows = 32;  // rows per block, at least, if the land has as many

/// Cells of a row over which sand arrives, and the cells from which it comes. One run of each, or two where they cross
/// the seam.
struct Arrival {
  std::size_t first, from, count;
};
std::array<Arrival, 2> arrivals(int along, std::size_t width) {
  const std::size_t way = (static_cast<std::size_t>(along + static_cast<int>(width))) % width;
  return {{{way, 0, width - way}, {0, width - way, way}}};
}

}  // namespace

void AirborneSand::EvenFlight::Workspace::make_room(Grid const& grid) {
  if (!arrives.empty()) return;
  arrives.resize(static_cast<std::size_t>(stretches_of(grid)));
  Grid two = grid;
  two.height = 2;
  falling.prepare(two);
  rising.prepare(two);
}

AirborneSand::EvenFlight::EvenFlight(AirborneSand& sand, SlabStep const& step, int first, int last)
    : sand_(sand),
      step_(step),
      grid_(step.terrain.grid),
      first_(first),
      rises_(first < step.plan.first_way),
      lifts_(last == step.plan.substeps && !step.plan.flies_out) {
  int across = 0;
  for (int number = first; number < last; ++number) {
    const glm::ivec2 way = even_way(step.plan, step.context, number);
    along_.push_back(way.x);
    ahead_.push_back(across += way.y);
  }
}

int AirborneSand::EvenFlight::block_count(Grid const& grid) { return std::max(grid.height / kBlockRows, 1); }

AirborneSand::EvenFlight::Block AirborneSand::EvenFlight::block(int number) const {
  const int count = block_count(grid_);
  return {grid_.height * number / count, grid_.height * (number + 1) / count};
}

int AirborneSand::EvenFlight::end_of(SlabStep const& step, int first) {
  // Wakes draw sand in between sub-steps, so only one is flown at a time.
  if (step.shelter.wake != nullptr) return first + 1;
  const int most = std::min(step.terrain.grid.height, kBlockRows);
  int across = 0, number = first;
  while (number < step.plan.substeps) {
    across += even_way(step.plan, step.context, number).y;
    if (std::abs(across) > most) break;
    ++number;
  }
  return number;
}

std::size_t AirborneSand::EvenFlight::within(Block const& block, int row) const {
  const auto beyond = std::ranges::find_if(
      ahead_, [&](int across) { return row + across < block.first || row + across >= block.last; });
  return static_cast<std::size_t>(beyond - ahead_.begin());
}

QuantaSum AirborneSand::EvenFlight::fly() {
  QuantaSum landed = 0;
  const auto fly_blocks = [&](bool waiting) {
    step_.context.scheduler.for_ranges(block_count(grid_), 1, [&](int number, int) {
      Workspace work;
      fly_block(block(number), waiting, work);
      std::atomic_ref<QuantaSum>(landed).fetch_add(work.landed, std::memory_order_relaxed);
    });
  };
  fly_blocks(false);
  if (ahead_.back() != 0) fly_blocks(true);
  std::swap(sand_.falling_, sand_.next_falling_);
  if (rises_) std::swap(sand_.rising_, sand_.next_rising_);
  return landed;
}

void AirborneSand::EvenFlight::fly_block(Block const& block, bool waiting, Workspace& work) {
  const int across = ahead_.back();
  const int count = waiting ? std::min(std::abs(across), block.last - block.first) : block.last - block.first;
  for (int i = 0; i < count; ++i) {
    const int row = across > 0 ? block.last - 1 - i : block.first + i;
    const std::size_t here = within(block, row);
    fly_row(row, waiting ? here : 0, waiting ? ahead_.size() : here, work);
  }
}

void AirborneSand::EvenFlight::fly_row(int row, std::size_t first, std::size_t last, Workspace& work) {
  if (first == last) return;
  Place now{&sand_.falling_, rises_ ? &sand_.rising_ : nullptr, row};
  const bool ends = last == ahead_.size();
  const bool flies = any(now);
  if (flies) work.make_room(grid_);
  for (std::size_t i = first; i < last && flies; ++i) {
    if (!rises(i)) now.rising = nullptr;
    const Place next = i + 1 == ahead_.size()
                           ? Place{&sand_.next_falling_, rises(i) ? &sand_.next_rising_ : nullptr, over(row, i)}
                           : Place{&work.falling, rises(i) ? &work.rising : nullptr, static_cast<int>(i % 2)};
    move(now, next, i, over(row, i), work);
    now = next;
  }
  if (ends) {
    end(over(row, last - 1), flies);
  } else if (flies) {
    wait(now, row);
  }
}

void AirborneSand::EvenFlight::move(Place const& from, Place const& to, std::size_t i, int over, Workspace& work) {
  const std::span<std::uint8_t> arrives = work.arrives;
  mark(from, along_[i], arrives);
  to.falling->keep_only(to.row, arrives);
  if (to.rising != nullptr) to.rising->keep_only(to.row, arrives);
  const kernel::AirborneRule rule{.rest = step_.plan.rest, .inverse_sand_depth = 1.0f / step_.plan.sand_depth};
  for (Arrival const& all : arrivals(along_[i], static_cast<std::size_t>(grid_.width))) {
    for_cell_runs(grid_, arrives, [&](CellRun run) {
      const std::size_t begin = std::clamp(run.first, all.first, all.first + all.count);
      const std::size_t count = std::clamp(run.first + run.count, all.first, all.first + all.count) - begin;
      if (count == 0) return;
      const auto of = [](SparseGrid<Quanta>* air, int row, std::size_t x) {
        return air == nullptr ? nullptr : air->row(row) + x;
      };
      const std::size_t source = all.from + begin - all.first;
      const kernel::AirWay way{of(to.rising == nullptr ? nullptr : from.rising, from.row, source),
                               of(from.falling, from.row, source),
                               {of(to.rising, to.row, begin), of(to.falling, to.row, begin)}};
      work.landed += kernel::arrive(rule, sand_.ground_of(step_, {begin, count}, over), count, way,
                                    {sand_.passed_.row(over) + begin, step_.change.row(over) + begin});
    });
  }
  add_marks(arrives, sand_.passed_.open_marks(over));
  add_marks(arrives, step_.change.open_marks(over));
  if (first_ + static_cast<int>(i) + 1 == step_.plan.first_way) sand_.begin_to_fall(*to.rising, *to.falling, to.row);
}

bool AirborneSand::EvenFlight::any(Place const& place) const {
  return place.falling->any(place.row) || (place.rising != nullptr && place.rising->any(place.row));
}

void AirborneSand::EvenFlight::mark(Place const& from, int along, std::span<std::uint8_t> arrives) const {
  std::ranges::copy(from.falling->marks(from.row), arrives.begin());
  if (from.rising != nullptr) add_marks(from.rising->marks(from.row), arrives);
  if (along == 0 || all_marked(arrives)) return;
  for (SparseGrid<Quanta> const* air : {from.falling, from.rising}) {
    if (air != nullptr) add_marks_ahead(*air, from.row, along > 0, arrives);
  }
}

void AirborneSand::EvenFlight::add_marks_ahead(SparseGrid<Quanta> const& air, int row, bool forward,
                                               std::span<std::uint8_t> arrives) const {
  const std::size_t count = arrives.size();
  for_runs(air.marks(row), [&](int begin, int end) {
    // Only the foremost stretch of a run can add a mark. The stretches ahead of all others are marked already.
    const auto s = static_cast<std::size_t>(forward ? end - 1 : begin);
    const std::size_t edge =
        forward ? std::min((s + 1) * kStretch, static_cast<std::size_t>(grid_.width)) - 1 : s * kStretch;
    if (air.row(row)[edge] != 0) arrives[(forward ? s + 1 : s + count - 1) % count] = 1;
  });
}

void AirborneSand::EvenFlight::wait(Place const& now, int row) {
  const auto copy = [&](SparseGrid<Quanta> const& from, SparseGrid<Quanta>& to) {
    to.keep_only(row, from.marks(now.row));
    for_cell_runs(grid_, from.marks(now.row),
                  [&](CellRun run) { std::copy_n(from.row(now.row) + run.first, run.count, to.row(row) + run.first); });
  };
  copy(*now.falling, sand_.falling_);
  if (now.rising != nullptr) copy(*now.rising, sand_.rising_);
}

void AirborneSand::EvenFlight::end(int over, bool flies) {
  if (!flies) sand_.next_falling_.clear_row(over);
  if (rises_ && !(flies && rises(ahead_.size() - 1))) sand_.next_rising_.clear_row(over);
  if (!lifts_) return;
  SparseGrid<Quanta>& rising = rises_ ? sand_.next_rising_ : sand_.rising_;
  sand_.lift(step_, over, step_.plan.first_way == 0 ? sand_.next_falling_ : rising);
}

}  // namespace barchan
