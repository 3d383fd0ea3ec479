#include "gravity/slide.hpp"

#include <algorithm>
#include <vector>

#include "base/marks.hpp"
#include "gravity/edges.hpp"
#include "gravity/overturn.hpp"

namespace barchan::gravity {

void lay_down_slid(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger) {
  const SoilId product = terrain.soils[soil].cascades;
  if (product == soil) {
    terrain.columns.exchange(soil, first, change);
    return;
  }
  std::vector<Quanta> part(change.size());
  std::ranges::transform(change, part.begin(), [](Quanta amount) { return std::min(amount, 0); });
  terrain.columns.exchange(soil, first, part);
  // By mass, what is too little for a quantum goes on to the next cell of the row that gains.
  QuantaSum slid = 0, made = 0;
  QuantaSum before = terrain.columns.elevation(first);
  for (std::size_t i = 0; i < change.size(); ++i) {
    const Quanta gained = std::max(change[i], 0);
    part[i] = ledger.product(soil, product, gained, before);
    before += gained;
    slid += gained;
    made += part[i];
  }
  terrain.columns.exchange(product, first, part);
  ledger.convert(soil, product, slid, made);
}

void slide_soil_by_soil(Terrain& terrain, Slide const& slide, SlideSoil const& slide_soil) {
  Columns& columns = terrain.columns;
  if (!any_marked(columns.disturbed())) return;
  overturn_films(terrain, slide.scheduler);
  using Marks = std::vector<std::uint8_t>;
  Marks woken(columns.disturbed().begin(), columns.disturbed().end());
  Marks left(woken.size(), 0);
  const Marks none(woken.size(), 0);
  const auto add = [](Marks& to, std::span<std::uint8_t const> marks) {
    std::ranges::transform(to, marks, to.begin(), std::bit_or<std::uint8_t>());
  };
  for_each_cover_soil(columns, [&](SoilId soil) {
    columns.set_disturbed(none);
    add(left, slide_soil(soil, woken));
    if (columns.loose() == soil_bit(soil)) return;
    // What one soil does may set another in motion, in this step or in the next.
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
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> room(static_cast<std::size_t>(grid.width));
    for (int y = first; y < last; ++y) {
      if (!changes.any(y, since)) continue;
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
