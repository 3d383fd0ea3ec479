#include "processes/water_particles/coast.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "land/ledger.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/water_particles/parameters.hpp"

namespace barchan::water {

void follow_sea(WaterParticlesParameters const& parameters, Terrain& terrain, StepContext const& context) {
  std::optional<Quanta> level;
  if (parameters.sea != 0) {
    const double height = static_cast<double>(parameters.sea_level) - terrain.datum;
    level = to_quanta(std::clamp(height, -kMaximumElevation, kMaximumElevation));
  }
  if (level == terrain.sea.level() && (!level || context.step % kSeaRenewal != 0)) return;
  std::vector<LakePour> lagoons = terrain.sea.cover(terrain.grid, terrain.columns.elevations(), level);
  QuantaSum brought = 0;
  for (LakePour& lagoon : lagoons) {
    lagoon.amount = std::max<QuantaSum>(lagoon.amount - terrain.lakes.depth(lagoon.cell), 0);
    brought += lagoon.amount;
  }
  if (brought == 0) return;
  context.ledger.book_in(kWater, brought);
  const QuantaSum left = terrain.pour(lagoons);
  if (left > 0) context.ledger.book_out(kWater, left);
}

}  // namespace barchan::water
