#include <filesystem>

#include <fmt/format.h>

#include "barchan/io/saved_world.hpp"
#include "barchan/world/world.hpp"
#include "cli/commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// What a file is, in a few words, and what a person should know of it.
struct FileFacts {
  std::string description;
  std::vector<std::string> notices;
};

std::string describe_raster(Raster const& raster) {
  const auto [low, high] = raster.extent();
  return fmt::format("raster of {} x {} cells of {} m, {:.6g} to {:.6g} {}", raster.width, raster.height,
                     number_text(raster.cell_size), raster.origin + static_cast<double>(low),
                     raster.origin + static_cast<double>(high), raster.unit);
}

/// Throws InputError.
FileFacts facts_of_file(std::string const& file, RasterHints const& hints) {
  const std::filesystem::path path(file);
  if (is_raster_path(path)) {
    const Raster raster = read_raster(path, hints);
    return {describe_raster(raster), raster.notices};
  }
  if (lower_case(path.extension().string()) == kSavedWorldEnding) {
    const SavedWorld saved = load_world(path);
    return {fmt::format("saved world '{}', {} x {} cells, step {}, seed {}, hash {:016x}", saved.info.scenario.title,
                        saved.world.grid().width, saved.world.grid().height, saved.world.step_count(),
                        saved.world.seed(), saved.world.hash()),
            {}};
  }
  const Scenario scenario = load_scenario(file, hints);
  const WorldSetup setup = make_world_setup(scenario);
  return {
      fmt::format("scenario '{}', {} x {} cells of {} m, datum {} m", scenario.info.title, setup.grid.width,
                  setup.grid.height, number_text(static_cast<double>(setup.grid.cell_size)), number_text(setup.datum)),
      scenario.notices};
}

}  // namespace

int check_files(std::vector<std::string> const& files, RasterHints const& hints) {
  int code = kExitDone;
  for (std::string const& file : files) {
    try {
      const FileFacts facts = facts_of_file(file, hints);
      fmt::print("{}: ok, {}\n", file, facts.description);
      for (std::string const& notice : facts.notices) fmt::print("  note: {}\n", notice);
    } catch (InputError const& error) {
      fmt::print(stderr, "{}\n", error.what());
      code = kExitBadInput;
    }
  }
  return code;
}

}  // namespace barchan
