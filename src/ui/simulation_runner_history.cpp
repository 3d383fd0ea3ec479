// What the runner does with the history: undo, journeys to other moments, changed pasts, branches.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "io/activity.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

namespace {

constexpr double kTravelTime = 0.012;  // s of a batch in which the world goes to another moment

}  // namespace

LoadedWorld open_lost_world(std::filesystem::path const& file, int threads) {
  SavedWorld saved = load_world(file, threads);
  LoadedWorld loaded{{std::move(saved.info), std::move(saved.world), false, {}, {}}, {}};
  loaded.history = take_history(loaded.started, file.string());
  loaded.order.source = loaded.started.info.scenario.id;
  if (!loaded.history) return loaded;
  HistoryTree const& tree = loaded.history->tree;
  const LandOrigin origin = origin_of(tree, tree.land_of(loaded.history->present.at.node));
  if (!origin.order.source.empty()) loaded.order = origin.order;
  loaded.started.resumed = origin.resumed;
  return loaded;
}

void SimulationRunner::ask(std::function<void(History&)> task, bool travels) {
  std::vector<Request>& queue = next_.requests;
  if (travels && !queue.empty() && queue.back().travels) queue.pop_back();
  queue.push_back({{}, {}, std::move(task), travels});
  if (travels) interrupt();
}

void SimulationRunner::ask(HistoryStep way, char const* done, char const* nothing) {
  ask([this, way, done, nothing](History& history) {
    const std::optional<Act> act = (history.*way)();
    back_.messages.push_back(act ? fmt::format(fmt::runtime(done), act->title) : nothing);
  });
}

void SimulationRunner::rewind(std::uint64_t step) {
  ask([step](History& history) { history.rewind(step); }, true);
}

void SimulationRunner::go_to(BranchId branch) {
  ask([branch](History& history) { history.go_to(branch); }, true);
}

void SimulationRunner::go_to_end() {
  ask([](History& history) { history.go_to_end(); }, true);
}

void SimulationRunner::rename(BranchId branch, std::string name) {
  ask([branch, name = std::move(name)](History& history) { history.rename(branch, name); });
}

void SimulationRunner::remove(BranchId branch) {
  ask([branch](History& history) { history.remove(branch); });
}

void SimulationRunner::set_history_bound(std::size_t bytes) {
  ask([bytes](History& history) { history.set_bound(bytes); });
}

void SimulationRunner::take_out(ActId act) {
  ask([this, act](History& history) {
    if (!history.tree().contains_act(act)) return;
    rework("Took out: " + history.tree().act(act).title, [act](History& past) { return past.without(act); });
  });
}

void SimulationRunner::change(ActId act, std::vector<Command> commands) {
  ask([this, act, commands = std::move(commands)](History& history) {
    if (!history.tree().contains_act(act)) return;
    rework("Changed: " + history.tree().act(act).title, [&](History& past) { return past.with(act, commands); });
  });
}

void SimulationRunner::cancel_rework() {
  ask([this](History&) {
    if (!rework_.active()) return;
    rework_.cancel();
    back_.messages.emplace_back("Cancelled: the land and its past stay as they are.");
  });
}

void SimulationRunner::rework(std::string title, std::function<Rework(History&)> prepare) {
  begin(rework_, prepare(*history_), std::move(title));
}

void SimulationRunner::begin(ReworkJob& job, Rework rework, std::string title) {
  try {
    job.begin(std::move(rework), std::move(title));
  } catch (std::system_error const& error) {  // there are no more threads; the present world has not changed
    job.cancel();
    throw HistoryError(std::string("the steps cannot be simulated again: ") + error.what());
  }
  if (mode_ == Mode::synchronous) job.wait();
}

void SimulationRunner::adopt_rework() {
  std::string text = rework_.title();
  std::optional<Rework> done;
  try {
    done = rework_.take();
  } catch (std::exception const& error) {  // the present world has not changed
    back_.errors.push_back(told_whole(error));
    return;
  }
  for (std::string const& refused : done->refused()) text += "\nNo longer possible: " + refused;
  incomplete_ = true;
  try {
    history_->adopt(std::move(*done));
    back_.messages.push_back(std::move(text));
  } catch (HistoryError const& error) {
    back_.errors.emplace_back(error.what());
  }
  incomplete_ = false;
}

/// Takes a changed past over once it has been computed up to the present.
void SimulationRunner::follow_rework() {
  if (rework_.active() && rework_.finished() && !history_->travelling() && !rework_.extend(*history_)) {
    adopt_rework();
  }
  back_.rework = rework_.active() ? std::optional(rework_.progress()) : std::nullopt;
}

