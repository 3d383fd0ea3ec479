/// Doors, windows and parapets of houses.
#pragma once

#include <vector>

#include "render/solid_layer.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// The kind of opening that a face of a solid shows; the values are those in solid.frag.
enum class Opening : int { none, door, window };

/// Height of the parapet around a roof, m.
inline constexpr float kParapet = 0.55f;

/// Doors, windows and parapets of all houses, three corners per triangle. A house has a flat roof, a rectangular
/// footprint and walls at least 2.5 m high. It has one door, on its longest straight wall; if several are equally long,
/// on one in the lee of the wind. Doors stand on the firm ground, so sand may bury them. Pure code.
std::vector<SolidCorner> house_faces(TerrainView const& view);

}  // namespace barchan::render
