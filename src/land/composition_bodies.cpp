// The obstacles of a composed land as bodies.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "land/composition.hpp"
#include "land/obstacle_cells.hpp"

namespace barchan {

namespace {

constexpr std::array<std::pair<LayerShape, ObstacleShape>, 5> kBodyShapes{{
    {LayerShape::wall, ObstacleShape::wall},
    {LayerShape::pyramid, ObstacleShape::pyramid},
    {LayerShape::cylinder, ObstacleShape::cylinder},
    {LayerShape::cone, ObstacleShape::cone},
    {LayerShape::dome, ObstacleShape::dome},
}};

/// The body of a layer. Nothing if no body has its shape.
std::optional<Obstacle> body_of(LandLayer const& layer) {
  const auto shape = std::ranges::find(kBodyShapes, layer.shape, &std::pair<LayerShape, ObstacleShape>::first);
  const bool solid = layer.soil == kObstacle && layer.operation != LayerOperation::min && layer.level == 0.0;
  if (!solid || shape == kBodyShapes.end()) return std::nullopt;
  return Obstacle{.shape = shape->second,
                  .x = static_cast<float>(layer.x),
                  .y = static_cast<float>(layer.y),
                  .azimuth = static_cast<float>(layer.azimuth),
                  .height = static_cast<float>(layer.height),
                  .length = static_cast<float>(layer.length),
                  .width = static_cast<float>(layer.width),
                  .radius = static_cast<float>(layer.radius)};
}

std::size_t middle_cell(Obstacle const& body, Grid const& grid) {
  const auto along = [](float share, int cells) {
    return std::clamp(static_cast<int>(share * static_cast<float>(cells)), 0, cells - 1);
  };
  return grid.index(along(body.x, grid.width), along(body.y, grid.height));
}

/// Number of cells in which the obstacle is as thick as the body.
std::ptrdiff_t shown_cells(Obstacle const& body, Grid const& grid, std::vector<QuantaSum> const& obstacle) {
  if (!obstacle_error(body).empty()) return 0;
  return std::ranges::count_if(cells_of({1, body}, grid),
                               [&](ObstacleChange const& one) { return obstacle[one.cell] == one.thickness; });
}

}  // namespace

std::vector<Obstacle> composed_bodies(std::vector<LandLayer> const& base, Grid const& grid,
                                      std::vector<QuantaSum> const& obstacle) {
  std::vector<Obstacle> bodies;
  std::vector<Quanta> below(obstacle.size(), 0);  // what the bodies so far give
  for (LandLayer const& layer : base) {
    const std::optional<Obstacle> alone = obstacle.empty() ? std::nullopt : body_of(layer);
    if (!alone) continue;
    Obstacle best = *alone, stacked = *alone;
    stacked.height += static_cast<float>(to_metres(below[middle_cell(*alone, grid)]));
    if (shown_cells(stacked, grid, obstacle) > shown_cells(*alone, grid, obstacle)) best = stacked;
    if (shown_cells(best, grid, obstacle) == 0) continue;
    for (ObstacleChange const& one : cells_of({1, best}, grid)) {
      below[one.cell] = std::max(below[one.cell], one.thickness);
    }
    bodies.push_back(best);
  }
  return bodies;
}

}  // namespace barchan
