#include "gravity/slide.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/marks.hpp"
#include "base/sparse_grid.hpp"
#include "gravity/edges.hpp"
#include "gravity/overturn.hpp"

namespace barchan::gravity {

namespace {

/// Applies the changes of a soil that becomes another one when it comes to rest.
void lay_down_changed(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change,
                      Ledger& ledger) {
  const SoilId product = terrain.soils[soil].cascades;
  std::vector<Quanta> part(change.size());
  std::ranges::transform(change, part.begin(), [](Quanta amount) { return std::min(amount, 0); });
  terrain.columns.exchange(soil, first, part);
  // When mass is preserved, the remainder below one quantum goes to the next gaining cell of the row.
  QuantaSum slid = 0, made = 0;
  QuantaSum before = terrain.columns.elevation(first);
  for (std::size_t i = 0; i < change.size(); ++i) {
    const Quanta gained = std::max(change[i], 0);
    const QuantaSum yields = ledger.product(soil, product, gained, before);
    part[i] = static_cast<Quanta>(std::min<QuantaSum>(yields, kRangeEnd));
    if (yields > part[i]) terrain.columns.spill(product, yields - part[i]);
    before += gained;
    slid += gained;
    made += yields;
  }
  terrain.columns.exchange(product, first, part);
  ledger.convert(soil, product, slid, made);
}

/// Calls `visit(CellRun)` for runs of a fixed number of cells in which anything changes.
template <class Visit>
void for_changed_stretches(std::span<Quanta const> change, Visit const& visit) {
  constexpr std::size_t kAtOnce = kStretch;
  const auto changes = [&](std::size_t begin) {
    return begin < change.size() && any_of_cells(change.data() + begin, std::min(kAtOnce, change.size() - begin));
  };
  for (std::size_t begin = 0; begin < change.size(); begin += kAtOnce) {
    if (!changes(begin)) continue;
    const std::size_t first = begin;
    while (changes(begin + kAtOnce)) begin += kAtOnce;
    visit(CellRun{first, std::min(begin + kAtOnce, change.size()) - first});
  }
}

}  // namespace

void lay_down_crept(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger) {
  if (terrain.soils[soil].cascades != soil) return lay_down_changed(terrain, soil, first, change, ledger);
  for_changed_stretches(change, [&](CellRun run) {
    terrain.columns.exchange(soil, first + run.first, change.subspan(run.first, run.count));
  });
}

void lay_down_slid(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger) {
  for_changed_stretches(change, [&](CellRun run) {
    terrain.slides.add(first + run.first, change.subspan(run.first, run.count));
    if (terrain.soils[soil].cascades != soil) return;
    terrain.columns.exchange(soil, first + run.first, change.subspan(run.first, run.count));
  });
  if (terrain.soils[soil].cascades != soil) lay_down_changed(terrain, soil, first, change, ledger);
}

void slide_soil_by_soil(Terrain& terrain, Slide const& slide, SlideSoil const& slide_soil) {
  Columns& columns = terrain.columns;
  if (!any_marked(columns.disturbed())) return;
  overturn_films(terrain, slide.scheduler);
  const SoilSet covers = columns.cover_soils_present();
  if (std::has_single_bit(covers) && columns.loose() == covers) {
    columns.set_disturbed(slide_soil(static_cast<SoilId>(std::countr_zero(covers)), columns.disturbed()));
    return;
  }
  using Marks = std::vector<std::uint8_t>;
  Marks woken(columns.disturbed().begin(), columns.disturbed().end());
  Marks left(woken.size(), 0);
  const auto add = [](Marks& to, std::span<std::uint8_t const> marks) {
    std::ranges::transform(to, marks, to.begin(), std::bit_or<std::uint8_t>());
  };
  for_each_cover_soil(columns, [&](SoilId soil) {
    columns.forget_disturbed();
    add(left, slide_soil(soil, woken));
    if (columns.loose() == soil_bit(soil)) return;
    // The slide of one soil may start another, in this step or the next.
    add(woken, columns.disturbed());
    add(left, columns.disturbed());
  });
  columns.set_disturbed(left);
}

void SlidingGround::survey(Terrain const& terrain, SoilId soil, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns const& columns = terrain.columns;
  if (surface.empty()) {
    surface.prepare(grid.width, grid.height);
    floor.prepare(grid.width, grid.height);
  }
  Changes const& changes = columns.changes();
  const Moment since = soil == soil_ ? changes.since(last_) : 0;
  renewed_.resize(static_cast<std::size_t>(grid.height));
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> room(static_cast<std::size_t>(grid.width));
    for (int y = first; y < last; ++y) {
      const bool renews = changes.any(y, since);
      renewed_[static_cast<std::size_t>(y)] = renews ? 1 : 0;
      if (!renews) continue;
      Quanta const* const elevation = columns.elevations().data() + grid.index(0, y);
      const std::span<Quanta const> sediment = columns.available_row(y, soil, room);
      changes.for_cell_runs(grid.width, y, since, [&](CellRun run) {
        std::copy_n(elevation + run.first, run.count, surface.row(y) + run.first);
        std::transform(elevation + run.first, elevation + run.first + run.count, sediment.data() + run.first,
                       floor.row(y) + run.first, std::minus<>());
      });
    }
  });
  soil_ = soil;
  last_ = changes.look();
}

}  // namespace barchan::gravity
