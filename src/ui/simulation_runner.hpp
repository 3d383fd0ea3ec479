/// SimulationRunner: owns the world with its history and steps it in batches on a worker thread. Commands, new worlds
/// and views are exchanged only between two steps. Drawing never waits for a step.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "history/history.hpp"
#include "history/history_outline.hpp"
#include "io/saved_world.hpp"
#include "io/world_history.hpp"
#include "io/world_order.hpp"
#include "ui/gauge_log.hpp"
#include "ui/overlay_scale.hpp"
#include "ui/rework_job.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan::ui {

/// A world together with what was asked for.
struct LoadedWorld {
  StartedWorld started;
  WorldOrder order;
  std::vector<Command> changes{};          ///< carried out after its initial state has been recorded
  std::optional<HistoryRecord> history{};  ///< that it was saved with
};

/// Opens the world of an order; it uses `threads` threads. Throws std::exception with one clear line.
LoadedWorld open_world(WorldOrder const& order, int threads);

/// Opens the work that a program has left in this file of the folder of automatic saves. Its order is that of the land.
/// Throws std::exception with one clear line.
LoadedWorld open_lost_world(std::filesystem::path const& file, int threads);

/// A field and whether it can hold anything.
struct FieldFacts {
  FieldRow row;
  std::vector<std::string_view> sources;  ///< groups of the processes that fill it; empty: the world itself does
};

/// Facts that do not change while a world is open.
struct WorldFacts {
  WorldOrder order;
  SavedWorldInfo info;
  std::vector<std::string> notices;
  std::optional<RasterHints> guesses;  ///< values that a height map did not give, and that were guessed
  bool resumed = false;                ///< a saved world, which has no other seeds
  std::vector<FieldFacts> fields;
  std::vector<ParameterValue> start_values;  ///< parameters as the world began, in the order of its groups
  Soils soils;                               ///< as the world began
  std::uint64_t generation = 0;              ///< counts the worlds that this runner has had, from 1

  /// Field by name, or nullptr.
  FieldFacts const* field(std::string_view id) const;
};

/// Fills in what a world itself says: its fields, its parameters and its soils.
void describe(WorldFacts& facts, World const& world);

/// Another branch of the land, with which it is compared.
struct Comparison {
  BranchId branch = 0;
  std::string name;                ///< of the branch
  std::uint64_t step = 0;          ///< of the moment
  std::vector<float> elevation{};  ///< of the ground there, m, one value per cell
};
/// Id of the overlay that shows the difference.
inline constexpr std::string_view kDifference = "branch_difference";
inline constexpr FieldRow kDifferenceRow{
    kDifference, "Difference from a branch", "m",
    "Elevation of the ground minus its elevation on the other branch of the history.", FieldRamp::diverging};

/// Result of a job.
struct JobOutcome {
  std::string error;  ///< one clear sentence; empty: success
};

/// Limits of a batch.
struct BatchPlan {
  double milliseconds = 12.0;  ///< wall time that steps may take; 0: no limit
  std::uint64_t steps = 0;     ///< largest number; 0: as many as fit into the time
};

class SimulationRunner {
 public:
  enum class Mode : std::uint8_t {
    threaded,     ///< batches run on the worker thread
    synchronous,  ///< batches run inside `advance`, for reproducible pictures
  };
  using WorldJob = std::function<LoadedWorld()>;
  using WorldTask = std::function<void(History&)>;

  SimulationRunner(LoadedWorld first, Mode mode);
  /// Waits for the step in progress to end. No further step begins.
  ~SimulationRunner();
  SimulationRunner(SimulationRunner const&) = delete;
  SimulationRunner& operator=(SimulationRunner const&) = delete;