/// Goes on with a journey through the history, for a short time if views are shown in between.
void SimulationRunner::travel() {
  if (!history_->travelling()) return;
  incomplete_ = true;
  try {
    if (mode_ == Mode::synchronous) history_->arrive();
    history_->travel(kTravelTime);
  } catch (HistoryError const& error) {
    history_->stop();
    back_.errors.emplace_back(error.what());
  }
  incomplete_ = false;
}

void SimulationRunner::compare(std::optional<BranchId> branch) {
  ask([this, branch](History& history) {
    compared_.cancel();
    back_.comparison.reset();
    if (!branch) return;
    Rework other = history.look_at(*branch);
    comparing_ = {.branch = *branch, .name = history.tree().branches().at(*branch).name};
    begin(compared_, std::move(other), {});
  });
}

/// Takes over the branch to compare with once it has been computed.
void SimulationRunner::follow_comparison() {
  if (compared_.active() && compared_.finished()) {
    try {
      const Rework done = compared_.take();
      Terrain const& terrain = done.world().terrain();
      comparing_.step = done.world().step_count();
      comparing_.elevation.resize(terrain.grid.cells());
      for (std::size_t i = 0; i < comparing_.elevation.size(); ++i) {
        comparing_.elevation[i] = static_cast<float>(to_metres(terrain.columns.elevation(i)));
      }
      back_.comparison = std::make_shared<Comparison const>(std::move(comparing_));
      back_.messages.push_back(fmt::format("The colours show the difference from the branch \"{}\" at step {}.",
                                           back_.comparison->name, back_.comparison->step));
    } catch (std::exception const& error) {  // the present world has not changed
      back_.errors.push_back(told_whole(error));
    }
  }
  back_.comparing = compared_.active();
}

/// Fills the overlay of a view.
void SimulationRunner::show_comparison() {
  Terrain const& terrain = history_->world().terrain();
  TerrainView& view = *back_.view;
  if (!back_.comparison || back_.comparison->elevation.size() != terrain.grid.cells()) return;
  view.overlay.resize(terrain.grid.cells());
  for (std::size_t i = 0; i < view.overlay.size(); ++i) {
    view.overlay[i] = static_cast<float>(to_metres(terrain.columns.elevation(i))) - back_.comparison->elevation[i];
  }
  view.overlay_id = kDifference;
  view.overlay_row = kDifferenceRow;
  const auto [low, high] = std::ranges::minmax_element(view.overlay);
  view.overlay_minimum = *low;
  view.overlay_maximum = *high;
}

/// Tells the main thread about the history, and about the land if it is another one than before.
void SimulationRunner::follow_history() {
  const auto title = [](std::optional<Act> const& act) { return act ? act->title : std::string(); };
  back_.next_undo = title(history_->next_undo());
  back_.next_redo = title(history_->next_redo());
  back_.travelling = history_->travelling();
  back_.worlds = history_->worlds();
  back_.clock = history_->lived();
  const bool changed = std::exchange(revision_, history_->revision()) != history_->revision();
  if (changed) {
    back_.revision = revision_;
    back_.outline = std::make_shared<HistoryOutline const>(outline_of(*history_));
  }
  for (std::string& notice : history_->take_notices()) back_.messages.push_back(std::move(notice));
  // What is derived from one world may not fit the next.
  if (std::exchange(worlds_, history_->worlds()) != history_->worlds()) old_views_ = 2;
  if (!changed) return;
  const NodeId land = history_->land();
  if (std::exchange(land_, land) == land) return;
  back_.comparison.reset();  // it is of another land
  compared_.cancel();
  back_.comparing = false;
  back_.facts = facts_of_land(land_);
  back_.facts->generation = ++generation_;
}

/// Facts about a land of the history. Those of a land that this runner has not opened itself come from the history.
WorldFacts const& SimulationRunner::facts_of_land(NodeId land) {
  if (const auto known = lands_.find(land); known != lands_.end()) return known->second;
  LandOrigin origin = origin_of(history_->tree(), land);
  WorldFacts facts;
  facts.order = std::move(origin.order);
  facts.info = std::move(origin.info);
  facts.resumed = origin.resumed;
  Checkpoint const* const first =
      history_->checkpoints().nearest(history_->tree(), {land}, history_->tree().node(land).first_step);
  if (first != nullptr) {
    describe(facts, World::restore(first->snapshot->bytes(), make_processes()));
  } else {
    describe(facts, history_->world());
  }
  return lands_.emplace(land, std::move(facts)).first->second;
}

}  // namespace barchan::ui
