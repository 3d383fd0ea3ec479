#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "export/lattice_triangles.hpp"
#include "export/mesh.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

/// The samples of a window. Those on its border are needed.
LatticeSurface lattice_of(SampleGrid const& grid, GridWindow const& window) {
  LatticeSurface surface{.width = window.width, .height = window.height, .heights = {}, .needed = {}};
  for (int row = window.row + window.height - 1; row >= window.row; --row) {
    float const* const samples = &grid.values[grid.index(window.column, row)];
    surface.heights.insert(surface.heights.end(), samples, samples + window.width);
    const bool end = row == window.row || row == window.row + window.height - 1;
    surface.needed.resize(surface.heights.size(), end ? 1 : 0);
    surface.needed.back() = surface.needed[surface.needed.size() - static_cast<std::size_t>(window.width)] = 1;
  }
  return surface;
}

}  // namespace

Mesh simplified_surface(SampleGrid const& grid, GridWindow const& window, double error) {
  if (!(error >= 0.0) || !std::isfinite(error)) {
    throw std::invalid_argument(fmt::format("expected an error of the mesh of at least 0 m, found {}", error));
  }
  check_samples(grid);
  check_window(grid, window);
  if (error == 0.0 || window.width < 2 || window.height < 2) return surface_mesh(grid, window);
  check_mesh_size(surface_size(static_cast<std::uint64_t>(window.width), static_cast<std::uint64_t>(window.height)));
  LatticeTriangles triangles = triangulated(lattice_of(grid, window), error);
  const SurfaceSamples samples(grid);
  Mesh mesh;
  for (LatticePoint const& point : triangles.points) {
    const int column = window.column + point.x, row = window.row + window.height - 1 - point.y;
    mesh.positions.push_back(samples.position(column, row));
    mesh.normals.push_back(samples.normal(column, row));
    mesh.uvs.push_back(samples.uv(column, row));
  }
  mesh.indices = std::move(triangles.indices);
  return ordered_for_caches(std::move(mesh));
}

}  // namespace barchan
