#include "ui/finder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "io/text.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kWindow = "##finder";
constexpr float kFinderWidth = 460.0f, kFinderListHeight = 300.0f,
                kTop = 0.1f;  // 96-dpi pixels; fraction of the window's height

/// Score of the match between a findable item and one word; 0: no match.
int score_of(Findable const& thing, std::string const& word) {
  const std::string title = lower_case(thing.title);
  const std::size_t at = title.find(word);
  if (at == 0) return title.size() == word.size() ? 120 : 100;
  if (at != std::string::npos) return title[at - 1] == ' ' ? 80 : 60;
  const std::string id = lower_case(thing.id);
  if (id == word) return 110;
  if (id.find(word) != std::string::npos) return 40;
  if (lower_case(thing.where).find(word) != std::string::npos) return 20;
  return lower_case(thing.help).find(word) != std::string::npos ? 10 : 0;
}

}  // namespace

std::vector<std::size_t> find_things(std::vector<Findable> const& things, std::string_view text) {
  const std::vector<std::string> words = split(lower_case(text), ' ');
  std::vector<std::pair<int, std::size_t>> scored;
  for (std::size_t i = 0; i < things.size(); ++i) {
    int sum = 0;
    bool all = true;
    for (std::string const& word : words) {
      const int score = score_of(things[i], word);
      all = all && score > 0;
      sum += score;
    }
    if (all) scored.emplace_back(-sum, i);
  }
  std::ranges::stable_sort(scored, {}, &std::pair<int, std::size_t>::first);
  std::vector<std::size_t> found;
  for (auto const& [score, index] : scored) found.push_back(index);
  return found;
}

void Finder::open(std::vector<Findable> things) {
  things_ = std::move(things);
  shown_ = fresh_ = true;
  text_[0] = '\0';
  searched_.clear();
  found_ = find_things(things_, {});
  selected_ = 0;
  moved_ = 0;
}

std::string_view Finder::selected() const {
  return selected_ < found_.size() ? std::string_view(things_[found_[selected_]].id) : std::string_view();
}

bool Finder::draw_row(Canvas const& canvas, std::size_t number, float width) {
  Findable const& thing = things_[found_[number]];
  ImGui::PushID(static_cast<int>(number));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  const bool chosen = ImGui::Selectable("##row", number == selected_, 0, {width, 2.0f * line + canvas.px(4.0f)});
  canvas.widgets.record("find/" + thing.id);
  if (number == selected_ && std::exchange(moved_, 0) != 0) ImGui::SetScrollHereY(0.5f);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont& small = *canvas.fonts.small_print;
  const auto text = [&](ImFont& font, ImVec2 at, Color color, std::string const& words) {
    draw.AddText(&font, font.FontSize, at, packed(color), words.c_str());
  };
  const float pad = canvas.px(4.0f);
  const float key = small.CalcTextSizeA(small.FontSize, FLT_MAX, 0.0f, thing.key.c_str()).x;
  text(*canvas.fonts.bold, {corner.x + pad, corner.y}, colors::kText,
       ui::shortened(thing.title, {width - key - 3.0f * pad, 1}, *canvas.fonts.bold));
  text(small, {corner.x + width - key - pad, corner.y}, colors::kAccent, thing.key);
  text(small, {corner.x + pad, corner.y + line + canvas.px(1.0f)}, colors::kQuietText,
       ui::shortened(fmt::format("{}  ·  {}", thing.where, thing.help), {width - 2.0f * pad, 1}, small));
  ImGui::PopID();
  return chosen;
}

std::optional<Findable> Finder::draw(Canvas const& canvas) {
  if (!shown_) return std::nullopt;
  if (!ImGui::IsPopupOpen(kWindow)) ImGui::OpenPopup(kWindow);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, kTop * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kFinderWidth), 0.95f * canvas.size.x), 0.0f});
  if (!ImGui::BeginPopupModal(kWindow, nullptr, kDialogFlags)) return std::nullopt;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (std::exchange(fresh_, false)) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##text", "Find a parameter, a tool, a command, a scenario …", text_, sizeof text_);
  canvas.widgets.record("find/text");
  if (searched_ != text_) {
    searched_ = text_;
    found_ = find_things(things_, searched_);
    selected_ = 0;
  }
  const auto last = static_cast<std::ptrdiff_t>(found_.size()) - 1;
  selected_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(selected_) + moved_, 0,
                                                                  std::max<std::ptrdiff_t>(last, 0)));
  std::optional<Findable> wanted;
  ImGui::BeginChild("list", {0.0f, std::min(canvas.px(kFinderListHeight), 0.6f * canvas.size.y)});
  const float width = ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (draw_row(canvas, i, width)) wanted = things_[found_[i]];
  }
  if (found_.empty())
    draw_wrapped(colors::kQuietText, "No entry contains all these words. Try fewer or shorter words.");
  ImGui::EndChild();
  moved_ = 0;
  if (canvas.enter && selected_ < found_.size()) wanted = things_[found_[selected_]];
  if (wanted || canvas.escape) shown_ = false;
  if (!shown_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return wanted;
}

}  // namespace barchan::ui
