#include "app/folders.hpp"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>

#include <fmt/core.h>

#include "io/file.hpp"
#include "io/saved_world.hpp"

namespace barchan::app {

namespace fs = std::filesystem;

namespace {

constexpr int kMostNames = 10000;  // numbers to try until a name is free

std::optional<fs::path> variable(char const* name) {
  char const* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path(value);
}

/// The value of XDG_PICTURES_DIR in user-dirs.dirs. The file has lines like XDG_PICTURES_DIR="$HOME/Pictures".
std::optional<fs::path> pictures_of_desktop(fs::path const& config, fs::path const& home) {
  std::ifstream file(config / "user-dirs.dirs");
  constexpr std::string_view kKey = "XDG_PICTURES_DIR=\"", kHome = "$HOME/";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kKey)) continue;
    std::string value = line.substr(kKey.size());
    value = value.substr(0, value.find('"'));
    if (value.starts_with(kHome)) return home / value.substr(kHome.size());
    if (value.starts_with('/')) return fs::path(value);
  }
  return std::nullopt;
}

fs::path pictures_folder() {
  const auto home = variable("HOME");
  std::optional<fs::path> folder = variable("XDG_PICTURES_DIR");
  if (!folder && home) {
    folder = pictures_of_desktop(variable("XDG_CONFIG_HOME").value_or(*home / ".config"), *home);
    if (!folder) folder = *home / "Pictures";
  }
  if (!folder) return fs::current_path();
  std::error_code failed;
  fs::create_directories(*folder, failed);
  if (failed)
    throw std::runtime_error(
        fmt::format("{}: this folder cannot be created: {}", folder->string(), system_reason(failed.value())));
  return *folder;
}

}  // namespace

fs::path config_folder() {
  fs::path folder;
  if (const auto config = variable("XDG_CONFIG_HOME"); config && config->is_absolute()) {
    folder = *config / "barchan";
  } else if (const auto home = variable("HOME")) {
    folder = *home / ".config" / "barchan";
  } else {
    return {};
  }
  std::error_code failed;
  fs::create_directories(folder, failed);
  return failed ? fs::path{} : folder;
}

fs::path data_folder() {
  if (const auto data = variable("XDG_DATA_HOME"); data && data->is_absolute()) return *data / "barchan";
  if (const auto home = variable("HOME")) return *home / ".local" / "share" / "barchan";
  return {};
}

fs::path free_name(ui::SimulationRunner const& runner, std::string_view ending) {
  const fs::path folder = pictures_folder();
  ui::WorldFacts const& facts = runner.facts();
  const fs::path source = facts.order.source;
  // The name of a picture that brought its world back already contains all this.
  const bool from_still = facts.resumed && !is_saved_world_path(source);
  const std::string land = (from_still ? fs::path(facts.info.scenario.id) : source).stem().string();
  const std::string stem = fmt::format("barchan-{}-seed{}-step{}", land, runner.view().seed, runner.view().step);
  fs::path file = folder / fmt::format("{}{}", stem, ending);
  std::error_code ignored;
  for (int i = 2; fs::exists(file, ignored) && i < kMostNames; ++i) {
    file = folder / fmt::format("{}-{}{}", stem, i, ending);
  }
  return file;
}

}  // namespace barchan::app
