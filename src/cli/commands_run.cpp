#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/file.hpp"
#include "io/gauges.hpp"
#include "io/geojson.hpp"
#include "io/interrupt.hpp"
#include "io/layer_field.hpp"
#include "io/picture_file.hpp"
#include "io/report.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "io/text.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/step_check.hpp"
#include "world/streams.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }
double rate_of(std::uint64_t steps, double seconds) {
  return seconds > 0.0 ? static_cast<double>(steps) / seconds : 0.0;
}

constexpr int kBarWidth = 30;
constexpr std::chrono::milliseconds kBetweenDrawings{100};

std::string clock_text(double seconds) {
  constexpr double kAnHour = 3600.0;
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (seconds >= kAnHour) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// A progress bar on standard error, if that is a terminal.
class ProgressBar {
 public:
  explicit ProgressBar(std::uint64_t total, bool quiet = false)
      : total_(total), shown_(!quiet && total > 0 && ::isatty(STDERR_FILENO) == 1) {}
  ~ProgressBar() {
    constexpr char const* kEraseLine = "\r\x1b[2K";
    if (shown_) write_error(kEraseLine);
  }
  ProgressBar(ProgressBar const&) = delete;
  ProgressBar& operator=(ProgressBar const&) = delete;

  void update(std::uint64_t done) {
    if (!shown_) return;
    const Clock::time_point now = Clock::now();
    if (now - drawn_ < kBetweenDrawings && done < total_) return;
    drawn_ = now;
    const double rate = rate_of(done, seconds_since(begin_));
    const double left = rate > 0.0 ? static_cast<double>(total_ - done) / rate : 0.0;
    const double share = static_cast<double>(done) / static_cast<double>(total_);
    const int filled = static_cast<int>(share * kBarWidth);
    print_error("\r[{:<{}}] {:3.0f} %  {:.0f} steps/s  {} left \x1b[K",
                std::string(static_cast<std::size_t>(filled), '='), kBarWidth, share * 100.0, rate, clock_text(left));
  }

 private:
  std::uint64_t total_;
  bool shown_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_ = begin_;
};

/// Measures the time spent in each part of the steps.
class StepTimer final : public StepObserver {
 public:
  void part_begins(std::string_view) override { begin_ = Clock::now(); }
  void part_ends(std::string_view part) override { seconds_[std::string(part)] += seconds_since(begin_); }
  std::map<std::string, double> const& seconds() const { return seconds_; }

 private:
  Clock::time_point begin_;
  std::map<std::string, double> seconds_;
};

StartedWorld start(WorldArguments const& arguments) {
  WorldOptions options = world_options(arguments);
  options.threads = arguments.threads > 0 ? arguments.threads
                                          : std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
  return start_world(arguments.scenario, options, arguments.hints);
}

int exit_code_of(World const& world) {
  if (world.health() == 0) return kExitDone;
  for (HealthRow const& row : health_rows(world.health())) {
    print_error("barchan-cli: the world is not healthy ({}): {}\n", row.id, row.text);
  }
  return kExitIllHealth;
}

StartedWorld start(RunArguments const& arguments) {
  StartedWorld started = start(arguments.world);
  if (arguments.resume.empty()) {
    const std::uint64_t before = started.world.step_count();
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - before;
    started.info.run = {before + std::min(arguments.world.steps, most), arguments.every};
  } else if (started.info.run.last_step <= started.world.step_count()) {
    throw InputError("--resume {0}: expected the file of a run that did not end, found {1}; use 'run {0} --steps N'",
                     arguments.resume, started.resumed ? "a world without one" : "a scenario");
  }
  return started;
}

bool saves_soils(RunArguments const& arguments) { return fs::path(arguments.save).extension() == kSoilFileEnding; }

void save(RunArguments const& arguments, StartedWorld const& started) {
  if (!saves_soils(arguments)) {
    SavedWorldInfo info = started.info;
    if (started.world.step_count() >= info.run.last_step) info.run = {};
    return save_world(arguments.save, started.world, info);
  }
  const WrittenSoils written = soils_of_world(arguments.world.scenario, started.world);
  save_soils(arguments.save, written.file);
  if (arguments.quiet) return;
  for (std::string const& left_out : written.notes) print_error("note: {}: {}\n", arguments.save, left_out);
}

/// Throws before the simulation if a file could not be written after it.
void check_outputs(RunArguments const& arguments, std::vector<FieldExport> const& exports, World const& world) {
  for (FieldExport const& item : exports) check_export(world, item.field);
  std::vector<fs::path> outputs;
  for (FieldExport const& item : exports) {
    outputs.push_back(item.path);
    if (has_sidecar(item.path)) outputs.push_back(sidecar_path(item.path));
  }
  for (std::string const* path :
       {&arguments.picture, &arguments.save, &arguments.report, &arguments.geojson, &arguments.gauges_file}) {
    if (!path->empty()) outputs.emplace_back(*path);
  }
  std::error_code ignored;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_special_file(outputs[i]) &&
          fs::weakly_canonical(outputs[i], ignored) == fs::weakly_canonical(outputs[j], ignored)) {
        throw InputError("{}: expected one output in this file, found two; choose different names",
                         outputs[i].string());
      }
    }
    check_writable(outputs[i]);
  }
  if (!arguments.picture.empty() && lower_case(fs::path(arguments.picture).extension().string()) != ".png") {
    throw InputError("--picture {}: expected a name that ends in .png; rename it", arguments.picture);
  }
  const std::string geojson = lower_case(fs::path(arguments.geojson).extension().string());
  if (!arguments.geojson.empty() && geojson != ".geojson" && geojson != ".json") {
    throw InputError("--geojson {}: expected a name that ends in .geojson or .json; rename it", arguments.geojson);
  }
  if (arguments.gauges.empty() != arguments.gauges_file.empty()) {
    throw InputError(
        "expected --gauge (a place) and --gauges (a file for its readings) together, found only one; add {}",
        arguments.gauges.empty() ? "--gauge \"x=0.4 y=0.5\"" : "--gauges FILE.csv");
  }
  if (!arguments.gauges_file.empty() && lower_case(fs::path(arguments.gauges_file).extension().string()) != ".csv") {
    throw InputError("--gauges {}: expected a name that ends in .csv; rename it", arguments.gauges_file);
  }
  if (arguments.every > 0 && (arguments.save.empty() || saves_soils(arguments))) {
    throw InputError("--every {}: expected --save FILE{} as well, found none; add it", arguments.every,
                     kSavedWorldEnding);
  }
  if (saves_soils(arguments)) {
    soils_of_world(arguments.world.scenario, world);  // throws
  } else if (!arguments.save.empty() && fs::path(arguments.save).extension() != kSavedWorldEnding) {
    throw InputError("--save {}: expected a name that ends in {} or {}; rename it", arguments.save, kSavedWorldEnding,
                     kSoilFileEnding);
  }
}

