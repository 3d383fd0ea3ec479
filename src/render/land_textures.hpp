/// Land textures: a view's grids on the graphics side, sent only when they changed.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "render/scene.hpp"
#include "render/send_budget.hpp"
#include "render/texture.hpp"

namespace barchan {

/// A grid of floats kept on both sides, so that only what differs is sent.
class SentGrid {
 public:
  enum class Outcome : std::uint8_t { same, changed, unfinished };
  /// Makes `values` of some rows, before they are sent.
  using Prepare = std::function<void(int first, int last)>;
  /// Sends rows of `values` that are new, as far as the budget goes; where it does not reach, the next call with them
  /// goes on. A texture of another kind than before is made at once. Rows are those of the grid.
  Outcome send(std::vector<float> const& values, TextureKind const& kind, SendBudget& budget,
               Prepare const& prepare = {});
  /// The same at once; true when they were new.
  bool send(std::vector<float> const& values, TextureKind const& kind);
  /// Begins with the first row again.
  void begin() { row_ = 0; }
  GLuint id() const { return texture_.id(); }

 private:
  GlTexture texture_;
  TextureKind kind_;
  std::vector<float> sent_;
  int row_ = 0;           ///< next to be looked at
  bool changed_ = false;  ///< has any row since the first?
};

class LandTextures {
 public:
  /// `smooth`: no step is seen between mips, for two lookups' price.
  explicit LandTextures(bool smooth) : smooth_(smooth) {}

  /// Sends what changed in `view`, as far as the budget goes; false when more is to be sent: call again with the same
  /// view, which must not have changed. Another view begins anew. A land of another size is sent at once.
  bool upload(TerrainView const& view, RenderSettings const& settings, SendBudget budget = {});
  LandFacts const& facts() const { return facts_; }
  /// Bytes that the last `upload` sent of grids.
  std::size_t sent() const { return sent_; }
  bool empty() const { return empty_; }
  /// True when the packed maps must be composed again; `composed` says that it has been done.
  bool stale() const { return stale_; }
  void composed() { stale_ = false; }
  /// Framebuffer of the packed maps, of the grid's size.
  GLuint compose_target() const { return compose_.id(); }
  void make_mips() const;
  void bind() const;

 private:
  /// A grid that is to be sent.
  struct Task {
    TextureUnit unit;
    std::vector<float> const* values;
    TextureKind kind;
    bool composed = true;  ///< are the packed maps made of it?
    SentGrid::Prepare prepare{};
    std::function<void()> done{};
  };

  void begin(TerrainView const& view, RenderSettings const& settings);
  void finish(TerrainView const& view, RenderSettings const& settings);
  void add_light(TerrainView const& view, bool shadows);
  void add_dust(TerrainView const& view, bool still);
  void upload_dust_color(TerrainView const& view, float share);
  void upload_colors(TextureUnit unit, std::vector<SoilColor> const& colors);
  void add_overlay(TerrainView const& view);
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
  std::vector<float> smooth_dust_, heights_, ones_, zeros_;
  std::size_t sent_ = 0;
  double sum_ = 0.0;                    ///< of the rows of a grid so far
  TerrainView const* view_ = {};        ///< that is being sent
  std::deque<Task> tasks_;              ///< of it
  std::vector<glm::vec4> dust_blocks_;  ///< colour times dust, and dust, of blocks of cells
  std::map<TextureUnit, std::vector<SoilColor>> colors_;
};

}  // namespace barchan
