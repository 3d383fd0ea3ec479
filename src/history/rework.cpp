#include "history/rework.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

namespace {

using Clock = std::chrono::steady_clock;

CommandEffect effect_of(std::vector<Command> const& commands) {
  const auto changes_land = [](Command const& one) { return row_of(one).effect == CommandEffect::land; };
  return std::ranges::any_of(commands, changes_land) ? CommandEffect::land : CommandEffect::value;
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

CommandFacts facts_of(World const& world) {
  Terrain const& terrain = world.terrain();
  return {world.parameter_groups(), terrain.grid, terrain.soils, &terrain};
}

HistoryError out_of_reach(std::uint64_t step) {
  return HistoryError("the history no longer reaches back to step " + std::to_string(step) +
                      ": its checkpoints took more than their share of memory");
}

// -- what the history asks for and takes over ------------------------------------------------------------------------

Rework History::without(ActId act) { return rework(act, std::nullopt); }
Rework History::with(ActId act, std::vector<Command> commands) { return rework(act, std::move(commands)); }

Rework History::rework(ActId act, std::optional<std::vector<Command>> commands) {
  arrive();
  gesture_ = 0;  // what follows must not become part of a node that the rework has
  const HistoryTree::Path nodes = tree_.nodes_of(act, Role::does, node_);
  if (nodes.empty() || !tree_.node(nodes.front()).command || tree_.land_of(nodes.front()) != land()) {
    throw std::invalid_argument(
        "expected an act of the present land and branch; return to the land and branch of the act first");
  }
  const HistoryMoment before = tree_.before(nodes.front());
  Checkpoint const* const start = checkpoints_.nearest(tree_, tree_.path(before.node), before.step);
  if (start == nullptr) throw out_of_reach(before.step);
  auto state = std::make_unique<Rework::State>();
  state->make_processes = options_.make_processes;
  state->threads = options_.threads;
  state->start = start->snapshot;
  state->base = before;
  state->begin = start->at.step;
  state->end = world_->step_count();
  state->last = node_;
  state->name = (commands ? "other " : "without ") + tree_.act(act).title;
  state->act = act;
  state->commands = std::move(commands);
  const HistoryTree::Path path = tree_.path(node_);
  for (auto place = std::ranges::find(path, start->at.node) + 1; place != path.end(); ++place) {
    state->add(tree_.node(*place), *place <= before.node, *place == nodes.front());
  }
  return Rework(std::move(state));
}

Rework History::look_at(BranchId branch) {
  arrive();
  const auto found = tree_.branches().find(branch);
  if (found == tree_.branches().end()) throw std::invalid_argument("there is no such branch of the history");
  HistoryTree::Path path = tree_.path(found->second.tip.node);
  const auto land_place = std::ranges::find(path, land());
  if (land_place == path.end()) throw std::invalid_argument("the branch belongs to another land");
  // The part of the path in this land, up to the present step.
  const auto leaves = [&](NodeId id) { return !tree_.node(id).command || tree_.node(id).step > world_->step_count(); };
  const auto end = std::find_if(land_place + 1, path.end(), leaves);
  const std::uint64_t last = end == path.end() ? found->second.tip.step : tree_.node(*end).step;
  path.erase(end, path.end());
  auto state = std::make_unique<Rework::State>();
  state->end = std::min(last, world_->step_count());
  Checkpoint const* const start = checkpoints_.nearest(tree_, path, state->end);
  if (start == nullptr) throw out_of_reach(state->end);
  state->make_processes = options_.make_processes;
  state->threads = options_.threads;
  state->start = start->snapshot;
  state->begin = start->at.step;
  state->shown_only = true;
  for (auto place = std::ranges::find(path, start->at.node) + 1; place != path.end(); ++place) {
    state->changes.push_back({tree_.node(*place), true});
  }
  return Rework(std::move(state));
}

bool History::extend(Rework& rework) {
  Rework::State& state = *rework.state_;
  if (state.shown_only) return false;
  const HistoryTree::Path path = tree_.path(node_);
  const auto last = std::ranges::find(path, state.last);
  const bool follows = last != path.end() && land() == tree_.land_of(state.last) && world_->step_count() >= state.end;
  if (!follows || (node_ == state.last && world_->step_count() == state.end)) return false;
  for (auto place = last + 1; place != path.end(); ++place) state.add(tree_.node(*place), false, false);
  state.last = node_;
  state.end = world_->step_count();
  state.finished = false;
  gesture_ = 0;  // what follows must not become part of a node that the rework has
  return true;
}

void History::adopt(Rework rework) {
  arrive();
  Rework::State& done = *rework.state_;
  if (done.shown_only) {
    throw std::invalid_argument(
        "expected a new branch that follows from a changed or removed act, found a branch that was computed only to be "
        "shown; it cannot be adopted");
  }
  if (!done.finished) throw HistoryError("expected a finished computation of the new branch");
  const auto lost = [this](HistoryNode const& node) { return !tree_.contains_act(node.act); };
  if (!tree_.contains(done.base.node) || !tree_.contains_act(done.act) || std::ranges::any_of(done.made, lost)) {
    throw HistoryError("the part of the history that was changed has been removed");
  }
  if (tree_.land_of(done.base.node) != land()) throw HistoryError("the new branch belongs to another land");
  redo_.clear();
  if (done.commands) {
    // The other commands are an act of their own. They may change the land where the act only set values.
    Act act = tree_.act(done.act);
    act.effect = effect_of(*done.commands);
    done.belong_to(tree_.add(std::move(act)));
  }
  std::vector<NodeId> nodes{done.base.node};
  for (HistoryNode& node : done.made) {
    node.parent = nodes.back();
    nodes.push_back(tree_.add(std::move(node)));
  }
  put(std::move(*done.world));
  node_ = nodes.back();
  fork(done.name);
  tree_.branch(branch_).own = true;
  gesture_ = 0;
  for (ReworkCheckpoint& one : done.checkpoints) {
    checkpoints_.add({{nodes[one.made], one.step}, position_, clock_, false, std::move(one.snapshot)});
  }
  take_checkpoint();
}

// -- the computation -------------------------------------------------------------------------------------------------

Rework::Rework(std::unique_ptr<State> state) : state_(std::move(state)) {}
Rework::Rework(Rework&&) noexcept = default;
Rework& Rework::operator=(Rework&&) noexcept = default;
Rework::~Rework() = default;

void Rework::State::add(HistoryNode const& node, bool same, bool first) {
  const bool replaced = node.act == act && act != 0 && (node.role != Role::undoes || !commands);
  if (!replaced) changes.push_back({node, same});
  if (!replaced || !commands || !(first || node.role == Role::redoes)) return;
  for (Command const& command : *commands) {
    changes.push_back({{.step = node.step, .act = act, .role = node.role, .command = command}, false});
  }
}

void Rework::State::belong_to(ActId other) {
  for (HistoryNode& node : made) {
    if (node.act == act) node.act = other;
  }
}

void Rework::State::take(ReworkChange const& change) {
  HistoryNode node = change.node;
  // What was refused is neither taken back nor made again.
  if (node.role != Role::does && lost.count(node.act) != 0 && kept.count(node.act) == 0) return;
  try {
    const CommandFacts facts = facts_of(*world);
    node.command = settled(*node.command, facts);
    if (const std::string error = error_of(*node.command, facts); !error.empty()) throw std::invalid_argument(error);
    node.inverse = inverse_of(*node.command, facts);
    world->apply(*node.command);
  } catch (std::invalid_argument const& error) {
    if (node.role == Role::does) lost.insert(node.act);
    refused.push_back(name_of(*node.command) + " at step " + std::to_string(node.step) + ": " + error.what());
    return;
  }
  if (node.role == Role::does) kept.insert(node.act);
  if (!change.same) made.push_back(std::move(node));
}

/// Makes the next change or does the next step.
void Rework::State::advance() {
  if (!world) {
    world = World::restore(start->bytes(), make_processes(), threads);
  } else if (next < changes.size() && changes[next].node.step == world->step_count()) {
    take(changes[next++]);
  } else if (world->step_count() < end) {
    const Clock::time_point begun = Clock::now();
    world->step();
    since_checkpoint += seconds_since(begun);
    const bool changed = next == changes.size() || !changes[next].same;
    if (since_checkpoint < Checkpoints::kFarthest || !changed || shown_only) return;
    since_checkpoint = 0.0;
    auto snapshot = std::make_shared<Snapshot>(world->snapshot());
    snapshot->encode();
    checkpoints.push_back({made.size(), world->step_count(), std::move(snapshot)});
  } else {
    finished = true;
  }
}

bool Rework::run(double seconds) {
  const Clock::time_point begin = Clock::now();
  while (!state_->finished) {
    state_->advance();
    if (seconds_since(begin) >= seconds) break;
  }
  return state_->finished;
}

bool Rework::finished() const { return state_->finished; }
double Rework::progress() const {
  if (state_->finished) return 1.0;
  if (!state_->world || state_->end == state_->begin) return 0.0;
  return static_cast<double>(state_->world->step_count() - state_->begin) /
         static_cast<double>(state_->end - state_->begin);
}
std::vector<std::string> const& Rework::refused() const { return state_->refused; }
World const& Rework::world() const { return *state_->world; }

}  // namespace barchan
