/// Renderer: TerrainView -> pixels. Needs a current OpenGL 4.1 context with loaded functions (load_opengl or
/// OffscreenContext). No OpenGL type shows here.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "render/camera.hpp"
#include "render/drawn.hpp"
#include "render/render_settings.hpp"
#include "render/send_budget.hpp"
#include "world/terrain_view.hpp"
#include "world/thing.hpp"

namespace barchan::render {

/// Where and when to draw.
struct DrawTarget {
  int width = 1280;          ///< pixels
  int height = 720;          ///< pixels
  unsigned framebuffer = 0;  ///< OpenGL name; 0: the window
  double clock = 0.0;        ///< s; drives what moves without the simulation (ripples, dust). Off-screen: frame / 60
  /// Pixels drawn along a side over those that are shown, 0.25 .. 4. Above 1: a still, in full quality, of whole ones;
  /// below 1: what can be drawn in time, filtered to size.
  float fineness = 1.0f;
};

/// What the last calls cost and did.
struct RenderStats {
  double own_seconds = 0.0;  ///< main thread, in `draw`, before the first draw call: what is ours alone
  Drawn drawn;               ///< by the last `draw`, with its full-screen passes
  int mesh_detail = 0;       ///< cells along the longer side of the nearest tile
  int samples = 1;           ///< of multisampling
  float fineness = 1.0f;     ///< see DrawTarget
  std::size_t sent = 0;      ///< bytes of grids, by the last `upload`
};

class Renderer {
 public:
  /// Throws std::runtime_error when a shader does not compile (the driver's own words).
  Renderer();
  ~Renderer();
  Renderer(Renderer const&) = delete;
  Renderer& operator=(Renderer const&) = delete;

  /// Takes over a view; only what changed since the last one is sent, as far as the budget goes. False when more is to
  /// be sent: call again with the same view, which must not have changed. Afterwards it may be reused. Another view
  /// begins anew, a land of another size is sent at once. A view must live until it is sent or the renderer ends.
  bool upload(TerrainView const& view, RenderSettings const& settings, SendBudget budget = {});
  /// What stands for scale on the land of the last view, from now on.
  void place(Things const& things);
  /// Draws the last view. Leaves `target.framebuffer` bound, with blending, depth and scissor off.
  void draw(Camera const& camera, RenderSettings const& settings, DrawTarget const& target);

  /// OpenGL texture with a map of sand and wind path (north up, v = 0 is south), for ImGui::Image; 0 until drawn once
  /// with `inset_map`.
  unsigned inset_texture() const;

  /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5, light quality, mesh 128"
  std::string description() const;
  RenderStats const& stats() const;
  /// Does the processor draw, for want of a graphics card?
  bool software() const;
  /// Error of the last shader reload, or empty; the last good shaders stay in use.
  std::string const& shader_error() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace barchan::render
