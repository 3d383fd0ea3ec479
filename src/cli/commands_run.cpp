#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/outputs.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_world.hpp"
#include "cli/write_export.hpp"
#include "io/activity.hpp"
#include "io/align_raster.hpp"
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

bool saves_soils(RunArguments const& arguments) { return fs::path(arguments.save).extension() == kSoilFileEnding; }

void save(std::string const& file, RunArguments const& arguments, RunWorld& subject) {
  if (file != arguments.save || !saves_soils(arguments)) return subject.save(file);
  const WrittenSoils written = soils_of_world(arguments.world.scenario, subject.world());
  save_soils(file, written.file);
  if (arguments.quiet) return;
  for (std::string const& left_out : written.notes) print_error("note: {}: {}\n", file, left_out);
}

void check_gauges(RunArguments const& arguments) {
  if (arguments.gauges.empty() != arguments.gauges_file.empty()) {
    throw InputError(
        "expected --gauge (a place) and --gauges (a file for its readings) together, found only one; add {}",
        arguments.gauges.empty() ? "--gauge \"x=0.4 y=0.5\"" : "--gauges FILE.csv");
  }
  check_ending("--gauges", arguments.gauges_file, ".csv");
}

/// Throws before the simulation if a file could not be written after it.
void check_outputs(RunArguments const& arguments, std::vector<FieldExport> const& exports, World const& world) {
  check_outputs(world, exports,
                std::array{arguments.picture, arguments.save, arguments.history, arguments.report, arguments.geojson,
                           arguments.gauges_file});
  check_ending("--picture", arguments.picture, ".png");
  const std::string geojson = lower_case(fs::path(arguments.geojson).extension().string());
  if (!arguments.geojson.empty() && geojson != ".geojson" && geojson != ".json") {
    throw InputError("--geojson {}: expected a name that ends in .geojson or .json; rename it", arguments.geojson);
  }
  check_gauges(arguments);
  if (!arguments.like.empty()) check_grid_of(arguments.like, world.terrain().place);
  if (arguments.every > 0 && arguments.history.empty() && (arguments.save.empty() || saves_soils(arguments))) {
    throw InputError("--every {0}: expected --save FILE{1} or --history FILE{1} as well, found none; add it",
                     arguments.every, kSavedWorldEnding);
  }
  if (saves_soils(arguments)) {
    soils_of_world(arguments.world.scenario, world);  // throws
  } else if (!arguments.save.empty() && fs::path(arguments.save).extension() != kSavedWorldEnding) {
    throw InputError("--save {}: expected a name that ends in {} or {}; rename it", arguments.save, kSavedWorldEnding,
                     kSoilFileEnding);
  }
  if (!arguments.history.empty() && fs::path(arguments.history).extension() != kSavedWorldEnding) {
    throw InputError("--history {}: expected a name that ends in {}; rename it", arguments.history, kSavedWorldEnding);
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
void save_between(RunArguments const& arguments, RunWorld& subject) {
  for (std::string const& file : {arguments.save, arguments.history}) {
    if (file.empty() || fs::path(file).extension() != kSavedWorldEnding) continue;
    try {
      subject.save(file);
    } catch (std::exception const& error) {
      print_error("barchan-cli: the run continues, but the world could not be saved at step {}: {}\n",
                  subject.world().step_count(), told_whole(error));
    }
  }
}

/// Runs steps until done or interrupted.
RunFacts simulate(RunWorld& subject, RunArguments const& arguments, GaugeTable& gauges) {
  World const& world = subject.world();
  UnfinishedRun const& run = subject.run();
  const std::uint64_t steps = run.last_step - world.step_count();
  const Activity activity("simulating", subject.scenario().id);
  RunFacts facts;
  facts.scenario = subject.scenario().id;
  facts.verified = arguments.verify;
  StepCheck check(make_processes);
  StepTimer timer;
  const auto do_step = [&](World& changing) {
    if (arguments.verify) {
      facts.difference = check.step(changing, &timer);
    } else {
      changing.step(&timer);
    }
  };
  {
    ProgressBar bar(steps, arguments.quiet);
    const auto begin = Clock::now();
    while (facts.steps < steps && !InterruptGuard::interrupted() && !facts.difference) {
      subject.step(do_step);
      gauges.add(world);
      bar.update(++facts.steps);
      if (run.every > 0 && facts.steps % run.every == 0 && facts.steps < steps) save_between(arguments, subject);
    }
    facts.seconds = seconds_since(begin);
  }
  facts.interrupted = InterruptGuard::interrupted() && facts.steps < steps;
  facts.seconds_by_part = timer.seconds();
  return facts;
}

void say_outcome(World const& world, RunFacts const& facts) {
  const MassBudget budget = world.budget();
  print_out("{}: {} {} in {:.2f} s ({:.0f} steps/s), seed {}, step {}, hash {:016x}, {} error {}\n", facts.scenario,
            grouped_digits(facts.steps), facts.steps == 1 ? "step" : "steps", facts.seconds,
            rate_of(facts.steps, facts.seconds), world.seed(), world.step_count(), world.hash(),
            conserved_name(budget.conserved), budget.error());
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
  if (!std::isfinite(arguments.sediment_threshold) || arguments.sediment_threshold < 0.0) {
    throw InputError("--sediment-threshold {}: expected a thickness of 0 m or more", arguments.sediment_threshold);
  }
}

/// Runs the steps and adds to `facts` the sand at these moments, and the wind between the first and the last of them.
void watch(World& world, std::uint64_t steps, MeasureFacts& facts) {
  if (steps == 0) return;
  const std::uint64_t last = std::max<std::uint64_t>(steps / kMigrationShare, 1);
  std::vector<std::uint64_t> moments;
  for (const double share : kMoments) {
    moments.push_back(steps - last + static_cast<std::uint64_t>(share * static_cast<double>(last)));
  }
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  MeanResultant blown;
  ProgressBar bar(steps);
  for (std::uint64_t done = 0; done <= steps; ++done) {
    if (facts.maps.size() < moments.size() && moments[facts.maps.size()] == done)
      facts.maps.push_back({world.time(), sand_map(world.terrain())});
    if (done == steps) break;
    world.step();
    // A command of the time line is carried out at the beginning of a step, so these are the winds of the step.
    if (done >= steps - last) blown.add(resultant_wind(world), world.parameter("world", "time_step"));
    bar.update(done + 1);
  }
  facts.blown = blown.wind();
}

glm::dvec2 point_of(std::string_view option, std::string const& text) {
  const auto [x, y] = parse_point(option, text);
  return {x, y};
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
  RunWorld subject(arguments);
  World const& world = subject.world();
  if (!arguments.quiet) {
    for (std::string const& notice : subject.notices()) print_error("note: {}\n", notice);
  }
  check_outputs(arguments, exports, world);
  if (!arguments.wish.folder.empty()) plan_export(world, arguments.wish.order, subject.scenario().id);  // throws

  GaugeTable table(gauges, world);
  const InterruptGuard guard;  // also while the files are written
  const RunFacts facts = simulate(subject, arguments, table);

  OutputWriter writer;
  for (std::string const& file : {arguments.save, arguments.history}) {
    writer.write(!file.empty(), [&] { save(file, arguments, subject); });
  }
  writer.write(world, exports, arguments.like);
  writer.write(!arguments.picture.empty(), [&] { write_picture(arguments.picture, draw_relief(world)); });
  writer.write(!gauges.empty(), [&] { write_file(arguments.gauges_file, table.text()); });
  writer.write(!arguments.geojson.empty(),
               [&] { write_file(arguments.geojson, water_geojson(world, arguments.river_discharge)); });
  writer.write(!arguments.wish.folder.empty(),
               [&] { write_export(world, arguments.wish, subject.scenario().id, arguments.quiet); });
  writer.write(!arguments.report.empty(), [&] { write_file(arguments.report, make_report(world, facts)); });
  writer.write(!arguments.quiet, [&] { say_outcome(world, facts); });
  writer.finish();

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
  facts.directions = arguments.world.directions;
  facts.dunes.threshold = arguments.sediment_threshold;
  facts.elevation_is_sand = arguments.world.steps == 0 && is_raster_path(arguments.world.scenario) &&
                            !is_saved_world(arguments.world.scenario);
  if (arguments.from && arguments.to) {
    facts.line = MeasureLine{point_of("--from", *arguments.from), point_of("--to", *arguments.to)};
    cut_along(started.world, facts.line->from, facts.line->to);  // refuses a wrong line before the simulation
  }
  watch(started.world, arguments.world.steps, facts);
  const std::string report = make_measure_report(started.world, facts);
  if (arguments.json.empty()) {
    write_out(report);
  } else {
    write_file(arguments.json, report);
  }
  return exit_code_of(started.world);
}

int section(SectionArguments const& arguments) {
  const glm::dvec2 from = point_of("--from", arguments.from), to = point_of("--to", arguments.to);
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
