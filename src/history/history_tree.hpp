/// HistoryTree: every change that was made to a world, as a tree. It holds no world.
///
/// A *node* is one change: a command together with the step before which it was applied, or a new land. The changes
/// from the first land to a node are its *path*. A *moment* is a node and a step: the world after all changes of the
/// path, when that step was about to begin. Equal moments are equal worlds, because a world depends only on its
/// changes. A *branch* is a named moment, its tip, up to which the world has been simulated. An *act* is what the user
/// did in one go, such as a click, a drag or a preset; it has one or more nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "world/command.hpp"

namespace barchan {

class Archive;

using NodeId = std::uint64_t;    ///< 0: none
using ActId = std::uint64_t;     ///< 0: none
using BranchId = std::uint64_t;  ///< 0: none

struct Act {
  std::string title;                            ///< as in "place wall"
  CommandEffect effect = CommandEffect::value;  ///< land: one of its nodes changes the land
};

/// How a node belongs to its act.
enum class Role : std::uint8_t { does, undoes, redoes };

struct HistoryNode {
  NodeId parent = 0;       ///< 0: the first land
  std::uint64_t step = 0;  ///< the change was made before this step of the land of the parent
  ActId act = 0;           ///< 0: the first land
  Role role = Role::does;
  std::optional<Command> command{};  ///< empty: a new land
  std::vector<Command> inverse{};    ///< sets the values that the command replaced; empty if it changed the land
  std::uint64_t first_step = 0;      ///< number of the step at which a new land begins
  std::vector<std::byte> about{};    ///< what whoever began a new land must know about it
};

struct HistoryMoment {
  NodeId node = 0;
  std::uint64_t step = 0;

  bool operator==(HistoryMoment const&) const = default;
};

struct Branch {
  std::string name;
  HistoryMoment tip;
  std::uint64_t used = 0;  ///< order in which the branches were last used
  double begun = 0.0;      ///< s of activity when it began
  bool own = false;        ///< it has changes that no other branch has had
};

class HistoryTree {
 public:
  using Path = std::vector<NodeId>;
  /// Number of branches that are kept.
  static constexpr std::size_t kMostBranches = 32;

  /// Begins with a land whose next step has this number.
  explicit HistoryTree(std::uint64_t first_step);

  NodeId add(HistoryNode node);
  HistoryNode const& node(NodeId id) const { return nodes_.at(id); }
  HistoryNode& node(NodeId id) { return nodes_.at(id); }
  bool has_children(NodeId id) const;
  ActId add(Act act);
  Act const& act(ActId id) const { return acts_.at(id); }
  Act& act(ActId id) { return acts_.at(id); }
  BranchId add(Branch branch);
  std::map<BranchId, Branch> const& branches() const { return branches_; }
  Branch& branch(BranchId id) { return branches_.at(id); }
  void remove_branch(BranchId id) { branches_.erase(id); }

  /// `name`, or if a branch has it already, `name` with a number.
  std::string free_name(std::string const& name) const;
  /// What is added to the figures of branches that come from another tree.
  struct Offset {
    std::uint64_t uses = 0;
    double clock = 0.0;
  };
  /// Adds everything of another tree, whose first land becomes `land`. Returns what is added to its ids.
  std::uint64_t add(HistoryTree other, HistoryNode land, Offset const& offset);

  /// All nodes from the first land to this one.
  Path path(NodeId id) const;
  /// The node with which the land of this node began.
  NodeId land_of(NodeId id) const;
  /// Returns the act that an undo at this node takes back: the last that has not been taken back. Nothing if there is
  /// none.
  std::optional<ActId> last_act(NodeId id) const;
  /// Nodes of an act with this role on the path to `id`, first to last.
  Path nodes_of(ActId act, Role role, NodeId id) const;
  /// The moment before the change.
  HistoryMoment before(NodeId id) const { return {node(id).parent, node(id).step}; }

  /// Removes the nodes and acts that are on no path to a node of `used` or to the tip of a branch.
  void collect(std::set<NodeId> used);

  /// Reads or writes the tree. Throws ArchiveError on a tree that cannot exist.
  void keep(Archive& archive);

  bool contains(NodeId id) const { return nodes_.count(id) != 0; }
  /// True if the node exists and its change was made before this step.
  bool contains(HistoryMoment moment) const;
  bool contains_act(ActId id) const { return acts_.count(id) != 0; }
  std::map<NodeId, HistoryNode> const& nodes() const { return nodes_; }

 private:
  void keep_node(Archive& archive, NodeId id, HistoryNode& node);
  void check(Archive const& archive) const;

  std::map<NodeId, HistoryNode> nodes_;
  std::map<ActId, Act> acts_;
  std::map<BranchId, Branch> branches_;
  std::uint64_t next_ = 1;  ///< id of the next node, act or branch
};

}  // namespace barchan
