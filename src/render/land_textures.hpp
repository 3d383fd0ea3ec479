/// Land textures: the grids of a view on the GPU, sent only when they have changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "render/followed_grid.hpp"
#include "render/packed_maps.hpp"
#include "render/scene.hpp"
#include "render/send_queue.hpp"
#include "render/texture.hpp"
#include "render/view_parts.hpp"

namespace barchan::render {

class LandTextures {
 public:
  /// `smooth`: interpolates between mips, which costs two lookups, and lets OpenGL compute the mips. Both are slow
  /// without a graphics card.
  explicit LandTextures(bool smooth) : smooth_(smooth), queue_(!smooth) {}

  /// Returns whether a land has the same size as the last one. A land of another size must be sent at once.
  bool fits(Grid const& grid) const;
  /// Begins to send another view. upload() then sends the grids that have changed.
  void begin(TerrainView const& view, ViewParts const& parts, RenderSettings const& settings);
  /// Sends more of that view, within the budget. Returns false if there is more to send.
  bool upload(TerrainView const& view, SendBudget& budget);
  LandFacts const& facts() const { return facts_; }
  bool empty() const { return empty_; }
  /// Binds all textures to their units.
  void bind() const;

 private:
  void finish(TerrainView const& view);
  void meter(TerrainView const& view);
  void add_sand(TerrainView const& view, bool exact);
  void add_light(TerrainView const& view, RenderSettings const& settings);
  /// Adds a grid that is drawn as `grid` shows it, or only computed if there is no `unit`. FollowedGrid::begin must
  /// have been called for this view.
  void add_followed(std::optional<TextureUnit> unit, TextureKind const& kind, FollowedGrid& grid,
                    std::span<float const> values);
  /// Adds the packed maps. All grids from which they are computed must have been added.
  void add_packed(TerrainView const& view, RenderSettings const& settings);
  void add_dust(TerrainView const& view, ViewParts const& parts, bool still);
  void add_dust_color(ViewParts const& parts, float share);
  void add_colors(TextureUnit unit, std::vector<SoilColor> const& colors);
  void add_overlay(TerrainView const& view);
  void add_sun_beyond(ViewParts const& parts, bool shadows);

  LandFacts facts_;
  bool smooth_;
  bool empty_ = true;
  TextureKind flat_, with_mips_;  // for the grids of the view
  SendQueue queue_;
  PackedMaps packed_;
  std::map<TextureUnit, GlTexture> made_;
  std::optional<FieldRamp> ramp_kind_;
  std::uint64_t dust_step_ = 0;
  std::uint64_t dust_seed_ = 0;
  std::vector<float> smooth_dust_, zeros_;
  bool has_sun_ = false, has_shade_ = false, has_dust_ = false;
  FollowedGrid heights_, sand_, sun_, shade_;
  SunBeyond sun_beyond_;                ///< the last one
  Sun sun_of_;                          ///< the sun of the last view
  double sum_ = 0.0;                    ///< sum over the rows of a grid so far
  std::vector<glm::vec4> dust_blocks_;  ///< colour times dust, and dust, per block of cells
  std::vector<glm::vec4> air_colors_;   ///< colour of the airborne soil, per block
};

}  // namespace barchan::render
