/// The user's folders: settings and pictures.
#pragma once

#include <filesystem>
#include <string>

#include "render/framebuffer.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::app {

/// $XDG_CONFIG_HOME/barchan or ~/.config/barchan, created; empty when there is no such place.
std::filesystem::path config_folder();

/// Saves a picture under a name made of scenario, seed and step in the user's pictures folder ($XDG_PICTURES_DIR,
/// user-dirs.dirs, ~/Pictures), which is created, or in the current folder when there is no home. Returns what to tell
/// the user; throws std::runtime_error with one line on failure.
std::string save_screenshot(Image const& image, ui::SimulationRunner const& runner);

}  // namespace barchan::app
