/// glTF binary: meshes as GLB files (glTF 2.0, Khronos Group 2017, ISO/IEC 12113).
#pragma once

#include <cstddef>
#include <vector>

#include "export/mesh_scene.hpp"

namespace barchan {

/// Encodes a scene with one buffer. Axes as glTF requires: x east, y up, z south, in metres. Textures are embedded if
/// their bytes are given. The scene carries `extras_json`. Nodes without triangles are left out. Throws
/// std::length_error if the file exceeds 4 GiB, and std::invalid_argument if `extras_json` is no JSON object.
std::vector<std::byte> encode_glb(MeshScene const& scene);

}  // namespace barchan
