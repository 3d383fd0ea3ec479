/// Tool: what the left mouse button does on the land. One class per tool, in one source of this folder.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "ui/answers.hpp"
#include "ui/editor_state.hpp"
#include "ui/keys.hpp"
#include "ui/parameter_store.hpp"
#include "ui/requests.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// The pointer and what it points at. Places are empty while the pointer is on a panel or off the land.
struct PointerEvent {
  ImVec2 pixel{};
  std::optional<glm::vec3> ground{};  ///< m, as drawn: x and y may lie beyond the edges of a repeated land
  std::optional<glm::vec2> place{};   ///< m, the same place on the land itself; it may lie outside the edges
  std::optional<glm::vec2> share{};   ///< fractions of the land's sides; empty beside a land that is not periodic
  std::optional<std::size_t> cell{};  ///< index of the cell
  Modifiers modifiers{};
  float pressure = 1.0f;        ///< 0 .. 1; 1 for a mouse
  double seconds = 0.0;         ///< since the last event
  std::vector<ImVec2> trail{};  ///< pixels that the pointer has passed since the last event, up to where it is now
  bool is_click = false;        ///< in `pointer_up`: the pointer has hardly moved since the press
};

class Tool;

/// The parts of the editor that a tool may use.
class ToolContext {
 public:
  virtual EditorState& state() = 0;
  virtual SimulationRunner& runner() = 0;
  virtual TerrainView const& view() const = 0;
  virtual ParameterStore const& parameters() const = 0;
  virtual render::LandShape const& land() const = 0;
  /// Requests to the program, which it carries out after this frame.
  virtual Requests& requests() = 0;
  /// Gives a command to the world, which applies it between two steps. Shows a message if it is refused. Returns a
  /// ticket to compare with runner().applied_ticket().
  virtual std::uint64_t give(Command const& command) = 0;
  /// Gives the world these gauges, palms and people, as one act with this title: "move Gauge 2".
  virtual void set_landmarks(Landmarks landmarks, std::string title) = 0;
  /// Shows a message at the foot of the window.
  virtual void say(std::string text, bool error = false) = 0;
  /// Removes the message that says how to use the active tool, because the user has found out.
  virtual void forget_how_to() = 0;
  /// Point of a land that is drawn at a pixel: that of the view, or another state of it.
  virtual std::optional<glm::vec3> pick(ImVec2 pixel, render::LandShape const& land) const = 0;
  virtual bool is_active(Tool const& tool) const = 0;
  /// Makes `tool` the active one; the default tool if it is active already.
  virtual void toggle(Tool& tool) = 0;
  /// Makes the default tool the active one.
  virtual void leave() = 0;

 protected:
  ~ToolContext() = default;
};

/// The constant properties of a tool.
struct ToolInfo {
  std::string_view id;     ///< in scripts; the button of the tool bar is the widget `tool/ID`
  std::string_view title;  ///< on the button
  Chord key;               ///< selects the tool; pressed again, it returns to the default tool
  std::string_view help;   ///< tooltip and row of the help page, without a full stop at its end
  /// Section of the panel that holds the options. It stands below the tool bar while the tool is active. Tools may
  /// share a section. Empty: no options.
  std::string_view section{}, section_title{};
  bool section_stays = false;  ///< the section is further down in the panel while the tool is not active
};

/// Free space for the windows of tools, pixels.
struct WindowSpace {
  float left = 0.0f;  ///< right edge of the panel
  float top = 0.0f;   ///< lower edge of the windows in the upper right corner
};

class Tool {
 public:
  virtual ~Tool() = default;

  virtual ToolInfo const& info() const = 0;
  /// True: a drag with the left button belongs to the tool. False: it turns the camera.
  virtual bool takes_drags() const { return false; }
  /// True: the tool uses clicks, so Esc leaves the tool before it closes windows. False: Esc closes windows first.
  virtual bool takes_clicks() const { return true; }

  // -- active or not ---------------------------------------------------------------------------------------------
  /// Message that is shown when the tool becomes active: what to do. Empty: none.
  virtual std::string_view how_to() const { return {}; }
  virtual void activate(ToolContext& /*context*/) {}
  virtual void deactivate(ToolContext& /*context*/) {}

  // -- input on the land, while active ---------------------------------------------------------------------------
  virtual void pointer_down(ToolContext& /*context*/, PointerEvent const& /*event*/) {}
  /// Once per frame while the button is held.
  virtual void pointer_drag(ToolContext& /*context*/, PointerEvent const& /*event*/) {}
  virtual void pointer_up(ToolContext& /*context*/, PointerEvent const& /*event*/) {}
  /// True: `resize` has an effect.
  virtual bool has_size() const { return false; }
  /// Makes the tool's area larger (+1) or smaller (-1); with `strength`, its effect stronger or weaker.
  virtual void resize(ToolContext& /*context*/, int /*direction*/, bool /*strength*/) {}
  /// A key went down while the tool is active, and nobody is typing. True: the tool has used it.
  virtual bool key(ToolContext& /*context*/, Chord /*chord*/) { return false; }
  /// Handles Esc. True: the tool has used the key and stays active if it was. An inactive tool may close its window.
  virtual bool escape(ToolContext& /*context*/) { return false; }

  // -- a frame, active or not ------------------------------------------------------------------------------------
  /// Draws previews and marks on the land, below all panels. `pointer`: where the pointer is now.
  virtual void draw_on_land(ToolContext& /*context*/, ScreenMap const& /*screen*/, PointerEvent const& /*pointer*/) {}
  /// Draws the inside of the tool's section of the panel.
  virtual void draw_options(ToolContext& /*context*/, Canvas const& /*canvas*/, ValueEditor& /*editor*/) {}
  /// Draws what the tool adds to the panel's section of the parameter group `group`.
  virtual void draw_in_group(ToolContext& /*context*/, Canvas const& /*canvas*/, std::string_view /*group*/) {}
  /// Draws the tool's windows beside the panel. Called while panels are shown.
  virtual void draw_window(ToolContext& /*context*/, Canvas const& /*canvas*/, ValueEditor& /*editor*/,
                           WindowSpace const& /*space*/) {}
  /// Adds what the tool needs to the next view.
  virtual void add_request(ToolContext const& /*context*/, PointerEvent const& /*pointer*/,
                           ViewRequest& /*request*/) const {}
  /// The runner has a new view.
  virtual void view_changed(ToolContext& /*context*/) {}
  /// Another world is open. `kept`: it has the settings and the view of the previous one.
  virtual void world_opened(ToolContext& /*context*/, bool /*kept*/) {}
  /// Adds what is saved with the world.
  virtual void save(SavedWorldInfo& /*info*/) const {}

  // -- scripts ---------------------------------------------------------------------------------------------------
  virtual Answers answers(ToolContext const& /*context*/) const { return {}; }
  /// The tool's own numbers. Scripts set them and ask for them as `GROUP.KEY`.
  virtual std::optional<ParameterGroup> settings(EditorState& /*state*/) { return std::nullopt; }
};

/// Makes a value of a group larger (+1) or smaller (-1) by the step of one press of a key, within the range of its row.
void scale_by_key(ParameterGroup const& group, ParameterRow const& row, int direction);

using ToolList = std::vector<std::unique_ptr<Tool>>;

}  // namespace barchan::ui
