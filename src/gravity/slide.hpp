/// Slide: what gravity is told of a step, and how soil that has slid is laid down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"

namespace barchan::gravity {

struct Slide {
  std::uint64_t step;  ///< seeds the rounding of amounts below one quantum
  Scheduler const& scheduler;
  Ledger& ledger;
};

/// Adds the net change of one soil to cells of one row: what a cell has gained has slid, and is what its soil becomes.
void lay_down_slid(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger);

/// Visits the loose soils that may lie on top anywhere, in the order of the table.
template <class Visit>
void for_each_cover_soil(Columns const& columns, Visit const& visit) {
  const SoilSet soils = columns.cover_soils_anywhere() & columns.loose();
  for (SoilId soil = 0; soil < kMostSoils; ++soil) {
    if ((soils & soil_bit(soil)) != 0) visit(soil);
  }
}

}  // namespace barchan::gravity
