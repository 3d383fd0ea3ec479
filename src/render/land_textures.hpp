/// Land textures: the grids of a view on the GPU, sent only when they have changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "render/followed_grid.hpp"
#include "render/scene.hpp"
#include "render/send_queue.hpp"
#include "render/texture.hpp"
#include "render/view_parts.hpp"

namespace barchan::render {

class LandTextures {
 public:
  /// `smooth`: interpolates between mips, which costs two lookups.
  explicit LandTextures(bool smooth) : smooth_(smooth) {}

  /// Returns whether a land has the same size as the last one. A land of another size must be sent at once.
  bool fits(Grid const& grid) const;
  /// Begins to send another view. upload() then sends the grids that have changed.
  void begin(TerrainView const& view, ViewParts const& parts, RenderSettings const& settings);
  /// Sends more of that view, within the budget. Returns false if there is more to send.
  bool upload(TerrainView const& view, SendBudget& budget);
  LandFacts const& facts() const { return facts_; }
  bool empty() const { return empty_; }
  /// Returns whether the packed maps must be composed again; composed() resets this.
  bool stale() const { return stale_; }
  void composed() { stale_ = false; }
  /// Framebuffer of the packed maps, which has the size of the grid.
  GLuint compose_target() const { return compose_.id(); }
  /// Computes the mips of the packed maps. Call it after the maps have been composed.
  void make_mips() const;
  /// Binds all textures to their units.
  void bind() const;

 private:
  void finish(TerrainView const& view);
  void meter(TerrainView const& view);
  /// Adds a grid from which the packed maps are composed.
  void add_packed(TextureUnit unit, TextureKind const& kind, std::span<float const> values);
  void add_sand(TerrainView const& view, bool exact);
  void add_light(TerrainView const& view, RenderSettings const& settings);
  /// Adds a grid that is drawn as `grid` shows it. FollowedGrid::begin must have been called for this view.
  void add_followed(TextureUnit unit, TextureKind const& kind, FollowedGrid& grid, std::span<float const> values);
  void add_dust(TerrainView const& view, ViewParts const& parts, bool still);
  void add_dust_color(ViewParts const& parts, float share);
  void add_colors(TextureUnit unit, std::vector<SoilColor> const& colors);
  void add_overlay(TerrainView const& view);
  void add_sun_beyond(ViewParts const& parts, bool shadows);
  void allocate_packed();

  LandFacts facts_;
  bool smooth_;
  bool empty_ = true;
  bool stale_ = true;
  TextureKind flat_, with_mips_;  // for the grids of the view
  TextureKind packed_;
  SendQueue queue_;
  std::map<TextureUnit, GlTexture> made_;
  GlFramebuffer compose_;
  std::optional<FieldRamp> ramp_kind_;
  std::uint64_t dust_step_ = 0;
  std::uint64_t dust_seed_ = 0;
  std::vector<float> smooth_dust_, ones_, zeros_;
  FollowedGrid heights_, sand_, sun_, shade_;
  Sun sun_of_;                          ///< the sun of the last view
  double sum_ = 0.0;                    ///< sum over the rows of a grid so far
  std::vector<glm::vec4> dust_blocks_;  ///< colour times dust, and dust, per block of cells
  std::vector<glm::vec4> air_colors_;   ///< colour of the airborne soil, per block
};

}  // namespace barchan::render
