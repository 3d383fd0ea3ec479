/// Mesh: triangles that show a grid of elevations, as a surface or as a closed solid.
///
/// Axes of all meshes: x east, y north, z up, in metres. The origin lies at the centre of the land and at elevation 0.
/// Triangles are counterclockwise seen from outside or from above. Formats with other axes turn them when they encode.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "export/sample_grid.hpp"

namespace barchan {

/// Triangles with shared vertices.
struct Mesh {
  std::vector<glm::vec3> positions;    ///< m
  std::vector<glm::vec3> normals;      ///< unit vectors, one per vertex; empty: faces are flat
  std::vector<glm::vec2> uvs;          ///< place on the map of the land, 0 to 1; v runs south; empty: none
  std::vector<std::uint32_t> indices;  ///< three per triangle

  std::size_t triangles() const { return indices.size() / 3; }
};

/// Surface through the samples, with one vertex per sample in the order of the grid. Normals come from central
/// differences. The vertex of sample (i, j) has the texture coordinates ((i + 0.5) / width, (j + 0.5) / height), so
/// that maps with one pixel per cell fit. Each square of four samples is cut along the diagonal whose ends differ less
/// in height, or along that from south-west to north-east if both are equal. A grid with one row or column has no
/// triangles. Throws std::invalid_argument if the number of values is wrong or a value is not finite, and
/// std::length_error if there are more vertices or indices than 2^32 - 1.
Mesh surface_mesh(SampleGrid const& grid);
/// The same for a tile. Positions, normals and texture coordinates are those of the whole land, so that tiles fit
/// together. Throws std::invalid_argument also if the window is not in the grid.
Mesh surface_mesh(SampleGrid const& grid, GridWindow const& window);

/// The same surface with fewer triangles: the vertical distance between a sample and the triangle above or below it is
/// at most `error` metres. Samples are added, the worst first, to a Delaunay triangulation (Garland and Heckbert 1995,
/// "Fast polygonal approximation of terrains and height fields"). All samples on the border of the window are vertices,
/// so that tiles of different errors fit together. Vertices are those of surface_mesh(), in an order that suits the
/// caches of graphics cards. An error of 0 gives surface_mesh() itself. Throws as surface_mesh() does,
/// std::invalid_argument if `error` is negative or not finite, and std::length_error if a side exceeds 16385 samples.
Mesh simplified_surface(SampleGrid const& grid, GridWindow const& window, double error);

/// The same mesh without vertices that no triangle uses. The order of triangles and vertices suits the caches of
/// graphics cards.
Mesh ordered_for_caches(Mesh mesh);

/// Directed edges from vertex to vertex that belong to one triangle only.
std::vector<std::array<std::uint32_t, 2>> border_edges(Mesh const& mesh);

/// Adds a vertical skirt that hangs `depth` metres down from the border, so that gaps between tiles of different error
/// do not show. It has the normals and texture coordinates of the border, and therefore its shade and colour.
Mesh with_skirt(Mesh mesh, double depth);

/// The same mesh with normals that are means of the normals of the triangles around, weighted by their areas.
Mesh with_smooth_normals(Mesh mesh);

struct SolidStyle {
  /// Length of the longer side of the result, mm, for printing. The lower face of the base then lies at z = 0.
  /// 0: the result has its true size in metres, and z is the elevation times the exaggeration.
  double longest_side = 0.0;
  double base_thickness = 3.0;         ///< of the base below the lowest sample, in the unit of the result, > 0
  double vertical_exaggeration = 1.0;  ///< height in the result over true height, > 0
};

/// Closed mesh of the land with a flat base and vertical sides. It covers all cells whole: beyond the outermost samples
/// the height is constant. Each edge belongs to two triangles with opposite directions, all faces point outwards, and
/// no triangle is degenerate. The volume differs from the sum of (height - base) * cell area by at most 0.05 %, because
/// squares of samples that are not flat enough get a vertex in their middle. There are no normals and no texture
/// coordinates. Throws as surface_mesh() does, and std::invalid_argument if the grid is empty or the style is out of
/// range.
Mesh solid(SampleGrid const& grid, SolidStyle const& style);

}  // namespace barchan
