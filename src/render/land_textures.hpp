/// Land textures: a view's grids on the graphics side, sent only when they changed.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl.hpp"
#include "render/scene.hpp"

namespace barchan {

/// A grid of floats kept on both sides, so that only what differs is sent.
class SentGrid {
 public:
  /// True when `values` were new and have been sent. Rows are those of the grid.
  bool send(std::vector<float> const& values, glm::ivec2 size, bool wraps, bool mips);
  GLuint id() const { return texture_.id(); }

 private:
  GlTexture texture_;
  glm::ivec2 size_{0};
  bool wraps_ = false;
  std::vector<float> sent_;
};

class LandTextures {
 public:
  /// `smooth`: no step is seen between mips, for two lookups' price.
  explicit LandTextures(bool smooth);

  /// Sends what changed in `view`.
  void upload(TerrainView const& view, RenderSettings const& settings);
  LandFacts const& facts() const { return facts_; }
  bool empty() const { return empty_; }
  /// True when the packed maps must be composed again; `composed` says that it has been done.
  bool stale() const { return stale_; }
  void composed() { stale_ = false; }
  /// Framebuffer of the packed maps, of the grid's size.
  GLuint compose_target() const { return compose_.id(); }
  void make_mips() const;
  void bind() const;

 private:
  void upload_light(TerrainView const& view, bool shadows);
  void upload_dust(TerrainView const& view, bool still);
  void upload_soil(TerrainView const& view);
  void allocate_packed(glm::ivec2 size, bool wraps);

  LandFacts facts_;
  bool smooth_;
  bool empty_ = true;
  bool stale_ = true;
  glm::ivec2 packed_size_{0};
  bool packed_wraps_ = false;
  SentGrid height_, sand_, sun_, sky_, dust_, overlay_, path_, soil_, plants_;
  GlTexture surface_, cover_, ramp_;
  GlFramebuffer compose_;
  int ramp_kind_ = -1;
  glm::vec2 wind_{0.0f};
  std::uint64_t dust_step_ = 0;
  std::uint64_t dust_seed_ = 0;
  std::vector<float> smooth_dust_, scratch_;
};

}  // namespace barchan
