/// LandCount: what lies on a land and in its ground, counted anew where it may have changed.
#pragma once

#include <cstdint>

#include "land/columns.hpp"
#include "land/columns_counter.hpp"
#include "land/terrain.hpp"

namespace barchan {

struct LandCount {
  ColumnsCount columns;
  QuantaSum ground_water = 0;  ///< below the table, above it, and in springs

  /// Counts everything.
  static LandCount of(Terrain const& terrain) { return {terrain.columns.count(), terrain.water_in_the_ground()}; }
};

/// Counts a land again and again. A land at rest is counted in full now and then all the same, for a fault might change
/// what it does not mark.
class LandCounter {
 public:
  LandCount const& count(Terrain const& terrain, Scheduler const& scheduler);

 private:
  static constexpr int kMostTrusted = 15;  ///< counts between two in full

  LandCount last_;
  ColumnsCounter columns_;
  std::uint64_t waters_ = 0;  ///< changes of the layers of water in the ground
  int trusted_ = kMostTrusted;
};

}  // namespace barchan
