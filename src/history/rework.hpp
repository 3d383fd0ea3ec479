/// The computation of a changed past, and what the files of this module share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "history/history.hpp"

namespace barchan {

/// The facts against which a command is checked now.
CommandFacts facts_of(World const& world);

/// The error that there is no way back to this step.
HistoryError out_of_reach(std::uint64_t step);

/// A change that is made again.
struct ReworkChange {
  HistoryNode node;
  bool same;  ///< it comes before the changed act, so that its node remains
};

struct ReworkCheckpoint {
  std::size_t made;  ///< number of new nodes before it
  std::uint64_t step;
  std::shared_ptr<Snapshot> snapshot;
};

struct Rework::State {
  MakeProcesses make_processes;
  int threads = 1;
  std::shared_ptr<Snapshot const> start;
  HistoryMoment base;                            ///< before the changed act
  std::uint64_t begin = 0, end = 0;              ///< first and last step that is simulated
  std::string name;                              ///< of the new branch
  ActId act = 0;                                 ///< that is left out or changed
  std::optional<std::vector<Command>> commands;  ///< in its place; empty: none
  std::set<ActId> lost, kept;                    ///< acts of which all commands, or not all, were refused
  NodeId last = 0;                               ///< present moment of the history when it was prepared or extended
  std::vector<ReworkChange> changes;
  std::size_t next = 0;  ///< of `changes`
  std::optional<World> world;
  std::vector<HistoryNode> made;
  std::vector<ReworkCheckpoint> checkpoints;
  std::vector<std::string> refused;
  bool shown_only = false;        ///< for a comparison
  double since_checkpoint = 0.0;  ///< s
  bool finished = false;

  /// Adds a change of the past, unless it belongs to the act. `first`: it is the first one of the act.
  void add(HistoryNode const& node, bool same, bool first);
  /// The commands in the place of the act belong to this one.
  void belong_to(ActId other);
  void take(ReworkChange const& change);
  void advance();
};

}  // namespace barchan
