/// ValueEditor: one widget for every parameter row: a bar to drag, with the label on it. It also draws the wind dial.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/parameter.hpp"
#include "ui/canvas.hpp"

namespace barchan::ui {

/// Notation of a value on its bar.
enum class ValueStyle : std::uint8_t {
  plain,
  slope,      ///< tangent, also shown as an angle; "33°" may be typed
  clock,      ///< hours, shown as "14:39"
  automatic,  ///< 0 is shown as "auto"
};

/// A parameter row whose value is edited.
struct EditedRow {
  std::string name;  ///< in scripts ("wind.speed")
  ParameterRow const& row;
  double value = 0.0;
  double start = 0.0;  ///< value that right-click restores
  ValueStyle style = ValueStyle::plain;
  std::string label{row.label};
  std::string note{};  ///< another paragraph of the tooltip
  bool live = true;    ///< otherwise greyed

  bool changed() const { return static_cast<float>(value) != static_cast<float>(start); }
};

/// Orientation of the dial and what it shows besides the angle.
struct DialLook {
  float up = 90.0f;        ///< degrees: the angle that points to the top, so that the dial turns with the camera
  float north = 90.0f;     ///< degrees: the direction of north on the land, which a rotated map changes
  float strength = 1.0f;   ///< 0 .. 1, the arrow's length
  float diameter = 64.0f;  ///< pixels
  bool live = true;        ///< otherwise greyed
};

class ValueEditor {
 public:
  /// Draws the row over the whole content width. If the user has changed the value, returns the new one, which is
  /// always valid for the row.
  std::optional<double> edit(Canvas const& canvas, EditedRow const& edited);

  /// The same for a row of a group. Stores the new value in the group.
  void edit(Canvas const& canvas, ParameterGroup const& group, ParameterRow const& row,
            ValueStyle style = ValueStyle::plain);

  /// Draws a dial for an angle in degrees, anticlockwise from east.
  std::optional<double> dial(Canvas const& canvas, std::string_view name, double degrees, DialLook const& look);

  /// Reason why the last typed value was refused. Returns each error once.
  std::optional<std::string> take_error() { return std::exchange(error_, std::nullopt); }
  /// True while a value is being typed.
  bool typing() const { return !typing_.empty(); }

 private:
  std::optional<double> edit_number(Canvas const& canvas, EditedRow const& edited);
  std::optional<double> edit_text(EditedRow const& edited);
  std::optional<double> edit_switch(EditedRow const& edited);
  std::optional<double> edit_choice(Canvas const& canvas, EditedRow const& edited);
  bool press(EditedRow const& edited);
  double dragged(EditedRow const& edited, ImVec2 corner, ImVec2 size);
  std::optional<double> edit_in_convention(Canvas const& canvas, EditedRow const& edited);
  void explain(Canvas const& canvas, EditedRow const& edited);

  std::string typing_;  ///< name of the row whose value is being typed
  bool focus_ = false;  ///< the text field does not have the keyboard focus yet
  char buffer_[64]{};
  std::string typed_from_;     ///< the text as it was when typing began
  std::string pressed_;        ///< name of the row that was clicked last
  double before_press_ = 0.0;  ///< its value before the first click of a possible double-click
  double drag_start_ = 0.0;    ///< slider fraction at the press
  bool dragging_ = false;
  bool fine_ = false;
  std::optional<std::string> error_;
};

/// Position of `value` on the row's slider, 0 .. 1. The slider of a slope is linear in degrees.
double slider_fraction(ParameterRow const& row, double value, ValueStyle style = ValueStyle::plain);
/// Value at a position of the slider, rounded to a readable step, within the row's range.
double slider_value(ParameterRow const& row, double fraction, ValueStyle style = ValueStyle::plain);
/// A unit as people write it: "m2/s" as m²/s.
std::string unit_text(std::string_view unit);
/// A choice as people read it: "upwind_edge" as "Upwind edge".
std::string choice_text(std::string_view choice);
/// A direction as people write it: "from 270° (W)" for a wind that comes from the west, "towards 0° (E)" for the same
/// wind in the mathematical convention, "45° (NE)", "45° (NE-SW)" for a line. `degrees` as the program has them.
std::string direction_text(double degrees, Bearing bearing, Directions directions);
/// "0.25 1/s", "0.65 · 33°", "4096", "Upwind edge", "on".
std::string value_text(ParameterRow const& row, double value, ValueStyle style = ValueStyle::plain);
/// Reads a typed value. Throws std::invalid_argument with one clear sentence.
double read_value_text(ParameterRow const& row, std::string_view text, ValueStyle style = ValueStyle::plain);

}  // namespace barchan::ui
