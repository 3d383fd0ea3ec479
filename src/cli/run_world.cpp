#include "cli/run_world.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "io/preset_file.hpp"
#include "io/text.hpp"
#include "io/world_history.hpp"

namespace barchan {

namespace {

WorldOptions options_of(WorldArguments const& arguments) {
  WorldOptions options = world_options(arguments);
  options.threads = threads_of(arguments.threads);
  return options;
}

/// The options without what a history carries out as acts.
WorldOptions without_acts(WorldOptions options) {
  options.parameters.clear();
  options.ended.clear();
  options.commands.clear();
  options.laid.clear();
  return options;
}

/// Hash of the world with which the run begins, if acts may not lead to the same world: a few settings, such as a very
/// short lifetime of water particles, also decide how a land is prepared.
std::optional<std::uint64_t> hash_of_start(RunArguments const& arguments) {
  if (arguments.history.empty() || is_saved_world(arguments.world.scenario)) return std::nullopt;
  if (world_options(arguments.world).parameters.empty()) return std::nullopt;
  return start(arguments.world).world.hash();
}

StartedWorld start_without_acts(RunArguments const& arguments) {
  if (arguments.history.empty()) return start(arguments.world);
  return start_world(arguments.world.scenario, without_acts(options_of(arguments.world)), arguments.world.hints);
}

}  // namespace

int threads_of(int wanted) {
  return wanted > 0 ? wanted : std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
}

StartedWorld start(WorldArguments const& arguments) {
  return start_world(arguments.scenario, options_of(arguments), arguments.hints);
}

std::optional<HistoryRecord> history_in(std::string const& file, SavedWorldInfo const& info, World const& world) {
  try {
    return history_of(info, world, file);
  } catch (InputError const& error) {
    throw InputError("{}; 'run {} --steps 0 --save OTHER{}' keeps the world without its history", error.what(),
                     printable(file), kSavedWorldEnding);
  }
}

RunWorld::RunWorld(RunArguments const& arguments)
    : hash_(hash_of_start(arguments)), started_(start_without_acts(arguments)), with_history_{arguments.history} {
  begin_run(arguments);
  const bool has_history = !started_.info.history.empty(), resumes = !arguments.resume.empty();
  if (!arguments.history.empty() || (resumes && has_history)) {
    begin_history(arguments);
  } else if (has_history && !arguments.save.empty()) {
    started_.notices.push_back(fmt::format("{}: the history of this world is left out; --history FILE{} keeps it",
                                           arguments.save, kSavedWorldEnding));
  }
  if (resumes && has_history) with_history_.push_back(arguments.resume);
  started_.info.history = {};
}

void RunWorld::begin_run(RunArguments const& arguments) {
  const std::uint64_t before = started_.world.step_count();
  if (arguments.resume.empty()) {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - before;
    started_.info.run = {before + std::min(arguments.world.steps, most), arguments.every};
  } else if (started_.info.run.last_step <= before) {
    throw InputError("--resume {0}: expected the file of an interrupted run, found {1}; use 'run {0} --steps N'",
                     arguments.resume, started_.resumed ? "a world with no run to finish" : "a scenario");
  }
}

void RunWorld::begin_history(RunArguments const& arguments) {
  WorldOptions options = options_of(arguments.world);
  std::optional<HistoryRecord> record = history_in(arguments.world.scenario, started_.info, started_.world);
  LandOrigin origin;
  origin.order = {arguments.world.scenario, arguments.world.seed, arguments.world.hints, {}};
  origin.info = started_.info;
  origin.info.run = {};
  origin.resumed = started_.resumed;
  const HistoryOptions usual = usual_history_options(options.threads);
  if (record) {
    // Without a history, the world would go on without what was done later.
    leaves_future_ =
        !record->present.detached && record->tree.branch(record->present.branch).tip.node != record->present.at.node;
    if (leaves_future_) {
      record->present.detached = true;
      record->undone.clear();
    }
    history_ = std::make_unique<History>(std::move(started_.world), *std::move(record), usual);
  } else {
    history_ = std::make_unique<History>(std::move(started_.world), usual, encode_origin(origin));
  }
  make_acts(arguments.world, options);
  if (!hash_ || history_->world().hash() == *hash_) return;
  // The settings belong to the land, and only the commands are acts.
  history_.reset();
  origin.order.parameters = std::exchange(options.parameters, {});
  WorldOptions first = without_acts(options);
  first.parameters = origin.order.parameters;
  started_.world = start_world(arguments.world.scenario, first, arguments.world.hints).world;
  started_.notices.emplace_back(
      "the settings of --set and --preset determine how this land is prepared, so they belong to its beginning and are "
      "not acts of the history");
  history_ = std::make_unique<History>(std::move(started_.world), usual, encode_origin(origin));
  make_acts(arguments.world, options);
}

/// A preset is one act. Each setting and each command is another.
void RunWorld::make_acts(WorldArguments const& arguments, WorldOptions const& options) {
  Gesture of_preset;
  std::size_t settings = 0;
  if (!arguments.preset.empty()) {
    const Preset one = preset_named(arguments.preset);
    of_preset = {1, one.title};
    settings = one.settings.size();
  }
  try {
    for (std::size_t i = 0; i < options.parameters.size(); ++i) {
      history_->apply(options.parameters[i], i < settings ? of_preset : Gesture{});
    }
  } catch (std::invalid_argument const& error) {
    throw InputError("{}: {}", arguments.scenario, error.what());
  }
  apply_commands(history_->world(), options, [&](Command const& command) { history_->apply(command); });
}

void RunWorld::step(std::function<void(World&)> const& do_step) {
  if (!history_) return do_step(started_.world);
  const BranchId branch = history_->branch();
  const std::uint64_t begin = history_->world().step_count();
  history_->step(do_step);
  if (std::exchange(leaves_future_, false) && history_->branch() != branch) {
    history_->rename(history_->branch(), history_->tree().free_name(fmt::format("run from step {}", begin)));
  }
}

void RunWorld::save(std::string const& file) {
  SavedWorldInfo info = started_.info;
  if (world().step_count() >= info.run.last_step) info.run = {};
  if (history_ && std::ranges::find(with_history_, file) != with_history_.end()) {
    info.history = encode_history(history_->record());
  }
  save_world(file, world(), info);
}

}  // namespace barchan
