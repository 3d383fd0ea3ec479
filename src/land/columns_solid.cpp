/// Solid soils that are added to and taken from columns from outside.
#include <algorithm>
#include <optional>
#include <vector>

#include "land/columns.hpp"

namespace barchan {

void Columns::add_solid(std::size_t cell, SoilId soil, Quanta amount) {
  if (amount == 0) return;
  if (soil == kRock) {
    raise(cell, amount);
    disturb(cell);
    return;
  }
  const std::vector<Layer> lifted = lift_sediment(cell);
  std::optional<Layer> obstacle;
  if (strata_.has(cell) && strata_.top(cell).soil == kObstacle) obstacle = strata_.pop(cell);
  strata_.push(cell, {soil, amount});
  if (obstacle) strata_.push(cell, *obstacle);
  for (auto layer = lifted.rbegin(); layer != lifted.rend(); ++layer) strata_.push(cell, *layer);
  elevation_[cell] += amount;
  expose(cell);
  disturb(cell);
}

Quanta Columns::take_solid(std::size_t cell, SoilId soil, Quanta amount) {
  const Quanta taken = soil == kRock ? take_bedrock(cell, amount) : take_solid_layer(cell, soil, amount);
  elevation_[cell] -= taken;
  if (taken > 0) disturb(cell);
  return taken;
}

/// Takes from the bedrock down to the end of the range. The caller changes the elevation.
Quanta Columns::take_bedrock(std::size_t cell, Quanta amount) {
  const QuantaSum bedrock = layer(cell, layer_count(cell) - 1).thickness;
  const auto taken = static_cast<Quanta>(std::clamp<QuantaSum>(bedrock + kRangeEnd, 0, amount));
  note_bedrock(bedrock - taken);
  return taken;
}

/// Takes from the uppermost solid layer if that is of this soil. The caller changes the elevation.
Quanta Columns::take_solid_layer(std::size_t cell, SoilId soil, Quanta amount) {
  if (base_soil(cell) != soil) return 0;
  const std::vector<Layer> lifted = lift_sediment(cell);
  const Quanta taken = std::min(amount, strata_.top(cell).thickness);
  wear_solid(cell, taken);
  for (auto layer = lifted.rbegin(); layer != lifted.rend(); ++layer) strata_.push(cell, *layer);
  expose(cell);
  return taken;
}

}  // namespace barchan
