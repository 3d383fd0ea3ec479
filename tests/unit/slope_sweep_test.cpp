/// Sweeps that wake only what lies beside an end where the sweep before did anything leave the land that sweeps of all
/// neighbours leave.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "barchan/base/random.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "gravity/slope_sweep.hpp"

namespace barchan::test {
namespace {

/// A plain of sand with a few steep heaps, some at the ends of segments and of rows.
Terrain heaps(Boundary boundary, int width, std::uint64_t seed) {
  Terrain terrain;
  terrain.grid = {width, 40, 1.0f, boundary};
  std::vector<Quanta> sand(terrain.grid.cells(), to_quanta(1.0));
  for (std::uint32_t i = 0; i < 12; ++i) {
    const auto words = random_words(seed, 0, RandomStream::scenario, i);
    const std::size_t cell = words[0] % terrain.grid.cells();
    sand[i % 3 == 0 ? cell / kSegment * kSegment : cell] += to_quanta(4.0 + 4.0 * (words[1] % 8));
  }
  sand[terrain.grid.index(width - 1, 20)] += to_quanta(3.0);
  terrain.columns = Columns(terrain.grid, std::vector<Quanta>(sand.size(), 0), sand);
  return terrain;
}

TEST(SlopeSweep, WakesNoFewerSegmentsThanMatter) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (const int width : {96, 150}) {
      Terrain all = heaps(boundary, width, 3), few = heaps(boundary, width, 3);
      const Scheduler scheduler;
      Ledger ledger;
      SlopeSweep sweep_all, sweep_few;
      sweep_all.prepare(all);
      sweep_few.prepare(few);
      int sweeps = 0;
      for (; sweeps < 400; ++sweeps) {
        const gravity::SlopeRule rule{.slope = 0.6f,
                                      .share = 0.2f,
                                      .dither = sweep_dither(1, sweeps),
                                      .rest = gravity::rest_limit(all.grid, 0.6f)};
        const gravity::Slide slide{1, scheduler, ledger};
        const std::vector<std::uint8_t> woken(all.columns.disturbed().begin(), all.columns.disturbed().end());
        if (!any_marked(woken)) break;
        sweep_all.run(all, rule, woken, slide);
        sweep_few.run(few, rule, woken, slide, sweeps == 0 ? gravity::WokenBy::others : gravity::WokenBy::last_sweep);
        all.columns.set_disturbed(sweep_all.unsettled());
        few.columns.set_disturbed(sweep_few.unsettled());
        for (std::size_t cell = 0; cell < all.grid.cells(); ++cell) {
          ASSERT_EQ(few.columns.elevation(cell), all.columns.elevation(cell)) << sweeps << ' ' << cell;
        }
        ASSERT_TRUE(std::ranges::equal(few.columns.disturbed(), all.columns.disturbed())) << sweeps;
      }
      EXPECT_GT(sweeps, 20);
    }
  }
}

}  // namespace
}  // namespace barchan::test
