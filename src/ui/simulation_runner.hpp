/// SimulationRunner: owns the world and steps it on a worker thread, a batch at a time. Commands, new worlds and views
/// change hands only between two steps; whoever draws never waits for one.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "barchan/world/terrain_view.hpp"
#include "barchan/world/world.hpp"

namespace barchan::ui {

/// Where a scenario wants the camera.
struct CameraStart {
  float azimuth = 90.0f;    ///< degrees anticlockwise from east, the way the camera looks
  float elevation = 18.0f;  ///< degrees, how far it looks down
  float distance = 0.7f;    ///< share of the land's longer side
  float target_x = 0.5f;    ///< share of the width
  float target_y = 0.5f;    ///< share of the height
};

/// A world together with what people are told about it.
struct LoadedWorld {
  World world;
  std::string source;                 ///< what was asked for: scenario name or file
  std::string title;                  ///< for people
  std::string description;            ///< one or two sentences
  std::optional<CameraStart> camera;  ///< none: composed from the land and the wind
  std::vector<std::string> notices;   ///< things worth telling ("a square was assumed")
  bool resumed = false;               ///< a saved world: it has no other seeds
};

/// A parameter group without its values: rows are static data and outlive the world they came from.
struct GroupRows {
  std::string_view id, title, help;
  std::span<ParameterRow const> rows;
};

/// What stays the same while a world lives.
struct WorldFacts {
  std::string source, title, description;
  std::optional<CameraStart> camera;
  std::vector<std::string> notices;
  bool resumed = false;
  std::vector<GroupRows> groups;
  std::vector<FieldRow> fields;
  std::vector<ParameterValue> start_values;  ///< parameters as the world began, in the order of its groups
  std::uint64_t generation = 0;              ///< counts the worlds that this runner has had, from 1
};

/// How much a batch may do.
struct BatchPlan {
  double milliseconds = 12.0;  ///< wall time in which a further step may begin; 0: no limit
  std::uint64_t steps = 0;     ///< most steps; 0: as many as fit the time
};

class SimulationRunner {
 public:
  enum class Mode : std::uint8_t {
    threaded,     ///< batches run beside the caller
    synchronous,  ///< batches run inside `advance`, for reproducible pictures
  };
  using WorldJob = std::function<LoadedWorld()>;

  SimulationRunner(LoadedWorld first, Mode mode);
  /// Lets the step in progress end and no further one begin.
  ~SimulationRunner();
  SimulationRunner(SimulationRunner const&) = delete;
  SimulationRunner& operator=(SimulationRunner const&) = delete;

  // -- asking; takes effect between steps ------------------------------------------------------------------------
  /// Queues a command; several to one target collapse to the last. Returns a ticket to compare with `applied_ticket`.
  std::uint64_t apply(Command const& command);
  /// Replaces the world by what `job` makes, on the worker. When it throws, the old world is kept and `errors` tells.
  void replace(WorldJob job);
  /// What the next views shall hold.
  void set_request(ViewRequest const& request);
  /// Ends the running batch after the step in progress.
  void interrupt();

  /// Call once a frame. When no batch is running: takes over the finished view and starts the next batch, with as many
  /// steps as `plan` says, or none when `plan` is empty (paused; commands, new worlds and new requests are still
  /// carried out). Returns true when `view` changed.
  bool advance(std::optional<BatchPlan> const& plan);

  // -- looking; valid until the next `advance` -------------------------------------------------------------------
  TerrainView const& view() const { return front_.view; }
  WorldFacts const& facts() const { return facts_; }
  /// Ticket of the last command that `view` shows.
  std::uint64_t applied_ticket() const { return front_.ticket; }
  bool busy() const { return busy_; }
  Mode mode() const { return mode_; }
  /// Changes the mode; waits for the batch in progress.
  void set_mode(Mode mode);
  /// Steps done by this runner up to `view`, over all worlds, and the seconds spent in them.
  std::uint64_t steps_done() const { return front_.steps; }
  double step_seconds() const { return front_.seconds; }
  /// Errors since the last call, one clear sentence each.
  std::vector<std::string> take_errors();

 private:
  struct Output {
    TerrainView view;
    std::uint64_t ticket = 0;
    std::uint64_t steps = 0;
    double seconds = 0.0;
    std::vector<std::string> errors;
    std::optional<WorldFacts> facts;
  };
  struct Batch {
    std::vector<Command> commands;
    std::uint64_t ticket = 0;
    WorldJob job;
    ViewRequest request;
    std::optional<BatchPlan> plan;
  };

  void work(std::stop_token const& stop);
  void run_batch();
  void take_over(LoadedWorld loaded);
  void finish();

  Mode mode_;
  // Owned by whoever runs a batch; the main thread touches them only while no batch is running.
  std::optional<World> world_;
  Output back_;
  Batch batch_;
  std::uint64_t generation_ = 0;
  // Owned by the main thread.
  Output front_;
  WorldFacts facts_;
  Batch next_;
  bool request_changed_ = true;
  bool busy_ = false;
  std::vector<std::string> errors_;
  // Shared.
  std::mutex mutex_;
  std::condition_variable_any wake_;
  bool has_work_ = false;
  std::atomic<bool> done_{false};
  std::atomic<bool> interrupt_{false};
  std::jthread worker_;  // last: starts after, ends before all the others
};

}  // namespace barchan::ui
