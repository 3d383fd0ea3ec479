/// History: a world with its past. It takes the place of the world for everything that edits: it carries out commands
/// and steps, remembers them, and brings back any earlier moment bit for bit.
///
/// Each moment is reached from the nearest checkpoint by simulating forward (HistoryTree, Checkpoints). A change of a
/// *value*, such as a parameter, is undone by setting the old value now. A change of the *land* is undone by returning
/// to the moment before it. A change made after a return to the past begins a new branch; the old future stays.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "history/checkpoints.hpp"
#include "history/history_record.hpp"
#include "history/history_tree.hpp"
#include "world/world.hpp"

namespace barchan {

class Process;
class Rework;

using MakeProcesses = std::function<std::vector<std::unique_ptr<Process>>()>;
using DrawThumbnail = std::function<Picture(World const&)>;

struct HistoryOptions {
  MakeProcesses make_processes{};            ///< makes the processes of the worlds that are brought back
  std::size_t bound = std::size_t{1} << 30;  ///< bytes that the checkpoints may take together
  int threads = 1;                           ///< of the worlds that are brought back
  /// s of activity that a step counts as, so that checkpoints do not depend on the speed of the machine. 0: the time
  /// that passes.
  double step_seconds = 0.0;
  DrawThumbnail draw{};  ///< draws a picture of each checkpoint; may be empty
};

/// Commands with the same number other than 0, given one after the other, are one act.
struct Gesture {
  std::uint64_t number = 0;
  std::string title{};  ///< of the act; empty: the name of its first command
};

class History {
 public:
  /// Begins with a world. Its present state is the earliest moment. `about`: see HistoryNode.
  History(World world, HistoryOptions options, std::vector<std::byte> about = {});
  /// Continues a history with the world to which it belongs. Throws HistoryError if it belongs to another.
  History(World world, HistoryRecord record, HistoryOptions options);
  ~History();
  History(History const&) = delete;
  History& operator=(History const&) = delete;

  World const& world() const { return *world_; }
  HistoryTree const& tree() const { return tree_; }
  Checkpoints const& checkpoints() const { return checkpoints_; }
  HistoryMoment now() const { return {node_, world_->step_count()}; }
  BranchId branch() const { return branch_; }
  /// Node with which the present land began. It identifies the land.
  NodeId land() const { return tree_.land_of(node_); }
  /// True if the present moment lies before the tip of its branch, so that steps repeat its future.
  bool has_future() const;
  /// Counts how often world() has become another object.
  std::uint64_t worlds() const { return worlds_; }
  /// Changes whenever acts, checkpoints or branches do, or the present moment leaves its line.
  std::uint64_t revision() const { return revision_; }
  /// s of activity so far: time in which steps were done.
  double clock() const { return clock_; }
  /// The same since this object was made, without the past that it was read with.
  double lived() const { return lived_; }

  // -- changing ------------------------------------------------------------------------------------------------------
  /// Applies a command before the next step. Throws std::invalid_argument, changing nothing, if the world refuses it.
  void apply(Command const& command, Gesture const& gesture = {});
  /// Advances the world by one step, which `do_step` does if it is given. If the moment has a future, the step repeats
  /// it, with the changes that were made there. Throws HistoryError if they can no longer be made.
  void step(std::function<void(World&)> const& do_step = {});
  /// Replaces the world by another, as one act, to which further commands of the gesture belong. Its title must not be
  /// empty. `about`: see HistoryNode.
  void replace(World world, Gesture const& gesture, std::vector<std::byte> about = {});
  /// The same with a world that has a history of its own, which becomes a part of this one: its first land follows the
  /// present moment, and its branches are added. Throws HistoryError, changing nothing, if it belongs to another world.
  void replace(World world, HistoryRecord record, Gesture const& gesture);

  // -- undoing -------------------------------------------------------------------------------------------------------
  /// The act that `undo` or `redo` would concern. Nothing if there is none.
  std::optional<Act> next_undo() const;
  std::optional<Act> next_redo() const;
  /// Takes the last act back, or makes it again. A change of the land begins a journey; see travel(). Returns the act;
  /// nothing if there is none. Throws HistoryError, changing nothing, if the moment is out of reach.
  std::optional<Act> undo();
  std::optional<Act> redo();

  // -- going to other moments ----------------------------------------------------------------------------------------
  /// Begins a journey to the moment at which this step of the present land was first reached on the present branch, or
  /// to the nearest one that exists. Throws HistoryError, changing nothing, if it is out of reach.
  void rewind(std::uint64_t step);
  /// Begins a journey to the tip of a branch. Throws std::invalid_argument if there is no such branch, HistoryError if
  /// it is out of reach.
  void go_to(BranchId branch);
  /// Begins a journey to the tip of the present branch.
  void go_to_end() { go_to(branch_); }
  bool travelling() const { return target_.has_value(); }
  /// Goes on with the journey for about this time, at least one step. Returns true when there is nothing left to do.
  /// Functions that change something finish a journey first; another journey replaces it. Throws HistoryError if the
  /// past cannot be repeated.
  bool travel(double seconds);
  /// Finishes the journey.
  void arrive();
  /// Ends the journey at the moment reached so far.
  void stop() { target_.reset(); }

