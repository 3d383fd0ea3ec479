/// Slide: the inputs of gravity in a step, the order in which soils slide, and the deposition of the soil that has
/// slid.
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

/// Adds the net change of one soil to cells of one row. The gain of a cell turns into the soil `Soil::cascades`.
void lay_down_crept(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger);
/// The same for soil that has slid, which is also recorded in the slides of the terrain.
void lay_down_slid(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger);

/// Visits the loose soils that are a cover anywhere, in the order of the table.
template <class Visit>
void for_each_cover_soil(Columns const& columns, Visit const& visit) {
  const SoilSet soils = columns.cover_soils_present() & columns.loose();
  for (SoilId soil = 0; soil < kMostSoils; ++soil) {
    if ((soils & soil_bit(soil)) != 0) visit(soil);
  }
}

/// Lets one soil slide from the marked segments and those around them, and marks in the columns the segments it
/// changes. Returns marks of the segments in which it has not come to rest. `woken` may be the columns' own marks,
/// which are valid only until something moves.
using SlideSoil = std::function<std::span<std::uint8_t const>(SoilId soil, std::span<std::uint8_t const> woken)>;
/// Lets soils slide one after another, each over all others. Films overturn first (gravity/overturn).
void slide_soil_by_soil(Terrain& terrain, Slide const& slide, SlideSoil const& slide_soil);

/// The land over which one soil slides, with margins.
struct SlidingGround {
  PaddedGrid<Quanta> surface;  ///< elevation, including the soil that slides
  PaddedGrid<Quanta> floor;    ///< surface without the soil that slides

  /// Copies the land where it has changed since the last call. Changes made to `surface` in between must also
  /// have been made to the land.
  void survey(Terrain const& terrain, SoilId soil, Scheduler const& scheduler);
  /// Returns true if the last survey copied any part of row `y`.
  bool renewed(int y) const { return renewed_[static_cast<std::size_t>(y)] != 0; }
  /// Makes the next survey copy everything.
  void forget() { last_ = {}; }

 private:
  SoilId soil_ = kRock;  ///< soil of the last survey
  Changes::Look last_;
  std::vector<std::uint8_t> renewed_;  ///< per row
};

}  // namespace barchan::gravity
