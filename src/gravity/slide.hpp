/// Slide: what gravity is told of a step, how soils slide one after the other, and how what has slid is laid down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "land/changes.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

struct Slide {
  std::uint64_t step;  ///< seeds the rounding of amounts below one quantum
  Scheduler const& scheduler;
  Ledger& ledger;
};

/// Adds the net change of one soil to cells of one row: what a cell has gained is what its soil becomes.
void lay_down_crept(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger);
/// The same of what has slid, which is kept as that.
void lay_down_slid(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger);

/// Visits the loose soils that may lie on top anywhere, in the order of the table.
template <class Visit>
void for_each_cover_soil(Columns const& columns, Visit const& visit) {
  const SoilSet soils = columns.cover_soils_anywhere() & columns.loose();
  for (SoilId soil = 0; soil < kMostSoils; ++soil) {
    if ((soils & soil_bit(soil)) != 0) visit(soil);
  }
}

/// Lets one soil slide from the segments that are marked and those around them, and marks in the columns what it moves;
/// returns marks of the segments in which it has not come to rest. `woken` may be the columns' own, which hold only
/// until something has moved.
using SlideSoil = std::function<std::span<std::uint8_t const>(SoilId soil, std::span<std::uint8_t const> woken)>;
/// Soils slide one after the other, each over all others; first films come down (overturn).
void slide_soil_by_soil(Terrain& terrain, Slide const& slide, SlideSoil const& slide_soil);

/// The land over which one soil slides, with margins.
struct SlidingGround {
  PaddedGrid<Quanta> surface;  ///< elevation, with what slides
  PaddedGrid<Quanta> floor;    ///< surface without the soil that slides

  /// Copies in the land where it has changed since the last time. What has been done to the surface since then has been
  /// done to the land.
  void survey(Terrain const& terrain, SoilId soil, Scheduler const& scheduler);
  /// Has the last survey copied anything of row `y`?
  bool renewed(int y) const { return renewed_[static_cast<std::size_t>(y)] != 0; }
  /// The next survey copies in all of it.
  void forget() { last_ = {}; }

 private:
  SoilId soil_ = kRock;  ///< of the last time
  Changes::Look last_;
  std::vector<std::uint8_t> renewed_;  ///< a row
};

}  // namespace barchan::gravity
