// What the editor does with the history: goes to other moments and branches.
#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "io/text.hpp"
#include "ui/editor.hpp"

namespace barchan::ui {

/// The simulation pauses, so that the land stays at that moment.
void Editor::rewind(std::uint64_t step) {
  pause(true);
  // Changes at the last step follow the moment at which that step was first reached.
  if (step >= std::max(runner_.outline().last, runner_.view().step)) return runner_.go_to_end();
  runner_.rewind(step);
}

void Editor::go_to_branch(std::string_view name) {
  std::vector<std::string> names;
  for (OutlineBranch const& branch : runner_.outline().branches) {
    if (branch.name == name) return runner_.go_to(branch.branch);
    names.push_back(branch.name);
  }
  throw std::invalid_argument(
      fmt::format("expected the name of a branch ({}), found '{}'", fmt::join(names, ", "), printable(name)));
}

/// Both windows have the same place.
void Editor::show_history(bool shown) {
  state_.history = shown;
  if (shown) state_.graph.shown = false;
}

void Editor::draw_time_bar(Canvas const& canvas, float left, render::Thumbnails* thumbnails) {
  if (!state_.time_bar) return;
  if (const auto step = time_bar_.draw(canvas, runner_, {left, state_.render.inset_map, thumbnails})) rewind(*step);
}

void Editor::draw_history(Canvas const& canvas, float left) {
  if (state_.graph.shown) state_.history = false;
  for (HistoryWish const& wish : history_window_.draw(canvas, state_, runner_, {left})) {
    if (wish.pauses) pause(true);
    wish.what(runner_);
  }
}

/// Shows the overlay of a comparison when it is ready, and hides it when it ends.
void Editor::follow_comparison() {
  const BranchId now = runner_.comparison() == nullptr ? 0 : runner_.comparison()->branch;
  if (std::exchange(compared_, now) == now) return;
  if (now != 0) state_.overlay = kDifference;
  if (now == 0 && state_.overlay == kDifference) state_.overlay.clear();
}

Answers Editor::history_answers() const {
  HistoryOutline const& outline = runner_.outline();
  OutlineBranch const* const branch = outline.find(outline.branch);
  constexpr double kMegabyte = 1e6;
  std::string acts, branches;
  for (OutlineAct const& act : outline.acts) {
    acts += fmt::format("{}{} at {}{}{}", acts.empty() ? "" : "; ", act.title, act.step, act.undone ? " undone" : "",
                        act.ahead ? " ahead" : "");
  }
  for (OutlineBranch const& one : outline.branches) branches += (branches.empty() ? "" : "; ") + one.name;
  return {
      {"undo", text_answer(runner_.next_undo())},
      {"redo", text_answer(runner_.next_redo())},
      {"history", flag_answer(state_.history)},
      {"history.first", number_answer(outline.first)},
      {"history.last", number_answer(std::max(outline.last, runner_.view().step))},
      {"history.acts", number_answer(outline.acts.size())},
      {"history.list", text_answer(acts)},
      {"history.branch", text_answer(branch == nullptr ? "" : branch->name)},
      {"history.branches", number_answer(outline.branches.size())},
      {"history.names", text_answer(branches)},
      {"history.checkpoints", number_answer(outline.checkpoints)},
      {"history.megabytes", number_answer(static_cast<double>(outline.bytes) / kMegabyte)},
      {"history.bound", number_answer(static_cast<double>(outline.bound) / kMegabyte)},
      {"compared", text_answer(runner_.comparison() == nullptr ? "" : runner_.comparison()->name)},
      {"rework", runner_.rework() ? number_answer(*runner_.rework()) : Answer(std::string("none"))},
      {"timebar", flag_answer(state_.time_bar && state_.panels && time_bar_.shown())},
      {"timebar.says", text_answer(state_.time_bar ? time_bar_.says() : "")},
  };
}

}  // namespace barchan::ui
