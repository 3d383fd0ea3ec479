/// HistorySession: a history that is edited at random, beside a record of every world that it has shown.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "history/history.hpp"

namespace barchan::test {

/// Random numbers that are the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  /// A whole number from 0 to `below` - 1.
  std::uint64_t below(std::uint64_t below);
  float share() { return static_cast<float>(below(1u << 20)) / static_cast<float>(1u << 20); }

 private:
  std::uint64_t state_;
};

/// A small land of a shipped scenario.
struct HistoryLand {
  std::string scenario;
  int width = 0, height = 0;  ///< cells; 0: those of the scenario
  std::uint64_t seed = 1;
  int population = 0;  ///< wind particles; 0: as many as the scenario has
};

World world_of(HistoryLand const& land, int threads = 1);
HistoryOptions history_options(int threads = 1);

/// A history to which random acts are done. After each of them, the world must be the one that was there when the same
/// moment was first reached. Errors are collected as sentences.
class HistorySession {
 public:
  HistorySession(HistoryLand land, std::uint64_t seed, int threads = 1);

  /// Does a random act.
  void act();
  /// Takes a random act of the past out and compares the result with a world that never had it.
  void take_out();
  History& history() { return *history_; }
  std::vector<std::string> const& faults() const { return faults_; }
  /// What was done, one line per act.
  std::string const& log() const { return log_; }

 private:
  void fault(std::string const& text);
  void look();
  void arrive();
  void steps(std::uint64_t count);
  void give(Command const& command);
  void undo();
  void redo();
  void rewind();
  void change_branch();
  void replace();
  void apply_preset();
  Command random_command();
  double value_near_default(ParameterRow const& row);
  Command random_landmarks();
  Command random_value();
  std::string random_mask_id();
  SetMask random_mask();
  BrushStroke random_stroke();
  Command random_change_of_a_body();
  Command random_change_of_a_source();
  Command random_land_change();
  bool try_apply(Command const& command, Gesture const& gesture);
  /// Replays the commands on the path to the present, without those of `left_out`, in a new world of the same land.
  std::uint64_t hash_of_fresh_run(ActId left_out, std::vector<Command> const& instead = {});

  HistoryLand land_;
  Dice dice_;
  int threads_;
  std::unique_ptr<History> history_;
  std::map<NodeId, HistoryLand> lands_;                             ///< by the node with which they began
  std::map<std::pair<NodeId, std::uint64_t>, std::uint64_t> seen_;  ///< hashes by moment
  std::vector<std::string> faults_;
  std::string log_;
  std::uint64_t gesture_ = 0;
};

}  // namespace barchan::test
