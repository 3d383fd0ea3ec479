#include "history/history_outline.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <variant>

#include "base/overloaded.hpp"
#include "history/history.hpp"

namespace barchan {

namespace {

std::vector<OutlineAct> acts_of(History const& history, HistoryTree::Path const& path) {
  HistoryTree const& tree = history.tree();
  const NodeId land = history.land();
  const auto present = std::ranges::find(path, history.now().node) - path.begin();
  std::vector<OutlineAct> acts;
  std::map<ActId, std::size_t> places;
  NodeId of_land = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    HistoryNode const& node = tree.node(path[i]);
    if (!node.command) of_land = path[i];
    if (node.act == 0) continue;
    if (const auto place = places.find(node.act); place != places.end()) {
      OutlineAct* const known = &acts[place->second];
      const bool ahead = static_cast<std::ptrdiff_t>(i) > present;
      if (node.role != Role::does && (!ahead || known->ahead)) known->undone = node.role == Role::undoes;
      if (node.role == Role::does && node.command) known->commands.push_back(*node.command);
      continue;
    }
    if (node.role != Role::does) continue;
    Act const& act = tree.act(node.act);
    places.emplace(node.act, acts.size());
    acts.push_back({.act = node.act,
                    .title = act.title,
                    .step = node.step,
                    .changes_land = act.effect == CommandEffect::land,
                    .ahead = static_cast<std::ptrdiff_t>(i) > present,
                    .in_land = of_land == land && node.command,
                    .begins_land = !node.command});
    if (node.command) acts.back().commands.push_back(*node.command);
  }
  return acts;
}

std::vector<OutlineStop> stops_of(History const& history, HistoryTree::Path const& path, std::uint64_t last) {
  std::vector<OutlineStop> stops;
  const auto land = std::ranges::find(path, history.land());
  for (Checkpoint const& one : history.checkpoints().all()) {
    const auto place = std::find(land, path.end(), one.at.node);
    if (place == path.end() || one.at.step > last) continue;
    // The path leaves a node at the step of the next change.
    if (place + 1 != path.end() && one.at.step > history.tree().node(place[1]).step) continue;
    stops.push_back({one.at.step, one.thumbnail, one.years});
  }
  std::ranges::stable_sort(stops, {}, &OutlineStop::step);
  return stops;
}

/// The value to which a command sets the time step, or nullptr.
double const* time_step_of(Command const& command) {
  return std::visit(Overloaded{[](SetParameter const& set) {
                                 return set.group == "world" && set.key == "time_step" ? &set.value : nullptr;
                               },
                               [](auto const&) -> double const* { return nullptr; }},
                    command);
}

/// From the present moment, the clock is followed back to the beginning of the land and on to its end. A time line of
/// the scenario that sets the time step is not taken into account.
std::vector<OutlinePace> paces_of(History const& history, HistoryTree::Path const& path) {
  HistoryTree const& tree = history.tree();
  const auto present = std::ranges::find(path, history.now().node);
  const OutlinePace now{history.now().step, history.world().time(), history.world().parameter("world", "time_step")};
  const auto moved = [](OutlinePace const& from, std::uint64_t step) {
    const double steps = static_cast<double>(step) - static_cast<double>(from.step);
    return OutlinePace{step, from.time + steps * from.per_step, from.per_step};
  };
  std::vector<OutlinePace> paces;
  OutlinePace pace = now;
  auto place = present;
  for (; tree.node(*place).command; --place) {
    HistoryNode const& node = tree.node(*place);
    if (time_step_of(*node.command) == nullptr || node.inverse.empty()) continue;
    pace = moved(pace, node.step);
    paces.push_back(pace);
    if (double const* const before = time_step_of(node.inverse.front())) pace.per_step = *before;
  }
  paces.push_back(moved(pace, tree.node(*place).first_step));
  std::ranges::reverse(paces);
  pace = now;
  for (place = present + 1; place != path.end() && tree.node(*place).command; ++place) {
    double const* const after = time_step_of(*tree.node(*place).command);
    if (after == nullptr) continue;
    pace = moved(pace, tree.node(*place).step);
    pace.per_step = *after;
    paces.push_back(pace);
  }
  return paces;
}

std::vector<OutlineBranch> branches_of(History const& history) {
  HistoryTree const& tree = history.tree();
  // Of each node: the number of acts that begin on the path to it, and its land. A node comes after its parent.
  std::map<NodeId, std::pair<std::size_t, NodeId>> facts;
  for (auto const& [id, node] : tree.nodes()) {
    const bool same = node.parent == 0 || tree.node(node.parent).act == node.act;
    const bool begins = node.role == Role::does && !same;
    const auto [acts, land] = node.parent == 0 ? std::pair(std::size_t{0}, id) : facts.at(node.parent);
    facts.emplace(id, std::pair(acts + (begins ? 1 : 0), node.command ? land : id));
  }
  const NodeId land = history.land();
  std::vector<std::pair<std::uint64_t, OutlineBranch>> found;
  for (auto const& [id, branch] : tree.branches()) {
    auto const& [acts, of_land] = facts.at(branch.tip.node);
    found.push_back({branch.used, {id, branch.name, branch.tip.step, acts, of_land == land}});
  }
  std::ranges::stable_sort(found, std::greater(), &std::pair<std::uint64_t, OutlineBranch>::first);
  std::vector<OutlineBranch> branches;
  for (auto& [used, branch] : found) branches.push_back(std::move(branch));
  return branches;
}

}  // namespace

