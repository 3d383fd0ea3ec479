/// The user's folders: settings and pictures.
#pragma once

#include <filesystem>
#include <string_view>

#include "ui/simulation_runner.hpp"

namespace barchan::app {

/// $XDG_CONFIG_HOME/barchan or ~/.config/barchan, created; empty when there is no such place.
std::filesystem::path config_folder();

/// A name that is not taken, made of scenario, seed and step, in the user's pictures folder ($XDG_PICTURES_DIR,
/// user-dirs.dirs, ~/Pictures), which is created, or in the current folder when there is no home. `ending`: what
/// follows
/// ("-section.csv"). Throws std::runtime_error with one line on failure.
std::filesystem::path free_name(ui::SimulationRunner const& runner, std::string_view ending);

}  // namespace barchan::app
