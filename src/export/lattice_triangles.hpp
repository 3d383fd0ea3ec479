/// Delaunay triangulations of points with whole coordinates, for surfaces with few triangles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace barchan {

/// x runs east, y north.
struct LatticePoint {
  std::int32_t x = 0, y = 0;

  bool operator==(LatticePoint const&) const = default;
};

/// Points along a side for which 64 bits suffice.
inline constexpr int kMaximumLatticeSide = 16385;

/// All points with 0 <= x < width and 0 <= y < height; sides 2 to kMaximumLatticeSide. Lists have one value per point,
/// south row first.
struct LatticeSurface {
  int width = 0, height = 0;
  std::vector<float> heights;        ///< m; NaN: the point is ignored
  std::vector<std::uint8_t> needed;  ///< 1: must become a vertex
};

/// Counterclockwise triangles that cover the rectangle.
struct LatticeTriangles {
  std::vector<LatticePoint> points;
  std::vector<std::uint32_t> indices;  ///< three per triangle
};

/// Adds points to a Delaunay triangulation: those that are needed, then the worst one again and again until the
/// vertical distance between each point and its triangle is at most `error` metres (Garland and Heckbert 1995, "Fast
/// polygonal approximation of terrains and height fields"). An edge of length 1 between vertices is an edge of the
/// triangulation, so areas of lattice squares keep their borders if the points on these are needed. Geometric tests are
/// exact: no triangle is degenerate or turned over.
LatticeTriangles triangulated(LatticeSurface const& surface, double error);

}  // namespace barchan
