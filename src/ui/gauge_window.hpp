/// Gauges in the window: their marks on the land, the plot of what they read, and the panel's section.
#pragma once

#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

/// Gauges, and what a frame asks for of them.
struct GaugeBoard {
  static constexpr int kAll = -1;

  GaugeLog log;
  bool shown = true;         ///< the plot, while there are any
  std::size_t quantity = 0;  ///< plotted: discharge, depth, level
  // Asked for in this frame.
  int removed = 0;                                     ///< id, or kAll
  std::optional<std::pair<int, std::string>> renamed;  ///< id and name
  bool save_table = false, save_lines = false;
};

/// The panel's section.
void draw_gauge_section(Canvas const& canvas, EditorState& state, GaugeBoard& board);

/// A mark and the name of each gauge at its place on the land.
void draw_gauge_marks(GaugeBoard const& board, ScreenMap const& screen, glm::vec2 land_size);

/// The window with the plot, right of `left` (pixels), while there are gauges and it is not closed.
void draw_gauge_window(Canvas const& canvas, EditorState& state, GaugeBoard& board, float left);

/// "45 s", "12.5 min", "3.2 h": a time of the world's clock on an axis that ends at `longest` s.
std::string axis_time(double seconds, double longest);

}  // namespace barchan::ui
