/// Water textures: a view's water and damp ground on the graphics side, and which chunks of the land have water.
#pragma once

#include <vector>

#include "barchan/world/terrain_view.hpp"
#include "render/land_textures.hpp"
#include "render/land_tiles.hpp"
#include "render/texture.hpp"

namespace barchan {

class WaterTextures {
 public:
  void upload(TerrainView const& view);
  void bind() const;
  /// Without water and damp ground.
  bool empty() const { return !open() && !damp_; }
  /// Is there water to draw?
  bool open() const { return static_cast<bool>(body_); }
  /// Of these, what has water, and the apron beside it.
  std::vector<LandLevel> wet(std::vector<LandLevel> const& levels) const;

 private:
  void upload_water(TerrainView const& view);
  void upload_damp_ground(TerrainView const& view);

  GlTexture body_, top_, mud_color_;
  TextureKind kind_;
  glm::ivec2 chunks_{0};
  std::vector<bool> wet_;  ///< by chunk of the land
  int beyond_ = 0;         ///< chunks from the land's edges to which its water runs out
  bool sea_ = false;       ///< beyond the edges, up to the horizon
  bool damp_ = false;      ///< there is no water, but damp ground
  SentGrid dampness_;
};

}  // namespace barchan
