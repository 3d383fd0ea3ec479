// The command replay: goes to a moment in the history of a saved world, and takes acts out.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/archive.hpp"
#include "cli/commands.hpp"
#include "cli/outputs.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_world.hpp"
#include "history/history.hpp"
#include "history/history_outline.hpp"
#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/interrupt.hpp"
#include "io/picture_file.hpp"
#include "io/text.hpp"
#include "io/world_history.hpp"
#include "picture/relief.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kBetweenDrawings = 0.1;  // s

/// A saved world and what its file says of its history.
struct SavedHistory {
  SavedWorldInfo info;
  HistoryRecord record;
};

/// What a new simulation of a land has shown.
struct Comparison {
  std::uint64_t steps = 0;
  std::size_t moments = 0;  ///< that were equal
  std::string difference;   ///< the first one, one clause; empty if there is none
};

/// The branch with this name. Throws InputError with the names of all.
BranchId branch_named(std::string const& name, HistoryOutline const& outline) {
  for (OutlineBranch const& one : outline.branches) {
    if (one.name == name) return one.branch;
  }
  throw InputError("--branch {}: expected the name of a branch of this history, found another name{}", printable(name),
                   advice(name, names_of(outline.branches, &OutlineBranch::name)));
}

/// The act with this number in the list. Throws InputError unless it can be taken out.
OutlineAct act_numbered(std::uint64_t number, HistoryOutline const& outline) {
  if (number == 0 || number > outline.acts.size()) {
    throw InputError(
        "--without {}: expected the number of an act, {}; see --list", number,
        outline.acts.empty() ? "found a branch without acts" : fmt::format("from 1 to {}", outline.acts.size()));
  }
  OutlineAct const& act = outline.acts[number - 1];
  if (!act.in_land) {
    throw InputError("--without {}: expected an act of the last land of the branch, found '{}', which {}; see --list",
                     number, printable(act.title),
                     act.commands.empty() ? "begins a land" : "belongs to an earlier land");
  }
  return act;
}

void check_words(ReplayArguments const& arguments, HistoryOutline const& outline) {
  if (arguments.until && (*arguments.until < outline.first || *arguments.until > outline.last)) {
    throw InputError("--until {}: expected a step of the last land of the branch, from {} to {}; choose one of them",
                     *arguments.until, outline.first, outline.last);
  }
  if (!arguments.save.empty() && fs::path(arguments.save).extension() != kSavedWorldEnding) {
    throw InputError("--save {}: expected a name that ends in {}; rename it", arguments.save, kSavedWorldEnding);
  }
  check_ending("--picture", arguments.picture, ".png");
}

// -- the list --------------------------------------------------------------------------------------------------------

std::string_view state_of(OutlineAct const& act) {
  if (!act.in_land) return act.commands.empty() ? "new land" : "earlier land";
  return act.undone ? "undone" : "";
}

void print_list(HistoryOutline const& outline, std::string const& scenario) {
  constexpr std::size_t kLongest = 200;
  OutlineBranch const* const branch = outline.find(outline.branch);
  print_out("{}: branch \"{}\", steps {} to {}\n\n", scenario,
            branch == nullptr ? "" : printable(branch->name, kLongest), outline.first, outline.last);
  print_out("{:>4}  {:>10}  {:<12}  {}\n", "act", "step", "state", "title");
  for (std::size_t i = 0; i < outline.acts.size(); ++i) {
    OutlineAct const& act = outline.acts[i];
    print_out("{:>4}  {:>10}  {:<12}  {}\n", i + 1, act.step, state_of(act), printable(act.title, kLongest));
  }
  print_out("\n{:>10}  {:>4}  {:<7}  {}\n", "last step", "acts", "", "branch");
  for (OutlineBranch const& one : outline.branches) {
    print_out("{:>10}  {:>4}  {:<7}  {}\n", one.step, one.acts, one.branch == outline.branch ? "present" : "",
              printable(one.name, kLongest));
  }
  flush_out();
}

// -- the replay ------------------------------------------------------------------------------------------------------

/// Makes the world one that never had this act.
void take_out(History& history, OutlineAct const& act, bool quiet) {
  Rework rework = history.without(act.act);
  const std::uint64_t steps = history.world().step_count() - act.step;
  ProgressBar bar(steps, quiet);
  while (!rework.run(kBetweenDrawings)) {
    bar.update(static_cast<std::uint64_t>(rework.progress() * static_cast<double>(steps)));
  }
  if (!quiet) {
    for (std::string const& refused : rework.refused()) print_error("note: left out: {}\n", refused);
  }
  history.adopt(std::move(rework));
}

