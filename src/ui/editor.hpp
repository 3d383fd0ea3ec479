/// Editor: everything that a window shows and a user can do, independent of the window system. The program passes keys
/// to it (the mouse comes from ImGui), asks for a frame, and draws the result.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/align_raster.hpp"
#include "io/recent_files.hpp"
#include "render/camera.hpp"
#include "render/renderer.hpp"
#include "render/tour.hpp"
#include "ui/autosaver.hpp"
#include "ui/document.hpp"
#include "ui/editor_state.hpp"
#include "ui/export_dialog.hpp"
#include "ui/finder.hpp"
#include "ui/hints.hpp"
#include "ui/history_window.hpp"
#include "ui/keyboard_focus.hpp"
#include "ui/menus.hpp"
#include "ui/new_land_dialog.hpp"
#include "ui/panel.hpp"
#include "ui/parameter_store.hpp"
#include "ui/recovery.hpp"
#include "ui/requests.hpp"
#include "ui/simulation_runner.hpp"
#include "ui/soil_file_watcher.hpp"
#include "ui/time_bar.hpp"
#include "ui/toolbox.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

/// Textures for the panels.
struct PanelTextures {
  unsigned inset = 0;                        ///< the map in the corner, 0: none
  render::Thumbnails* thumbnails = nullptr;  ///< pictures of checkpoints; null: they are not shown
};

class Editor final : private ToolContext {
 public:
  /// `runner` must outlive the editor. `threads`: of each world that is opened. `tools`: the first one is the default.
  Editor(SimulationRunner& runner, int threads, ToolList tools = shipped_tools());
  Editor(Editor const&) = delete;
  Editor& operator=(Editor const&) = delete;

  void set_fonts(Fonts const& fonts, float scale);
  EditorState& state() override { return state_; }
  EditorState const& state() const { return state_; }
  WidgetRegistry const& widgets() const { return widgets_; }
  TimeBar const& time_bar() const { return time_bar_; }
  Toolbox const& toolbox() const { return toolbox_; }

  // -- input -----------------------------------------------------------------------------------------------------
  /// A key went down (`down`) or up. While the user types a value, only function keys start actions.
  void key(Chord chord, bool down);
  /// The mouse has moved to this pixel. The place at which a frame finds it follows from ImGui; the places before show
  /// the way there.
  void pointer_moved(ImVec2 pixel);
  /// The left button of the mouse went down or up, at the pixel to which the mouse last moved. Without these calls, a
  /// drag begins and ends where a frame finds the mouse.
  void pointer_pressed(bool down);
  /// The cells of the land that is shown, for rasters that are laid on it.
  LandCells cells() const { return {runner_.view().place, runner_.view().grid}; }
  /// Releases all keys. Call it when the window loses the keyboard focus.
  void release_keys();
  /// Opens a scenario or a file. Asks the user first if work would be lost.
  void open(WorldOrder const& order);
  /// The window is about to close. True: it may close at once. False: the user is asked; `Requests::close` may follow.
  bool close();
  /// Makes the tool of this id the active one. Throws std::invalid_argument when there is none.
  void choose_tool(std::string_view id);
  void say(std::string text, bool error = false) override;
  void forget_how_to() override;
  std::uint64_t give(Command const& command) override;
  void set_landmarks(Landmarks landmarks, std::string title) override;
  /// What is done from now on is another act of the history.
  void begin_act() { runner_.begin_act(); }
  /// Pauses and goes to this step of the land, or to the nearest one that exists.
  void rewind(std::uint64_t step);
  /// Returns to the end of the present branch.
  void go_to_end() { runner_.go_to_end(); }
  /// Goes to the end of a branch. Throws std::invalid_argument if there is no such branch.
  void go_to_branch(std::string_view name);
  /// Writes rivers and lakes as GeoJSON between two steps. A message says how it ended.
  void save_water_lines(std::filesystem::path const& file) { document_.save_water_lines(file); }