/// Readings of the gauges, row by row.
class GaugeTable {
 public:
  GaugeTable(std::vector<Gauge> gauges, World const& world)
      : gauges_(std::move(gauges)), text_(gauge_heading(gauges_)) {
    add(world);
  }

  void add(World const& world) {
    if (gauges_.empty()) return;
    const std::vector<GaugeReading> readings = read_gauges(world, gauges_);
    std::vector<GaugeReading const*> line;
    for (GaugeReading const& reading : readings) line.push_back(&reading);
    text_ += gauge_line(world.step_count(), world.time(), line);
  }
  std::string const& text() const { return text_; }

 private:
  std::vector<Gauge> gauges_;
  std::string text_;
};

/// Saves the world of a run that goes on. A full disk, for example, must not end the run.
void save_between(RunArguments const& arguments, StartedWorld const& started) {
  try {
    save(arguments, started);
  } catch (std::exception const& error) {
    print_error("barchan-cli: the run goes on, but could not be saved at step {}: {}\n", started.world.step_count(),
                told_whole(error));
  }
}

/// Runs steps until done or interrupted.
RunFacts simulate(StartedWorld& started, RunArguments const& arguments, GaugeTable& gauges) {
  World& world = started.world;
  UnfinishedRun const& run = started.info.run;
  const std::uint64_t steps = run.last_step - world.step_count();
  const Activity activity("simulating", started.info.scenario.id);
  RunFacts facts;
  facts.scenario = started.info.scenario.id;
  facts.verified = arguments.verify;
  StepCheck check(make_processes);
  StepTimer timer;
  {
    ProgressBar bar(steps, arguments.quiet);
    const auto begin = Clock::now();
    while (facts.steps < steps && !InterruptGuard::interrupted() && !facts.difference) {
      if (arguments.verify) {
        facts.difference = check.step(world, &timer);
      } else {
        world.step(&timer);
      }
      gauges.add(world);
      bar.update(++facts.steps);
      if (run.every > 0 && facts.steps % run.every == 0 && facts.steps < steps) save_between(arguments, started);
    }
    facts.seconds = seconds_since(begin);
  }
  facts.interrupted = InterruptGuard::interrupted() && facts.steps < steps;
  facts.seconds_by_part = timer.seconds();
  return facts;
}

