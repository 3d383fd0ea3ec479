/// Session: simulation, editor and renderer together. It makes the program's frames, in a window or off-screen.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/still_job.hpp"
#include "arguments/window_options.hpp"
#include "render/renderer.hpp"
#include "render/thumbnails.hpp"
#include "ui/detail_governor.hpp"
#include "ui/editor.hpp"

namespace barchan::app {

/// Time that a frame took on the main thread, seconds.
struct FrameCost {
  double own = 0.0;     ///< everything except the driver's draw calls
  double upload = 0.0;  ///< textures (part of `own`)
};

class Session {
 public:
  /// Needs a current OpenGL 4.1 context. Creates ImGui's context and its OpenGL back end. `settings_file` stores
  /// ImGui's settings; if it is empty, they are not stored.
  Session(Options const& options, ui::LoadedWorld first, ui::SimulationRunner::Mode mode, std::string settings_file);
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  /// Sets fonts, sizes and colours for a display scale (1 = 96 dots per inch), times the size that the user has chosen,
  /// and for the theme.
  void set_scale(float display);

  /// Call it after the platform's NewFrame. Builds the panels and, without `hold`, steps the simulation. Returns how
  /// long that took, s.
  double build(double seconds, ui::Measured const& measured, bool hold = false);
  /// Does `count` steps at once, even if paused.
  void step(std::uint64_t count) { fresh_ = editor_.step(count) || fresh_; }
  /// Draws the land and then the panels of the last `build`.
  FrameCost draw(render::DrawTarget target);
  /// Fineness of the next frame (see DrawTarget): 1 if nothing moves or if the user has chosen a quality, otherwise
  /// that of `governor`.
  float fineness(ui::DetailGovernor const& governor) const;
  /// True while pictures are being saved, which makes frames slower.
  bool saves_picture() const { return still_ || !wanted_stills_.empty(); }
  /// Limits how much of a view one frame may upload. Pictures that are saved ignore the limit.
  void limit_upload(render::SendBudget budget) { upload_ = budget; }
  /// Frames per second to reach, if necessary by drawing fewer pixels. `most`: what the display can show.
  double wanted_rate(double most) const;
  /// Draws a picture in full quality, at once. With panels, it shows those of the last `build`.
  render::Image draw_still(ui::StillRequest const& wanted);
  /// Draws a picture at once and writes it with its world. Returns the message about it. The runner must be
  /// synchronous. Throws InputError.
  std::string save_still(ui::StillRequest const& wanted, std::filesystem::path const& file);

  /// Keeps automatic saves and the list of recent files in this folder, as the options say. Empty: nowhere.
  void keep_data_in(std::filesystem::path const& folder, std::optional<double> autosave);

  ui::Editor& editor() { return editor_; }
  ui::SimulationRunner& runner() { return runner_; }
  render::Renderer& renderer() { return renderer_; }
  /// Saves what was requested to the user's pictures folder. Pictures are of what `target` shows. A message says where
  /// the files are, or why saving failed.
  void save(ui::Requests const& requests, render::DrawTarget const& target);
  /// Saves unsaved work to a new file in the user's pictures folder, because the program is about to end without
  /// asking. There are no more frames after this. Returns a sentence about the work.
  std::string rescue();
  /// True if `target` must be drawn before `save`.
  static bool needs_picture(ui::Requests const& requests) { return requests.picture.has_value(); }

 private:
  /// True if the next frame shows anything new, or the user drags on the land.
  bool moving() const;
  void place_things();
  /// Sends the view to the renderer. `all`: without the limit of a frame.
  void upload(bool all);
  render::StillSubject subject_of(ui::StillRequest const& wanted) const;
  void draw_panels_over(int first, int rows) const;
  void follow_stills();
  void write_still();
  void begin_still();
  void draw_next_band();
  bool holds_land() const { return still_ && still_->drawing && !still_->image; }
  std::string save_picture_of(ui::WidgetPicture const& wanted, render::DrawTarget const& target) const;

  void read_settings();
  void write_settings();

  std::string settings_file_;
  std::string settings_;  ///< as the file has them
  ui::SimulationRunner runner_;
  ui::Editor editor_;
  std::shared_ptr<TerrainView const> sending_;  ///< the view that is being uploaded; it must outlive the renderer
  render::Renderer renderer_;
  render::Thumbnails thumbnails_;
  float display_ = 1.0f;                             ///< scale of the display
  float scale_ = 0.0f;                               ///< of text and panels
  bool fresh_ = true;                                ///< the view has changed since the last upload began
  render::SendBudget upload_;                        ///< limit per frame
  Things things_;                                    ///< palms and people that the renderer draws
  render::Camera drawn_{};                           ///< camera of the last frame
  render::RenderSettings settings_drawn_{};          ///< of the last frame
  std::chrono::steady_clock::time_point changed_{};  ///< end of the last frame that showed anything new
  std::string shader_error_;                         ///< the last one that was reported
  std::deque<ui::StillRequest> wanted_stills_;       ///< with their sizes
  std::optional<StillJob> still_;                    ///< the first of the pictures that are being saved
};

}  // namespace barchan::app
