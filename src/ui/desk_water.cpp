// What the desk does with gauges and rain maps.
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "ui/desk.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kHowToGauge = "Click on the land to place a gauge; Esc ends";

}  // namespace

void Desk::change_gauges() {
  GaugeTool& tool = state_.gauges;
  tool.placing = !tool.placing;
  tool.shown |= tool.placing;
  if (!tool.placing) return;
  state_.obstacle.mode = ObstacleMode::off;
  state_.section.armed = false;
  say(kHowToGauge);
}

/// While gauges are placed a click does it.
void Desk::place_gauge(bool clicked) {
  GaugeTool& tool = state_.gauges;
  if (!tool.placing || !clicked) return;
  const auto share = share_under_cursor();
  if (!share) return say("Here is no land to measure on.");
  if (tool.log.place(share->x, share->y) == nullptr)
    return say(fmt::format("More than {} gauges are too many.", kMostGauges));
  std::erase_if(state_.toasts, [](Toast const& toast) { return toast.text == kHowToGauge; });
  runner_.set_gauges(tool.log.placed());
}

void Desk::carry_out_gauge_wishes() {
  GaugeTool& tool = state_.gauges;
  if (std::exchange(tool.toggled, false)) change_gauges();
  if (const auto renamed = std::exchange(tool.renamed, std::nullopt)) tool.log.rename(renamed->first, renamed->second);
  if (const int removed = std::exchange(tool.removed, 0); removed != 0) {
    removed == GaugeTool::kAll ? tool.log.clear() : tool.log.remove(removed);
    runner_.set_gauges(tool.log.placed());
  }
  wishes_.gauge_table |= std::exchange(tool.save_table, false);
  wishes_.water_lines |= std::exchange(tool.save_lines, false);
}

void Desk::rain_by(std::filesystem::path const& file) {
  std::string error;
  try {
    const SetRainMap command = read_rain_map(file);
    error = rain_map_error(command.map, runner_.view().grid);
    if (error.empty()) give(command);
  } catch (InputError const& wrong) {
    error = wrong.what();
  }
  document_.end_dialog(error);
}

}  // namespace barchan::ui
