/// Session: simulation, editor and renderer together; makes the frames of the program in a window and off-screen alike.
#pragma once

#include <memory>
#include <string>

#include "app/options.hpp"
#include "render/renderer.hpp"
#include "ui/detail_governor.hpp"
#include "ui/editor.hpp"

namespace barchan::app {

/// What a frame cost on the main thread, seconds.
struct FrameCost {
  double own = 0.0;     ///< all but the driver's draw calls
  double upload = 0.0;  ///< textures (part of `own`)
};

class Session {
 public:
  /// Needs a current OpenGL 4.1 context. Makes ImGui's context and its OpenGL back end. `ini_file`: ImGui's settings,
  /// empty: none are kept.
  Session(Options const& options, ui::LoadedWorld first, ui::SimulationRunner::Mode mode, std::string ini_file);
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  /// Fonts and sizes for a display scale (1 = 96 dots per inch).
  void set_scale(float scale);

  /// After the platform's NewFrame: builds the panels and steps the simulation (not with `hold`). Returns what that
  /// took, s.
  double build(double seconds, ui::Measured const& measured, bool hold = false);
  /// `count` steps at once, paused or not.
  void step(std::uint64_t count) { fresh_ = editor_.step(count) || fresh_; }
  /// Draws the land and then the panels of the last `build`.
  FrameCost draw(render::DrawTarget target);
  /// How finely the next frame is to be drawn: as fine as is shown while nothing moves, else as `governor` says, unless
  /// the user has chosen a quality.
  float fineness(ui::DetailGovernor const& governor) const;
  /// How much of a view a frame may upload. Stills upload all of it.
  void limit_upload(render::SendBudget budget) { upload_ = budget; }
  /// Frames per second that are worth drawing fewer pixels for, on a display that shows so many.
  double wanted_rate(double most) const;
  /// The same as a picture that is kept: takes as long as it takes.
  void draw_still(render::DrawTarget target);

  ui::Editor& editor() { return editor_; }
  ui::SimulationRunner& runner() { return runner_; }
  render::Renderer& renderer() { return renderer_; }
  /// Saves what was requested of what `target` shows to the user's pictures folder. A message says where, or why not.
  void save(ui::Requests const& requests, render::DrawTarget const& target);
  /// Must `target` be drawn before?
  static bool needs_picture(ui::Requests const& requests) {
    return requests.screenshot || requests.picture.has_value();
  }

 private:
  std::string save_screenshot(render::DrawTarget target);
  std::string save_picture_of(ui::WidgetPicture const& wanted, render::DrawTarget const& target) const;

  std::string ini_file_;
  ui::SimulationRunner runner_;
  ui::Editor editor_;
  std::shared_ptr<TerrainView const> sending_;  ///< is being uploaded: it must outlive the renderer
  render::Renderer renderer_;
  float scale_ = 0.0f;
  bool fresh_ = true;          ///< the view has changed since it was last taken up to be uploaded
  render::SendBudget upload_;  ///< of a frame
  render::Camera drawn_{};     ///< as the last frame was seen
};

}  // namespace barchan::app
