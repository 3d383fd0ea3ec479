// What the editor does with gauges, sources and rain maps.
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "ui/editor.hpp"
#include "ui/rain_panel.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kHowToGauge = "Click on the land to place a gauge; Esc ends";
constexpr char const* kHowToFlow = "Click on the land to let water flow there; Esc ends";
constexpr char const* kHowToDrill = "Click on the land to drill a well there; Esc ends";

}  // namespace

void Editor::change_gauges() {
  GaugeTool& tool = state_.gauges;
  const bool begins = !tool.placing;
  state_.disarm();
  if (!begins) return;
  tool.placing = tool.shown = true;
  say(kHowToGauge);
}

/// While gauges are placed a click does it.
void Editor::place_gauge(bool clicked) {
  GaugeTool& tool = state_.gauges;
  if (!tool.placing || !clicked) return;
  const auto share = clicked_share("measure on");
  if (!share) return;
  if (tool.log.place(share->x, share->y) == nullptr)
    return say(fmt::format("More than {} gauges are too many.", kMostGauges));
  forget(kHowToGauge);
  runner_.set_gauges(tool.log.placed());
}

void Editor::carry_out_gauge_requests() {
  GaugeTool& tool = state_.gauges;
  if (std::exchange(tool.toggled, false)) change_gauges();
  if (const auto renamed = std::exchange(tool.renamed, std::nullopt)) tool.log.rename(renamed->first, renamed->second);
  if (const int removed = std::exchange(tool.removed, 0); removed != 0) {
    removed == GaugeTool::kAll ? tool.log.clear() : tool.log.remove(removed);
    runner_.set_gauges(tool.log.placed());
  }
  requests_.gauge_table |= std::exchange(tool.save_table, false);
  requests_.water_lines |= std::exchange(tool.save_lines, false);
}

void Editor::change_sources() {
  const bool begins = !state_.rain.placing;
  state_.disarm();
  if (!begins) return;
  state_.rain.placing = true;
  const bool well = state_.rain.source.pumps != 0;
  say(well ? kHowToDrill : kHowToFlow);
  if (well && !store_.is_on("groundwater")) say("A well takes nothing while ground water is off");
  if (!well && !store_.is_on("water_particles")) say("No water flows while rain is off (W)");
}

/// While sources are placed a click does it, and one on the mark of a source ends that; the mark of the next one goes
/// with the pointer.
void Editor::place_source(Canvas const& canvas, bool clicked) {
  RainTool& tool = state_.rain;
  tool.ending.reset();
  if (!tool.placing) return;
  const auto point = land_under_cursor();
  const ScreenMap screen(canvas, camera(), land_);
  auto const& sources = runner_.view().rain.sources;
  if (point) tool.ending = source_under(sources, screen, land_.size(), ImGui::GetIO().MousePos);
  if (point && !tool.ending) draw_next_source(tool, screen, *point);
  if (clicked && tool.ending) return give(RemoveSource{sources[*tool.ending]});
  const bool well = tool.source.pumps != 0;
  const auto share = clicked ? clicked_share(well ? "drill in" : "flow over") : std::nullopt;
  if (!share) return;
  forget(well ? kHowToDrill : kHowToFlow);
  WaterSource source = tool.source;
  source.x = share->x;
  source.y = share->y;
  give(PlaceSource{source});
}

void Editor::rain_by(std::filesystem::path const& file) {
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
