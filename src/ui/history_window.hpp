/// HistoryWindow: lists of the acts and branches of the history, with buttons to change them, and the memory in use.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/editor_state.hpp"
#include "ui/simulation_runner.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// A change or a move in the history that the user asks for.
struct HistoryWish {
  std::function<void(SimulationRunner&)> what;
  bool pauses = false;  ///< it goes to a past moment, at which the simulation pauses
};

/// Room right of the panel.
struct HistoryRoom {
  float left = 0.0f;  ///< right edge of the panel, pixels
};

class HistoryWindow {
 public:
  /// Draws the window while `state.history` is set. Returns what the user asks for; usually nothing.
  std::vector<HistoryWish> draw(Canvas const& canvas, EditorState& state, SimulationRunner const& runner,
                                HistoryRoom const& room);
  /// True while a value is being typed.
  bool typing() const { return values_.typing(); }

 private:
  void draw_acts(Canvas const& canvas, SimulationRunner const& runner, float room);
  void draw_rows(Canvas const& canvas, HistoryOutline const& outline, std::size_t from, std::size_t to);
  void draw_act(Canvas const& canvas, HistoryOutline const& outline, std::size_t number);
  void draw_end_of_act(Canvas const& canvas, OutlineAct const& act, std::string const& name);
  void draw_values(Canvas const& canvas, OutlineAct const& act, std::string const& name);
  void draw_rework(Canvas const& canvas, double progress);
  void draw_branches(Canvas const& canvas, SimulationRunner const& runner);
  void draw_branch(Canvas const& canvas, OutlineBranch const& branch, bool present);
  void draw_compare(Canvas const& canvas, OutlineBranch const& branch, bool present);
  void draw_memory(Canvas const& canvas, HistoryOutline const& outline);
  void begin_change(OutlineAct const& act);
  void wish(std::function<void(SimulationRunner&)> what) { wishes_.push_back({std::move(what)}); }

  std::vector<HistoryWish> wishes_;
  ActId changed_ = 0;                                  ///< the act whose values are shown; 0: none
  std::vector<Command> commands_;                      ///< of that act, as the user has changed them
  std::vector<Command> before_;                        ///< the same, unchanged
  std::string reworked_;                               ///< what is being computed
  BranchId compared_ = 0;                              ///< with which the land is compared; 0: none
  std::optional<BranchId> to_remove_;                  ///< the branch whose removal must be confirmed
  bool opened_ = false;                                ///< the values of the act have not been drawn yet
  float acts_height_ = 0.0f, branches_height_ = 0.0f;  ///< of the lists, pixels
  float body_height_ = 0.0f;                           ///< of all that is below the title, pixels
  ValueEditor values_;
};

}  // namespace barchan::ui
