#include "ui/export_dialog.hpp"

#include <algorithm>
#include <cctype>
#include <system_error>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "export/export_preset.hpp"
#include "io/file.hpp"
#include "io/text.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr float kExportWidth = 912.0f, kExportHeight = 620.0f, kExportMargin = 8.0f,
                kResultWidth = 520.0f;  // 96-dpi pixels
constexpr float kPrograms = 128.0f, kProgramsGap = 12.0f, kLabelGap = 14.0f;
constexpr float kMostLabels = 0.3f;  // of the width of the options
constexpr char const* kExportId = "##export";
constexpr std::string_view kUsualFolder = "barchan_export";
constexpr std::uint64_t kLongestChoice = 65536;  // bytes
constexpr std::string_view kEveryKey = "every", kStepsKey = "steps";
constexpr double kLargeMemory = 1e9;  // bytes that are worth a word

/// Replaces the options of the command line in an error by the labels of the dialog.
std::string in_words(std::string text) {
  for (ExportOptionRow const& row : export_options()) {
    const std::string option = command_option(row);
    for (std::size_t at = text.find(option); at != std::string::npos; at = text.find(option, at)) {
      text.replace(at, option.size(), row.title);
      at += row.title.size();
    }
  }
  return text;
}

std::string size_text(std::pair<int, int> const& size) { return fmt::format("{} × {}", size.first, size.second); }

std::string spacing_text(ExportPlan const& plan) {
  if (plan.spacing_x == plan.spacing_y) return fmt::format("{:.4g} m apart", plan.spacing_x);
  return fmt::format("{:.4g} m and {:.4g} m apart", plan.spacing_x, plan.spacing_y);
}

}  // namespace

