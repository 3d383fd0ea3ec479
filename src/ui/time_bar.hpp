/// TimeBar: the past of the present land as a line along the foot of the picture. A drag on it takes the land back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "history/history_outline.hpp"
#include "render/thumbnails.hpp"
#include "ui/canvas.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// Room along the foot of the picture, right of the panel.
struct TimeBarRoom {
  float left = 0.0f;  ///< right edge of the panel, pixels
  bool map = false;   ///< the map in the corner is shown and needs room
  render::Thumbnails* thumbnails = nullptr;
};

class TimeBar {
 public:
  /// Draws the bar if there is room. Returns the step to which the user wants to go, once for each step.
  std::optional<std::uint64_t> draw(Canvas const& canvas, SimulationRunner const& runner, TimeBarRoom const& room);
  /// Steps at both ends of the bar.
  std::uint64_t first() const { return first_; }
  std::uint64_t last() const { return last_; }
  /// X coordinate of this step on the bar, pixels.
  float x_of(std::uint64_t step) const;
  /// The bar was drawn in the last frame.
  bool shown() const { return shown_; }
  /// Text of the tooltip; empty: there is none.
  std::string const& says() const { return says_; }

 private:
  std::optional<std::uint64_t> follow_pointer(float x);
  std::uint64_t step_at(float x) const;
  std::uint64_t step_beside(std::uint64_t step, int turn) const;
  void draw_track(Canvas const& canvas, SimulationRunner const& runner);
  void draw_acts(Canvas const& canvas, HistoryOutline const& outline) const;
  void draw_film(Canvas const& canvas, HistoryOutline const& outline, render::Thumbnails* thumbnails) const;
  bool draw_end(Canvas const& canvas, SimulationRunner const& runner) const;
  void explain(Canvas const& canvas, HistoryOutline const& outline, render::Thumbnails* thumbnails);

  bool shown_ = false;
  bool open_ = false;      ///< the film of thumbnails is shown
  bool dragging_ = false;  ///< the land follows the pointer
  std::uint64_t first_ = 0, last_ = 0;
  std::optional<std::uint64_t> wanted_;  ///< step to which the land is travelling
  std::uint64_t handle_ = 0;             ///< step at which the handle is drawn
  double asked_ = 0.0;                   ///< ImGui's time when the wanted step was set
  float from_ = 0.0f, to_ = 1.0f;        ///< ends of the line, pixels
  float line_ = 0.0f;                    ///< y coordinate of the line, pixels
  std::string says_;
};

/// Indices of the checkpoints whose thumbnails are drawn, so that they are at least `pitch` apart. `places`: positions
/// of all checkpoints, in ascending order.
std::vector<std::size_t> spaced_out(std::vector<float> const& places, float pitch);

}  // namespace barchan::ui
