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
        "obstacle: expected a shape other than stamp, found stamp, which cannot select obstacles; use a wall of the "
        "same size");
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

namespace {

Stamp const& stamp_of(ObstacleBody const& body) {
  static const Stamp kNone;
  return body.stamp ? *body.stamp : kNone;
}

/// A cell that a body leaves or comes to, quanta.
struct MovedCell {
  std::size_t cell = 0;
  Quanta left = 0;    ///< what the body gave; 0: nothing
  Quanta comes = 0;   ///< what it gives now
  Quanta others = 0;  ///< the most that another body gives

  /// Thickness of the obstacle after the change, if it is `now`. Parts that were removed or worn away stay so.
  Quanta thickness(Quanta now) const {
    const bool explained = now <= std::max(left, others);
    const Quanta stays = left > 0 && explained ? std::min(now, others) : now;
    return std::max(stays, comes);
  }
};

/// The cells of the body before and after, in order.
std::vector<MovedCell> moved_cells(ObstacleBody const& body, std::optional<Obstacle> const& after, Grid const& grid) {
  std::vector<MovedCell> cells;
  for (ObstacleChange const& one : cells_of(body, grid)) cells.push_back({.cell = one.cell, .left = one.thickness});
  if (after) {
    for (ObstacleChange const& one : cells_of({body.number, *after, body.stamp}, grid)) {
      cells.push_back({.cell = one.cell, .comes = one.thickness});
    }
  }
  std::ranges::stable_sort(cells, {}, &MovedCell::cell);
  std::vector<MovedCell> merged;
  for (MovedCell const& one : cells) {
    if (!merged.empty() && merged.back().cell == one.cell) {
      merged.back().comes = one.comes;
    } else {
      merged.push_back(one);
    }
  }
  return merged;
}

}  // namespace

std::vector<ObstacleChange> cells_of(ObstacleBody const& body, Grid const& grid) {
  std::vector<ObstacleChange> cells;
  Body(body.obstacle, stamp_of(body), grid).for_each_cell([&](std::size_t cell, double metres) {
    if (const Quanta thickness = to_quanta(metres); thickness > 0) cells.push_back({cell, thickness});
  });
  return cells;
}

bool stands(ObstacleBody const& body, Grid const& grid, Columns const& columns) {
  return std::ranges::any_of(cells_of(body, grid),
                             [&](ObstacleChange const& one) { return columns.obstacle(one.cell) > 0; });
}

std::vector<ObstacleChange> changes_of(BodyChange const& change, Grid const& grid, Columns const& columns) {
  std::vector<MovedCell> cells = moved_cells(*change.bodies.find(change.number), change.after, grid);
  for (ObstacleBody const& other : change.bodies.list()) {
    if (other.number == change.number) continue;
    for (ObstacleChange const& one : cells_of(other, grid)) {
      const auto found = std::ranges::lower_bound(cells, one.cell, {}, &MovedCell::cell);
      if (found == cells.end() || found->cell != one.cell) continue;
      found->others = std::max(found->others, one.thickness);
    }
  }
  std::vector<ObstacleChange> changes;
  for (MovedCell const& one : cells) {
    const Quanta now = columns.obstacle(one.cell);
    if (const Quanta more = one.thickness(now) - now; more != 0) changes.push_back({one.cell, more});
  }
  return changes;
}

}  // namespace barchan
