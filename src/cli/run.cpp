#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "barchan/io/picture_file.hpp"
#include "barchan/io/report.hpp"
#include "barchan/io/saved_world.hpp"
#include "barchan/picture/relief.hpp"
#include "barchan/world/world.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "io/file.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Time spent in each part of the steps.
class StepTimer final : public StepObserver {
 public:
  void part_begins(std::string_view) override { begin_ = Clock::now(); }
  void part_ends(std::string_view part) override {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    const auto found = seconds_.find(part);
    if (found != seconds_.end())
      found->second += seconds;
    else
      seconds_.emplace(part, seconds);
  }
  std::map<std::string, double> seconds() const { return {seconds_.begin(), seconds_.end()}; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_;
  std::map<std::string, double, std::less<>> seconds_;
};

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

extern "C" void on_interrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);  // a second Ctrl+C stops at once
}

struct FieldExport {
  std::string field;
  fs::path path;
};

std::vector<FieldExport> parse_exports(std::vector<std::string> const& texts) {
  std::vector<FieldExport> exports;
  for (std::string const& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw InputError("--export {}: expected field=FILE, as in sediment=sand.tif; see 'barchan-cli fields'", text);
    }
    exports.push_back({text.substr(0, equals), text.substr(equals + 1)});
    if (!is_raster_path(exports.back().path)) {
      throw InputError("--export {}: expected a file that ends in {}; rename it", text, raster_endings());
    }
  }
  return exports;
}

/// Refuses before the simulation what could not be written after it.
void check_outputs(RunArguments const& arguments, std::vector<FieldExport> const& exports, World const& world) {
  const auto known = world.fields();
  for (FieldExport const& item : exports) {
    if (std::none_of(known.begin(), known.end(), [&](FieldRow const& row) { return row.id == item.field; })) {
      std::vector<std::string_view> ids;
      for (FieldRow const& row : known) ids.push_back(row.id);
      const std::string advice = did_you_mean(item.field, ids);
      throw InputError("--export: unknown field '{}'{}", item.field,
                       advice.empty() ? fmt::format("; known are {}", join(ids)) : advice);
    }
  }
  std::vector<fs::path> outputs;
  for (FieldExport const& item : exports) {
    outputs.push_back(item.path);
    if (has_sidecar(item.path)) outputs.push_back(sidecar_path(item.path));
  }
  for (std::string const* path : {&arguments.picture, &arguments.save, &arguments.report}) {
    if (!path->empty()) outputs.emplace_back(*path);
  }
  std::error_code ignored;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (fs::weakly_canonical(outputs[i], ignored) == fs::weakly_canonical(outputs[j], ignored)) {
        throw InputError("{}: is asked for twice; choose different names", outputs[i].string());
      }
    }
    check_writable(outputs[i]);
  }
  if (!arguments.picture.empty() && lower_case(fs::path(arguments.picture).extension().string()) != ".png") {
    throw InputError("--picture {}: expected a name that ends in .png; rename it", arguments.picture);
  }
  if (!arguments.save.empty() && fs::path(arguments.save).extension() != kSavedWorldEnding) {
    throw InputError("--save {}: expected a name that ends in {}; rename it", arguments.save, kSavedWorldEnding);
  }
}

/// Steps until done or interrupted.
RunFacts simulate(World& world, RunArguments const& arguments, std::string const& scenario) {
  interrupted = false;
  auto* const previous = std::signal(SIGINT, on_interrupt);
  RunFacts facts;
  facts.scenario = scenario;
  StepTimer timer;
  {
    ProgressBar bar(arguments.world.steps, !arguments.quiet && stderr_is_terminal());
    const auto begin = std::chrono::steady_clock::now();
    while (facts.steps < arguments.world.steps && !interrupted) {
      world.step(&timer);
      bar.update(++facts.steps);
    }
    facts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::signal(SIGINT, previous);
  facts.interrupted = facts.steps < arguments.world.steps;
  facts.seconds_by_part = timer.seconds();
  return facts;
}

void say_outcome(StartedWorld const& started, RunFacts const& facts) {
  World const& world = started.world;
  const MassBudget budget = world.budget();
  const double rate = facts.seconds > 0.0 ? static_cast<double>(facts.steps) / facts.seconds : 0.0;
  fmt::print("{}: {} steps in {:.2f} s ({:.0f} steps/s), seed {}, step {}, hash {:016x}, mass error {}\n",
             facts.scenario, grouped_digits(facts.steps), facts.seconds, rate, world.seed(), world.step_count(),
             world.hash(), budget.error());
}

}  // namespace

int run(RunArguments const& arguments) {
  const std::vector<FieldExport> exports = parse_exports(arguments.exports);
  StartedWorld started = start(arguments.world);
  World& world = started.world;
  if (!arguments.quiet) {
    for (std::string const& notice : started.notices) fmt::print(stderr, "note: {}\n", notice);
  }
  check_outputs(arguments, exports, world);

  const RunFacts facts = simulate(world, arguments, started.info.scenario.id);

  for (FieldExport const& item : exports) write_raster(item.path, export_field(world, item.field));
  if (!arguments.picture.empty()) write_picture(arguments.picture, draw_relief(world));
  if (!arguments.save.empty()) save_world(arguments.save, world, started.info);
  if (!arguments.report.empty()) write_file(arguments.report, make_report(world, facts));
  if (!arguments.quiet) say_outcome(started, facts);

  const int code = exit_code_of(world);
  return code == kExitDone && facts.interrupted ? kExitInterrupted : code;
}

}  // namespace barchan
