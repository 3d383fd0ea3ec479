#include "world/land_count.hpp"

namespace barchan {

LandCount const& LandCounter::count(Terrain const& terrain, Scheduler const& scheduler) {
  std::uint64_t waters = 0;
  for (const CellLayer layer : {CellLayer::ground_water, CellLayer::moisture, CellLayer::springs}) {
    waters += terrain.cell_layers.changes(layer);
  }
  const bool full = ++trusted_ > kMostTrusted;
  if (full) columns_.forget();
  last_.columns = columns_.count(terrain.columns, scheduler);
  if (full || waters != waters_) last_.ground_water = terrain.water_in_the_ground();
  if (full) trusted_ = 0;
  waters_ = waters;
  return last_;
}

}  // namespace barchan
