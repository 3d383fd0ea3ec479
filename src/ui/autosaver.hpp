/// Autosaver: saves the world with its history by itself, so that a crash costs at most a minute. The simulation gives
/// a snapshot between two steps; a thread of its own codes and writes it. No frame waits for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "io/autosave.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

class Autosaver {
 public:
  /// What belongs into the file besides world and history.
  using Describe = std::function<SavedWorldInfo()>;

  /// Uses a new place in the folder. `runner` must outlive the object. Throws InputError if the folder cannot be used.
  Autosaver(SimulationRunner& runner, Describe describe, std::filesystem::path const& folder);
  ~Autosaver();
  Autosaver(Autosaver const&) = delete;
  Autosaver& operator=(Autosaver const&) = delete;

  /// Call it once per frame, before SimulationRunner::advance. `seconds`: since the last frame. Saves every kBetween
  /// seconds if anything has changed.
  void follow(double seconds);
  /// Saves before anything else that the runner is asked for, if anything has changed.
  void save_soon();
  /// Saves before it returns, because the program is about to end. The runner must be synchronous. Throws InputError.
  void save_at_once();
  /// Uses this place from now on, which another program has left, and frees its own.
  void take_over(AutosavePlace place);
  /// All work is saved or not wanted: removes the file.
  void clear();
  /// The same for good: the file is also removed if a save under way writes it again.
  void abandon();
  /// An error of saving, once, as one sentence.
  std::optional<std::string> take_trouble();
  /// Number of files written so far.
  std::uint64_t written() const;
  /// Waits until the writer has nothing left to do.
  void wait();
  void set_interval(double seconds) { interval_ = seconds; }

  static constexpr double kBetween = 55.0;  ///< s, so that less than a minute is lost together with the writing
  static constexpr std::size_t kMostHistory = std::size_t{64} << 20;  ///< bytes of checkpoints in the file
  static constexpr int kPictureSide = 256;                            ///< pixels

 private:
  /// What was there at the last save.
  struct State {
    std::uint64_t worlds = 0, revision = 0, step = 0;
    bool operator==(State const&) const = default;
  };

  class Writer;
  State state() const;

  SimulationRunner& runner_;
  Describe describe_;
  std::shared_ptr<AutosavePlace> place_;
  std::shared_ptr<Writer> writer_;  ///< the runner holds it too while it takes a snapshot
  double interval_ = kBetween;
  double since_ = 0.0;  ///< s since the last save
  State saved_;
};

}  // namespace barchan::ui
