/// The panel's section of measures, and the watch that keeps its figures up to date.
#pragma once

#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bearing.hpp"
#include "measure/measure.hpp"
#include "ui/canvas.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// The measures of one moment.
struct MeasureFigures {
  DuneSurvey survey;
  Migration migration;
  double years_per_second = 0.0;  ///< of the calendar of the site; 0: not known
  std::uint64_t step = 0;         ///< of the view that was measured
};

/// A copy of what a survey needs from a view.
struct MeasureSample {
  Grid grid;
  double time = 0.0;  ///< s
  std::uint64_t step = 0;
  std::vector<float> elevation, sand;  ///< m
  double years_per_second = 0.0;       ///< of the calendar of the site; 0: not known
};

/// Keeps the measures of the shown land up to date. It measures copies of the view, so that frames do not wait for it.
class MeasureWatch {
 public:
  /// Lands of more cells are measured only when asked.
  static constexpr std::size_t kLiveCells = 1024 * 1024;

  /// Asks for new figures as soon as possible.
  void ask() { asked_ = true; }
  /// Call it once per frame while the section is shown. It takes finished figures and, every two seconds of `now` (s),
  /// begins new ones on a thread of their own. With a synchronous runner it measures in this call.
  void renew(SimulationRunner const& runner, double now);
  /// The last figures of the world that is shown.
  std::optional<MeasureFigures> const& figures() const { return figures_; }

 private:
  void begin(SimulationRunner const& runner, double now);
  void take();
  void adapt_gap(MeasureFigures const& found);

  std::optional<MeasureFigures> figures_;
  std::future<MeasureFigures> pending_;
  std::optional<MeasureSample> before_;   // the earlier of the two views that give the migration
  std::uint64_t generation_ = 0;          // of the world that all this belongs to
  std::uint64_t pending_generation_ = 0;  // of the world that is being measured
  std::uint64_t gap_ = 8;                 // steps between the two views
  double begun_ = 0.0;                    // s, when the round now in progress began
  double due_ = 0.0;                      // s, when the next one begins
  bool asked_ = false;
};

/// A figure as a row of the section: the widget is `measure.NAME`.
struct MeasureRow {
  std::string_view name, label;
  std::string value;  ///< with its unit, a dash where there is none
  std::string_view help;
};
std::vector<MeasureRow> measure_rows(MeasureFigures const& figures, Directions directions);

/// Draws the inside of the section and keeps its figures up to date. It is not called while the section is closed,
/// which then costs nothing.
void draw_measure_section(Canvas const& canvas, SimulationRunner const& runner, MeasureWatch& watch);

}  // namespace barchan::ui
