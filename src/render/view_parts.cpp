#include "render/view_parts.hpp"

#include "render/houses.hpp"
#include "render/land_tiles.hpp"

namespace barchan::render {
namespace {

std::vector<glm::vec4> dust_sums(TerrainView const& view) {
  if (view.dust_colors.size() != view.grid.cells() || view.dust.size() != view.grid.cells()) return {};
  const glm::ivec2 size = dust_blocks(view.grid);
  std::vector<glm::vec4> sums(static_cast<std::size_t>(size.x * size.y), glm::vec4(0.0f));
  for (int y = 0; y < view.grid.height; ++y) {
    for (int x = 0; x < view.grid.width; ++x) {
      const std::size_t cell = view.grid.index(x, y);
      SoilColor const& color = view.dust_colors[cell];
      sums[static_cast<std::size_t>(y / kDustBlock * size.x + x / kDustBlock)] +=
          glm::vec4(color[0], color[1], color[2], view.dust[cell]);
    }
  }
  return sums;
}

std::vector<float> plants_of(TerrainView const& view) {
  auto const& plants = view.cell_layers.real(CellLayer::plants);
  if (plants.size() != view.grid.cells()) return {};
  return {plants.begin(), plants.end()};
}

}  // namespace

glm::ivec2 dust_blocks(Grid const& grid) { return (glm::ivec2(grid.width, grid.height) + kDustBlock - 1) / kDustBlock; }

ViewParts make_parts(TerrainView const& view, bool sun) {
  ViewParts parts;
  if (any_solid(view)) {
    parts.heights = heights_without_solids(view);
    parts.solids = solid_faces(view);
    const std::vector<SolidCorner> houses = house_faces(view);
    parts.solids.insert(parts.solids.end(), houses.begin(), houses.end());
  }
  if (sun) parts.sun_beyond = sun_beyond(view, parts.heights);
  if (!view.water.empty()) {
    parts.water = water_surface(view);
    parts.chunks = plan_chunks(view.grid, 1).count;
    parts.wet = wet_chunks(view, parts.chunks);
  } else {
    parts.dampness = dampness(view);
  }
  parts.plants = plants_of(view);
  parts.dust = dust_sums(view);
  return parts;
}

}  // namespace barchan::render
