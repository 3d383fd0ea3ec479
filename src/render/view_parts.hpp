/// ViewParts: the data that is computed from a view before its grids are sent. Pure code. For a large land this takes
/// seconds and may run in parallel with drawing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "render/solid_layer.hpp"
#include "render/surroundings.hpp"
#include "render/water_surface.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

inline constexpr int kDustBlock = 8;  ///< cells per side of a block in which the dust has one colour

struct ViewParts {
  std::vector<float> heights;             ///< of the land without obstacles, m; empty if there are no obstacles
  std::vector<SolidCorner> solids;        ///< including the details of houses
  std::optional<SunBeyond> sun_beyond{};  ///< empty: as in the last view
  WaterSurface water;                     ///< empty if there is no water
  std::vector<float> dampness;            ///< set if there is no water but the ground is damp
  glm::ivec2 chunks{0};                   ///< number of chunks of the land along x and y
  std::vector<float> wet;                 ///< see wet_chunks()
  std::vector<float> plants;              ///< plant density; empty if there are no plants
  std::vector<glm::vec4> dust;  ///< colour times dust, and dust, per block of cells; empty if all dust is sand
};

/// Computes the parts of a view, and the sun beyond its edges only if `sun` is set.
ViewParts make_parts(TerrainView const& view, bool sun);

/// Number of blocks of dust along x and y.
glm::ivec2 dust_blocks(Grid const& grid);

}  // namespace barchan::render
