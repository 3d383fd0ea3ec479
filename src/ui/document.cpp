#include "ui/document.hpp"

#include <utility>

#include <fmt/core.h>

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr float kButton = 90.0f;  // 96-dpi pixels

}  // namespace

std::string_view Document::dialog() const {
  if (asked_) return "question";
  if (!files_.shown()) return "none";
  return files_.purpose() == FileDialog::Purpose::open ? "open" : "save";
}

void Document::guard(bool loses, Deed deed) {
  if (saving()) {
    after_save_ = std::move(deed);
  } else if (loses) {
    asked_ = std::move(deed);
  } else {
    deed();
  }
}

void Document::save() { file_.empty() ? ask_where_to_save() : save_to(file_); }

void Document::ask_where_to_save() {
  WorldFacts const& facts = runner_.facts();
  // A scenario of a file is saved beside it.
  const fs::path folder = fs::path(facts.order.source).parent_path();
  files_.show(FileDialog::Purpose::save, file_.empty() ? folder / (facts.info.scenario.id + kSavedWorldEnding) : file_);
}

void Document::ask_what_to_open() {
  files_.show(FileDialog::Purpose::open, file_.empty() ? fs::path(runner_.facts().order.source) : file_);
}

void Document::save_to(fs::path file) {
  runner_.inspect([file, info = info_()](World const& world) { save_world(file, world, info); });
  saving_to_ = std::move(file);
  // What a hand does from now on is not in the file.
  obstacles_ = false;
  store_.mark_saved();
}

void Document::take_up(bool kept) {
  obstacles_ = false;
  if (!kept) store_.mark_saved();
  files_.close();
  const fs::path source = runner_.facts().order.source;
  file_ = source.extension() == kSavedWorldEnding ? source : fs::path();
}

std::optional<std::string> Document::end_job(JobOutcome const& outcome) {
  const fs::path saved = std::exchange(saving_to_, fs::path());
  if (!outcome.error.empty()) {
    if (!saved.empty()) obstacles_ = true;  // what was to be saved is not
    if (!files_.shown()) {
      after_save_ = nullptr;
      return outcome.error;
    }
    files_.refuse(outcome.error);
    return std::nullopt;
  }
  files_.close();
  if (saved.empty()) return std::nullopt;
  file_ = saved;
  if (const Deed deed = std::exchange(after_save_, nullptr)) deed();
  return "Saved: " + saved.string();
}

std::optional<fs::path> Document::draw(Canvas const& canvas) {
  if (asked_) {
    draw_question(canvas);
    return std::nullopt;
  }
  const auto chosen = files_.draw(canvas);
  if (!files_.shown() && !saving()) after_save_ = nullptr;
  if (!chosen || files_.purpose() == FileDialog::Purpose::open) return chosen;
  save_to(*chosen);
  return std::nullopt;
}

void Document::draw_question(Canvas const& canvas) {
  constexpr char const* kId = "##question";
  if (!ImGui::IsPopupOpen(kId)) ImGui::OpenPopup(kId);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.4f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(kId, nullptr, kDialogFlags | ImGuiWindowFlags_AlwaysAutoResize)) return;
  draw_text(canvas.fonts.bold, colors::kText, "Save what you have made?");
  const int parameters = store_.unsaved_count();
  std::string work;
  if (parameters > 0) work = fmt::format("{} parameter{}", parameters, parameters > 1 ? "s" : "");
  if (obstacles_) work += work.empty() ? "obstacles" : " and obstacles";
  ImGui::TextColored(colors::kQuietText, "Set by hand and in no file: %s.", work.c_str());
  canvas.book.record("question");
  ImGui::Dummy({0.0f, canvas.px(4.0f)});
  const float width = canvas.px(kButton);
  Deed deed;
  if (draw_button(canvas, {"Save", "question/save", "Enter", width}) || canvas.enter) {
    after_save_ = std::exchange(asked_, nullptr);
    save();
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Discard", "question/discard", {}, width})) deed = std::exchange(asked_, nullptr);
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "question/cancel", "Esc", width}) || canvas.escape) {
    asked_ = nullptr;
    files_.close();
  }
  if (!asked_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (deed) deed();
}

}  // namespace barchan::ui