/// Goes to the moment that the arguments name, and takes the act out.
void go(History& history, ReplayArguments const& arguments, HistoryOutline const& outline) {
  std::optional<OutlineAct> act;
  if (arguments.without) act = act_numbered(*arguments.without, outline);
  if (arguments.until) {
    history.stop();
    history.rewind(*arguments.until);
  }
  history.arrive();
  if (act && arguments.until && act->step >= *arguments.until) {
    if (!arguments.quiet) {
      print_error("note: act {} took place at step {}, so the world of step {} is the same with and without this act\n",
                  *arguments.without, act->step, *arguments.until);
    }
  } else if (act) {
    take_out(history, *act, arguments.quiet);
  }
}

/// One clause about the first cell in which two worlds differ.
std::string first_cell(World const& recorded, World const& world) {
  for (FieldRow const& row : world.fields()) {
    const auto before = recorded.field(row.id), now = world.field(row.id);
    if (!before || !now || before->size() != now->size()) continue;
    const auto at = std::ranges::mismatch(*before, *now);
    if (at.in1 == before->end()) continue;
    const auto cell = static_cast<int>(at.in1 - before->begin());
    return fmt::format("{} of cell ({}, {}) was {} and is {}", row.id, cell % world.grid().width,
                       cell / world.grid().width, *at.in1, *at.in2);
  }
  return "no field shows the difference";
}

/// Simulates a land again and compares it with its checkpoints.
class LandCheck {
 public:
  /// `way`: nodes of the land that lead to the moment at which the check ends.
  LandCheck(HistoryRecord const& recorded, HistoryTree const& tree, std::span<NodeId const> way)
      : tree_(tree), way_(way.begin(), way.end()) {
    for (Checkpoint const& one : recorded.checkpoints) {
      if (std::ranges::find(way_, one.at.node) != way_.end()) checkpoints_[{one.at.node, one.at.step}] = &one;
    }
  }

  /// Compares all checkpoints up to the step of `reached`, and `reached` itself. Throws HistoryError if the checkpoint
  /// with which the land began is gone or damaged.
  Comparison run(World const& reached, ProgressBar& bar) {
    const NodeId land = way_.front();
    const auto first = checkpoints_.find({land, tree_.node(land).first_step});
    if (first == checkpoints_.end()) throw HistoryError("the checkpoint with which the land began has been removed");
    World world = World::restore(first->second->snapshot->bytes(), make_processes(), reached.threads());
    checkpoints_.erase(first);
    for (std::size_t i = 0; i < way_.size() && found_.difference.empty(); ++i) {
      if (i > 0) change(world, *tree_.node(way_[i]).command);
      compare(world, way_[i]);
      const std::uint64_t end = i + 1 < way_.size() ? tree_.node(way_[i + 1]).step : reached.step_count();
      while (world.step_count() < end && found_.difference.empty()) {
        world.step();
        bar.update(++found_.steps);
        compare(world, way_[i]);
      }
    }
    if (found_.difference.empty()) compare(world, reached);
    return found_;
  }

 private:
  using Moment = std::pair<NodeId, std::uint64_t>;

  void change(World& world, Command const& command) {
    try {
      world.apply(command);
    } catch (std::invalid_argument const& error) {
      found_.difference =
          fmt::format("step {}: expected the recorded command to be accepted again, found a refusal: {}",
                      world.step_count(), error.what());
    }
  }

  void compare(World const& world, NodeId node) {
    const auto one = checkpoints_.find({node, world.step_count()});
    if (one == checkpoints_.end() || !found_.difference.empty()) return;
    try {
      const Snapshot::Bytes bytes = one->second->snapshot->bytes();
      if (bytes == world.snapshot()) {
        ++found_.moments;
      } else {
        compare(world, World::restore(bytes, make_processes(), world.threads()));
      }
    } catch (std::runtime_error const& error) {
      found_.difference = fmt::format("step {}: {}", world.step_count(), error.what());
    }
  }

  void compare(World const& world, World const& recorded) {
    if (world.hash() == recorded.hash()) {
      ++found_.moments;
      return;
    }
    found_.difference =
        fmt::format("step {}: expected the recorded hash {:016x}, found {:016x} in a new simulation; {}",
                    world.step_count(), recorded.hash(), world.hash(), first_cell(recorded, world));
  }

  HistoryTree const& tree_;
  std::vector<NodeId> way_;
  std::map<Moment, Checkpoint const*> checkpoints_;
  Comparison found_;
};

Comparison verify(History const& history, HistoryRecord const& recorded, bool quiet) {
  const HistoryTree::Path path = history.tree().path(history.now().node);
  const auto land = std::ranges::find(path, history.land());
  const std::uint64_t begin = history.tree().node(*land).first_step;
  LandCheck check(recorded, history.tree(), std::span(land, path.end()));
  ProgressBar bar(history.world().step_count() - begin, quiet);
  return check.run(history.world(), bar);
}

// -- the outcome -----------------------------------------------------------------------------------------------------