  // -- asking; takes effect between steps ------------------------------------------------------------------------
  /// All commands from now on until the next call, and the next world if one is opened, are one act of the history.
  /// `title`: its name; empty: `act_title` of its first command.
  void begin_act(std::string title = {}) { gesture_ = {gesture_.number + 1, std::move(title)}; }
  /// Takes the last act back, or makes it again. A message says which.
  void undo() { ask(&History::undo, "Undid: {}", "There is nothing to undo."); }
  void redo() { ask(&History::redo, "Redid: {}", "There is nothing to redo."); }
  /// Goes to the moment at which this step of the land was first reached; the nearest checkpoint is shown on the way.
  /// Only the last of several such wishes is carried out.
  void rewind(std::uint64_t step);
  /// Returns to the end of a branch, or of the present one.
  void go_to(BranchId branch);
  void go_to_end();
  void rename(BranchId branch, std::string name);
  void remove(BranchId branch);
  /// Computes, beside the steps, the world as it would be now without an act, or with these commands in its place, and
  /// shows it when it is ready. One at a time; see `rework`.
  void take_out(ActId act);
  void change(ActId act, std::vector<Command> commands);
  void cancel_rework();
  /// Computes, beside the steps, another branch of this land at the same step. Afterwards the overlay kDifference shows
  /// how much higher the land is than there. Nothing: ends the comparison.
  void compare(std::optional<BranchId> branch);
  /// Sets how many bytes the checkpoints of the history may take.
  void set_history_bound(std::size_t bytes);
  /// Queues a command. It replaces a queued command that has the same target. Returns a ticket to compare with
  /// `applied_ticket`.
  std::uint64_t apply(Command const& command);
  /// Replaces the world by the one that `job` makes on the worker, as part of the act that `begin_act` has begun and
  /// named. If `job` throws, the old world stays; see `take_outcome`.
  void replace(WorldJob job);
  /// True until the world of the last `replace` is open, or `take_outcome` says why it is not.
  bool opening() const { return opening_; }
  /// Calls `task` with the history, on the worker, after all commands given so far. It may throw; see `take_outcome`.
  void inspect(WorldTask task) { next_.task = std::move(task); }
  /// Calls `task` with the history, on the worker, before anything else that was asked for. It must not change what the
  /// history holds. It is not called if the world is incomplete.
  void observe(std::function<void(History&)> task) { next_.observers.push_back(std::move(task)); }
  /// True until an `advance` begins to call the tasks of `observe`. In that frame, `view` shows the world that they
  /// get, if the runner is threaded.
  bool waits_to_observe() const { return !next_.observers.empty(); }
  /// Sets what the next views contain and how their overlay is scaled.
  void set_request(ViewRequest const& request, OverlayChoice const& choice = {});
  /// Switches the comparison of each step with a second simulation (StepCheck) on or off.
  void set_verify(bool on) { next_.verify = on; }
  /// Ends the running batch after the step in progress.
  void interrupt() { interrupt_ = true; }

  /// Call it once per frame. If no batch is running, it takes over the finished view and starts the next batch, with as
  /// many steps as `plan` says. If `plan` is empty (paused), the batch has no steps but still carries out commands, new
  /// worlds and new requests. Returns true if `view` changed.
  bool advance(std::optional<BatchPlan> const& plan);

