// The editor uses the files that dialogs have asked for.
#include "io/align_raster.hpp"
#include "io/raster_file.hpp"
#include "io/read_commands.hpp"
#include "io/read_masks.hpp"
#include "io/read_obstacles.hpp"
#include "io/read_water.hpp"
#include "ui/editor.hpp"
#include "ui/mask_panel.hpp"

namespace barchan::ui {

void Editor::keep_presets_in(std::filesystem::path const& folder) {
  for (std::string const& trouble : shelf_.keep_in(folder)) say("A preset is left out: " + trouble, true);
}

/// Applies the preset of a file that was opened or dropped on the window.
void Editor::open_preset(std::filesystem::path const& file) {
  try {
    const Preset preset = read_preset(file);
    apply_preset(preset, store_);
    say("Preset applied: " + preset.title);
    document_.end_dialog("");
  } catch (InputError const& error) {
    document_.dialog() == "open" ? document_.end_dialog(error.what()) : say(error.what(), true);
  }
}

void Editor::draw_export(Canvas const& canvas) {
  export_dialog_.draw(canvas);
  if (std::string message = export_dialog_.take_message(); !message.empty()) say(std::move(message));
  if (export_dialog_.take_close()) requests_.close = close() || requests_.close;
}

/// Uses the file that a dialog has asked for. If that fails, the dialog stays open and says why.
void Editor::use_file(std::filesystem::path const& file) {
  const std::string_view dialog = document_.dialog();
  if (dialog == "open") return open({file.string(), {}, {}, {}});
  if (dialog == "save_mask") return document_.save_mask(state_.mask, file);
  std::string error;
  try {
    if (dialog == "rain") {
      const SetRainMap command = read_rain_map(file, {}, cells());
      error = rain_map_error(command.map, runner_.view().grid);
      if (error.empty()) give(command);
    } else if (dialog == "stencil") {
      state_.stencil = read_stamp(file, {});
      state_.stencil_name = file.filename().string();
    } else {
      error = import_mask(file);
    }
  } catch (InputError const& wrong) {
    error = wrong.what();
  }
  document_.end_dialog(error);
}

std::string Editor::import_mask(std::filesystem::path const& file) {
  TerrainView const& view = runner_.view();
  MaskRecipe recipe{
      .id = new_mask_id(view.masks, "imported"), .follows = false, .layers = {read_mask_raster(file, {}, cells())}};
  std::string error = mask_error(recipe, view.soils, view.grid);
  if (!error.empty()) return error;
  state_.mask = recipe.id;
  give(SetMask{std::move(recipe)});
  return {};
}

}  // namespace barchan::ui
