/// MeasurePanel: the panel's section of measures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/measure_watch.hpp"

namespace barchan::ui {

/// A figure as a row of the section: the widget is `measure.NAME`.
struct MeasureRow {
  std::string_view name, label;
  std::string value;  ///< with its unit, a dash where there is none
  std::string_view help;
};
std::vector<MeasureRow> measure_rows(MeasureFigures const& figures);

class MeasurePanel {
 public:
  /// Draws the inside of the section and keeps its figures fresh. Not called while the section is closed, which then
  /// costs nothing.
  void draw(Canvas const& canvas, SimulationRunner const& runner);
  std::optional<MeasureFigures> const& figures() const { return watch_.figures(); }

 private:
  MeasureWatch watch_;
};

}  // namespace barchan::ui
