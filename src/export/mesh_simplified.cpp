#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <meshoptimizer.h>
#include <glm/geometric.hpp>

#include "export/mesh.hpp"

namespace barchan {

namespace {

/// Values of the vertices in a new order. `places` has the new place of each vertex, or ~0 for those that are dropped.
template <class Value>
std::vector<Value> remapped(std::vector<Value> const& values, std::vector<unsigned int> const& places,
                            std::size_t kept) {
  if (values.empty()) return {};
  std::vector<Value> result(kept);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != ~0u) result[places[i]] = values[i];
  }
  return result;
}

/// Triangles in two parts.
struct SteepAndGentle {
  std::vector<std::uint32_t> steep, gentle;
};

/// A removed vertex can turn a steep triangle over, so steep triangles are kept.
SteepAndGentle by_slope(Mesh const& mesh) {
  constexpr float kSteepest = 0.8f;  // vertical part of the normal
  SteepAndGentle parts;
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    const std::array<std::uint32_t, 3> triangle{mesh.indices[corner], mesh.indices[corner + 1],
                                                mesh.indices[corner + 2]};
    glm::vec3 const& a = mesh.positions[triangle[0]];
    const glm::vec3 normal = glm::cross(mesh.positions[triangle[1]] - a, mesh.positions[triangle[2]] - a);
    auto& part = normal.z > kSteepest * glm::length(normal) ? parts.gentle : parts.steep;
    part.insert(part.end(), triangle.begin(), triangle.end());
  }
  return parts;
}

}  // namespace

Mesh ordered_for_caches(Mesh mesh) {
  const std::size_t vertices = mesh.positions.size();
  if (mesh.indices.empty()) return mesh;
  std::vector<std::uint32_t> ordered(mesh.indices.size());
  meshopt_optimizeVertexCache(ordered.data(), mesh.indices.data(), mesh.indices.size(), vertices);
  std::vector<unsigned int> places(vertices);
  const std::size_t kept = meshopt_optimizeVertexFetchRemap(places.data(), ordered.data(), ordered.size(), vertices);
  for (std::uint32_t& index : ordered) index = places[index];
  mesh.positions = remapped(mesh.positions, places, kept);
  mesh.normals = remapped(mesh.normals, places, kept);
  mesh.uvs = remapped(mesh.uvs, places, kept);
  mesh.indices = std::move(ordered);
  return mesh;
}

Mesh simplified(Mesh const& mesh, double error) {
  constexpr int kTries = 6;
  if (!(error >= 0.0) || !std::isfinite(error)) {
    throw std::invalid_argument(fmt::format("expected an error of the mesh of at least 0 m, found {}", error));
  }
  if (error == 0.0 || mesh.indices.empty()) return ordered_for_caches(mesh);
  constexpr std::size_t kStride = sizeof(glm::vec3);
  float const* const places = &mesh.positions.front().x;
  const double scale = meshopt_simplifyScale(places, mesh.positions.size(), kStride);
  const SteepAndGentle parts = by_slope(mesh);
  double tolerance = 0.5 * error;  // meshoptimizer bounds a mean of distances, not the largest
  for (int i = 0; i < kTries; ++i, tolerance *= 0.4) {
    Mesh result = mesh;
    result.indices.resize(parts.gentle.size());
    const std::size_t indices =
        meshopt_simplify(result.indices.data(), parts.gentle.data(), parts.gentle.size(), places, mesh.positions.size(),
                         kStride, 0, static_cast<float>(tolerance / scale), meshopt_SimplifyLockBorder, nullptr);
    result.indices.resize(indices);
    result.indices.insert(result.indices.end(), parts.steep.begin(), parts.steep.end());
    if (vertical_deviation(result, mesh) <= error) return ordered_for_caches(std::move(result));
  }
  return ordered_for_caches(mesh);
}

}  // namespace barchan