  // -- a frame ---------------------------------------------------------------------------------------------------
  /// Call it between ImGui::NewFrame and ImGui::Render. Moves the camera and draws panels and marks. `seconds`:
  /// since the last frame.
  void build(double seconds, Measured const& measured, PanelTextures const& textures);
  /// Passes commands to the simulation, takes over its view and starts its next batch. With `hold` no step begins. True
  /// if the view changed.
  bool advance(bool hold = false);
  /// Moves the camera at once.
  void look_from(CameraHint const& camera);
  /// Turns the camera about its target, at once; degrees, anticlockwise seen from above.
  void turn(float degrees);
  /// Does `count` steps at once, even if paused; only with a synchronous runner. True if the view changed.
  bool step(std::uint64_t count);
  /// True if the user has changed the world since it was last saved.
  bool unsaved() const { return document_.unsaved(); }
  /// What is saved with the world: the scenario, the camera, the readings of gauges.
  SavedWorldInfo saved_info() const;
  /// Saves the world before it returns, because the program is about to end. It has no more frames after this. Throws
  /// InputError.
  void save_at_once(std::filesystem::path const& file);
  /// Saves automatically to this folder from now on, and offers the work that other programs have left there.
  /// `interval`: s between two saves.
  void keep_work_in(std::filesystem::path const& folder, std::optional<double> interval = {});
  /// Keeps the list of recent files in this file.
  void remember_files_in(std::filesystem::path const& list);
  /// Shows the hints of the first run that this file does not list, and lists there those that the user dismisses.
  void keep_hints_in(std::filesystem::path const& file) { hints_.keep_in(file); }
  /// True: files are chosen in the dialog of the desktop if it has one.
  void use_native_dialogs(bool native) {
    document_.use_native_dialogs(native);
    new_land_dialog_.use_native_dialogs(native);
    export_dialog_.use_native_dialogs(native);
  }
  /// Keeps in this file what the user chooses for exports.
  void keep_export_in(std::filesystem::path const& file) { export_dialog_.keep_choice_in(file); }
  /// Keeps presets that the user saves in this folder.
  void keep_presets_in(std::filesystem::path const& folder);
  /// The user has saved or discarded everything: the next start has nothing to offer.
  void leave_no_work();
  /// Saves automatically before it returns, because the program is about to end. It has no more frames after this.
  /// False: it could not.
  bool autosave_at_once();
  /// Requests since the last call.
  Requests take_requests();

  // -- what to draw ----------------------------------------------------------------------------------------------
  render::Camera const& camera() const { return rig_.camera(); }
  /// Clock of everything in the picture that moves without the simulation, s. It follows the steps, so that the same
  /// world gives the same picture, and stops when they stop.
  double clock() const;

  /// True while the user is typing.
  bool typing() const;
  /// Title of the open scenario and name of its file, with a mark if there is unsaved work.
  std::string title() const;
  /// All values besides parameters that scripts can ask for, as they are now ("step", "camera.azimuth", ...).
  Answers answers() const;
  /// A value by name: one of `answers`, or a parameter ("wind.speed"). Nothing when there is no such name.
  std::optional<Answer> ask(std::string_view name) const;
  /// Row of a parameter by its full name ("wind.speed"), or nullptr.
  ParameterRow const* row(std::string_view name) const;

 private:
  SimulationRunner& runner() override { return runner_; }
  TerrainView const& view() const override { return runner_.view(); }
  ParameterStore const& parameters() const override { return store_; }
  render::LandShape const& land() const override { return land_; }
  Requests& requests() override { return requests_; }
  std::optional<glm::vec3> pick(ImVec2 pixel, render::LandShape const& land) const override;
  bool is_active(Tool const& tool) const override { return &toolbox_.active() == &tool; }
  void toggle(Tool& tool) override { toolbox_.toggle(*this, tool); }
  void leave() override { toolbox_.choose(*this, toolbox_.standard()); }

