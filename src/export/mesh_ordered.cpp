#include <cstddef>
#include <utility>

#include <meshoptimizer.h>

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

}  // namespace barchan
