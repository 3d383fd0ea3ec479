/// RunWorld: the world that `barchan-cli run` simulates. It may keep its history.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments/cli_arguments.hpp"
#include "history/history.hpp"
#include "io/saved_world.hpp"

namespace barchan {

/// Number of threads for a wanted one; 0: all threads of the machine.
int threads_of(int wanted);
/// Starts the world that the arguments describe. Throws InputError.
StartedWorld start(WorldArguments const& arguments);
/// The history in the file of a saved world. Throws InputError, with what to do, if there is one that cannot be used.
std::optional<HistoryRecord> history_in(std::string const& file, SavedWorldInfo const& info, World const& world);

class RunWorld {
 public:
  /// Starts the run or resumes it. With a history, the settings and commands of the arguments become its acts; the
  /// world is the same as without one. Throws InputError.
  explicit RunWorld(RunArguments const& arguments);

  World const& world() const { return history_ ? history_->world() : started_.world; }
  ScenarioInfo const& scenario() const { return started_.info.scenario; }
  UnfinishedRun const& run() const { return started_.info.run; }
  std::vector<std::string> const& notices() const { return started_.notices; }
  /// Advances by one step, which `do_step` does.
  void step(std::function<void(World&)> const& do_step);
  /// Writes a saved world, with the history if the file is that of --history or of a resumed run that keeps one. Throws
  /// InputError.
  void save(std::string const& file);

 private:
  void begin_run(RunArguments const& arguments);
  void begin_history(RunArguments const& arguments);
  void make_acts(WorldArguments const& arguments, WorldOptions const& options);

  std::optional<std::uint64_t> hash_;      ///< that the acts must lead to
  StartedWorld started_;                   ///< its world moves into the history
  std::unique_ptr<History> history_;       ///< null: none is kept
  std::vector<std::string> with_history_;  ///< files that get the history
  bool leaves_future_ = false;             ///< the next step begins a new branch
};

}  // namespace barchan