  void perform(Action action, bool shift);
  /// Uses a key while the keyboard belongs to the windows. False: it has its usual effect.
  bool use_in_windows(Chord chord);
  EntryState entry_of(Action action) const;
  EntryState view_entry(std::size_t number) const;
  bool is_on(Action action) const;
  bool in_the_past() const;
  bool can_cancel() const;
  /// A dialog is open that takes all keys.
  bool asking() const;
  /// Carries out Action::undo or Action::redo.
  void undo(Action action);
  void pause(bool paused);
  void size_text(Action action);
  void say_directions();
  void cancel();
  void change_speed(int step);
  void toggle_rain();
  void new_land();
  void show_new_land();
  void same_land();
  /// `kept`: parameters that the new world takes over, together with soils and view. Nothing: it takes over nothing.
  void new_world(WorldOrder const& order, std::optional<std::vector<SetParameter>> const& kept);
  void remember_file(std::filesystem::path const& file);
  std::vector<std::filesystem::path> recent_files() const;
  void recover(LostWork work);
  void take_up_lost_work();
  SavedWorldInfo autosave_info() const;
  void adopt_world();
  void take_up_land();
  bool take_view(bool changed);
  std::optional<BatchPlan> limited_to_stop(std::optional<BatchPlan> plan);
  void draw_layers(Canvas const& canvas, double seconds, Measured const& measured, PanelTextures const& textures);
  void draw_hints(Canvas const& canvas, float left, double seconds);
  void follow_comparison();
  void draw_time_bar(Canvas const& canvas, float left, render::Thumbnails* thumbnails);
  void draw_history(Canvas const& canvas, float left);
  void show_history(bool shown);
  Answers history_answers() const;
  void draw_dialogs(Canvas const& canvas, render::Thumbnails* thumbnails);
  void draw_new_land(Canvas const& canvas, render::Thumbnails* thumbnails);
  void draw_export(Canvas const& canvas);
  std::string_view dialog_name() const;
  std::string dialog_trouble() const;
  void carry_out_requests();
  void apply_file_news(FileNews const& news);
  void use_file(std::filesystem::path const& file);
  void open_preset(std::filesystem::path const& file);
  /// Everything that the finder can find.
  std::vector<Findable> findable() const;
  void go_to(Findable const& thing);
  /// Adds a mask with the values of a raster. Returns what is wrong with the file, or an empty string.
  std::string import_mask(std::filesystem::path const& file);
  void move_camera(double seconds);
  void look_from(render::Camera const& camera);
  /// Moves the target of the camera to this place (fractions of the land's sides), and closer if it is far away.
  void look_at(glm::vec2 share);
  void show_view(std::size_t number);
  /// Gives the land the light of a view, or returns to the light that the user has chosen if the view has none.
  void light_as(NamedView const& view);
  void follow_tour(double seconds);
  void next_overlay(int direction);
  bool flying() const;
  void use_tools(Canvas const& canvas, double seconds);
  /// The pointer now, and at a pixel.
  PointerEvent pointer(double seconds) const;
  PointerEvent pointer_at(ImVec2 pixel, double seconds) const;
  std::optional<glm::vec3> land_under_cursor() const;
  std::optional<float> value_under_cursor() const;
  ViewRequest wanted_request() const;
  std::optional<ParameterGroup> settings_group(EditorState& state, std::string_view id) const;
  /// Reason why the overlay is empty; "" if it is not.
  std::string empty_text() const;

  SimulationRunner& runner_;
  int threads_;
  ParameterStore store_;
  SoilStore soils_;
  Document document_;
  std::unique_ptr<Autosaver> autosaver_;  ///< null: nothing is saved automatically
  Recovery recovery_;
  NewLandDialog new_land_dialog_;
  ExportDialog export_dialog_;
  /// Position of the sun, and fraction of the sky that clouds cover.
  struct Light {
    Sun sun;
    float clouds = 0.0f;
    bool operator==(Light const&) const = default;
  };
  /// The light that the user chose last, and the light of the view.
  struct Lit {
    Light by_user, by_view;
  };
  std::optional<Lit> lit_;
  std::optional<RecentFiles> recent_;
  std::optional<LostWork> recovering_;  ///< that is being opened
  SoilFileWatcher watch_;
  Toolbox toolbox_;
  MenuBar menus_;
  Panel panel_;
  PresetShelf shelf_;
  Finder finder_;
  KeyboardFocus keyboard_;
  Hints hints_;
  TimeBar time_bar_;
  HistoryWindow history_window_;
  BranchId compared_ = 0;  ///< with which the land was compared in the last view; 0: none
  ValueEditor editor_;     ///< for the widgets outside the panel
  Pace pace_;
  EditorState state_;
  WidgetRegistry widgets_;
  Fonts fonts_;
  float scale_ = 1.0f;
  render::CameraRig rig_;
  std::optional<render::Tour> tour_;
  double toured_ = 0.0;  ///< s
  render::LandShape land_;
  render::Camera home_;
  std::uint64_t landmarks_ticket_ = 0;        ///< of the last change of landmarks
  std::uint64_t generation_ = 0;              ///< of the world that camera and menus show
  std::uint64_t worlds_ = 0;                  ///< as the runner counted them in the last view
  bool keep_camera_ = false;                  ///< when the next world opens
  std::string opening_;                       ///< name of the world that is being opened, for messages; empty: none
  double opening_age_ = 0.0;                  ///< s
  std::optional<std::uint64_t> seed_before_;  ///< becomes the previous seed when the next world opens
  ViewRequest request_;
  OverlayChoice choice_;  ///< of the overlay in `request_`
  Requests requests_;
  bool held_[kKeyCount]{};
  bool shift_held_ = false;
  bool escape_ = false, enter_ = false;  ///< went down since the last frame
  bool can_cancel_ = false;              ///< as of the last frame
  ImVec2 size_{1280.0f, 720.0f};
  std::vector<ImVec2> trail_;                            ///< of the mouse since the last frame, pixels
  std::optional<std::size_t> pressed_at_, released_at_;  ///< number of pixels in `trail_` at that moment
  bool let_go_ = false;                                  ///< the button is up again, but ImGui has not yet reported it
  bool mouse_on_land_ = false;                           ///< the drag in progress began on the land
};

}  // namespace barchan::ui
