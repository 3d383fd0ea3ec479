#include "export/sequence.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "base/scheduler.hpp"
#include "base/work_watch.hpp"
#include "export/resample.hpp"
#include "geo/geo_gate.hpp"
#include "io/child_process.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/interrupt.hpp"
#include "io/scenario.hpp"
#include "io/vti_file.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Frames per second of films.
constexpr int kFilmRate = 12;

/// Runs a program to its end, or until `go_on` returns false. Returns whether it came to its end. Throws InputError if
/// it fails.
bool run_program(std::vector<std::string> const& words, std::function<bool()> const& go_on) {
  using namespace std::chrono_literals;
  ChildProcess program(words);
  std::optional<int> code;
  while (!(code = program.poll())) {
    if (!go_on()) return false;
    std::this_thread::sleep_for(20ms);
  }
  if (*code != 0)
    throw InputError("{} could not make the film and ended with the exit code {}; the frames are complete",
                     words.front(), *code);
  return true;
}

/// Removes a file at the end, unless it has been renamed.
struct UnfinishedFile {
  fs::path path;

  explicit UnfinishedFile(fs::path file) : path(std::move(file)) {}
  UnfinishedFile(UnfinishedFile const&) = delete;
  UnfinishedFile& operator=(UnfinishedFile const&) = delete;
  ~UnfinishedFile() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
};

}  // namespace

ExportSequence::ExportSequence(World const& world, ExportOrder order, fs::path folder, std::string scenario)
    : world_(world), order_(std::move(order)), scenario_(std::move(scenario)) {
  if (!order_.film.empty() && !find_program("ffmpeg")) {
    throw InputError("--film {}: expected the program ffmpeg, found none; install it, or leave --film out",
                     order_.film);
  }
  order_.frame = 0;
  const ExportPlan plan = plan_export(world_, order_, scenario_);
  base_ = plan.base;
  width_ = plan.width;
  height_ = plan.height;
  site_.folder = std::move(folder);
  site_.netcdf = &netcdf_;
}

ExportSequence::~ExportSequence() = default;

bool needs_ranges(World const& world, ExportOrder const& order) {
  const bool heights = !order.height_range && has_coded_heights(order);
  const bool images = order.map_format.starts_with("png");
  const bool maps = images && std::ranges::any_of(order.maps, [&](std::string const& id) {
                      return map_row(world, id).kind == MapKind::scalar;
                    });
  return heights || maps;
}

double sequence_memory(World const& world, ExportOrder const& order) {
  constexpr double kCopies = 2.0, kCopiesWithAhead = 3.0;  // with the snapshot
  return world_memory(world.grid()) * (needs_ranges(world, order) ? kCopiesWithAhead : kCopies);
}

void ExportSequence::look_at(World const& world) {
  const SampleGrid heights =
      resampled(height_grid(world), width_, height_, {.periodic = world.grid().periodic()}, Scheduler(world.threads()));
  const auto [low, high] = std::ranges::minmax(heights.values);
  if (!extent_) extent_.emplace(static_cast<double>(low), static_cast<double>(high));
  extent_->first = std::min(extent_->first, static_cast<double>(low));
  extent_->second = std::max(extent_->second, static_cast<double>(high));
  if (!order_.map_format.starts_with("png")) return;
  for (std::string const& id : order_.maps) {
    if (map_row(world, id).kind == MapKind::scalar) widen_scale(id, scalar_map(world, id));
  }
}

void ExportSequence::widen_scale(std::string const& id, ScalarMap const& map) {
  if (std::ranges::none_of(map.grid.values, [](float value) { return value != 0.0f; })) return;
  const auto known = std::ranges::find(scales_, id, &ScaledMap::id);
  if (known == scales_.end()) {
    scales_.push_back({id, map.unit, map.scale});
    return;
  }
  MapScale& scale = known->scale;
  const double decades = scale.high / scale.low;
  scale.high = std::max(scale.high, map.scale.high);
  scale.low = scale.logarithmic ? scale.high / decades : std::min(scale.low, map.scale.low);
}