OutlineBranch const* HistoryOutline::find(BranchId id) const {
  const auto found = std::ranges::find(branches, id, &OutlineBranch::branch);
  return found == branches.end() ? nullptr : &*found;
}

double HistoryOutline::time_at(std::uint64_t step) const {
  const auto after = std::ranges::upper_bound(paces, step, {}, &OutlinePace::step);
  if (after == paces.begin()) return 0.0;
  OutlinePace const& pace = *std::prev(after);
  return pace.time + static_cast<double>(step - pace.step) * pace.per_step;
}

std::optional<double> HistoryOutline::years_at(std::uint64_t step) const {
  OutlineStop const *before = nullptr, *after = nullptr;
  const auto look_at = [&](OutlineStop const& stop) {
    if (!stop.years) return;
    if (stop.step <= step && (before == nullptr || stop.step >= before->step)) before = &stop;
    if (stop.step >= step && (after == nullptr || stop.step < after->step)) after = &stop;
  };
  for (OutlineStop const& stop : stops) look_at(stop);
  look_at(present);
  if (before == nullptr || after == nullptr) return std::nullopt;
  if (before->step == after->step) return before->years;
  const auto share = static_cast<double>(step - before->step) / static_cast<double>(after->step - before->step);
  return std::lerp(*before->years, *after->years, share);
}

HistoryOutline outline_of(History const& history) {
  HistoryTree const& tree = history.tree();
  // After an undo, what was undone does not follow.
  HistoryTree::Path const path =
      history.has_future() ? tree.path(tree.branches().at(history.branch()).tip.node) : tree.path(history.now().node);
  HistoryOutline outline;
  outline.first = tree.node(history.land()).first_step;
  outline.branch = history.branch();
  // The present land ends where another follows.
  const auto land = std::ranges::find(path, history.land());
  const auto next = std::find_if(land + 1, path.end(), [&](NodeId id) { return !tree.node(id).command; });
  if (next != path.end()) {
    outline.last = tree.node(*next).step;
  } else if (history.has_future()) {
    outline.last = tree.branches().at(history.branch()).tip.step;
  }
  outline.last = std::max(outline.last, history.now().step);
  outline.acts = acts_of(history, path);
  outline.stops = stops_of(history, path, outline.last);
  outline.paces = paces_of(history, path);
  outline.present = {.step = history.now().step, .years = history.world().calendar_years()};
  outline.branches = branches_of(history);
  outline.checkpoints = history.checkpoints().all().size();
  outline.bytes = history.checkpoints().size();
  outline.bound = history.checkpoints().bound();
  return outline;
}

}  // namespace barchan