  // -- branches ------------------------------------------------------------------------------------------------------
  /// Throws std::invalid_argument if there is no such branch, if another has this name, or if it is empty or very long.
  void rename(BranchId branch, std::string const& name);
  /// Removes a branch with all that belongs to no other. Throws std::invalid_argument if there is no such branch, or if
  /// it is the present one.
  void remove(BranchId branch);

  // -- changing the past ---------------------------------------------------------------------------------------------
  /// Prepares the world as it would be now without an act of the present land, or with other commands in its place.
  /// Throws std::invalid_argument if the act is not on the path, HistoryError if it is out of reach.
  Rework without(ActId act);
  Rework with(ActId act, std::vector<Command> commands);
  /// Prepares the world of another branch of the present land, to be compared with the present one: at the present
  /// step, or at its tip if it does not reach that far. It cannot be adopted. Throws std::invalid_argument if the
  /// branch does not lead through the present land, HistoryError if the moment is out of reach.
  Rework look_at(BranchId branch);
  /// Gives the rework what has been done since it was prepared. Returns false if there was nothing, or if the present
  /// moment does not follow the one at which it was prepared.
  bool extend(Rework& rework);
  /// Takes over a finished rework as a new branch and goes there. Throws HistoryError if it is not finished.
  void adopt(Rework rework);

  /// Sentences for the user since the last call, such as which branch was removed.
  std::vector<std::string> take_notices() { return std::exchange(notices_, {}); }
  /// Waits until all checkpoints are coded.
  void wait() { checkpoints_.wait(); }
  /// Sets how many bytes the checkpoints may take together.
  void set_bound(std::size_t bound);
  /// Everything but the world itself. Finishes a journey first.
  HistoryRecord record();

 private:
  using Place = HistoryPlace;
  using Redo = UndoneAct;

  using Clock = std::chrono::steady_clock;

  void begin_journey(Place const& target);
  void leave_journey();
  void load(Checkpoint const& checkpoint);
  void take_next();
  bool next_is_due() const;
  void move(std::function<void(World&)> const& do_step);
  void count_step(double seconds);
  void follow_branch(BranchId branch);
  void fork(std::string const& name);
  void extend(HistoryNode node);
  void add_node(Command const& command, std::vector<Command> inverse, Act const& act, Gesture const& gesture);
  void repeat(ActId act, Role role, std::vector<Command> const& commands);
  std::vector<Command> commands_of(ActId act) const;
  std::vector<Command> inverse_of_act(ActId act) const;
  void fork_after_undo();
  void limit_branches();
  void drop(BranchId branch);
  void collect();
  double least_interval() const;
  void take_checkpoint();
  void add_first_checkpoint();
  void put(World world);
  Rework rework(ActId act, std::optional<std::vector<Command>> commands);
  void use(HistoryRecord record);
  std::shared_ptr<Picture const> thumbnail() const;

  HistoryOptions options_;
  std::optional<World> world_;
  HistoryTree tree_;
  Checkpoints checkpoints_;
  NodeId node_ = 0;         ///< of the present moment
  BranchId branch_ = 0;     ///< on whose path the node lies
  HistoryTree::Path path_;  ///< of the tip of the branch
  std::size_t at_ = 0;      ///< place of `node_` in it
  bool detached_ = false;   ///< an undo led here: the future of the branch does not follow
  std::optional<Place> target_;
  std::vector<Redo> redo_;
  std::uint64_t gesture_ = 0;  ///< of the last act
  std::uint64_t uses_ = 0;     ///< counts the uses of branches
  std::uint64_t worlds_ = 0;
  std::uint64_t revision_ = 0;
  double clock_ = 0.0;
  double lived_ = 0.0;             ///< s of activity since the object was made
  double position_ = 0.0;          ///< s of activity that led to the present moment
  double last_checkpoint_ = 0.0;   ///< `clock_` at it
  double since_cost_ = 0.0;        ///< s of simulation since the last checkpoint
  double step_cost_ = 0.0;         ///< s, average
  double activity_ = 1.0 / 60.0;   ///< s of activity per step, average
  double snapshot_seconds_ = 0.0;  ///< average
  Clock::time_point last_step_{};
  std::vector<std::string> notices_;
};

/// The computation of a changed past, independent of the history it came from, so that it can run on another thread.
class Rework {
 public:
  Rework(Rework&&) noexcept;
  Rework& operator=(Rework&&) noexcept;
  ~Rework();

  /// Goes on for about this time. Returns true when it is finished.
  bool run(double seconds);
  bool finished() const;
  /// Fraction of the steps that have been simulated.
  double progress() const;
  /// Commands after the act that the changed world has refused, one sentence each.
  std::vector<std::string> const& refused() const;
  World const& world() const;

 private:
  friend class History;
  struct State;
  explicit Rework(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace barchan