  // -- looking; valid until the next `advance` -------------------------------------------------------------------
  TerrainView const& view() const { return *front_.view; }
  /// The same view for longer use. It does not change.
  std::shared_ptr<TerrainView const> shared_view() const { return front_.view; }
  WorldFacts const& facts() const { return facts_; }
  OverlayScale const& overlay_scale() const { return front_.scale; }
  /// Ticket of the last command that `view` shows.
  std::uint64_t applied_ticket() const { return front_.ticket; }
  /// Titles of the acts that `undo` and `redo` would concern; empty if there is none.
  std::string const& next_undo() const { return front_.next_undo; }
  std::string const& next_redo() const { return front_.next_redo; }
  /// The acts, checkpoints and branches of the history.
  HistoryOutline const& outline() const { return *front_.outline; }
  /// Changes whenever the outline does.
  std::uint64_t outline_revision() const { return front_.revision; }
  /// s of activity so far: time in which steps were done.
  double clock() const { return front_.clock; }
  /// Branch and step with which the land is compared, or null.
  Comparison const* comparison() const { return front_.comparison.get(); }
  /// Fraction of the changed past that has been computed. Nothing if none is being computed.
  std::optional<double> rework() const { return front_.rework; }
  /// The world is on its way to another moment of its history. No step follows before it arrives.
  bool travelling() const { return front_.travelling; }
  /// Counts how often the world has been replaced, by another land or by an earlier moment.
  std::uint64_t worlds() const { return front_.worlds; }
  bool busy() const { return busy_; }
  Mode mode() const { return mode_; }
  /// Changes the mode after the batch in progress.
  void set_mode(Mode mode);
  /// Steps done by this runner up to `view`, over all worlds, and the seconds spent in them.
  std::uint64_t steps_done() const { return front_.steps; }
  double step_seconds() const { return front_.seconds; }
  /// Result of the last `replace` or `inspect`. Returns each outcome once.
  std::optional<JobOutcome> take_outcome() { return std::exchange(outcome_, std::nullopt); }
  /// Steps compared so far, over all worlds.
  std::uint64_t verified_steps() const { return front_.verified; }
  /// The difference that a comparison has found since the last call, as one sentence. No further step follows in that
  /// batch.
  std::optional<std::string> take_difference() { return std::exchange(difference_, std::nullopt); }
  /// Why the simulation stopped, as one sentence, since the last call: most likely a lack of memory. If a step or a
  /// command was cut short, the world is incomplete. It takes no further commands, steps and tasks until it is
  /// replaced.
  std::optional<std::string> take_failure() { return std::exchange(failure_, std::nullopt); }
  /// Commands refused since the last call, one clear sentence each.
  std::vector<std::string> take_errors() { return std::exchange(errors_, {}); }
  /// Messages about the history since the last call.
  std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }
  /// Readings of gauges since the last call, in the world that is shown.
  std::vector<GaugeRecord> take_gauge_records() { return std::exchange(gauge_records_, {}); }

 private:
  struct Output {
    std::shared_ptr<TerrainView> view = std::make_shared<TerrainView>();
    OverlayScale scale;
    std::uint64_t ticket = 0;
    std::uint64_t steps = 0;
    std::uint64_t verified = 0;
    std::optional<std::string> difference;
    std::optional<std::string> failure;
    double seconds = 0.0;
    std::vector<std::string> errors, messages;
    std::string next_undo, next_redo;
    bool travelling = false;
    std::uint64_t worlds = 0;
    double clock = 0.0;
    std::shared_ptr<HistoryOutline const> outline = std::make_shared<HistoryOutline>();
    std::uint64_t revision = 0;  ///< of the outline
    std::shared_ptr<Comparison const> comparison;
    bool comparing = false;  ///< a comparison is being computed
    std::optional<double> rework;
    std::optional<JobOutcome> outcome;
    std::optional<WorldFacts> facts;
    std::vector<GaugeRecord> gauge_records;
  };
  using HistoryStep = std::optional<Act> (History::*)();
  /// A command, or a step in the history.
  struct Request {
    std::optional<Command> command;
    Gesture gesture;
    std::function<void(History&)> task;
    bool travels = false;  ///< a later one replaces it
  };
  struct Batch {
    std::vector<std::function<void(History&)>> observers;
    std::vector<Request> requests;
    std::uint64_t ticket = 0;
    WorldJob job;
    Gesture job_gesture;
    WorldTask task;
    ViewRequest request;
    OverlayChoice choice;
    std::optional<BatchPlan> plan;
    bool verify = false;
  };

  void work(std::stop_token const& stop);
  void run_batch();
  void observe_world();
  void use_world(bool replaced);
  bool attempt(std::function<void()> const& work);
  void ask(std::function<void(History&)> task, bool travels = false);
  void ask(HistoryStep way, char const* done, char const* nothing);
  void carry_out(Request const& request);
  void travel();
  void rework(std::string title, std::function<Rework(History&)> prepare);
  void begin(ReworkJob& job, Rework rework, std::string title);
  void adopt_rework();
  void follow_rework();
  void follow_comparison();
  void show_comparison();
  void follow_history();
  WorldFacts const& facts_of_land(NodeId land);
  void run_steps();
  bool step();
  void read_gauges();
  /// Shows the present view again.
  void keep_view();
  void look();
  void take_over(LoadedWorld loaded, Gesture const& gesture);
  void finish();

  Mode mode_;
  // Used by the thread that runs a batch. The main thread touches them only while no batch is running.
  std::unique_ptr<History> history_;
  std::map<NodeId, WorldFacts> lands_;  ///< by the node of the history with which they began
  NodeId land_ = 0;                     ///< the last one shown
  ReworkJob rework_, compared_;
  Comparison comparing_;        ///< what `compared_` computes
  std::uint64_t revision_ = 0;  ///< `History::revision` of the last outline
  std::uint64_t worlds_ = 0;    ///< `History::worlds` of the last view
  Output back_;
  Batch batch_;
  std::uint64_t generation_ = 0;
  int old_views_ = 0;        ///< views that may still have the size of the world before
  bool incomplete_ = false;  ///< an exception has left the world between two states
  // Used by the main thread.
  Output front_;
  WorldFacts facts_;
  Batch next_;
  bool request_changed_ = true;
  bool busy_ = false;
  bool opening_ = false;
  std::vector<std::string> errors_, messages_;
  Gesture gesture_{.number = 1};
  std::vector<GaugeRecord> gauge_records_;
  std::optional<JobOutcome> outcome_;
  std::optional<std::string> difference_, failure_;
  // Shared.
  std::mutex mutex_;
  std::condition_variable_any wake_;
  bool has_work_ = false;
  std::atomic<bool> done_{false};
  std::atomic<bool> interrupt_{false};
  std::jthread worker_;  // last: created after all other members and destroyed before them
};

}  // namespace barchan::ui
