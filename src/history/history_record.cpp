#include "history/history_record.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "base/archive.hpp"
#include "world/world.hpp"

namespace barchan {

bool HistoryRecord::belongs_to(World const& world) const {
  return present.at.step == world.step_count() && hash == world.hash();
}

void HistoryRecord::limit(std::size_t most_bytes) {
  for (bool more = true; more && size() > most_bytes;) {
    more = false;
    bool second = false;
    std::vector<Checkpoint> kept;
    for (Checkpoint& one : checkpoints) {
      const bool needed = one.first || &one == &checkpoints.back();
      if (!needed) second = !second;
      if (needed || !second) {
        kept.push_back(std::move(one));
      } else {
        more = true;
      }
    }
    checkpoints = std::move(kept);
  }
}

void HistoryRecord::add(HistoryRecord other, HistoryNode land) {
  const std::uint64_t shift = tree.add(std::move(other.tree), std::move(land), {.uses = uses, .clock = clock});
  const auto moved = [shift](HistoryPlace place) {
    place.at.node += shift;
    place.branch += shift;
    return place;
  };
  for (Checkpoint& one : other.checkpoints) {
    one.at.node += shift;
    one.clock += position;
    one.made += clock;
    checkpoints.push_back(std::move(one));
  }
  undone = std::move(other.undone);
  for (UndoneAct& one : undone) {
    one.act += shift;
    if (one.back) one.back = moved(*one.back);
  }
  present = moved(other.present);
  uses += other.uses;
  clock += other.clock;
  position += other.position;
}

void HistoryRecord::keep(Archive& archive) {
  archive.sections([&] {
    archive.needed_section("tree", 2, [&] { tree.keep(archive); });
    archive.needed_section("checkpoints", 1, [&] { keep_checkpoints(archive); });
    archive.needed_section("place", 1, [&] {
      archive.value(hash);
      keep_place(archive, present);
      archive.value(uses);
      archive.value(clock);
      archive.value(position);
      archive.require(std::isfinite(clock) && std::isfinite(position),
                      "the times of the history are not finite numbers");
      archive.require(is_place(present), "the present moment of the history is missing");
      const std::size_t count = archive.count(undone.size());
      for (std::size_t i = 0; i < count; ++i) {
        if (archive.reading()) undone.emplace_back();  // one by one, so that a forged number takes no memory
        UndoneAct& one = undone[i];
        archive.value(one.act);
        bool returns = one.back.has_value();
        archive.value(returns);
        if (archive.reading() && returns) one.back.emplace();
        if (returns) keep_place(archive, *one.back);
        archive.require(tree.contains_act(one.act), "an undone act of the history is missing");
        const bool land = tree.act(one.act).effect == CommandEffect::land;
        archive.require(land == returns && (!returns || is_place(*one.back)),
                        "the moment to which an undone act of the history returns is missing");
      }
    });
  });
}

void HistoryRecord::keep_place(Archive& archive, HistoryPlace& place) const {
  archive.value(place.at);
  archive.value(place.branch);
  archive.value(place.detached);
}

bool HistoryRecord::is_place(HistoryPlace const& place) const {
  const auto branch = tree.branches().find(place.branch);
  if (branch == tree.branches().end() || !tree.contains(place.at)) return false;
  const HistoryTree::Path path = tree.path(branch->second.tip.node);
  return std::ranges::find(path, place.at.node) != path.end();
}

namespace {

void keep_thumbnail(Archive& archive, Checkpoint& checkpoint) {
  Picture picture = checkpoint.thumbnail ? *checkpoint.thumbnail : Picture();
  keep(archive, picture);
  if (archive.reading() && !picture.rgb.empty()) {
    checkpoint.thumbnail = std::make_shared<Picture const>(std::move(picture));
  }
}

/// The snapshots of the checkpoints and their keys, each once, keys before the snapshots that are coded against them.
std::vector<std::shared_ptr<Snapshot>> snapshots_of(std::vector<Checkpoint> const& checkpoints) {
  std::vector<std::shared_ptr<Snapshot>> snapshots;
  std::set<Snapshot const*> found;
  for (Checkpoint const& one : checkpoints) {
    auto const& key = one.snapshot->key();
    if (key && found.insert(key.get()).second) snapshots.push_back(std::const_pointer_cast<Snapshot>(key));
    if (found.insert(one.snapshot.get()).second) snapshots.push_back(one.snapshot);
  }
  return snapshots;
}

}  // namespace

void HistoryRecord::keep_checkpoints(Archive& archive) {
  std::vector<std::shared_ptr<Snapshot>> snapshots;
  if (!archive.reading()) snapshots = snapshots_of(checkpoints);
  std::map<Snapshot const*, std::uint64_t> numbers;
  const std::size_t count = archive.count(snapshots.size());
  for (std::size_t i = 0; i < count; ++i) {
    // 0: it has no key; n: its key is the n-th snapshot.
    std::uint64_t key = 0;
    if (!archive.reading() && snapshots[i]->key()) key = 1 + numbers.at(snapshots[i]->key().get());
    archive.value(key);
    archive.require(key <= i && (key == 0 || !snapshots[key - 1]->key()),
                    "a checkpoint of the history refers to a missing checkpoint");
    if (!archive.reading()) {
      snapshots[i]->keep(archive);
    } else {
      snapshots.push_back(std::make_shared<Snapshot>(archive, key == 0 ? nullptr : snapshots[key - 1]));
    }
    numbers.emplace(snapshots[i].get(), i);
  }
  const std::size_t moments = archive.count(checkpoints.size());
  for (std::size_t i = 0; i < moments; ++i) {
    if (archive.reading()) checkpoints.emplace_back();
    Checkpoint& one = checkpoints[i];
    archive.value(one.at);
    archive.value(one.clock);
    archive.value(one.made);
    archive.value(one.first);
    std::uint64_t number = archive.reading() ? 0 : numbers.at(one.snapshot.get());
    archive.value(number);
    archive.require(std::isfinite(one.clock) && std::isfinite(one.made),
                    "the times of a checkpoint of the history are not finite numbers");
    archive.require(number < snapshots.size() && tree.contains(one.at.node),
                    "the moment of a checkpoint of the history is missing");
    one.snapshot = snapshots[number];
    keep_thumbnail(archive, one);
  }
}

}  // namespace barchan
