/// LandCount: the sums of soils and water on a land, updated only where the land may have changed.
#pragma once

#include <cstdint>

#include "land/columns.hpp"
#include "land/columns_counter.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Sums over a land.
struct LandCount {
  ColumnsCount columns;
  QuantaSum ground_water = 0;  ///< below and above the water table, and in springs

  /// Counts everything.
  static LandCount of(Terrain const& terrain) { return {terrain.columns.count(), terrain.water_in_the_ground()}; }
};

/// Counts a land repeatedly. Even a land at rest is counted in full from time to time, because a fault might change the
/// land without marking the change.
class LandCounter {
 public:
  LandCount const& count(Terrain const& terrain, Scheduler const& scheduler);

 private:
  static constexpr int kMostTrusted = 15;  ///< most incremental counts between two full counts

  LandCount last_;
  ColumnsCounter columns_;
  std::uint64_t waters_ = 0;  ///< version of the layers of groundwater
  int trusted_ = kMostTrusted;
};

}  // namespace barchan
