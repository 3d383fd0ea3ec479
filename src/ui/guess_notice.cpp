#include "ui/guess_notice.hpp"

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr float kWidth = 440.0f, kTop = 92.0f, kField = 70.0f, kButton = 110.0f;  // 96-dpi pixels

}  // namespace

void draw_guess_notice(Canvas const& canvas, DeskState& state, WorldFacts const& facts) {
  if (!state.guesses) return;
  RasterHints& guesses = *state.guesses;
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, canvas.px(kTop)}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kWidth), canvas.size.x), 0.0f});
  ImGui::Begin("guesses", nullptr, kLayerFlags);
  ImGui::PushFont(canvas.fonts.small_print);
  for (std::string const& notice : facts.notices) ImGui::TextWrapped("%s", notice.c_str());
  ImGui::PopFont();
  canvas.book.record("guess");
  const auto field = [&](char const* label, char const* name, std::optional<double>& value) {
    if (!value) return;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine();
    if (const auto typed = draw_number_field(canvas, {name, *value, canvas.px(kField), true})) value = typed;
    ImGui::SameLine();
    ImGui::TextUnformatted("m");
    ImGui::SameLine(0.0f, canvas.px(14.0f));
  };
  field("From", "guess.minimum", guesses.minimum);
  field("to", "guess.maximum", guesses.maximum);
  field("Cells of", "guess.cell_size", guesses.cell_size);
  ImGui::NewLine();
  if (draw_button(canvas,
                  {"Read it so", "guess.apply", "Reads the height map again with these figures", canvas.px(kButton)})) {
    WorldOrder order = facts.order;
    if (guesses.minimum) order.hints.minimum = guesses.minimum;
    if (guesses.maximum) order.hints.maximum = guesses.maximum;
    if (guesses.cell_size) order.hints.cell_size = guesses.cell_size;
    state.wanted = order;
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Keep as it is", "guess.keep", "Esc", canvas.px(kButton)})) state.guesses.reset();
  ImGui::End();
}

}  // namespace barchan::ui