void say_outcome(StartedWorld const& started, RunFacts const& facts) {
  World const& world = started.world;
  const MassBudget budget = world.budget();
  print_out("{}: {} {} in {:.2f} s ({:.0f} steps/s), seed {}, step {}, hash {:016x}, mass error {}\n", facts.scenario,
            grouped_digits(facts.steps), facts.steps == 1 ? "step" : "steps", facts.seconds,
            rate_of(facts.steps, facts.seconds), world.seed(), world.step_count(), world.hash(), budget.error());
  if (facts.verified && !facts.difference) {
    print_out("{}: each step was simulated twice, and both results were equal\n", facts.scenario);
  }
  flush_out();
}

constexpr std::uint64_t kMigrationShare = 10;  // the last tenth of the steps gives the migration
/// Fractions of that time at which the sand is recorded: close together at first, so that no crest is mistaken for
/// another.
constexpr std::array<double, 5> kMoments{0.0, 0.125, 0.25, 0.5, 1.0};

void check_numbers(MeasureArguments const& arguments) {
  if (arguments.wind_degrees && !std::isfinite(*arguments.wind_degrees)) {
    throw InputError("--wind {}: expected a number of degrees, as in 30", *arguments.wind_degrees);
  }
  if (!std::isfinite(arguments.sediment_threshold) || arguments.sediment_threshold < 0.0) {
    throw InputError("--sediment-threshold {}: expected a thickness of 0 m or more", arguments.sediment_threshold);
  }
}

/// Runs the steps and returns the sand at these moments.
std::vector<TimedMap> watch(World& world, std::uint64_t steps) {
  if (steps == 0) return {};
  const std::uint64_t last = std::max<std::uint64_t>(steps / kMigrationShare, 1);
  std::vector<std::uint64_t> moments;
  for (const double share : kMoments) {
    moments.push_back(steps - last + static_cast<std::uint64_t>(share * static_cast<double>(last)));
  }
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  std::vector<TimedMap> maps;
  ProgressBar bar(steps);
  for (std::uint64_t done = 0; done <= steps; ++done) {
    if (maps.size() < moments.size() && moments[maps.size()] == done)
      maps.push_back({world.time(), sand_map(world.terrain())});
    if (done == steps) break;
    world.step();
    bar.update(done + 1);
  }
  return maps;
}

/// Section of the land with its water. Throws InputError if the line does not lie on the land.
Section cut_along(World const& world, glm::dvec2 from, glm::dvec2 to) {
  try {
    return with_water(cut(world.terrain(), from, to), world.terrain(), running_water(world));
  } catch (std::invalid_argument const& error) {
    throw InputError("{}; check --from and --to", error.what());
  }
}

}  // namespace

