/// The user's folders: settings and pictures.
#pragma once

#include <filesystem>
#include <string_view>

#include "ui/simulation_runner.hpp"

namespace barchan::app {

/// Returns $XDG_CONFIG_HOME/barchan or ~/.config/barchan, created if missing. Empty on failure or without a home.
std::filesystem::path config_folder();

/// Returns $XDG_DATA_HOME/barchan or ~/.local/share/barchan, whether it exists or not. Empty without a home.
std::filesystem::path data_folder();

/// Returns an unused name, made of scenario, seed and step, in the user's pictures folder. The folder is
/// $XDG_PICTURES_DIR, the entry in user-dirs.dirs or ~/Pictures, in this order; it is created if missing. Without a
/// home it is the current folder. `ending` completes the name ("-section.csv"). Throws std::runtime_error with one line
/// on failure.
std::filesystem::path free_name(ui::SimulationRunner const& runner, std::string_view ending);

}  // namespace barchan::app
