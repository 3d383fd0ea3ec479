// Reads and writes the state of a history.
#include <algorithm>

#include "base/archive.hpp"
#include "history/history.hpp"
#include "processes/process.hpp"

namespace barchan {

void History::keep(Archive& archive) {
  arrive();
  checkpoints_.wait();
  archive.sections([&] {
    archive.needed_section("tree", 1, [&] { tree_.keep(archive); });
    archive.needed_section("checkpoints", 1, [&] { checkpoints_.keep(archive, tree_); });
    archive.needed_section("place", 1, [&] { keep_place(archive); });
  });
}

void History::keep_place(Archive& archive) {
  std::uint64_t hash = world_->hash();
  const std::uint64_t own = hash;
  archive.value(hash);
  archive.require(hash == own, "the history belongs to another world");
  archive.value(node_);
  archive.value(branch_);
  archive.value(detached_);
  archive.value(uses_);
  archive.value(clock_);
  archive.value(position_);
  archive.require(tree_.contains(node_) && tree_.branches().count(branch_) != 0, "the history has no present");
  path_ = tree_.path(tree_.branch(branch_).tip.node);
  const auto place = std::ranges::find(path_, node_);
  archive.require(place != path_.end(), "the present of the history is not on its branch");
  at_ = static_cast<std::size_t>(place - path_.begin());
  archive.require(tree_.contains(now()), "the present of the history is before its past");
  keep_redo(archive);
}

bool History::is_place(Place const& place) const {
  const auto branch = tree_.branches().find(place.branch);
  if (branch == tree_.branches().end() || !tree_.contains(place.at)) return false;
  const HistoryTree::Path path = tree_.path(branch->second.tip.node);
  return std::ranges::find(path, place.at.node) != path.end();
}

void History::keep_redo(Archive& archive) {
  const std::size_t count = archive.count(redo_.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (archive.reading()) redo_.emplace_back();
    Redo& one = redo_[i];
    archive.value(one.act);
    bool returns = one.back.has_value();
    archive.value(returns);
    if (archive.reading() && returns) one.back.emplace();
    if (returns) {
      archive.value(one.back->at);
      archive.value(one.back->branch);
      archive.value(one.back->detached);
    }
    archive.require(tree_.contains_act(one.act), "an undone act of the history is missing");
    archive.require(!returns || is_place(*one.back), "an undone act of the history leads nowhere");
  }
}

std::unique_ptr<History> History::read(Archive& archive, World world, HistoryOptions options) {
  auto history = std::make_unique<History>(std::move(world), std::move(options));
  history->keep(archive);
  history->last_checkpoint_ = history->clock_;
  return history;
}

}  // namespace barchan