/// The contents of the file for the land that was reached. Readings of gauges stay up to the present step if the world
/// is one that the gauges have seen.
SavedWorldInfo info_of(History const& history, SavedHistory const& saved) {
  SavedWorldInfo info = saved.info;
  HistoryTree const& tree = history.tree();
  if (history.land() != saved.record.tree.land_of(saved.record.present.at.node)) {
    info = origin_of(tree, history.land()).info;
  }
  const HistoryTree::Path seen = saved.record.tree.path(saved.record.present.at.node);
  const bool same = std::ranges::find(seen, history.now().node) != seen.end();
  if (!same) {
    for (GaugeHistory& one : info.gauges) one.points.clear();
  }
  drop_later_readings(info, history.world().step_count());
  info.run = {};
  info.autosave = {};
  return info;
}

void say_outcome(History const& history, std::string const& scenario, double seconds) {
  World const& world = history.world();
  const MassBudget budget = world.budget();
  print_out("{}: branch \"{}\", reached in {:.2f} s, seed {}, step {}, hash {:016x}, {} error {}\n", scenario,
            printable(history.tree().branches().at(history.branch()).name), seconds, world.seed(), world.step_count(),
            world.hash(), conserved_name(budget.conserved), budget.error());
}

void write_outputs(History& history, ReplayArguments const& arguments, SavedWorldInfo info) {
  World const& world = history.world();
  OutputWriter writer;
  writer.write(!arguments.save.empty(), [&] {
    info.history = encode_history(history.record());
    save_world(arguments.save, world, info);
  });
  writer.write(world, parse_exports(arguments.exports));
  writer.write(!arguments.picture.empty(), [&] { write_picture(arguments.picture, draw_relief(world)); });
  writer.finish();
}

int replay(History& history, ReplayArguments const& arguments, SavedHistory const& saved) {
  HistoryOutline outline = outline_of(history);
  history.go_to(arguments.branch ? branch_named(*arguments.branch, outline) : history.branch());
  outline = outline_of(history);
  std::string const scenario = info_of(history, saved).scenario.id;
  if (arguments.list) {
    print_list(outline, scenario);
    return kExitDone;
  }
  check_words(arguments, outline);
  if (arguments.without) act_numbered(*arguments.without, outline);  // refuses a wrong number before the files
  check_outputs(history.world(), parse_exports(arguments.exports), std::array{arguments.picture, arguments.save});

  const Clock::time_point begin = Clock::now();
  const Activity activity("simulating", scenario);
  go(history, arguments, outline);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  Comparison comparison;
  if (arguments.verify) comparison = verify(history, saved.record, arguments.quiet);
  const InterruptGuard guard;  // while the files are written
  write_outputs(history, arguments, info_of(history, saved));
  if (!arguments.quiet) say_outcome(history, scenario, seconds);
  if (!comparison.difference.empty()) {
    print_error("barchan-cli: {}: {}\n", arguments.file, comparison.difference);
    return kExitIllHealth;
  }
  if (arguments.verify && !arguments.quiet) {
    print_out("{}: {} simulated again from the beginning of the land; {} compared, all equal\n", scenario,
              counted(comparison.steps, "step"), counted(comparison.moments, "moment"));
  }
  flush_out();
  return exit_code_of(history.world());
}

}  // namespace

int replay(ReplayArguments const& arguments) {
  parse_exports(arguments.exports);  // refuses a wrong text at once
  if (!is_saved_world(arguments.file)) {
    const std::filesystem::path file(arguments.file);
    if (lower_case(file.extension().string()) == ".png") {
      std::error_code ignored;
      throw InputError("{}: expected a picture that contains its world, found {}; choose another",
                       printable(arguments.file), std::filesystem::exists(file, ignored) ? "one without" : "no file");
    }
    throw InputError(
        "{}: expected a saved world, whose name ends in {}, found another ending; choose a file that Barchan saved",
        printable(arguments.file), kSavedWorldEnding);
  }
  SavedWorld opened = load_world(arguments.file, threads_of(arguments.threads));
  std::optional<HistoryRecord> record = history_in(arguments.file, opened.info, opened.world);
  if (!record) {
    throw InputError(
        "{0}: expected a saved world with a history, found a world without a history; begin a history with 'run {0} "
        "--steps N --history OTHER{1}'",
        printable(arguments.file), kSavedWorldEnding);
  }
  opened.info.history = {};
  const SavedHistory saved{std::move(opened.info), *std::move(record)};
  try {
    History history(std::move(opened.world), saved.record, usual_history_options(threads_of(arguments.threads)));
    return replay(history, arguments, saved);
  } catch (HistoryError const& error) {
    throw InputError("{}: {}; choose another moment or branch", arguments.file, error.what());
  } catch (ArchiveError const& error) {
    throw InputError("{}: a checkpoint of the history is damaged: {}; choose another moment or branch", arguments.file,
                     printable(error.what(), kLongestReason));
  }
}

}  // namespace barchan
