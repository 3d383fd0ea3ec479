// Gauge: a click places a gauge, whose readings a window plots.
#include <algorithm>

#include <fmt/core.h>

#include "ui/gauge_window.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

class GaugeTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "gauge",      "Gauge",
        {Key::l, {}}, "Place a gauge where you click, and plot its discharge, depth and level. Press again to stop",
        "gauges",     "Gauges",
        true};
    return kInfo;
  }

  std::string_view how_to() const override { return "Click on the land to place a gauge. Press Esc to stop."; }
  void activate(ToolContext& /*context*/) override { board_.shown = true; }
  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    if (!event.is_click) return;
    if (!event.share) return context.say("There is no land here for a gauge.");
    place(context, *event.share);
  }
  bool escape(ToolContext& context) override {
    if (context.is_active(*this) || !board_.shown || board_.log.series().empty()) return false;
    if (context.state().feet.hides("gauges")) return false;
    board_.shown = false;
    return true;
  }

  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& /*pointer*/) override {
    draw_gauge_marks(board_, screen, context.land().size());
  }
  void draw_options(ToolContext& context, Canvas const& canvas, ValueEditor& /*editor*/) override {
    draw_gauge_section(canvas, context.state(), board_);
    carry_out(context);
  }
  void draw_window(ToolContext& context, Canvas const& canvas, ValueEditor& /*editor*/,
                   WindowSpace const& space) override {
    draw_gauge_window(canvas, context.state(), board_, space.left);
    carry_out(context);
  }

  void view_changed(ToolContext& context) override {
    board_.log.follow(context.view().landmarks.gauges);  // those of which the records are
    board_.log.add(context.runner().take_gauge_records());
  }
  void world_opened(ToolContext& context, bool kept) override {
    if (kept) return board_.log.forget();
    if (context.is_active(*this)) context.leave();
    board_ = {};
    board_.log = GaugeLog(context.runner().facts().info.gauges);
  }
  void save(SavedWorldInfo& info) const override { info.gauges = board_.log.histories(); }

  Answers answers(ToolContext const& /*context*/) const override {
    const Answer none = std::string("none");
    const auto series = board_.log.series();
    GaugePoint const* const last =
        series.empty() || series.back().points.empty() ? nullptr : &series.back().points.back();
    return {
        {"gauges", number_answer(series.size())},
        {"gauges.last", series.empty() ? none : Answer(series.back().placed.gauge.name)},
        {"gauges.points", series.empty() ? none : number_answer(series.back().points.size())},
        {"gauges.discharge", last == nullptr ? none : number_answer(last->reading.discharge)},
        {"gauges.depth", last == nullptr ? none : number_answer(last->reading.depth)},
        {"gauges.level", last == nullptr ? none : number_answer(last->reading.level)},
        {"gauges.years", last == nullptr ? none : number_answer(last->years)},
    };
  }

 private:
  /// Carries out requests of the section and the window.
  void carry_out(ToolContext& context) {
    if (const auto renamed = std::exchange(board_.renamed, std::nullopt)) rename(context, *renamed);
    if (const int removed = std::exchange(board_.removed, 0); removed != 0) remove(context, removed);
    Requests& requests = context.requests();
    if (std::exchange(board_.save_table, false)) {
      requests.files.push_back({"-gauges.csv", board_.log.csv(), "Gauges"});
    }
    requests.water_lines |= std::exchange(board_.save_lines, false);
  }

  static void place(ToolContext& context, glm::vec2 share) {
    Landmarks landmarks = context.state().landmarks;
    if (landmarks.gauges.size() >= kMostGauges) return context.say(no_more_gauges());
    landmarks.gauges.push_back(new_gauge(landmarks.gauges, share.x, share.y));
    context.forget_how_to();
    give(context, "place", landmarks.gauges.back().gauge.name, landmarks);
  }
  /// Does nothing if the name is empty or another gauge has it.
  static void rename(ToolContext& context, std::pair<int, std::string> const& wanted) {
    Landmarks landmarks = context.state().landmarks;
    for (auto& [number, gauge] : landmarks.gauges) {
      if (number == wanted.first) gauge.name = wanted.second;
    }
    if (gauges_error(landmarks.gauges).empty()) give(context, "rename", wanted.second, landmarks);
  }
  /// `id`: of a gauge, or GaugeBoard::kAll.
  static void remove(ToolContext& context, int id) {
    Landmarks landmarks = context.state().landmarks;
    if (id == GaugeBoard::kAll) {
      landmarks.gauges.clear();
      return give(context, "remove", "all gauges", landmarks);
    }
    const auto gone = std::ranges::find(landmarks.gauges, id, &PlacedGauge::id);
    if (gone == landmarks.gauges.end()) return;
    const std::string name = gone->gauge.name;
    landmarks.gauges.erase(gone);
    give(context, "remove", name, landmarks);
  }
  static void give(ToolContext& context, std::string_view verb, std::string_view name, Landmarks const& landmarks) {
    context.set_landmarks(landmarks, fmt::format("{} {}", verb, name));
  }

  GaugeBoard board_;
};

}  // namespace

std::unique_ptr<Tool> make_gauge_tool() { return std::make_unique<GaugeTool>(); }

}  // namespace barchan::ui
