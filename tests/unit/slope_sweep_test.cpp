/// Sweeps that wake only the segments beside a changed end give the same land as sweeps that wake all neighbours.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "gravity/slope_sweep.hpp"
#include "land/terrain.hpp"

namespace barchan::test::slope_sweep_test {
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
        gravity::SweepMarks at_all_ends, at_ends;
        at_all_ends.look(all.columns);
        at_ends.look(few.columns);
        if (!at_all_ends.any()) break;
        for (int y = 0; y < all.grid.height; ++y) {
          for (gravity::MarkWord& word : at_all_ends.row(y)) word.west = word.east = word.any;
        }
        sweep_all.run(all, rule, at_all_ends, slide);
        sweep_few.run(few, rule, at_ends, slide);
        sweep_all.unsettled().tell(all.columns);
        sweep_few.unsettled().tell(few.columns);
        for (std::size_t cell = 0; cell < all.grid.cells(); ++cell) {
          ASSERT_EQ(few.columns.elevation(cell), all.columns.elevation(cell)) << sweeps << ' ' << cell;
        }
        ASSERT_TRUE(std::ranges::equal(few.columns.disturbed(), all.columns.disturbed())) << sweeps;
      }
      EXPECT_GT(sweeps, 20);
    }
  }
}

/// Sweeps over heaps on a periodic land that is shifted by `turned` rows, on this number of threads; then shifts the
/// land back.
std::vector<Quanta> swept(int width, int turned, int threads) {
  Terrain terrain = heaps(Boundary::periodic, width, 5);
  const auto row = [width](int y) { return static_cast<std::ptrdiff_t>(y) * width; };
  std::vector<Quanta> sand(terrain.columns.elevations().begin(), terrain.columns.elevations().end());
  std::rotate(sand.begin(), sand.begin() + row(turned), sand.end());
  terrain.columns = Columns(terrain.grid, std::vector<Quanta>(sand.size(), 0), sand);
  const Scheduler scheduler(threads);
  Ledger ledger;
  SlopeSweep sweep;
  sweep.prepare(terrain);
  for (int i = 0; i < 60; ++i) {
    gravity::SweepMarks woken;
    woken.look(terrain.columns);
    sweep.run(
        terrain,
        {.slope = 0.6f, .share = 0.2f, .dither = sweep_dither(1, i), .rest = gravity::rest_limit(terrain.grid, 0.6f)},
        woken, {1, scheduler, ledger});
    sweep.unsettled().tell(terrain.columns);
  }
  sand.assign(terrain.columns.elevations().begin(), terrain.columns.elevations().end());
  std::rotate(sand.begin(), sand.end() - row(turned), sand.end());
  return sand;
}

TEST(SlopeSweep, DependsOnNoFirstRowAndNoBands) {
  for (const int width : {96, 150}) {
    const std::vector<Quanta> once = swept(width, 0, 1);
    for (const int turned : {1, 2, 3, 17, 38}) EXPECT_EQ(swept(width, turned, 1), once) << width << ' ' << turned;
    for (const int threads : {2, 3, 7}) EXPECT_EQ(swept(width, 5, threads), once) << width << ' ' << threads;
  }
}

}  // namespace
}  // namespace barchan::test::slope_sweep_test