/// Simulates a copy of the world without writing, so that the ranges fit all frames. Returns whether to go on.
bool ExportSequence::run_ahead(SequenceSteps const& steps, SequenceWatcher const& watcher) {
  check_memory("a sequence, which first simulates a copy of the land", sequence_memory(world_, order_));
  World ahead = World::restore(world_.snapshot(), make_processes(), world_.threads());
  for (std::uint64_t done = 0; done < steps.steps;) {
    const auto goes_on = [&] {
      return watcher(0.5 * static_cast<double>(done) / static_cast<double>(steps.steps), {});
    };
    if (!goes_on()) return false;
    ahead.step();
    if (++done % steps.every == 0 && !looked_at(ahead, goes_on)) return false;
  }
  return true;
}

/// Calls look_at(). Returns false if `goes_on` has returned false meanwhile.
bool ExportSequence::looked_at(World const& world, std::function<bool()> const& goes_on) {
  struct Stopped {};
  const WorkWatch watch([&](double) {
    if (!goes_on()) throw Stopped();
  });
  try {
    look_at(world);
  } catch (Stopped const&) {
    return false;
  }
  return true;
}

SequenceReport ExportSequence::joined(SequenceReport report, ExportReport frame) const {
  std::vector<std::string> notices = std::move(report.frames.notices);
  for (std::string& notice : frame.notices) {
    if (std::ranges::find(notices, notice) != notices.end()) continue;
    report.notices.push_back(fmt::format("frame {}: {}", frames(), notice));
    notices.push_back(std::move(notice));
  }
  std::vector<fs::path> files = std::move(report.frames.files);
  std::ranges::move(frame.files, std::back_inserter(files));
  frame.files = std::move(files);
  frame.notices = std::move(notices);
  frame.bytes += report.frames.bytes;
  report.frames = std::move(frame);
  return report;
}

SequenceReport ExportSequence::run(World& world, SequenceSteps const& steps, SequenceWatcher const& watcher) {
  SequenceReport report;
  const bool twice = needs_ranges();
  if (twice && !run_ahead(steps, watcher)) return report;
  const auto share = [&](std::uint64_t done) {
    const double fraction = static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(steps.steps, 1));
    return twice ? 0.5 + 0.5 * fraction : fraction;
  };
  for (std::uint64_t done = 0;; ++done) {
    if (done % steps.every == 0) {
      ExportReport frame = add([&](double, std::string_view file) { return watcher(share(done), file); });
      report = joined(std::move(report), std::move(frame));
      if (!report.frames.finished) return report;
    }
    report.finished = done == steps.steps;
    if (report.finished || !watcher(share(done), {})) return report;
    world.step();
  }
}

ExportReport ExportSequence::add(ExportWatcher const& watcher) {
  if (times_.empty() && needs_ranges()) {
    if (!looked_at(world_, [&] { return watcher(0.0, {}); })) return {};
    site_.fixed = ExportRanges{chosen_range(order_, *extent_, {}), scales_};
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

fs::path ExportSequence::finish(std::function<bool()> const& go_on) {
  netcdf_.reset();
  if (order_.film.empty() || times_.empty()) return {};
  const fs::path film = site_.folder / fmt::format("{}.{}", base_, order_.film);
  const UnfinishedFile part(site_.folder / fmt::format("{}.part.{}", base_, order_.film));
  // A percent sign in the name would be taken for the number of the frame.
  std::string pattern = (site_.folder / base_).string();
  for (std::size_t at = 0; (at = pattern.find('%', at)) != std::string::npos; at += 2) pattern.insert(at, 1, '%');
  // The prefix keeps colons and hyphens in names from being read as protocols and options. Frames that an earlier,
  // longer sequence has left are not part of the film.
  std::vector<std::string> words{find_program("ffmpeg")->string(),
                                 "-y",
                                 "-loglevel",
                                 "error",
                                 "-framerate",
                                 fmt::to_string(kFilmRate),
                                 "-start_number",
                                 "0",
                                 "-i",
                                 "file:" + pattern + "_%04d_picture.png",
                                 "-frames:v",
                                 fmt::to_string(times_.size())};
  if (order_.film == "mp4") {
    // Players expect even sides and this layout of colours.
    words.insert(words.end(), {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"});
  } else {
    words.insert(words.end(), {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"});
  }
  words.push_back("file:" + part.path.string());
  if (!run_program(words, go_on)) return {};
  std::error_code error;
  fs::rename(part.path, film, error);
  if (error) throw InputError("{}: cannot be written ({}); check the folder", film.string(), error.message());
  return film;
}

}  // namespace barchan
