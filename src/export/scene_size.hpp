/// SceneSize: the sizes of what stands on the ground of a MeshScene, computed before anything is made.
#pragma once

#include "export/mesh_size.hpp"

namespace barchan {

class World;

struct SceneSize {
  MeshSize things{};  ///< of water, obstacles and plants together, at most
  int layers = 0;     ///< of these three: how many the land has
};

/// Sizes for a land with this many samples. The border of water and the walls of obstacles grow with its square root.
SceneSize scene_size(World const& world, double samples);

}  // namespace barchan
