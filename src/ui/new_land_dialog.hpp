/// NewLandDialog: the dialog in which the user makes a new land from a scenario, from noise or from a height map.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ui/answers.hpp"
#include "ui/document.hpp"
#include "ui/editor_state.hpp"
#include "ui/land_previewer.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// What the dialog asks of the editor after a frame.
struct NewLandWish {
  std::optional<WorldOrder> order{};  ///< to open
  std::string message{};              ///< to show; empty: none
};

class NewLandDialog {
 public:
  /// Opens the dialog. If the present land was made in the dialog, shows the values of this land.
  void show(EditorState& state, WorldOrder const& present);
  void close(EditorState& state);
  /// Shows why the ordered land could not be opened. The dialog stays open.
  void refuse(std::string why);
  /// True while a land that was ordered is being opened.
  bool waiting() const { return waiting_; }
  /// The order has been given up, so the dialog can be used again.
  void give_up() { waiting_ = false; }
  /// True: files are chosen in the dialog of the desktop if it has one.
  void use_native_dialogs(bool native) { files_.use_native(native); }
  /// True while the user types a value.
  bool typing() const { return editor_.typing(); }

  /// Name of the dialog that is open ("new_land", or the purpose of its file dialog), or "none".
  std::string_view name(EditorState const& state) const;
  /// The error that is shown; empty: none.
  std::string trouble(EditorState const& state) const;
  Answers answers(EditorState const& state) const;

  /// Draws the dialog while it is shown. `wait`: the frame waits for previews. `thumbnails`: makes textures of the
  /// pictures; null: pictures are not shown.
  NewLandWish draw(Canvas const& canvas, EditorState& state, render::Thumbnails* thumbnails, bool wait);

 private:
  /// What the parts of the dialog need in a frame.
  struct Frame {
    Canvas const& canvas;
    EditorState& state;
    render::Thumbnails* thumbnails;
    bool free = true;  ///< no menu, file dialog or field takes the keys

    NewLandState& chosen() const { return state.new_land; }
    NewLand& land() const { return state.new_land.land(); }
  };
  /// Draws a picture as large as `room` allows, or a frame with this text if there is no picture yet.
  static void draw_picture(Frame const& frame, std::shared_ptr<Picture const> const& picture, ImVec2 room,
                           char const* text = "");

  void follow_files(EditorState& state);
  void use_file(EditorState& state, std::filesystem::path const& file, NewLandWish& wish);
  void draw_head(Frame const& frame);
  void draw_body(Frame const& frame);
  void draw_foot(Frame const& frame, NewLandWish& wish);
  void accept(EditorState& state, NewLandWish& wish);
  bool complete(EditorState const& state) const;

  // in new_land_dialog_scenarios.cpp
  void draw_scenarios(Frame const& frame);
  void draw_group(Frame const& frame, std::string_view subject);
  void draw_scenario(Frame const& frame, ScenarioInfo const& info);
  void draw_chosen(Frame const& frame);

  // in new_land_dialog_numbers.cpp
  void draw_land(Frame const& frame);
  void draw_numbers(Frame const& frame);
  ParameterRow slider_of(ParameterRow row, double value) const;
  void draw_row(Frame const& frame, std::string_view key, bool live = true);
  void draw_rows(Frame const& frame, char const* title, std::initializer_list<std::string_view> keys);
  void draw_file(Frame const& frame, std::string const& file, FileDialog::Purpose purpose);
  void draw_preview(Frame const& frame);

  ValueEditor editor_;
  LandPreviewer previews_;
  FileDialog files_;
  bool waiting_ = false;
  bool fits_map_ = false;  ///< the next facts of a height map set its range and cell size too
  bool accepted_ = false;  ///< the user has double-clicked a scenario
  std::string trouble_;    ///< why a typed value was refused, or why a file or a land cannot be read
  MapFacts map_;           ///< of the height map, as its file gives them
  double memory_ = 0.0;    ///< of this machine, bytes
};

}  // namespace barchan::ui
