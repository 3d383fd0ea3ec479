/// Renderer: draws a TerrainView. It needs a current OpenGL 4.1 context with loaded functions (load_opengl or
/// OffscreenContext). This header contains no OpenGL types.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "land/thing.hpp"
#include "render/camera.hpp"
#include "render/drawn.hpp"
#include "render/render_settings.hpp"
#include "render/send_budget.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// Rows of a picture that is drawn in parts.
struct Band {
  int first = 0;  ///< counted from the lowest row
  int rows = 0;   ///< 0: all

  bool operator==(Band const&) const = default;
};

/// Target and time of a picture.
struct DrawTarget {
  int width = 1280;          ///< pixels, of the whole picture
  int height = 720;          ///< pixels
  unsigned framebuffer = 0;  ///< OpenGL name; 0: the window
  double clock = 0.0;        ///< s; time of motion outside the simulation (ripples, dust). Off-screen: frame / 60
  /// Ratio of pixels drawn to pixels shown, along a side, 0.25 to 4. Above 1 (whole numbers only): a single picture in
  /// full quality, scaled down. Below 1: a picture that takes less time, scaled up.
  float fineness = 1.0f;
  bool still = false;  ///< a single picture: quality before time. A fineness above 1 means the same
  /// Rows of the picture to draw, pixels. The target has only these rows.
  Band band{};
};

/// Costs and results of the last calls.
struct RenderStats {
  bool again = false;        ///< nothing has changed since the last picture, which was shown again
  double own_seconds = 0.0;  ///< time of the main thread in draw() before the first draw call, s
  Drawn drawn;               ///< by the last draw(), including full-screen passes
  int mesh_detail = 0;       ///< mesh cells along the longer side of the land, near the eye
  int samples = 1;           ///< samples per pixel
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

  /// Sends the parts of a view that have changed since the last view, within the budget. Returns false if there is more
  /// to send. Then call it again with the same view, which must not change in the meantime. A different view restarts
  /// the sending; a land of another size is sent at once. A view must exist until it is sent or the renderer is
  /// destroyed.
  bool upload(TerrainView const& view, RenderSettings const& settings, SendBudget budget = {});
  /// Places palms and people on the land of the last view, for scale.
  void place(Things const& things);
  /// Draws the last view. Leaves `target.framebuffer` bound, with blending, depth test and scissor test off.
  void draw(Camera const& camera, RenderSettings const& settings, DrawTarget const& target);

  /// OpenGL texture with a map of sand and wind path (north up, v = 0 is south), for ImGui::Image; 0 until drawn once
  /// with `inset_map`.
  unsigned inset_texture() const;

  /// For example "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5, light quality, mesh 128, edge filter, fineness 1".
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
