/// Renderer: draws a TerrainView. It needs a current OpenGL 4.1 context with loaded functions (load_opengl or
/// OffscreenContext). This header contains no OpenGL types.
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
  /// Pixels drawn over pixels shown, along a side, 0.25 to 4. Above 1: a still picture in full quality; must be a whole
  /// number. Below 1: what can be drawn in time, filtered to size.
  float fineness = 1.0f;
};

/// Costs and results of the last calls.
struct RenderStats {
  double own_seconds = 0.0;  ///< time of the main thread in draw() before the first draw call, s
  Drawn drawn;               ///< by the last draw(), including full-screen passes
  int mesh_detail = 0;       ///< cells along the longer side of the land at the nearest tile
  int samples = 1;           ///< multisampling
  float fineness = 1.0f;     ///< see DrawTarget
  std::size_t sent = 0;      ///< bytes of grids sent by the last upload()
};

/// Draws views of a world with OpenGL.
class Renderer {
 public:
  /// Throws std::runtime_error with the driver's message if a shader does not compile.
  Renderer();
  ~Renderer();
  Renderer(Renderer const&) = delete;
  Renderer& operator=(Renderer const&) = delete;

  /// Takes over a view. Only what has changed since the last one is sent, within the budget. Returns false if there is
  /// more to send: call it again with the same view, which must not change until then. Another view starts again; a
  /// land of another size is sent at once. A view must exist until it is sent or the renderer is destroyed.
  bool upload(TerrainView const& view, RenderSettings const& settings, SendBudget budget = {});
  /// Sets the things for scale on the land of the last view.
  void place(Things const& things);
  /// Draws the last view. Leaves `target.framebuffer` bound, with blending, depth test and scissor test off.
  void draw(Camera const& camera, RenderSettings const& settings, DrawTarget const& target);

  /// OpenGL texture with a map of sand and wind path (north up, v = 0 is south), for ImGui::Image; 0 until drawn once
  /// with `inset_map`.
  unsigned inset_texture() const;

  /// For example "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5, light quality, mesh 128".
  std::string description() const;
  RenderStats const& stats() const;
  /// Returns whether the processor renders, because there is no graphics card.
  bool software() const;
  /// Error of the last shader reload, or empty. After an error the last good shaders stay in use.
  std::string const& shader_error() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace barchan::render
