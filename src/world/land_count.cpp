#include "world/land_count.hpp"

namespace barchan {

LandCount const& LandCounter::count(Terrain const& terrain) {
  Changes const& changes = terrain.columns.changes();
  std::uint64_t waters = 0;
  for (const CellLayer layer : {CellLayer::ground_water, CellLayer::moisture, CellLayer::springs}) {
    waters += terrain.cell_layers.changes(layer);
  }
  const bool full = ++trusted_ > kMostTrusted;
  if (full || changes.any(changes.since(look_))) last_.columns = terrain.columns.count();
  if (full || waters != waters_) last_.ground_water = terrain.water_in_the_ground();
  if (full) trusted_ = 0;
  look_ = changes.look();
  waters_ = waters;
  return last_;
}

}  // namespace barchan
