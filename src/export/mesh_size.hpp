/// MeshSize: the sizes of meshes and their files, computed before anything is made.
#pragma once

#include <cstdint>

namespace barchan {

struct MeshSize {
  std::uint64_t vertices = 0, triangles = 0;
};

/// Size of surface_mesh() before it is simplified. Sides in samples, >= 1.
MeshSize surface_size(std::uint64_t width, std::uint64_t height);
/// Largest size of solid(), with a vertex in the middle of each square. Smooth lands have about half as many triangles.
MeshSize solid_size(std::uint64_t width, std::uint64_t height);

/// Bytes of files of one mesh with normals and texture coordinates. Textures are not counted. The bytes of GLB, STL and
/// PLY, which has colours too, are exact but for the header; those of OBJ are an estimate.
std::uint64_t glb_bytes(MeshSize const& size);
std::uint64_t obj_bytes(MeshSize const& size);
std::uint64_t stl_bytes(MeshSize const& size);
std::uint64_t ply_bytes(MeshSize const& size);
/// Memory of a Mesh of this size.
std::uint64_t memory_bytes(MeshSize const& size);

}  // namespace barchan
