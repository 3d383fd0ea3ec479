#include "ui/measure_panel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr char const* kNothing = "–";

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
  for (MeasureRow const& row : measure_rows(*figures)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::TextColored(colors::kQuietText, "%s", std::string(row.label).c_str());
    ImGui::SameLine(
        std::max(0.0f, width - ImGui::CalcTextSize(row.value.c_str()).x + ImGui::GetStyle().WindowPadding.x));
    ImGui::TextUnformatted(row.value.c_str());
    const ImVec2 size{width, ImGui::GetTextLineHeight()};
    canvas.book.record(fmt::format("measure.{}", row.name), at, size, *ImGui::GetWindowDrawList());
    if (ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y}) && ImGui::IsWindowHovered()) {
      ImGui::SetTooltip("%s", std::string(row.help).c_str());
    }
  }
  ImGui::TextColored(colors::kQuietText, "at step %llu", static_cast<unsigned long long>(figures->step));
  ImGui::PopFont();
}

}  // namespace

std::vector<MeasureRow> measure_rows(MeasureFigures const& figures) {
  DuneSurvey const& s = figures.survey;
  DuneMeasures const& m = s.measures;
  // Rounded here, so that there is no minus before a zero.
  const double error = std::round(m.crest_error_degrees) + 0.0;
  const bool crests = m.crest.anisotropy > 0.0, moved = figures.migration.found;
  const std::size_t count = s.separate.dunes.size();
  const double speed = figures.migration.along_wind;
  return {
      {"class", "Kind", std::string(dune_class_name(s.dune_class)),
       "Barchan, transverse, linear, oblique, star, sheet, none or mixed: from crests, slip faces, cover and horns."},
      {"crest", "Crests", crests ? fmt::format("{:.0f}° ({:+.0f}°)", m.crest.degrees, error) : std::string(kNothing),
       "Mean crest line, anticlockwise from east, and how far it is from standing across the resultant wind."},
      {"anisotropy", "Anisotropy", number_or_nothing(crests, m.crest.anisotropy, "{:.2f}"),
       "0: crests in all directions. 1: all parallel."},
      {"spacing", "Spacing", number_or_nothing(s.spacing.median > 0.0, s.spacing.median, "{:.0f} m"),
       "From crest to crest, across the crests: median of autocorrelation, up-crossings and spectrum."},
      {"height", "Height", number_or_nothing(s.height > 0.0, s.height, "{:.1f} m"),
       "Crest above the troughs on both sides, median of the dunes met; of separate dunes their tops."},
      {"cover", "Cover", fmt::format("{:.0f} %", 100.0 * s.separate.cover),
       "Share of the land under more than 0.4 m of sand."},
      {"slopes", "Lee / stoss", face_text(m.lee) + " / " + face_text(m.stoss),
       "Median slope of the ground that looks down the wind (steeper than 20°) and against it."},
      {"dunes", "Dunes",
       count == 0 ? std::string("0") : fmt::format("{}, largest {:.0f} %", count, 100.0 * s.separate.largest_share),
       "Separate patches of sand, and the share of the largest in their area."},
      {"migration", "Migration", number_or_nothing(moved, speed, "{:.3f} m/s"),
       "Speed of the pattern down the wind, in the world's own time."},
      {"flux", "Flux", number_or_nothing(moved && s.height > 0.0, speed * s.height, "{:.2f} m²/s"),
       "Sand that the migrating dunes carry past a metre of crest: migration times height."},
  };
}

void MeasurePanel::draw(Canvas const& canvas, SimulationRunner const& runner) {
  watch_.renew(runner, ImGui::GetTime());
  char const* const help = runner.view().grid.cells() > MeasureWatch::kLiveCells
                               ? "Takes new figures; so large a land is not watched by itself"
                               : "New figures come every two seconds, or at once";
  if (draw_button(canvas, {"Measure now", "measure.now", help, ImGui::GetContentRegionAvail().x})) watch_.ask();
  draw_rows(canvas, watch_.figures());
}

}  // namespace barchan::ui
