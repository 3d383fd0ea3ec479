#include "history/history_tree.hpp"

#include <algorithm>
#include <utility>

#include "base/archive.hpp"

namespace barchan {

namespace {

constexpr std::size_t kLongestTitle = 1024;  // bytes
constexpr std::uint64_t kLargestId = std::uint64_t{1} << 48;
constexpr std::size_t kMostAbout = 16u << 20;  // bytes

template <class Id, class T, class Entry>
void keep_map(Archive& archive, std::map<Id, T>& map, Entry&& entry) {
  std::size_t left = archive.count(map.size());
  if (!archive.reading()) {
    for (auto& [id, value] : map) {
      Id same = id;
      archive.value(same);
      entry(id, value);
    }
    return;
  }
  for (map.clear(); left > 0; --left) {
    Id id = 0;
    archive.value(id);
    archive.require(id != 0 && map.count(id) == 0, "an entry of the history has a wrong number");
    entry(id, map[id]);
  }
}

}  // namespace

HistoryTree::HistoryTree(std::uint64_t first_step) {
  const NodeId land = add(HistoryNode{.step = first_step, .command = {}, .first_step = first_step});
  add(Branch{.name = "first", .tip = {land, first_step}, .own = true});
}

NodeId HistoryTree::add(HistoryNode node) {
  nodes_.emplace(next_, std::move(node));
  return next_++;
}

ActId HistoryTree::add(Act act) {
  acts_.emplace(next_, std::move(act));
  return next_++;
}

BranchId HistoryTree::add(Branch branch) {
  branches_.emplace(next_, std::move(branch));
  return next_++;
}

std::string HistoryTree::free_name(std::string const& name) const {
  const auto taken = [&](std::string const& one) {
    return std::ranges::any_of(branches_, [&](auto const& entry) { return entry.second.name == one; });
  };
  std::string free = name;
  for (int number = 2; taken(free); ++number) free = name + " " + std::to_string(number);
  return free;
}

std::uint64_t HistoryTree::add(HistoryTree other, HistoryNode land, Offset const& offset) {
  const std::uint64_t shift = next_ - 1;
  for (auto& [id, act] : other.acts_) acts_.emplace(id + shift, std::move(act));
  for (auto& [id, node] : other.nodes_) {
    if (node.parent == 0) {
      land.first_step = node.first_step;
      land.about = std::move(node.about);
      node = land;
    } else {
      node.parent += shift;
      node.act += shift;
    }
    nodes_.emplace(id + shift, std::move(node));
  }
  for (auto& [id, branch] : other.branches_) {
    branch.name = free_name(branch.name);
    branch.tip.node += shift;
    branch.used += offset.uses;
    branch.begun += offset.clock;
    branches_.emplace(id + shift, std::move(branch));
  }
  next_ += other.next_;
  return shift;
}

bool HistoryTree::has_children(NodeId id) const {
  return std::ranges::any_of(nodes_, [&](auto const& entry) { return entry.second.parent == id; });
}

HistoryTree::Path HistoryTree::path(NodeId id) const {
  Path path;
  for (; id != 0; id = node(id).parent) path.push_back(id);
  std::ranges::reverse(path);
  return path;
}

NodeId HistoryTree::land_of(NodeId id) const {
  while (node(id).command) id = node(id).parent;
  return id;
}

std::optional<ActId> HistoryTree::last_act(NodeId id) const {
  std::set<ActId> taken_back;
  for (; id != 0; id = node(id).parent) {
    HistoryNode const& change = node(id);
    if (change.act == 0 || taken_back.count(change.act) != 0) continue;
    if (change.role != Role::undoes) return change.act;
    taken_back.insert(change.act);
  }
  return std::nullopt;
}

HistoryTree::Path HistoryTree::nodes_of(ActId act, Role role, NodeId id) const {
  Path found;
  for (; id != 0; id = node(id).parent) {
    if (node(id).act == act && node(id).role == role) found.push_back(id);
  }
  std::ranges::reverse(found);
  return found;
}

bool HistoryTree::contains(HistoryMoment moment) const {
  if (!contains(moment.node)) return false;
  HistoryNode const& change = node(moment.node);
  return moment.step >= (change.command ? change.step : change.first_step);
}

void HistoryTree::collect(std::set<NodeId> used) {
  for (auto const& [id, branch] : branches_) used.insert(branch.tip.node);
  std::set<NodeId> kept;
  for (NodeId id : used) {
    for (; id != 0 && kept.insert(id).second;) id = node(id).parent;
  }
  std::erase_if(nodes_, [&](auto const& entry) { return kept.count(entry.first) == 0; });
  std::set<ActId> acts;
  for (auto const& [id, node] : nodes_) acts.insert(node.act);
  std::erase_if(acts_, [&](auto const& entry) { return acts.count(entry.first) == 0; });
}

void HistoryTree::keep_node(Archive& archive, NodeId id, HistoryNode& node) {
  archive.value(node.parent);
  archive.require(node.parent < id, "a change of the history comes before its cause");
  archive.value(node.step);
  archive.value(node.act);
  archive.value(node.role);
  archive.require(node.role <= Role::redoes, "a change of the history has an unknown role");
  archive.value(node.first_step);
  archive.list(node.about, kMostAbout);
  bool has_command = node.command.has_value();
  archive.value(has_command);
  if (archive.reading() && has_command) node.command.emplace();
  if (has_command) barchan::keep(archive, *node.command);
  const std::size_t count = archive.count(node.inverse.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (archive.reading()) node.inverse.emplace_back();
    barchan::keep(archive, node.inverse[i]);
  }
}

void HistoryTree::keep(Archive& archive) {
  archive.value(next_);
  archive.require(next_ <= kLargestId, "an entry of the history has a wrong number");
  keep_map(archive, nodes_, [&](NodeId id, HistoryNode& node) { keep_node(archive, id, node); });
  keep_map(archive, acts_, [&](ActId, Act& act) {
    archive.text(act.title, kLongestTitle);
    archive.value(act.effect);
    archive.require(act.effect <= CommandEffect::land, "an act of the history has an unknown effect");
  });
  keep_map(archive, branches_, [&](BranchId, Branch& branch) {
    archive.text(branch.name, kLongestTitle);
    archive.value(branch.tip);
    archive.value(branch.used);
    archive.value(branch.begun);
    archive.value(branch.own);
  });
  if (archive.reading()) check(archive);
}

void HistoryTree::check(Archive const& archive) const {
  for (auto const& [id, change] : nodes_) {
    archive.require(id < next_, "an entry of the history has a wrong number");
    const bool first = change.parent == 0;
    archive.require(first ? !change.command && change.act == 0 : contains(before(id)),
                    "a change of the history has no previous change");
    archive.require(first || contains_act(change.act), "the act of a change of the history is missing");
    if (first) continue;
    const bool does = change.role == Role::does;
    archive.require(change.command || (does && act(change.act).effect == CommandEffect::land),
                    "a new land of the history does not have its own act");
    archive.require(does || !nodes_of(change.act, Role::does, change.parent).empty(),
                    "the history undoes a change that it does not contain");
  }
  archive.require(!branches_.empty(), "the history has no branch");
  archive.require(branches_.size() <= kMostBranches, "the history has more branches than are allowed");
  for (auto const& [id, branch] : branches_) {
    archive.require(id < next_ && contains(branch.tip), "the end of a branch of the history is missing");
  }
  for (auto const& [id, act] : acts_) archive.require(id < next_, "an entry of the history has a wrong number");
}

}  // namespace barchan
