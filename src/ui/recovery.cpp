#include "ui/recovery.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "io/date.hpp"

namespace barchan::ui {

namespace {

constexpr float kRecoveryWidth = 520.0f, kPicture = 96.0f, kRecoveryButton = 90.0f;  // 96-dpi pixels
constexpr double kSecondsPerMinute = 60.0;

/// Amount of work: "12 min of run time not saved, 3 acts in its history".
std::string work_text(AutosaveInfo const& autosave) {
  std::string text = autosave.unsaved < kSecondsPerMinute
                         ? "Less than a minute of run time not saved"
                         : fmt::format("{:.0f} min of run time not saved", autosave.unsaved / kSecondsPerMinute);
  if (autosave.acts > 0) text += fmt::format(", {} act{} in its history", autosave.acts, autosave.acts > 1 ? "s" : "");
  return text;
}

void draw_picture(Canvas const& canvas, render::Thumbnails* thumbnails, std::shared_ptr<Picture const> const& picture) {
  const float side = canvas.px(kPicture);
  const auto longer = static_cast<float>(std::max({picture->width, picture->height, 1}));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy({side, side});
  const ImTextureID texture = texture_of(thumbnails, picture);
  if (!texture) return;
  const ImVec2 size{side * static_cast<float>(picture->width) / longer,
                    side * static_cast<float>(picture->height) / longer};
  const ImVec2 from{corner.x + 0.5f * (side - size.x), corner.y + 0.5f * (side - size.y)};
  ImGui::GetWindowDrawList()->AddImage(texture, from, {from.x + size.x, from.y + size.y});
}

}  // namespace

void Recovery::offer(std::vector<LostWork> works) {
  works_ = std::move(works);
  pictures_.clear();
  for (LostWork& work : works_) {
    pictures_.push_back(std::make_shared<Picture const>(std::move(work.info.autosave.picture)));
  }
}

Recovery::Choice Recovery::draw_row(Canvas const& canvas, render::Thumbnails* thumbnails, std::size_t number) {
  SavedWorldInfo const& info = works_[number].info;
  Choice choice = Choice::none;
  draw_picture(canvas, thumbnails, pictures_[number]);
  ImGui::SameLine(0.0f, canvas.px(12.0f));
  ImGui::BeginGroup();
  draw_text(canvas.fonts.bold, colors::kText, info.scenario.title);
  draw_text(canvas.fonts.body, colors::kQuietText,
            "Saved automatically " + time_text(info.autosave.time, seconds_since_1970()));
  draw_text(canvas.fonts.body, colors::kQuietText, work_text(info.autosave));
  if (!info.autosave.file.empty()) {
    const std::string file =
        shortened("File: " + info.autosave.file, {ImGui::GetContentRegionAvail().x, 1}, *canvas.fonts.body);
    draw_text(canvas.fonts.body, colors::kQuietText, file);
  }
  const std::string name = fmt::format("recovery/{}/", number + 1);
  if (draw_button(canvas, {"Open", name + "open", {}, canvas.px(kRecoveryButton)})) choice = Choice::open;
  ImGui::SameLine();
  const bool sure = sure_ == number;
  if (draw_button(canvas, {sure ? "Really?" : "Delete", name + "delete", "Deletes this work permanently. Press twice.",
                           canvas.px(kRecoveryButton)})) {
    if (sure) choice = Choice::remove;
    sure_ = number;
  }
  ImGui::EndGroup();
  return choice;
}

std::optional<LostWork> Recovery::draw(Canvas const& canvas, render::Thumbnails* thumbnails) {
  constexpr char const* kId = "##recovery";
  if (works_.empty()) return std::nullopt;
  if (!ImGui::IsPopupOpen(kId)) ImGui::OpenPopup(kId);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kRecoveryWidth), canvas.size.x), 0.0f});
  if (!ImGui::BeginPopupModal(kId, nullptr, kDialogFlags)) return std::nullopt;
  draw_text(canvas.fonts.bold, colors::kText, "Barchan ended before you saved your work");
  draw_wrapped(colors::kQuietText, "Your work was saved automatically, with its history. Open it to continue.");
  canvas.widgets.record("recovery");
  std::optional<std::pair<std::size_t, Choice>> chosen;
  for (std::size_t i = 0; i < works_.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    ImGui::Separator();
    if (const Choice choice = draw_row(canvas, thumbnails, i); choice != Choice::none) chosen.emplace(i, choice);
    ImGui::PopID();
  }
  ImGui::Separator();
  if (canvas.enter) chosen.emplace(0, Choice::open);
  const bool later = draw_button(
      canvas, {"Later", "recovery/later", "Offers this work again at the next start.", canvas.px(kRecoveryButton)});
  std::optional<LostWork> opened;
  if (chosen) {
    const auto at = works_.begin() + static_cast<std::ptrdiff_t>(chosen->first);
    if (chosen->second == Choice::open) {
      opened = std::move(*at);
      works_.clear();
    } else {
      at->place.clear();
      works_.erase(at);
      pictures_.erase(pictures_.begin() + static_cast<std::ptrdiff_t>(chosen->first));
    }
    sure_.reset();
  } else if (later || canvas.escape) {
    works_.clear();
  }
  if (works_.empty()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return opened;
}

}  // namespace barchan::ui
