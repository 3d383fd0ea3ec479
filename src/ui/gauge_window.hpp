/// Gauges in the window: their marks on the land, the plot of their readings, and the panel's section.
#pragma once

#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

/// The gauges, and what the user has asked for in this frame.
struct GaugeBoard {
  static constexpr int kAll = -1;

  GaugeLog log;
  bool shown = true;         ///< the plot is open; it appears while there are gauges
  std::size_t quantity = 0;  ///< plotted: discharge, depth, level
  // Asked for in this frame.
  int removed = 0;                                     ///< id, or kAll
  std::optional<std::pair<int, std::string>> renamed;  ///< id and name
  bool save_table = false, save_lines = false;
};

/// What a user is told who wants more than kMostGauges.
std::string no_more_gauges();

/// Draws the inside of the panel's section.
void draw_gauge_section(Canvas const& canvas, EditorState& state, GaugeBoard& board);

/// Draws a mark and the name of each gauge at its place on the land.
void draw_gauge_marks(GaugeBoard const& board, ScreenMap const& screen, glm::vec2 land_size);

/// Draws the window with the plot, right of `left` (pixels), while it is open and there are gauges.
void draw_gauge_window(Canvas const& canvas, EditorState& state, GaugeBoard& board, float left);

/// "45 s", "12.5 min", "3.2 h": a time of the world's clock on an axis that ends at `longest` s.
std::string axis_time(double seconds, double longest);

}  // namespace barchan::ui