int run(RunArguments const& arguments) {
  const std::vector<FieldExport> exports = parse_exports(arguments.exports);
  const std::vector<Gauge> gauges = parse_gauges(arguments.gauges);
  StartedWorld started = start(arguments);
  World& world = started.world;
  if (!arguments.quiet) {
    for (std::string const& notice : started.notices) print_error("note: {}\n", notice);
  }
  check_outputs(arguments, exports, world);

  GaugeTable table(gauges, world);
  const InterruptGuard guard;  // also while the files are written
  const RunFacts facts = simulate(started, arguments, table);

  std::vector<std::string> failures;
  // One output that fails must not cost the others.
  const auto write = [&](bool wanted, auto const& work) {
    if (!wanted) return;
    try {
      work();
    } catch (std::exception const& error) {
      failures.push_back(told_whole(error));
    }
  };
  write(!arguments.save.empty(), [&] { save(arguments, started); });
  for (FieldExport const& item : exports) {
    write(true, [&] { write_raster(item.path, export_field(world, item.field)); });
  }
  write(!arguments.picture.empty(), [&] { write_picture(arguments.picture, draw_relief(world)); });
  write(!gauges.empty(), [&] { write_file(arguments.gauges_file, table.text()); });
  write(!arguments.geojson.empty(),
        [&] { write_file(arguments.geojson, water_geojson(world, arguments.river_discharge)); });
  write(!arguments.report.empty(), [&] { write_file(arguments.report, make_report(world, facts)); });
  write(!arguments.quiet, [&] { say_outcome(started, facts); });
  if (!failures.empty()) throw InputErrors(std::move(failures));

  if (facts.difference) {
    print_error("barchan-cli: {}\n", to_text(*facts.difference));
    return kExitIllHealth;
  }
  const int code = exit_code_of(world);
  return code == kExitDone && facts.interrupted ? kExitInterrupted : code;
}

int measure(MeasureArguments const& arguments) {
  check_numbers(arguments);
  StartedWorld started = start(arguments.world);
  if (!arguments.json.empty()) check_writable(arguments.json);

  MeasureFacts facts;
  facts.scenario = started.info.scenario.id;
  facts.steps = arguments.world.steps;
  facts.wind_degrees = arguments.wind_degrees;
  facts.dunes.threshold = arguments.sediment_threshold;
  facts.elevation_is_sand = arguments.world.steps == 0 && is_raster_path(arguments.world.scenario);
  facts.maps = watch(started.world, arguments.world.steps);
  const std::string report = make_measure_report(started.world, facts);
  if (arguments.json.empty()) {
    write_out(report);
  } else {
    write_file(arguments.json, report);
  }
  return exit_code_of(started.world);
}

int section(SectionArguments const& arguments) {
  const auto [x, y] = parse_point("--from", arguments.from);
  const auto [to_x, to_y] = parse_point("--to", arguments.to);
  const glm::dvec2 from(x, y), to(to_x, to_y);
  if (!std::isfinite(arguments.depth) || arguments.depth < 0.0) {
    throw InputError("--depth {}: expected a thickness of 0 m or more", arguments.depth);
  }
  StartedWorld started = start(arguments.world);
  World& world = started.world;
  if (!arguments.out.empty()) check_writable(arguments.out);
  cut_along(world, from, to);  // refuses a wrong line before the simulation
  ProgressBar bar(arguments.world.steps);
  for (std::uint64_t done = 0; done < arguments.world.steps;) {
    world.step();
    bar.update(++done);
  }
  const std::string text = section_csv(cut_along(world, from, to), world.terrain().soils, arguments.depth);
  if (arguments.out.empty()) {
    write_out(text);
  } else {
    write_file(arguments.out, text);
  }
  return exit_code_of(world);
}

}  // namespace barchan
