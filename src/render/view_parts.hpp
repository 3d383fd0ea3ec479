/// ViewParts: what is made of a view before its grids are sent. Pure code, of which a large land's takes seconds: it
/// may run beside the drawing.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "render/solid_layer.hpp"
#include "render/water_surface.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

inline constexpr int kDustBlock = 8;  ///< cells a side, of which the dust has one colour

struct ViewParts {
  std::vector<float> heights;       ///< m, of the land without its solids; none where none stand
  std::vector<SolidCorner> solids;  ///< with their openings
  WaterSurface water;               ///< none where there is no water
  std::vector<float> dampness;      ///< where there is none, but the ground is damp
  glm::ivec2 chunks{0};             ///< of the land, along x and along y
  std::vector<bool> wet;            ///< which of them have water
  std::vector<float> plants;        ///< share of the ground that they cover; none where there are none
  std::uint64_t plants_hash = 0;    ///< tells these from others
  std::vector<glm::vec4> dust;      ///< colour times dust, and dust, by block of cells; none where dust has no colours
};

ViewParts make_parts(TerrainView const& view);

/// Blocks of dust along x and along y.
glm::ivec2 dust_blocks(Grid const& grid);

}  // namespace barchan::render
