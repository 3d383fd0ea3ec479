#include "ui/measure_panel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "measure/dune_migration.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

constexpr double kPeriod = 2.0;                          // s between two rounds
constexpr double kLongestWait = 2.0;                     // s; after this, a slow simulation is measured anyway
constexpr std::uint64_t kLeastGap = 1, kMostGap = 4096;  // steps
constexpr std::uint64_t kGapFactor = 4;
/// Fractions of the spacing by which the pattern should move between the two views. It must move enough to be measured,
/// but so little that no dune is mistaken for the next one.
constexpr double kLeastMove = 0.03, kMostMove = 0.25;

MeasureSample sample_of(TerrainView const& view) {
  return {view.grid, view.time, view.step, view.elevation, view.sediment, view.calendar.years_per_second};
}

MeasureFigures measured(MeasureSample const& now, std::optional<MeasureSample> const& before, SurveyRule const& rule) {
  const ElevationMap sand = elevation_map(now.grid, now.sand);
  MeasureFigures figures;
  figures.step = now.step;
  figures.years_per_second = now.years_per_second;
  figures.survey = survey_dunes(elevation_map(now.grid, now.elevation), sand, rule);
  if (before && before->time < now.time) {
    const std::vector<TimedMap> maps{{before->time, elevation_map(before->grid, before->sand)}, {now.time, sand}};
    figures.migration = dune_migration(maps, rule.wind_degrees, reach_of_migration(figures.survey, now.grid)).moved;
  }
  return figures;
}

constexpr char const* kNothing = "–";

constexpr char const* kCrestsFromEast =
    "Mean direction of the crests, anticlockwise from east. The last number in brackets is the angle by which the "
    "crests are turned anticlockwise from the line at right angles to the resultant wind. The resultant wind is the "
    "vector sum of all winds of a cycle.";
constexpr char const* kCrestsFromNorth =
    "Mean direction of the crests, clockwise from north. The last number in brackets is the angle by which the "
    "crests are turned clockwise from the line at right angles to the resultant wind. The resultant wind is the "
    "vector sum of all winds of a cycle.";

std::string number_or_nothing(bool defined, double value, char const* form) {
  return defined ? fmt::format(fmt::runtime(form), value) : std::string(kNothing);
}

std::string face_text(FaceSlopes const& faces) {
  return number_or_nothing(faces.cells > 0, faces.p50_degrees, "{:.0f}°");
}

void draw_rows(Canvas const& canvas, std::optional<MeasureFigures> const& figures) {
  if (!figures) {
    ImGui::TextColored(colors::kQuietText, "Measuring …");
    return;
  }
  ImGui::PushFont(canvas.fonts.small_print);
  for (MeasureRow const& row : measure_rows(*figures, canvas.directions)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::TextColored(colors::kQuietText, "%s", std::string(row.label).c_str());
    ImGui::SameLine(
        std::max(0.0f, width - ImGui::CalcTextSize(row.value.c_str()).x + ImGui::GetStyle().WindowPadding.x));
    ImGui::TextUnformatted(row.value.c_str());
    const ImVec2 size{width, ImGui::GetTextLineHeight()};
    canvas.widgets.record(fmt::format("measure.{}", row.name), at, size, *ImGui::GetWindowDrawList());
    if (ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y}) && ImGui::IsWindowHovered()) {
      show_tooltip(row.help);
    }
  }
  ImGui::TextColored(colors::kQuietText, "at step %llu", static_cast<unsigned long long>(figures->step));
  ImGui::PopFont();
}

}  // namespace

void MeasureWatch::renew(SimulationRunner const& runner, double now) {
  TerrainView const& view = runner.view();
  if (generation_ != runner.facts().generation) {
    generation_ = runner.facts().generation;
    figures_.reset();
    before_.reset();
    due_ = now;
    asked_ = true;
  }
  if (pending_.valid()) {
    take();
    return;
  }
  if (!before_ && (asked_ || (now >= due_ && view.grid.cells() <= kLiveCells))) {
    begun_ = now;
    before_ = sample_of(view);
  }
  if (!before_) return;
  const bool far_enough = view.step >= before_->step + gap_;
  // A paused land is measured after the longest wait. Figures that the user asked for come at once.
  if (far_enough || now >= begun_ + kLongestWait || asked_) begin(runner, now);
}

void MeasureWatch::begin(SimulationRunner const& runner, double now) {
  TerrainView const& view = runner.view();
  const bool beside = runner.mode() == SimulationRunner::Mode::threaded;
  const bool same_view = before_->step == view.step;
  pending_ = std::async(beside ? std::launch::async : std::launch::deferred, measured, sample_of(view), before_,
                        survey_rule(view, resultant_wind(view), view.step > 0));
  pending_generation_ = generation_;
  // Figures for the view that `before_` shows have no migration. The round then continues to find one.
  if (!(asked_ && same_view)) {
    before_.reset();
    due_ = now + kPeriod;
  }
  asked_ = false;
  if (!beside) take();
}

