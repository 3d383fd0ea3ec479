#include "export/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/work_watch.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

/// Adds the two triangles of the square whose north-west sample is vertex `north_west`.
void add_square(Mesh& mesh, std::uint32_t north_west, std::uint32_t row_length) {
  const std::uint32_t north_east = north_west + 1;
  const std::uint32_t south_west = north_west + row_length, south_east = south_west + 1;
  const auto z = [&](std::uint32_t vertex) { return mesh.positions[vertex].z; };
  if (std::abs(z(north_west) - z(south_east)) < std::abs(z(south_west) - z(north_east))) {
    mesh.indices.insert(mesh.indices.end(), {north_west, south_west, south_east, north_west, south_east, north_east});
  } else {
    mesh.indices.insert(mesh.indices.end(), {north_west, south_west, north_east, south_west, south_east, north_east});
  }
}

/// The directed edges of a mesh, ordered by their first vertex.
struct EdgeTable {
  std::vector<std::uint32_t> begins;  ///< of each vertex in `ends`; one more than there are vertices
  std::vector<std::uint32_t> ends;

  std::span<std::uint32_t const> from(std::uint32_t vertex) const {
    return std::span(ends).subspan(begins[vertex], begins[vertex + 1] - begins[vertex]);
  }
};

/// Third vertex of a triangle after `corner`, 0 to 2.
std::size_t next_corner(std::size_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

EdgeTable edge_table(Mesh const& mesh) {
  EdgeTable table;
  table.begins.assign(mesh.positions.size() + 1, 0);
  for (const std::uint32_t vertex : mesh.indices) ++table.begins[vertex + 1];
  for (std::size_t i = 1; i < table.begins.size(); ++i) table.begins[i] += table.begins[i - 1];
  table.ends.resize(mesh.indices.size());
  std::vector<std::uint32_t> next(table.begins.begin(), table.begins.end() - 1);
  for (std::size_t corner = 0; corner < mesh.indices.size(); ++corner) {
    table.ends[next[mesh.indices[corner]]++] = mesh.indices[next_corner(corner)];
  }
  return table;
}

}  // namespace

void check_samples(SampleGrid const& grid) {
  if (grid.width < 0 || grid.height < 0 || grid.values.size() != grid.samples()) {
    throw std::invalid_argument(
        fmt::format("expected {} x {} samples, found {} values", grid.width, grid.height, grid.values.size()));
  }
  if (!(grid.spacing_x > 0.0) || !(grid.spacing_y > 0.0) || !std::isfinite(grid.spacing_x * grid.spacing_y)) {
    throw std::invalid_argument(fmt::format("expected distances between samples greater than 0, found {} x {} m",
                                            grid.spacing_x, grid.spacing_y));
  }
  if (std::ranges::any_of(grid.values, [](float value) { return !std::isfinite(value); })) {
    throw std::invalid_argument("expected finite elevations, found a sample without one");
  }
}

void check_window(SampleGrid const& grid, GridWindow const& window) {
  if (window.column < 0 || window.row < 0 || window.width < 0 || window.height < 0 ||
      window.width > grid.width - window.column || window.height > grid.height - window.row) {
    throw std::invalid_argument("expected a window inside the grid");
  }
}

void check_mesh_size(MeshSize const& size) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (size.vertices > kMost || size.triangles > kMost / 3) {
    throw std::length_error(fmt::format(
        "expected at most {} vertices and {} triangles in a mesh, found {} and {}; export a part of the land or larger "
        "cells",
        kMost, kMost / 3, size.vertices, size.triangles));
  }
}

Mesh surface_mesh(SampleGrid const& grid) { return surface_mesh(grid, {0, 0, grid.width, grid.height}); }

Mesh surface_mesh(SampleGrid const& grid, GridWindow const& window) {
  check_samples(grid);
  check_window(grid, window);
  if (window.width == 0 || window.height == 0) return {};
  const MeshSize size =
      surface_size(static_cast<std::uint64_t>(window.width), static_cast<std::uint64_t>(window.height));
  check_mesh_size(size);
  Mesh mesh;
  mesh.positions.reserve(size.vertices);
  mesh.normals.reserve(size.vertices);
  mesh.uvs.reserve(size.vertices);
  mesh.indices.reserve(3 * size.triangles);
  const SurfaceSamples samples(grid);
  for (int row = window.row; row < window.row + window.height; ++row) {
    WorkWatch::at(static_cast<double>(row - window.row) / window.height);
    for (int column = window.column; column < window.column + window.width; ++column) {
      mesh.positions.push_back(samples.position(column, row));
      mesh.normals.push_back(samples.normal(column, row));
      mesh.uvs.push_back(samples.uv(column, row));
    }
  }
  const auto row_length = static_cast<std::uint32_t>(window.width);
  for (std::uint32_t row = 0; row + 1 < static_cast<std::uint32_t>(window.height); ++row) {
    for (std::uint32_t column = 0; column + 1 < row_length; ++column) {
      add_square(mesh, row * row_length + column, row_length);
    }
  }
  return mesh;
}

std::vector<std::array<std::uint32_t, 2>> border_edges(Mesh const& mesh) {
  const EdgeTable table = edge_table(mesh);
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (std::uint32_t from = 0; from < mesh.positions.size(); ++from) {
    for (const std::uint32_t to : table.from(from)) {
      if (std::ranges::count(table.from(to), from) == 0) edges.push_back({from, to});
    }
  }
  return edges;
}

Mesh with_skirt(Mesh mesh, double depth) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const std::vector<std::array<std::uint32_t, 2>> edges = border_edges(mesh);
  check_mesh_size({mesh.positions.size() + edges.size(), mesh.triangles() + 2 * edges.size()});
  std::vector<std::uint32_t> lower(mesh.positions.size(), kNone);
  const auto lowered = [&](std::uint32_t vertex) {
    if (lower[vertex] != kNone) return lower[vertex];
    lower[vertex] = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back(mesh.positions[vertex] - glm::vec3(0.0f, 0.0f, static_cast<float>(depth)));
    if (!mesh.normals.empty()) mesh.normals.push_back(mesh.normals[vertex]);
    if (!mesh.uvs.empty()) mesh.uvs.push_back(mesh.uvs[vertex]);
    return lower[vertex];
  };
  for (auto const& [from, to] : edges) {
    const std::uint32_t below_from = lowered(from), below_to = lowered(to);
    mesh.indices.insert(mesh.indices.end(), {to, from, below_from, to, below_from, below_to});
  }
  return mesh;
}

Mesh with_smooth_normals(Mesh mesh) {
  mesh.normals.assign(mesh.positions.size(), glm::vec3(0.0f));
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    const std::uint32_t a = mesh.indices[corner], b = mesh.indices[corner + 1], c = mesh.indices[corner + 2];
    const glm::vec3 twice_area =
        glm::cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
    for (const std::uint32_t vertex : {a, b, c}) mesh.normals[vertex] += twice_area;
  }
  for (glm::vec3& normal : mesh.normals) {
    const float length = glm::length(normal);
    normal = length > 0.0f ? normal / length : glm::vec3(0.0f, 0.0f, 1.0f);
  }
  return mesh;
}

}  // namespace barchan
