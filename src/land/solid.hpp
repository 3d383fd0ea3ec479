/// Heights of the shapes that form lands and obstacles.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/direction.hpp"
#include "base/grid.hpp"

namespace barchan::solid {

/// Vector from the centre of a body to a place, m: its components to the east, to the north, along the body and across
/// it.
struct Offset {
  double east, north, along, across;
  /// Squared distance over the squared radius.
  double square(double radius) const { return (east * east + north * north) / (radius * radius); }
};

/// Position and orientation of a body.
class Stand {
 public:
  /// `x`, `y`: fractions of the land's sides; `azimuth`: degrees anticlockwise from east.
  Stand(Grid const& grid, double x, double y, double azimuth)
      : grid_(grid),
        land_width_(grid.width * static_cast<double>(grid.cell_size)),
        land_height_(grid.height * static_cast<double>(grid.cell_size)),
        x_(x * land_width_),
        y_(y * land_height_) {
    const glm::vec2 along = unit_vector(azimuth);
    along_x_ = static_cast<double>(along.x);
    along_y_ = static_cast<double>(along.y);
  }

  /// Vector to the centre of cell (x, y) without crossing the land's edges.
  Offset straight(int x, int y) const {
    return turned((x + 0.5) * static_cast<double>(grid_.cell_size) - x_,
                  (y + 0.5) * static_cast<double>(grid_.cell_size) - y_);
  }
  /// The same, but by the shortest path on a periodic land.
  Offset nearest(int x, int y) const {
    const Offset way = straight(x, y);
    if (!grid_.periodic()) return way;
    return turned(way.east - land_width_ * std::floor(way.east / land_width_ + 0.5),
                  way.north - land_height_ * std::floor(way.north / land_height_ + 0.5));
  }
  /// Extent of a cell along the body or across it, m.
  double cell_reach() const { return static_cast<double>(grid_.cell_size) * (std::abs(along_x_) + std::abs(along_y_)); }

 private:
  Offset turned(double east, double north) const {
    return {east, north, east * along_x_ + north * along_y_, north * along_x_ - east * along_y_};
  }

  Grid grid_;
  double land_width_, land_height_, x_, y_;
  double along_x_ = 1.0, along_y_ = 0.0;
};

// Heights above the foot in m; empty outside the shape.

inline std::optional<double> box(Offset const& o, double height, double length, double width) {
  if (std::abs(o.along) > 0.5 * length || std::abs(o.across) > 0.5 * width) return std::nullopt;
  return height;
}

inline std::optional<double> pyramid(Offset const& o, double height, double width) {
  const double reach = std::max(std::abs(o.along), std::abs(o.across)) / (0.5 * width);
  if (reach >= 1.0) return std::nullopt;
  return height * (1.0 - reach);
}

inline std::optional<double> cylinder(Offset const& o, double height, double radius) {
  if (o.square(radius) > 1.0) return std::nullopt;
  return height;
}

inline std::optional<double> cone(Offset const& o, double height, double radius) {
  const double square = o.square(radius);
  if (square >= 1.0) return std::nullopt;
  return height * (1.0 - std::sqrt(square));
}

inline std::optional<double> dome(Offset const& o, double height, double radius) {
  const double square = o.square(radius);
  if (square >= 1.0) return std::nullopt;
  return height * (1.0 - square) * (1.0 - square);
}

}  // namespace barchan::solid
