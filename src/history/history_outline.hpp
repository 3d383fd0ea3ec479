/// HistoryOutline: what a person sees of a history: its acts, its checkpoints and its branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history/history_tree.hpp"
#include "picture/picture.hpp"

namespace barchan {

class History;

/// An act on the path to the tip of the present branch.
struct OutlineAct {
  ActId act = 0;
  std::string title;
  std::uint64_t step = 0;     ///< before which it was done
  bool changes_land = false;  ///< it does not only set values
  bool undone = false;        ///< it has been taken back; if it lies ahead: it will be
  bool ahead = false;         ///< it comes after the present moment
  bool in_land = false;       ///< it belongs to the present land, so that it can be taken out
  bool begins_land = false;   ///< another land began with it
  std::vector<Command> commands{};
};

/// A moment that can be shown at once.
struct OutlineStop {
  std::uint64_t step = 0;
  std::shared_ptr<Picture const> thumbnail{};  ///< null: none
  std::optional<double> years{};               ///< of the calendar that had passed, if they are known
};

/// How the time of the land goes on from a step.
struct OutlinePace {
  std::uint64_t step = 0;
  double time = 0.0;      ///< s of the land's clock at that step
  double per_step = 0.0;  ///< s of the clock in each step from then on
};

struct OutlineBranch {
  BranchId branch = 0;
  std::string name;
  std::uint64_t step = 0;  ///< of its tip
  std::size_t acts = 0;    ///< on the path to its tip
  bool same_land = false;  ///< its tip lies in the present land
};

struct HistoryOutline {
  std::uint64_t first = 0;                ///< step at which the present land began
  std::uint64_t last = 0;                 ///< last step of the present land on the present branch
  BranchId branch = 0;                    ///< the present one
  std::vector<OutlineAct> acts{};         ///< in their order
  std::vector<OutlineStop> stops{};       ///< of the present land, in the order of their steps
  std::vector<OutlinePace> paces{};       ///< of the present land, in the order of their steps
  OutlineStop present{};                  ///< without a thumbnail
  std::vector<OutlineBranch> branches{};  ///< the one used last comes first
  std::size_t checkpoints = 0;            ///< number of all
  std::size_t bytes = 0, bound = 0;       ///< that all checkpoints take, and may take

  OutlineBranch const* find(BranchId id) const;
  /// s of the land's clock at a step of the present land.
  double time_at(std::uint64_t step) const;
  /// Years of the calendar that had passed at a step, interpolated between stops and the present. Nothing if no such
  /// step with known years lies on one of its sides.
  std::optional<double> years_at(std::uint64_t step) const;
};

HistoryOutline outline_of(History const& history);

}  // namespace barchan
