/// Wavefront OBJ: meshes as text with a material library.
#pragma once

#include <string>

#include "export/mesh_scene.hpp"

namespace barchan {

struct ObjFiles {
  std::string obj, mtl;
};

/// Encodes a scene. Axes as most programs expect: x east, y up, z south, in metres with four digits after the point.
/// `mtl_name` is the file name under which `mtl` is going to be stored. Materials refer to textures by `Texture::file`;
/// the format cannot embed them. Its texture coordinate v runs north. Nodes without triangles are left out.
ObjFiles encode_obj(MeshScene const& scene, std::string const& mtl_name);

}  // namespace barchan
