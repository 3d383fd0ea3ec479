// The branches of a history: how they begin, and how many there may be.
#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "history/history.hpp"
#include "processes/process.hpp"

namespace barchan {

/// The present moment becomes the tip of a new branch.
void History::fork(std::string const& name) {
  ++revision_;
  branch_ = tree_.add(Branch{.name = tree_.free_name(name), .tip = now(), .used = ++uses_, .begun = clock_});
  path_ = tree_.path(node_);
  at_ = path_.size() - 1;
  detached_ = false;
  limit_branches();
}

/// What was undone does not follow.
void History::fork_after_undo() { fork(redo_.empty() ? "after undo" : "without " + tree_.act(redo_.back().act).title); }

void History::rename(BranchId branch, std::string const& name) {
  constexpr std::size_t kLongest = 200;  // bytes
  if (tree_.branches().count(branch) == 0) throw std::invalid_argument("there is no such branch of the history");
  if (name.empty() || name.size() > kLongest) {
    throw std::invalid_argument("expected a name of 1 to " + std::to_string(kLongest) +
                                " bytes for the branch, found " + std::to_string(name.size()));
  }
  if (tree_.branch(branch).name == name) return;
  if (tree_.free_name(name) != name) {
    throw std::invalid_argument("expected a name that no other branch has, found \"" + name + "\"");
  }
  tree_.branch(branch).name = name;
  ++revision_;
}

void History::remove(BranchId branch) {
  if (tree_.branches().count(branch) == 0) throw std::invalid_argument("there is no such branch of the history");
  if (branch == branch_) throw std::invalid_argument("expected a branch other than the present one");
  arrive();
  drop(branch);
}

void History::limit_branches() {
  constexpr std::size_t kMost = HistoryTree::kMostBranches;
  while (tree_.branches().size() > kMost) {
    BranchId oldest = 0;
    for (auto const& [id, branch] : tree_.branches()) {
      if (id == branch_) continue;
      if (oldest == 0 || branch.used < tree_.branch(oldest).used) oldest = id;
    }
    notices_.push_back("Removed the branch \"" + tree_.branch(oldest).name + "\": at most " + std::to_string(kMost) +
                       " branches are kept.");
    drop(oldest);
  }
}

void History::drop(BranchId branch) {
  ++revision_;
  // What was undone on it can no longer be made again, and nothing that was undone before it.
  if (std::ranges::any_of(redo_, [&](Redo const& one) { return one.back && one.back->branch == branch; }))
    redo_.clear();
  tree_.remove_branch(branch);
  collect();
}

void History::collect() {
  std::set<NodeId> used{node_};
  if (target_) used.insert(target_->at.node);
  for (Redo const& one : redo_) {
    if (one.back) used.insert(one.back->at.node);
  }
  tree_.collect(std::move(used));
  checkpoints_.collect(tree_);
}

}  // namespace barchan