void MeasureWatch::take() {
  // `get` runs a deferred round, so pictures off-screen depend on the step number and not on the clock.
  if (pending_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) return;
  MeasureFigures found = pending_.get();
  if (pending_generation_ != generation_) return;
  adapt_gap(found);
  // Until the next step, the last known migration stays.
  if (!found.migration.found && figures_ && figures_->step == found.step) found.migration = figures_->migration;
  figures_ = std::move(found);
}

void MeasureWatch::adapt_gap(MeasureFigures const& found) {
  Migration const& moved = found.migration;
  const double spacing = found.survey.spacing.median;
  if (!(moved.seconds > 0.0)) return;
  const double share = spacing > 0.0 ? std::abs(moved.along_wind) * moved.seconds / spacing : 0.0;
  if (!moved.found || share > kMostMove) {
    gap_ = std::max(gap_ / kGapFactor, kLeastGap);
  } else if (share < kLeastMove) {
    gap_ = std::min(gap_ * kGapFactor, kMostGap);
  }
}

std::vector<MeasureRow> measure_rows(MeasureFigures const& figures, Directions directions) {
  DuneSurvey const& s = figures.survey;
  DuneMeasures const& m = s.measures;
  // Rounded here, so that there is no minus before a zero.
  // A clockwise difference is positive where directions are counted clockwise.
  const double sense = directions == Directions::meteorological ? -1.0 : 1.0;
  const double error = std::round(sense * m.crest_error_degrees) + 0.0;
  const bool crests = m.crest.anisotropy > 0.0, moved = figures.migration.found;
  std::string lines(kNothing);
  if (crests) lines = direction_text(std::round(m.crest.degrees), Bearing::line, directions);
  if (s.has_crest_lines()) lines += fmt::format(" ({:+.0f}°)", error);
  const std::size_t count = s.separate.dunes.size();
  const double speed = figures.migration.along_wind, calendar = figures.years_per_second;
  return {
      {"class", "Kind", std::string(dune_class_name(s.dune_class)),
       "Kind of dune: barchan, transverse, linear, oblique, star, sheet, none or mixed. It follows from the crests, "
       "the slip faces, the cover and the horns."},
      {"crest", "Crests", lines, directions == Directions::meteorological ? kCrestsFromNorth : kCrestsFromEast},
      {"anisotropy", "Anisotropy", number_or_nothing(crests, m.crest.anisotropy, "{:.2f}"),
       "Degree to which the crests are parallel: 0 if they have no common direction, 1 if all are parallel."},
      {"spacing", "Spacing", number_or_nothing(s.spacing.median > 0.0, s.spacing.median, "{:.0f} m"),
       "Distance from crest to crest. It is the median of three estimates: from the autocorrelation of the "
       "elevations, from the points at which the elevations rise above their mean, and from their spectrum."},
      {"height", "Height", number_or_nothing(s.height > 0.0, s.height, "{:.1f} m"),
       "Median height of the crests above the troughs on both sides. For separate, compact dunes, it is the mean "
       "thickness of sand at their tops, weighted by their areas."},
      {"cover", "Cover", fmt::format("{:.0f} %", 100.0 * s.separate.cover),
       "Fraction of the land under more than 0.4 m of sand."},
      {"slopes", "Lee / stoss", face_text(m.lee) + " / " + face_text(m.stoss),
       "Lee: median slope of the ground that faces downwind, counting only slopes above 20°. Stoss: median slope of "
       "the ground that faces upwind, counting only slopes above 2°."},
      {"dunes", "Dunes",
       count == 0 ? std::string("0") : fmt::format("{}, largest {:.0f} %", count, 100.0 * s.separate.largest_share),
       "Number of separate patches of sand thicker than 0.4 m. Patches of fewer than 20 cells are not counted. The "
       "percentage is the fraction of the total area of the patches that the largest patch covers."},
      {"migration", "Migration", number_or_nothing(moved, speed, "{:.3f} m/s"),
       "Speed at which the slip faces of the dunes move downwind, in metres per second of the world's clock. For "
       "dunes without slip faces, it is the speed at which their shapes move."},
      {"per_year", "In a year", number_or_nothing(moved && calendar > 0.0, speed / calendar, "{:.1f} m"),
       "Distance that the dunes move downwind in a year of the calendar. The sand flux of the site sets the pace of "
       "the calendar."},
      {"flux", "Flux", number_or_nothing(moved && s.height > 0.0, speed * s.height, "{:.2f} m²/s"),
       "Volume of sand that migrating dunes carry per second and per metre of crest: migration speed times height."},
  };
}

void draw_measure_section(Canvas const& canvas, SimulationRunner const& runner, MeasureWatch& watch) {
  watch.renew(runner, ImGui::GetTime());
  char const* const help = runner.view().grid.cells() > MeasureWatch::kLiveCells
                               ? "Measures the dunes now. A land of this size is not measured automatically."
                               : "Measures the dunes now. New results also appear every few seconds.";
  if (draw_button(canvas, {"Measure now", "measure.now", help, ImGui::GetContentRegionAvail().x})) watch.ask();
  draw_rows(canvas, watch.figures());
}

}  // namespace barchan::ui