std::string as_title(std::string_view text) {
  std::string title(text);
  const bool word =
      std::ranges::none_of(text.substr(0, text.find(' ')), [](unsigned char c) { return std::isupper(c); });
  if (word && !title.empty()) title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

void ExportDialog::show() {
  shown_ = true;
  trouble_.clear();
  typed_.clear();
  report_.reset();
  estimator_.forget();
  if (!choice_.folder.empty()) return;
  std::error_code failed;
  const fs::path usual = fs::path(runner_.facts().order.source).parent_path() / kUsualFolder;
  const fs::path whole = fs::absolute(usual, failed);
  choice_.folder = (failed ? usual : whole).lexically_normal().string();
}

void ExportDialog::close() {
  shown_ = false;
  files_.close();
}

void ExportDialog::keep_choice_in(fs::path const& file) {
  kept_in_ = file;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return;
  try {
    choice_ = read_export_choice(read_text_file(file, kLongestChoice));
  } catch (InputError const&) {
    // A damaged file is written anew with the next export.
  }
}

void ExportDialog::keep_choice() const {
  if (kept_in_.empty()) return;
  std::error_code ignored;
  fs::create_directories(kept_in_.parent_path(), ignored);
  try {
    write_file(kept_in_, std::string_view(export_choice_text(choice_)));
  } catch (InputError const&) {
    // It is a convenience, and not worth a message.
  }
}

std::string_view ExportDialog::name() const {
  if (!shown_) return "none";
  return files_.shown() ? FileDialog::name_of(files_.purpose()) : "export";
}

std::string ExportDialog::folder_error() const {
  if (!choice_.folder.empty()) return {};
  return "Folder: expected a folder, found nothing; type one or press Choose";
}

std::string ExportDialog::plan_error() const {
  const auto estimate = estimator_.last();
  return estimate && estimator_.ready() ? in_words(estimate->error) : std::string();
}

std::string ExportDialog::typed_error() const {
  for (ExportInputRow const& input : export_inputs()) {
    const auto typed = typed_.find(input.key);
    if (typed == typed_.end() || typed->second.error.empty() || !input.matters(choice_.order)) continue;
    return fmt::format("{}: {}", export_option(input.key).title, typed->second.error);
  }
  for (std::string_view const key : {kEveryKey, kStepsKey}) {
    if (key == kStepsKey && choice_.sequence.every == 0) continue;
    const auto typed = typed_.find(key);
    if (typed != typed_.end() && !typed->second.error.empty()) return "Sequence: " + typed->second.error;
  }
  return {};
}

std::string ExportDialog::trouble() const {
  if (!shown_) return {};
  if (files_.shown()) return files_.trouble();
  if (std::string error = typed_error(); !error.empty()) return error;
  if (std::string error = folder_error(); !error.empty()) return error;
  if (std::string error = plan_error(); !error.empty()) return error;
  return trouble_;
}

/// True if the export can be written as it is.
bool ExportDialog::complete() const {
  // On its way to another moment, the world would be exported as it is there.
  if (!typed_error().empty() || runner_.travelling()) return false;
  return folder_error().empty() && estimator_.ready() && estimator_.last()->error.empty();
}

fs::path ExportDialog::folder() const {
  std::error_code failed;
  const fs::path whole = fs::absolute(choice_.folder, failed).lexically_normal();
  return failed ? fs::path(choice_.folder) : whole;
}

std::string ExportDialog::name_of_files() const {
  return choice_.order.name.empty() ? runner_.facts().info.scenario.id : choice_.order.name;
}

/// "9 files, at most 84.0 MiB, 1009 × 1009 samples, 2 m apart"
std::string ExportDialog::summary() const {
  const auto estimate = estimator_.last();
  if (!estimate || !estimate->error.empty()) return "The size is being computed …";
  ExportPlan const& plan = estimate->plan;
  const std::uint64_t frames = choice_.sequence.frames();
  std::string text = counted(plan.file_count(), "file");
  if (choice_.sequence.every > 0) text = fmt::format("{} of {}", counted(frames, "frame"), text);
  text += fmt::format(", at most {}, {} samples, {}", memory_text(plan.bytes() * static_cast<double>(frames)),
                      size_text({plan.width, plan.height}), spacing_text(plan));
  if (plan.tiles.size() > 1) text += fmt::format(", {}", counted(plan.tiles.size(), "tile"));
  const double memory = plan.memory + (choice_.sequence.every > 0 ? estimate->sequence_memory : 0.0);
  if (memory >= kLargeMemory) text += fmt::format(", needs {} of memory", memory_text(memory));
  return text;
}

/// The maps of the order that the land does not offer.
std::string ExportDialog::left_out() const {
  const auto estimate = estimator_.last();
  if (!estimate || !estimate->error.empty() || estimate->plan.left_out.empty()) return {};
  std::vector<std::string> titles;
  for (std::string const& id : estimate->plan.left_out) {
    MapRow const* const row = map(id);
    titles.push_back(row != nullptr ? row->title : id);
  }
  return fmt::format("Left out, because this land has none: {}", fmt::join(titles, ", "));
}

Answers ExportDialog::answers() const {
  const auto estimate = estimator_.last();
  const bool known = estimate && estimator_.ready() && estimate->error.empty();
  const auto figure = [&](auto of) { return known ? number_answer(of(estimate->plan)) : Answer(std::string("none")); };
  std::string page = report_ ? "result" : "options";
  if (writing()) page = "writing";
  Answers all = {
      {"export.page", page},
      {"export.preset", choice_.preset},
      {"export.folder", text_answer(choice_.folder)},
      {"export.files", figure([](ExportPlan const& plan) { return plan.file_count(); })},
      {"export.bytes", figure([](ExportPlan const& plan) { return plan.bytes(); })},
      {"export.every", number_answer(choice_.sequence.every)},
      {"export.steps", number_answer(choice_.sequence.steps)},
      {"export.frames", number_answer(choice_.sequence.frames())},
      {"export.columns", figure([](ExportPlan const& plan) { return plan.width; })},
      {"export.rows", figure([](ExportPlan const& plan) { return plan.height; })},
      {"export.left_out", text_answer(known ? fmt::format("{}", fmt::join(estimate->plan.left_out, ",")) : "")},
      {"export.progress", writing() ? number_answer(writer_.progress().done) : Answer(std::string("none"))},
      {"export.written", report_ ? number_answer(report_->files.size()) : Answer(std::string("none"))},
      {"export.settings", text_answer(report_ ? settings_line(report_->settings) : "")},
  };
  for (ExportInputRow const& input : export_inputs()) {
    all.emplace_back(fmt::format("export.{}", input.key), export_option(input.key).text(choice_.order));
    if (!shown_) continue;
    for (Tick const& tick : ticks_of(input)) {
      all.emplace_back(fmt::format("export.{}/{}", input.key, tick.id), flag_answer(tick.on));
    }
  }
  return all;
}

MapRow const* ExportDialog::map(std::string_view id) const {
  const auto estimate = estimator_.last();
  if (!estimate) return nullptr;
  const auto row = std::ranges::find(estimate->maps, id, &MapRow::id);
  return row == estimate->maps.end() ? nullptr : &*row;
}

void ExportDialog::choose_preset(std::string_view id) {
  choice_ = with_preset(choice_, id);
  from_top_ = true;
  typed_.clear();
  trouble_.clear();
}

void ExportDialog::set_option(ExportOptionRow const& row, std::string const& text) {
  Typed& typed = typed_[std::string(row.key)];
  typed = {text, {}};
  trouble_.clear();
  const auto read = [&](std::string_view value) {
    try {
      choice_.order = row.with(choice_.order, value);
      return std::string();
    } catch (InputError const& error) {
      return std::string(error.what());
    }
  };
  // An empty field stands for "auto", if the option has that.
  if (text.empty() && read("auto").empty()) return;
  typed.error = read(text);
}

void ExportDialog::begin() {
  if (writing() || !complete()) return;
  trouble_.clear();
  report_.reset();
  written_to_ = folder();
  in_frames_ = choice_.sequence.every > 0;
  if (in_frames_) {
    planned_ = choice_.sequence.frames();
    writer_.start_sequence(runner_, choice_.wanted(), written_to_, choice_.sequence);
  } else {
    planned_ = estimator_.last()->plan.file_count();
    writer_.start(runner_, choice_.wanted(), written_to_);
  }
  keep_choice();
}

void ExportDialog::take_result(ExportResult result) {
  estimator_.forget();
  if (!result.error.empty()) {
    closes_window_ = false;
    trouble_ = in_words(std::move(result.error));
    return;
  }
  if (in_frames_) return take_sequence(std::move(result));
  ExportReport& report = result.report;
  for (std::string& notice : report.notices) notice = as_title(notice) + ".";
  if (!report.finished) {
    trouble_ = fmt::format("Stopped: {} of {} {} in {}", report.files.size(), counted(planned_, "file"),
                           report.files.size() == 1 ? "is" : "are", written_to_.string());
    return;
  }
  if (report.range_kept) {
    report.notices.push_back(
        fmt::format("The range of heights is that of the earlier export to this folder: {:.6g} to {:.6g} m.",
                    report.height_range.first, report.height_range.second));
  }
  message_ = fmt::format("Exported {} to {}", counted(report.files.size(), "file"), written_to_.string());
  report_ = std::move(report);
}

void ExportDialog::take_sequence(ExportResult result) {
  ExportReport& report = result.report;
  for (std::string& notice : report.notices) notice = as_title(notice) + ".";
  if (!report.finished) {
    trouble_ = fmt::format("Stopped: {} of {} {} in {}", result.frames, counted(planned_, "frame"),
                           result.frames == 1 ? "is" : "are", written_to_.string());
    return;
  }
  message_ = fmt::format("Exported {} to {}", counted(result.frames, "frame"), written_to_.string());
  if (!result.film.empty()) report.notices.push_back("Film: " + result.film.filename().string());
  if (result.film_stopped || !result.film_error.empty()) closes_window_ = false;
  if (result.film_stopped) report.notices.emplace_back("The film was not made. The export was stopped.");
  if (!result.film_error.empty()) {
    report.notices.push_back(fmt::format("The film was not made. {}.", as_title(result.film_error)));
  }
  report_ = std::move(report);
}

void ExportDialog::set_steps(std::string_view key, std::string const& text) {
  Typed& typed = typed_[std::string(key)];
  typed = {text, {}};
  trouble_.clear();
  const auto number = step_number(text);
  if (!number) {
    typed.error = fmt::format("expected a whole number of steps up to 1000000000, found '{}'", printable(text));
    return;
  }
  (key == kEveryKey ? choice_.sequence.every : choice_.sequence.steps) = *number;
  typed_.erase(typed_.find(key));
}

/// Takes over what the worker has done, and asks it what this frame needs.
void ExportDialog::follow_work() {
  if (auto result = writer_.take_result()) take_result(std::move(*result));
  if (shown_ && !writing() && !report_) estimator_.ask(choice_.wanted());
}

void ExportDialog::draw(Canvas const& canvas) {
  follow_work();
  // A dialog that was closed from outside is still open for ImGui and must be ended below.
  if (!shown_ && !ImGui::IsPopupOpen(kExportId)) return;
  if (!ImGui::IsPopupOpen(kExportId)) ImGui::OpenPopup(kExportId);
  const ImVec2 room{canvas.size.x - canvas.px(kExportMargin), canvas.size.y - canvas.px(kExportMargin)};
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  const bool ended = report_ && !writing();
  const float width = std::min(canvas.px(ended ? kResultWidth : kExportWidth), room.x);
  const float height = ended ? height_of_result(canvas, width) : canvas.px(kExportHeight);
  ImGui::SetNextWindowSize({width, std::min(height, room.y)});
  if (!ImGui::BeginPopupModal(kExportId, nullptr, kDialogFlags)) return;
  // A menu that closes in this frame has used the key.
  const bool free = !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId) && !ImGui::GetIO().WantTextInput;
  float labels = 0.0f;
  for (ExportOptionRow const& row : export_options()) {
    labels = std::max(labels, ImGui::CalcTextSize(row.title.data(), row.title.data() + row.title.size()).x);
  }
  const float options = ImGui::GetContentRegionAvail().x - canvas.px(kPrograms + kProgramsGap);
  const Frame frame{canvas, free, std::min(labels + canvas.px(kLabelGap), kMostLabels * options)};
  if (ended) {
    draw_result(frame);
  } else {
    ImGui::BeginDisabled(writing());
    const float foot = height_of_foot();
    ImGui::BeginChild("programs", {canvas.px(kPrograms), -foot}, false, ImGuiWindowFlags_NavFlattened);
    draw_programs(frame);
    ImGui::EndChild();
    ImGui::SameLine(0.0f, canvas.px(kProgramsGap));
    ImGui::BeginChild("options", {0.0f, -foot}, false, ImGuiWindowFlags_NavFlattened);
    draw_options(frame);
    ImGui::EndChild();
    ImGui::EndDisabled();
    writing() ? draw_progress(frame) : draw_foot(frame);
  }
  canvas.widgets.record("export", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  if (const auto file = files_.draw(canvas)) {
    choice_.folder = file->parent_path().string();
    set_option(export_option("name"), file->stem().string());
    if (typed_["name"].error.empty()) typed_.erase("name");
    files_.close();
  }
  if (!shown_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace barchan::ui
