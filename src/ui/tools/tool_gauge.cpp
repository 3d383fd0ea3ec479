// Gauge: a click places a gauge, whose readings a window plots.
#include <fmt/core.h>

#include "ui/gauge_window.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kHowTo = "Click on the land to place a gauge. Press Esc to stop.";

std::string no_more() { return fmt::format("A land has at most {} gauges. Remove one first.", kMostGauges); }

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

  void activate(ToolContext& context) override {
    board_.shown = true;
    context.say(kHowTo);
  }
  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    if (!event.is_click) return;
    if (!event.share) return context.say("There is no land here for a gauge.");
    if (board_.log.place(event.share->x, event.share->y) == nullptr) {
      return context.say(no_more());
    }
    context.forget(kHowTo);
    context.runner().set_gauges(board_.log.placed());
  }
  bool escape(ToolContext& context) override {
    if (context.is_active(*this) || !board_.shown || board_.log.series().empty()) return false;
    board_.shown = false;
    return true;
  }

  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& /*pointer*/) override {
    for (GaugeEdit const& edit : std::exchange(context.state().gauge_edits, {})) carry_out(context, edit);
    context.state().gauges = board_.log.placed();
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

  void view_changed(ToolContext& context) override { board_.log.add(context.runner().take_gauge_records()); }
  /// Gauges keep their places on another land of the same kind. On other lands the places would mean nothing. A saved
  /// world has its own gauges.
  void world_opened(ToolContext& context, bool kept) override {
    board_.log.forget();
    auto const& saved = context.runner().facts().info.gauges;
    if (kept) return;
    if (context.is_active(*this)) context.leave();
    if (board_.log.series().empty() && saved.empty()) return;
    board_ = {};
    board_.log = GaugeLog(saved);
    context.runner().set_gauges(board_.log.placed());
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
    };
  }

 private:
  /// Carries out requests of the section and the window.
  void carry_out(ToolContext& context) {
    if (const auto renamed = std::exchange(board_.renamed, std::nullopt)) {
      board_.log.rename(renamed->first, renamed->second);
    }
    if (const int removed = std::exchange(board_.removed, 0); removed != 0) {
      removed == GaugeBoard::kAll ? board_.log.clear() : board_.log.remove(removed);
      context.runner().set_gauges(board_.log.placed());
    }
    Requests& requests = context.requests();
    if (std::exchange(board_.save_table, false)) {
      requests.files.push_back({"-gauges.csv", board_.log.csv(), "Gauges"});
    }
    requests.water_lines |= std::exchange(board_.save_lines, false);
  }

  void carry_out(ToolContext& context, GaugeEdit const& edit) {
    if (!edit.share) {
      board_.log.remove(edit.id);
    } else if (edit.id != 0) {
      board_.log.move(edit.id, edit.share->x, edit.share->y);
    } else if (board_.log.place(edit.share->x, edit.share->y) == nullptr) {
      return context.say(no_more());
    }
    context.runner().set_gauges(board_.log.placed());
  }

  GaugeBoard board_;
};

}  // namespace

std::unique_ptr<Tool> make_gauge_tool() { return std::make_unique<GaugeTool>(); }

}  // namespace barchan::ui
