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

/// Frames per second of films.
constexpr int kFilmRate = 12;

/// Runs a program to its end. Throws InputError if it fails.
void run_program(std::vector<std::string> const& words) {
  using namespace std::chrono_literals;
  ChildProcess program(words);
  std::optional<int> code;
  while (!(code = program.poll())) std::this_thread::sleep_for(20ms);
  if (*code != 0) {
    throw InputError("expected a film from {}, found the exit code {}; use the frames, which are complete",
                     words.front(), *code);
  }
}

}  // namespace

ExportSequence::ExportSequence(World const& world, ExportOrder order, fs::path folder, std::string scenario)
    : world_(world), order_(std::move(order)), scenario_(std::move(scenario)) {
  if (!order_.film.empty() && !find_program("ffmpeg")) {
    throw InputError("--film {}: expected the program ffmpeg, found none; install it, or leave --film out",
                     order_.film);
  }
  base_ = plan_export(world_, order_, scenario_).base;
  site_.folder = std::move(folder);
  site_.netcdf = &netcdf_;
}

ExportSequence::~ExportSequence() = default;

bool ExportSequence::needs_ranges() const {
  const auto has_codes = [](std::string const& id) { return id == "png16" || id == "raw" || id == "r16"; };
  const bool heights = !order_.height_range && std::ranges::any_of(order_.height_formats, has_codes);
  const bool images = order_.map_format.starts_with("png");
  const bool maps = images && std::ranges::any_of(order_.maps, [&](std::string const& id) {
                      return map_row(world_, id).kind == MapKind::scalar;
                    });
  return heights || maps;
}

void ExportSequence::look_at(World const& world) {
  const SampleGrid heights = height_grid(world);
  const auto [low, high] = std::ranges::minmax(heights.values);
  const std::pair here{static_cast<double>(low), static_cast<double>(high)};
  std::pair<double, double>& extent = seen_.heights;
  const bool first = extent.first == extent.second;
  extent = first ? here : std::pair(std::min(extent.first, here.first), std::max(extent.second, here.second));
  if (!order_.map_format.starts_with("png")) return;
  for (std::string const& id : order_.maps) {
    if (map_row(world, id).kind != MapKind::scalar) continue;
    const ScalarMap map = scalar_map(world, id);
    const auto known = std::ranges::find(seen_.maps, id, &ScaledMap::id);
    if (known == seen_.maps.end()) {
      seen_.maps.push_back({id, map.unit, map.scale});
    } else {
      known->scale.low = std::min(known->scale.low, map.scale.low);
      known->scale.high = std::max(known->scale.high, map.scale.high);
    }
  }
}

ExportReport ExportSequence::add(ExportWatcher const& watcher) {
  if (times_.empty()) {
    look_at(world_);
    site_.fixed = seen_;
    site_.fixed->heights = chosen_range(order_, seen_.heights, {});
  }
  order_.frame = static_cast<int>(times_.size());
  const ExportPlan plan = plan_export(world_, order_, scenario_);
  ExportReport report = export_world(world_, order_, plan, site_, watcher);
  if (!report.finished) return report;
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
