/// Land textures: a view's grids on the graphics side, sent only when they changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "render/scene.hpp"
#include "render/send_queue.hpp"
#include "render/texture.hpp"
#include "render/view_parts.hpp"

namespace barchan::render {

class LandTextures {
 public:
  /// `smooth`: no step is seen between mips, for two lookups' price.
  explicit LandTextures(bool smooth) : smooth_(smooth) {}

  /// Is this land of the size of the last one? One of another size is to be sent at once.
  bool fits(Grid const& grid) const;
  /// Begins with another view, of which `upload` then sends what changed.
  void begin(TerrainView const& view, ViewParts const& parts, RenderSettings const& settings);
  /// Goes on with that view, as far as the budget goes; false when more is to be sent.
  bool upload(TerrainView const& view, RenderSettings const& settings, SendBudget& budget);
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
  void finish(TerrainView const& view, RenderSettings const& settings);
  /// A grid of which the packed maps are made.
  void add_packed(TextureUnit unit, TextureKind const& kind, std::span<float const> values);
  void add_sand(TerrainView const& view);
  void add_light(TerrainView const& view, bool shadows);
  void add_shade(TerrainView const& view, bool shadows);
  void add_dust(TerrainView const& view, ViewParts const& parts, bool still);
  void add_dust_color(ViewParts const& parts, float share);
  void add_colors(TextureUnit unit, std::vector<SoilColor> const& colors);
  void add_overlay(TerrainView const& view);
  void upload_apron(TerrainView const& view, bool shadows);
  void allocate_packed();

  LandFacts facts_;
  bool smooth_;
  bool empty_ = true;
  bool stale_ = true;
  TextureKind flat_, with_mips_;  // of the view's grids
  TextureKind packed_;
  SendQueue queue_;
  std::map<TextureUnit, GlTexture> made_;
  GlFramebuffer compose_;
  std::optional<FieldRamp> ramp_kind_;
  std::uint64_t dust_step_ = 0;
  std::uint64_t dust_seed_ = 0;
  std::vector<float> smooth_dust_, ones_, zeros_;
  double sum_ = 0.0;                    ///< of the rows of a grid so far
  std::vector<glm::vec4> dust_blocks_;  ///< colour times dust, and dust, of blocks of cells
  std::vector<glm::vec4> air_colors_;   ///< of what flies, by block
};

}  // namespace barchan::render
