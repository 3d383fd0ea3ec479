#include "render/compose_rows.hpp"

#include <algorithm>
#include <utility>

namespace barchan::render {

void ComposeRows::begin(TerrainView const& view) {
  jumps_ = !(view.grid == grid_) || view.seed != seed_ || view.step < step_ || view.step > step_ + kManySteps;
  grid_ = view.grid;
  seed_ = view.seed;
  step_ = view.step;
}

ComposeRows::Part ComposeRows::next(Grid const& grid, bool in_parts) {
  const bool whole = std::exchange(whole_, false) || !in_parts;
  if (whole) first_ = 0;
  Part part{first_, whole ? grid.height : std::clamp(kCellsAtOnce / grid.width, 1, grid.height - first_)};
  first_ = (first_ + part.count) % grid.height;
  left_ = std::max(left_ - part.count, 0);
  part.completes = first_ == 0 || left_ == 0;
  return part;
}

}  // namespace barchan::render
