// The foot of the dialog for exports, the progress of an export, and what it has written.
#include <algorithm>

#include <fmt/format.h>

#include "export/export_preset.hpp"
#include "io/text.hpp"
#include "ui/export_dialog.hpp"

namespace barchan::ui {

namespace {

constexpr float kExportButton = 90.0f, kCopy = 110.0f, kSettingGap = 24.0f, kResultGap = 6.0f;  // 96-dpi pixels
constexpr std::size_t kFilesShown = 16;

/// The files of a plan with their sizes, for a tooltip.
std::string file_list(ExportPlan const& plan) {
  std::vector<std::string> lines;
  for (PlannedFile const& file : plan.files) {
    lines.push_back(fmt::format("{}  ({})", file.name, memory_text(file.bytes)));
    lines.insert(lines.end(), file.beside.begin(), file.beside.end());
  }
  const std::size_t more = lines.size() > kFilesShown ? lines.size() - kFilesShown : 0;
  lines.resize(lines.size() - more);
  if (more > 0) lines.push_back(fmt::format("… and {} more", more));
  lines.push_back(plan.name + ".json");
  return fmt::format("{}", fmt::join(lines, "\n"));
}

float height_of(std::string const& text, float width) {
  return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace

float ExportDialog::height_of_foot() const {
  const float width = ImGui::GetContentRegionAvail().x,
              buttons = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  if (writing()) return buttons + height_of("W", width);
  const std::string error = trouble();
  if (!error.empty() && !files_.shown()) return buttons + height_of(error, width);
  const std::string missing = left_out();
  return buttons + height_of(summary(), width) + (missing.empty() ? 0.0f : height_of(missing, width));
}

void ExportDialog::draw_foot(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  if (const std::string error = trouble(); !error.empty() && !files_.shown()) {
    draw_wrapped(colors::kAccent, error);
    canvas.widgets.record("export.trouble");
  } else {
    const auto estimate = estimator_.last();
    const bool known = estimate && estimator_.ready() && estimate->error.empty();
    draw_wrapped(known ? colors::kText : colors::kQuietText, summary());
    canvas.widgets.record("export.summary");
    if (known) tooltip(file_list(estimate->plan));
    if (const std::string missing = left_out(); !missing.empty()) draw_wrapped(colors::kQuietText, missing);
  }
  const float width = canvas.px(kExportButton);
  ImGui::BeginDisabled(!complete());
  const bool pressed = draw_button(canvas, {"Export", "export.ok", "Writes the files. (Enter)", width});
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancelled = draw_button(canvas, {"Cancel", "export.cancel", "Writes nothing. (Esc)", width});
  if (pressed || (frame.free && canvas.enter)) begin();
  if (cancelled || (frame.free && canvas.escape)) close();
}

void ExportDialog::draw_progress(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  const ExportWriter::Progress progress = writer_.progress();
  std::string text = in_frames_ ? "Simulating a copy of the land …" : "The export is being prepared …";
  if (!progress.file.empty()) text = "Writing " + progress.file;
  if (closes_window_) text += "  ·  Barchan closes when the export is complete.";
  draw_text(canvas.fonts.body, colors::kText,
            shortened(text, {ImGui::GetContentRegionAvail().x, 1}, *canvas.fonts.body));
  canvas.widgets.record("export.writing");
  const float button = canvas.px(kExportButton), gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = ImGui::GetContentRegionAvail().x - button - gap;
  ImGui::ProgressBar(static_cast<float>(progress.done), {std::max(1.0f, width), ImGui::GetFrameHeight()});
  canvas.widgets.record("export.bar");
  ImGui::SameLine();
  const std::string help =
      fmt::format("Stops {}. Files that are complete remain. (Esc)", in_frames_ ? "after the present step" : "at once");
  const bool stopped = draw_button(canvas, {"Stop", "export.stop", help, button});
  if (stopped || (frame.free && canvas.escape)) stop();
}

/// A table of what the user enters in the other program.
void ExportDialog::draw_settings(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  float names = 0.0f;
  for (ExportSetting const& one : report_->settings) {
    names = std::max(names, ImGui::CalcTextSize(one.name.c_str()).x);
  }
  const auto preset = std::ranges::find(export_presets(), choice_.preset, &ExportPresetRow::id);
  draw_wrapped(colors::kText, fmt::format("Enter these settings in {}:", preset->title));
  for (ExportSetting const& one : report_->settings) {
    draw_text(canvas.fonts.body, colors::kQuietText, one.name);
    ImGui::SameLine(names + canvas.px(kSettingGap));
    draw_text(canvas.fonts.body, colors::kText, one.value);
  }
  if (draw_button(canvas, {"Copy", "export.copy", "Copies all settings as one line of text.", canvas.px(kCopy)})) {
    ImGui::SetClipboardText(settings_line(report_->settings).c_str());
  }
}

/// Height of a window of this width that shows what the last export has written, pixels.
float ExportDialog::height_of_result(Canvas const& canvas, float width) const {
  ImGuiStyle const& style = ImGui::GetStyle();
  const float room = width - 2.0f * style.WindowPadding.x, buttons = ImGui::GetFrameHeight() + style.ItemSpacing.y;
  const float line = height_of("W", room), gap = canvas.px(kResultGap) + style.ItemSpacing.y;
  float height = 2.0f * style.WindowPadding.y + 2.0f * buttons + 2.0f * gap;
  height += line * static_cast<float>(report_->settings.size() + 2) + height_of(written_to_.string(), room);
  for (std::string const& notice : report_->notices) height += height_of(notice, room);
  return height;
}

/// What the last export has written.
void ExportDialog::draw_result(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  const float foot = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("result", {0.0f, -foot}, false, ImGuiWindowFlags_NavFlattened);
  draw_text(canvas.fonts.bold, colors::kText,
            fmt::format("Exported {}, {}", counted(report_->files.size(), "file"), memory_text(report_->bytes)));
  draw_wrapped(colors::kQuietText, written_to_.string());
  canvas.widgets.record("export.result");
  ImGui::Dummy({0.0f, canvas.px(kResultGap)});
  draw_settings(frame);
  ImGui::Dummy({0.0f, canvas.px(kResultGap)});
  for (std::string const& notice : report_->notices) draw_wrapped(colors::kText, notice);
  ImGui::EndChild();
  draw_end(frame);
}

void ExportDialog::draw_end(Frame const& frame) {
  const float width = frame.canvas.px(kExportButton);
  const bool closed = draw_button(frame.canvas, {"Close", "export.close", "Closes the dialog. (Enter)", width});
  ImGui::SameLine();
  const bool back =
      draw_button(frame.canvas, {"Back", "export.back", "Returns to the options, for another export.", width});
  if (closed || (frame.free && (frame.canvas.enter || frame.canvas.escape))) close();
  if (back) report_.reset();
}

}  // namespace barchan::ui
