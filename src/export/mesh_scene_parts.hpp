/// The meshes of which a MeshScene consists. Each is empty if there is nothing to show. Lands have at least 2 x 2
/// samples.
#pragma once

#include "export/mesh.hpp"
#include "export/mesh_scene.hpp"

namespace barchan {

/// Flat roofs, and walls between cells of different height.
Mesh obstacle_mesh(LandSurface const& land, SceneStyle const& style);
/// Surface of the water, up to the dry cells next to it.
Mesh water_mesh(LandSurface const& land, SceneStyle const& style);
/// Cones with five sides.
Mesh plant_mesh(LandSurface const& land, SceneStyle const& style);

/// Whether an obstacle rises above the ground of a cell.
bool has_obstacle(LandSurface const& land, std::size_t cell);
/// Whether water covers a cell.
bool is_wet(LandSurface const& land, std::size_t cell);

}  // namespace barchan
