/// Doors and windows of houses.
#pragma once

#include <vector>

#include "render/solid_layer.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// What a face of a solid shows, as in solid.frag.
enum class Opening : int { none, door, window };

/// Doors and windows on the walls of all houses, three corners a triangle. A house is a flat body of rectangular
/// footprint whose wall stands at least 2.5 m above its floor. It has one door, on its longest straight wall, of
/// equal ones on that in the lee of the wind, and stands on firm ground: sand hides what it covers. Pure code.
std::vector<SolidCorner> opening_faces(TerrainView const& view);

}  // namespace barchan::render
