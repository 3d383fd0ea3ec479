/// Land textures: a view's grids on the graphics side, sent only when they changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "render/scene.hpp"
#include "render/texture.hpp"

namespace barchan {

/// A grid of floats kept on both sides, so that only what differs is sent.
class SentGrid {
 public:
  /// True when `values` were new and have been sent. Rows are those of the grid.
  bool send(std::vector<float> const& values, TextureKind const& kind);
  GLuint id() const { return texture_.id(); }

 private:
  GlTexture texture_;
  TextureKind kind_;
  std::vector<float> sent_;
};

class LandTextures {
 public:
  /// `smooth`: no step is seen between mips, for two lookups' price.
  explicit LandTextures(bool smooth) : smooth_(smooth) {}

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
  void upload_dust_color(TerrainView const& view, float share);
  void upload_colors(TextureUnit unit, std::vector<SoilColor> const& colors);
  void upload_overlay(TerrainView const& view);
  void upload_apron(TerrainView const& view, bool shadows);
  void allocate_packed();

  LandFacts facts_;
  bool smooth_;
  bool empty_ = true;
  bool stale_ = true;
  TextureKind flat_, with_mips_;  // of the view's grids
  TextureKind packed_;
  std::map<TextureUnit, SentGrid> grids_;
  std::map<TextureUnit, GlTexture> made_;
  GlFramebuffer compose_;
  std::optional<FieldRamp> ramp_kind_;
  std::uint64_t dust_step_ = 0;
  std::uint64_t dust_seed_ = 0;
  std::vector<float> smooth_dust_, scratch_;
  std::vector<glm::vec4> dust_blocks_;  ///< colour times dust, and dust, of blocks of cells
  std::map<TextureUnit, std::vector<SoilColor>> colors_;
};

}  // namespace barchan
