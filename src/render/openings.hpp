/// Doors and windows of houses.
#pragma once

#include <vector>

#include "render/solid_layer.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// What a face of a solid shows, as in solid.frag.
enum class Opening : int { none, door, window };

/// Doors and windows on the walls of all houses, three corners per triangle. A house is a flat body with a rectangular
/// footprint, whose wall is at least 2.5 m high. It has one door, on its longest straight wall; among equal ones, on
/// the wall in the lee of the wind. It stands on firm ground: sand hides what it covers. Pure code.
std::vector<SolidCorner> opening_faces(TerrainView const& view);

}  // namespace barchan::render
