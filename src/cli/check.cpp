#include <charconv>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "barchan/io/saved_world.hpp"
#include "cli/commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

std::string describe_raster(Raster const& raster) {
  const auto [low, high] = raster.extent();
  return fmt::format("raster of {} x {} cells of {} m, {:.6g} to {:.6g} {}", raster.width, raster.height,
                     number_text(raster.cell_size), raster.origin + static_cast<double>(low),
                     raster.origin + static_cast<double>(high), raster.unit);
}

/// What a file is, in a few words, and what a person should know of it.
struct FileFacts {
  std::string description;
  std::vector<std::string> notices{};
};

/// Throws InputError.
FileFacts describe_file(std::string const& file, RasterHints const& hints) {
  const std::filesystem::path path(file);
  if (is_raster_path(path)) {
    const Raster raster = read_raster(path, hints);
    return {describe_raster(raster), raster.notices};
  }
  if (lower_case(path.extension().string()) == kSavedWorldEnding) {
    const SavedWorld saved = load_world(path);
    return {fmt::format("saved world '{}', {} x {} cells, step {}, seed {}, hash {:016x}", saved.info.scenario.title,
                        saved.world.grid().width, saved.world.grid().height, saved.world.step_count(),
                        saved.world.seed(), saved.world.hash())};
  }
  const Scenario scenario = load_scenario(file, hints);
  const WorldSetup setup = make_world_setup(scenario);
  return {
      fmt::format("scenario '{}', {} x {} cells of {} m, datum {} m", scenario.info.title, setup.grid.width,
                  setup.grid.height, number_text(static_cast<double>(setup.grid.cell_size)), number_text(setup.datum)),
      scenario.notices};
}

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

int check_files(std::vector<std::string> const& files, RasterHints const& hints) {
  int code = kExitDone;
  for (std::string const& file : files) {
    try {
      const auto [description, notices] = describe_file(file, hints);
      fmt::print("{}: ok, {}\n", file, description);
      for (std::string const& notice : notices) fmt::print("  note: {}\n", notice);
    } catch (InputError const& error) {
      fmt::print(stderr, "{}\n", error.what());
      code = kExitBadInput;
    }
  }
  return code;
}

std::pair<int, int> parse_size(std::string const& text) {
  const std::size_t cross = text.find_first_of("xX");
  std::pair<int, int> size;
  if (cross == std::string::npos || !parse_whole(std::string_view(text).substr(0, cross), size.first) ||
      !parse_whole(std::string_view(text).substr(cross + 1), size.second)) {
    throw InputError(fmt::format("--size {}: expected columns and rows, as in 1024x512", text));
  }
  return size;
}

std::pair<double, double> parse_range(std::string const& text) {
  const std::size_t colon = text.find(':');
  std::pair<double, double> range;
  if (colon == std::string::npos || !parse_whole(std::string_view(text).substr(0, colon), range.first) ||
      !parse_whole(std::string_view(text).substr(colon + 1), range.second)) {
    throw InputError(fmt::format("--range {}: expected lowest and highest elevation in metres, as in 0:350", text));
  }
  return range;
}

}  // namespace barchan
