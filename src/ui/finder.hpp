/// Finder: a search over everything that the window can do or show. It finds parameters, actions, tools, panel
/// sections, overlays, presets and scenarios by words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/canvas.hpp"

namespace barchan::ui {

enum class FoundKind : std::uint8_t { parameter, action, tool, section, overlay, preset, scenario };

/// Something that can be found.
struct Findable {
  FoundKind kind = FoundKind::parameter;
  std::string id;     ///< "wind.speed", the number of an action, the id of a tool, section, field, preset or scenario
  std::string title;  ///< "Wind speed"
  std::string where;  ///< its kind and place: "Parameter, Wind"
  std::string help;
  std::string key{};  ///< "Ctrl+Z"; empty: it has none
};

/// Indices of the items that contain all words of `text`, the best matches first. A word in the title counts more than
/// one in the id, then come `where` and the help. Upper and lower case do not matter. Without words, returns all items
/// in their order.
std::vector<std::size_t> find_things(std::vector<Findable> const& things, std::string_view text);

class Finder {
 public:
  /// Opens the window with these items.
  void open(std::vector<Findable> things);
  void close() { shown_ = false; }
  bool shown() const { return shown_; }
  /// Moves the selection in the list.
  void move(int by) { moved_ += by; }
  std::string_view selected() const;
  std::size_t count() const { return found_.size(); }

  /// Draws the window while it is shown. Returns the item that the user has chosen.
  std::optional<Findable> draw(Canvas const& canvas);

 private:
  bool draw_row(Canvas const& canvas, std::size_t number, float width);

  std::vector<Findable> things_;
  std::vector<std::size_t> found_;  ///< indices of `things_`
  std::size_t selected_ = 0;        ///< index of `found_`
  int moved_ = 0;                   ///< since the last frame
  bool shown_ = false, fresh_ = false;
  char text_[128]{};
  std::string searched_;
};

}  // namespace barchan::ui
