#include "land/obstacle_cells.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "base/disc.hpp"
#include "land/solid.hpp"

namespace barchan {

namespace {

/// Slightly more than half the diagonal of a unit square: a disc of this radius contains a cell centre.
constexpr double kHalfDiagonal = 0.7072;

/// A body, prepared for its land. It is at least one cell thick, so that walls have no gaps.
class Body {
 public:
  Body(Obstacle const& obstacle, Stamp const& stamp, Grid const& grid)
      : shape_(obstacle.shape),
        stamp_(stamp),
        grid_(grid),
        stand_(grid, static_cast<double>(obstacle.x), static_cast<double>(obstacle.y),
               static_cast<double>(obstacle.azimuth)),
        middle_x_(static_cast<double>(obstacle.x) * grid.width),
        middle_y_(static_cast<double>(obstacle.y) * grid.height),
        height_(static_cast<double>(obstacle.height)),
        length_(std::max(static_cast<double>(obstacle.length), stand_.cell_reach())),
        width_(std::max(static_cast<double>(obstacle.width), stand_.cell_reach())),
        radius_(std::max(static_cast<double>(obstacle.radius), static_cast<double>(grid.cell_size) * kHalfDiagonal)) {}

  /// Calls `visit(cell, metres)` for each cell that the body covers.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    const double around = reach() / static_cast<double>(grid_.cell_size) + 1.0;
    for_each_cell_of_disc(grid_, middle_x_, middle_y_, around, [&](std::size_t cell, double) {
      const auto width = static_cast<std::size_t>(grid_.width);
      const std::optional<double> metres =
          height_at(stand_.nearest(static_cast<int>(cell % width), static_cast<int>(cell / width)));
      if (metres) visit(cell, *metres);
    });
  }

 private:
  /// Farthest distance of a point of the body from its centre.
  double reach() const {
    switch (shape_) {
      case ObstacleShape::wall:
      case ObstacleShape::stamp:
        return 0.5 * std::sqrt(length_ * length_ + width_ * width_);
      case ObstacleShape::block:
      case ObstacleShape::pyramid:
        return kHalfDiagonal * width_;
      default:
        return radius_;
    }
  }

  std::optional<double> height_at(solid::Offset const& o) const {
    switch (shape_) {
      case ObstacleShape::wall:
        return solid::box(o, height_, length_, width_);
      case ObstacleShape::block:
        return solid::box(o, height_, width_, width_);
      case ObstacleShape::pyramid:
        return solid::pyramid(o, height_, width_);
      case ObstacleShape::cylinder:
        return solid::cylinder(o, height_, radius_);
      case ObstacleShape::cone:
        return solid::cone(o, height_, radius_);
      case ObstacleShape::dome:
        return solid::dome(o, height_, radius_);
      case ObstacleShape::stamp:
        if (!solid::box(o, height_, length_, width_)) return std::nullopt;
        return height_ * stamp_.at(o.along / length_ + 0.5, o.across / width_ + 0.5);
    }
    return std::nullopt;
  }

  ObstacleShape shape_;
  Stamp const& stamp_;
  Grid grid_;
  solid::Stand stand_;
  double middle_x_, middle_y_;  ///< cells
  double height_, length_, width_, radius_;
};

}  // namespace

void check_obstacle(PlaceObstacle const& command) {
  if (const std::string error = obstacle_error(command.obstacle, command.stamp); !error.empty()) {
    throw std::invalid_argument("obstacle: " + error);
  }
}

void check_obstacle(RemoveObstacles const& command) {
  if (!command.within) return;
  if (command.within->shape == ObstacleShape::stamp) {
    throw std::invalid_argument(
        "obstacle: expected a shape other than stamp, because a stamp cannot select obstacles, found stamp; use a wall "
        "of the same size");
  }
  check_obstacle(PlaceObstacle{*command.within, {}});
}

std::vector<ObstacleChange> changes_of(PlaceObstacle const& command, Grid const& grid, Columns const& columns) {
  check_obstacle(command);
  std::vector<ObstacleChange> changes;
  Body(command.obstacle, command.stamp, grid).for_each_cell([&](std::size_t cell, double metres) {
    const Quanta more = to_quanta(metres) - columns.obstacle(cell);
    if (more > 0) changes.push_back({cell, more});
  });
  return changes;
}

std::vector<ObstacleChange> changes_of(RemoveObstacles const& command, Grid const& grid, Columns const& columns) {
  check_obstacle(command);
  std::vector<ObstacleChange> changes;
  const auto take = [&](std::size_t cell) {
    if (columns.obstacle(cell) > 0) changes.push_back({cell, -columns.obstacle(cell)});
  };
  if (command.within) {
    Body(*command.within, {}, grid).for_each_cell([&](std::size_t cell, double) { take(cell); });
  } else {
    for (std::size_t cell = 0; cell < columns.size(); ++cell) take(cell);
  }
  return changes;
}

}  // namespace barchan
