#include "export/sequence.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "geo/geo_gate.hpp"
#include "io/child_process.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/vti_file.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Room above and below the land of the first frame, as a fraction of its relief.
constexpr double kRoom = 0.25;
/// Frames per second of films.
constexpr int kFilmRate = 12;

/// Runs a program to its end. Throws InputError if it fails.
void run_program(std::vector<std::string> const& words) {
  using namespace std::chrono_literals;
  ChildProcess program(words);
  std::optional<int> code;
  while (!(code = program.poll())) std::this_thread::sleep_for(20ms);
  if (*code != 0) throw InputError("{} ended with the exit code {}; the frames are complete", words.front(), *code);
}

}  // namespace

ExportSequence::ExportSequence(World const& world, ExportOrder order, fs::path folder, std::string scenario)
    : world_(world), order_(std::move(order)), scenario_(std::move(scenario)) {
  if (!order_.film.empty()) {
    if (!find_program("ffmpeg")) {
      throw InputError("--film {}: expected the program ffmpeg, found none; install it, or leave --film out",
                       order_.film);
    }
    if (std::ranges::find(order_.maps, "picture") == order_.maps.end()) order_.maps.emplace_back("picture");
  }
  base_ = plan_export(world_, order_, scenario_).base;
  site_.folder = std::move(folder);
  site_.fixed = first_ranges();
  site_.netcdf = &netcdf_;
}

ExportSequence::~ExportSequence() = default;

ExportRanges ExportSequence::first_ranges() const {
  const SampleGrid heights = height_grid(world_);
  const auto [least, most] = std::ranges::minmax(heights.values);
  const auto low = static_cast<double>(least), high = static_cast<double>(most);
  ExportRanges ranges;
  ranges.heights = chosen_range(order_, {low - kRoom * (high - low), high + kRoom * (high - low)}, {});
  return ranges;
}

ExportReport ExportSequence::add(ExportWatcher const& watcher) {
  order_.frame = static_cast<int>(times_.size());
  const ExportPlan plan = plan_export(world_, order_, scenario_);
  ExportReport report = export_world(world_, order_, plan, site_, watcher);
  if (!report.finished) return report;
  // A map that the first frames do not have gets its scale from the first frame that has it.
  for (ScaledMap const& map : report.maps) {
    if (std::ranges::find(site_.fixed->maps, map.id, &ScaledMap::id) == site_.fixed->maps.end()) {
      site_.fixed->maps.push_back(map);
    }
  }
  times_.push_back(world_.time());
  write_list();
  return report;
}

void ExportSequence::write_list() const {
  if (std::ranges::find(order_.data_formats, "vti") == order_.data_formats.end()) return;
  std::vector<PvdEntry> frames;
  for (std::size_t i = 0; i < times_.size(); ++i) frames.push_back({times_[i], fmt::format("{}_{:04}.vti", base_, i)});
  write_file(site_.folder / (base_ + ".pvd"), pvd_text(frames));
}

fs::path ExportSequence::finish() {
  netcdf_.reset();
  if (order_.film.empty() || times_.empty()) return {};
  const fs::path film = site_.folder / fmt::format("{}.{}", base_, order_.film);
  const fs::path part = site_.folder / fmt::format("{}.part.{}", base_, order_.film);
  // A percent sign in the name would be taken for the number of the frame.
  std::string pattern = (site_.folder / base_).string();
  for (std::size_t at = 0; (at = pattern.find('%', at)) != std::string::npos; at += 2) pattern.insert(at, 1, '%');
  std::vector<std::string> words{
      find_program("ffmpeg")->string(), "-y", "-loglevel", "error", "-framerate", fmt::to_string(kFilmRate), "-i",
      pattern + "_%04d_picture.png"};
  if (order_.film == "mp4") {
    // Players expect even sides and this layout of colours.
    words.insert(words.end(), {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"});
  } else {
    words.insert(words.end(), {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"});
  }
  words.push_back(part.string());
  run_program(words);
  std::error_code error;
  fs::rename(part, film, error);
  if (error) throw InputError("{}: cannot be written ({}); check the folder", film.string(), error.message());
  return film;
}

}  // namespace barchan
