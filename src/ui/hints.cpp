#include "ui/hints.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <imgui_internal.h>

#include "io/file.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr float kHintsWidth = 230.0f, kHintsButton = 70.0f, kReach = 22.0f, kEdge = 6.0f;  // 96-dpi pixels
constexpr std::uint64_t kLongestFile = 4096;                                               // bytes

struct Hint {
  std::string_view id;
  std::string_view subject;  ///< the widget at which it points
  char const* text;
};
constexpr Hint kHints[] = {
    {"dial", "wind.dial",
     "Drag the arrow to turn the wind. The sliders beside and below the arrow set how strongly the wind acts."},
    {"tools", "toolbar", "Tools: shape the land, place walls and springs, look into the ground. Each tool has a key."},
    {"timebar", "timebar.strip",
     "This line shows the past of the land. Drag along it to go back, and change the land from there."},
};
static_assert(std::size(kHints) == Hints::kCount);

/// The subject of a hint if it is in sight.
WidgetPlace const* subject_of(Canvas const& canvas, Hint const& hint) {
  WidgetPlace const* const place = canvas.widgets.find(hint.subject);
  return place != nullptr && place->visible() ? place : nullptr;
}

/// "1 of 2": the number of a hint among those whose subjects this window shows.
std::string number_of(Canvas const& canvas, Hint const& hint) {
  std::size_t number = 0, count = 0;
  for (Hint const& one : kHints) {
    if (canvas.widgets.find(one.subject) == nullptr) continue;
    ++count;
    if (&one <= &hint) ++number;
  }
  return fmt::format("{} of {}", number, count);
}

/// Draws a frame around the subject and a line from there to the callout, the present window. `left`: right edge of the
/// column of settings. The line does not cross the column.
void point_at(Canvas const& canvas, WidgetPlace const& subject, float left) {
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImDrawList& draw = *ImGui::GetWindowDrawList();  // so that it is below tooltips
  draw.PushClipRectFullScreen();
  const float edge = canvas.px(2.0f);
  const ImVec2 low{subject.minimum.x - edge, subject.minimum.y - edge};
  const ImVec2 high{subject.maximum.x + edge, subject.maximum.y + edge};
  const ImU32 color = packed(colors::kAccent);
  draw.AddRect(low, high, color, canvas.px(5.0f), 0, edge);
  const bool above = corner.y + size.y <= low.y;
  const ImVec2 from =
      above ? ImVec2{corner.x + 0.5f * size.x, corner.y + size.y} : ImVec2{corner.x, corner.y + 0.5f * size.y};
  const ImVec2 to = above ? ImVec2{from.x, low.y} : ImVec2{std::max(high.x, left), std::clamp(from.y, low.y, high.y)};
  draw.AddLine(from, to, color, edge);
  draw.AddCircleFilled(to, canvas.px(4.0f), color);
  draw.PopClipRect();
}

}  // namespace

void Hints::keep_in(fs::path file) {
  file_ = std::move(file);
  waits_.fill(true);
  std::error_code ignored;
  if (!fs::exists(file_, ignored)) return;
  try {
    std::istringstream lines(read_text_file(file_, kLongestFile));
    for (std::string line; std::getline(lines, line);) {
      const auto* const hint = std::ranges::find(kHints, line, &Hint::id);
      if (hint != std::end(kHints)) waits_[static_cast<std::size_t>(hint - kHints)] = false;
    }
  } catch (InputError const&) {
    waits_.fill(false);  // hints that cannot be dismissed for ever would only annoy
  }
}

void Hints::show_again() { waits_.fill(true); }

bool Hints::shown() const { return std::ranges::find(waits_, true) != waits_.end(); }

void Hints::dismiss(std::size_t hint) {
  waits_[hint] = false;
  present_ = {};
  if (file_.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (!waits_[i]) text += std::string(kHints[i].id) + "\n";
  }
  writer_ = std::jthread([file = file_, text] {
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    try {
      write_file(file, text);
    } catch (InputError const&) {
      // The hint comes again at the next start, which is not worth a message.
    }
  });
}

void Hints::draw(Canvas const& canvas, float left) {
  hide();
  if (any_popup_open()) return;
  for (std::size_t i = 0; i < kCount; ++i) {
    WidgetPlace const* const subject = waits_[i] ? subject_of(canvas, kHints[i]) : nullptr;
    if (subject != nullptr) return draw_callout(canvas, i, WidgetPlace(*subject), left);
  }
}

void Hints::draw_callout(Canvas const& canvas, std::size_t hint, WidgetPlace const& subject, float left) {
  present_ = kHints[hint].id;
  const float width = canvas.px(kHintsWidth), reach = canvas.px(kReach);
  const bool beside = subject.minimum.x < left;
  float y = 0.5f * (subject.minimum.y + std::min(subject.maximum.y, canvas.size.y - canvas.px(100.0f)));
  WidgetPlace const* const legend = canvas.widgets.find("legend.box");
  const bool below = beside && legend != nullptr && left + reach + width > legend->minimum.x;
  if (below) y = std::max(legend->maximum.y + canvas.px(kEdge), subject.minimum.y);
  const ImVec2 at = beside ? ImVec2{left + reach, y}
                           : ImVec2{0.5f * (subject.minimum.x + subject.maximum.x), subject.minimum.y - reach};
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, beside ? ImVec2{0.0f, below ? 0.0f : 0.5f} : ImVec2{0.5f, 1.0f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowBgAlpha(0.97f);
  ImGui::Begin("hints", nullptr, kLayerFlags);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());  // above the subject
  draw_wrapped(colors::kText, kHints[hint].text);
  if (draw_button(canvas, {"Got it", "hints/ok", "Hides this hint permanently.", canvas.px(kHintsButton)}))
    dismiss(hint);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.small_print, colors::kQuietText, number_of(canvas, kHints[hint]));
  canvas.widgets.record("hints", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  point_at(canvas, subject, left);
  ImGui::End();
}

}  // namespace barchan::ui
