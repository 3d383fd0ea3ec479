#include "history/checkpoints.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace barchan {

namespace {

constexpr int kOfOneKey = 15;  // snapshots that are coded as differences to the same key
constexpr std::size_t kMostWaiting = 2;
constexpr double kNewestCoding = 0.3;  // weight of the last duration in the average

/// The spacing of checkpoints of this age.
Spacing const& spacing_at(double age) {
  auto const& spacings = Checkpoints::kSpacings;
  const auto* const found = std::ranges::find_if(spacings, [&](Spacing const& one) { return age < one.age; });
  return found == spacings.end() ? spacings.back() : *found;
}

}  // namespace

std::size_t size_of(std::vector<Checkpoint> const& checkpoints) {
  std::set<Snapshot const*> counted;
  std::size_t bytes = 0;
  const auto count = [&](Snapshot const* one) {
    if (one != nullptr && counted.insert(one).second) bytes += one->size();
  };
  for (Checkpoint const& one : checkpoints) {
    count(one.snapshot.get());
    count(one.snapshot->key().get());
    if (one.thumbnail) bytes += one.thumbnail->rgb.size();
  }
  return bytes;
}

Checkpoints::Checkpoints(std::size_t bound, bool beside) : bound_(bound), beside_(beside) {}
Checkpoints::~Checkpoints() = default;

void Checkpoints::add(Checkpoint checkpoint, Snapshot::Bytes bytes, NodeId land) {
  if (contains(checkpoint.at)) return;
  const bool own_key = key_ == nullptr || key_land_ != land || since_key_ >= kOfOneKey;
  checkpoint.snapshot = std::make_shared<Snapshot>(std::move(bytes), own_key ? nullptr : key_);
  since_key_ = own_key ? 0 : since_key_ + 1;
  if (own_key) key_ = checkpoint.snapshot;
  key_land_ = land;
  checkpoints_.push_back(checkpoint);
  if (!beside_) return code(*checkpoint.snapshot);
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(checkpoint.snapshot);
  }
  if (!worker_.joinable()) {
    worker_ = std::jthread([this](std::stop_token const& stop) { work(stop); });
  }
  wake_.notify_one();
}

void Checkpoints::add(Checkpoint checkpoint) {
  if (!contains(checkpoint.at)) checkpoints_.push_back(std::move(checkpoint));
}

void Checkpoints::code(Snapshot& snapshot) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  snapshot.encode();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  coding_seconds_ = renewed(coding_seconds(), seconds, kNewestCoding);
}

void Checkpoints::work(std::stop_token const& stop) {
  while (true) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) return;
    const std::shared_ptr<Snapshot> snapshot = std::move(waiting_.front());
    waiting_.pop_front();
    working_ = true;
    lock.unlock();
    try {
      code(*snapshot);
    } catch (std::exception const&) {
      // Most likely a lack of memory. The snapshot stays as it is.
    }
    lock.lock();
    working_ = false;
    idle_.notify_all();
  }
}

bool Checkpoints::busy() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() >= kMostWaiting;
}

void Checkpoints::wait() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return waiting_.empty() && !working_; });
}

bool Checkpoints::contains(HistoryMoment moment) const {
  return std::ranges::any_of(checkpoints_, [&](Checkpoint const& one) { return one.at == moment; });
}

void Checkpoints::remove(HistoryMoment moment) {
  std::erase_if(checkpoints_, [&](Checkpoint const& one) { return one.at == moment; });
}

Checkpoint const* Checkpoints::nearest(HistoryTree const& tree, HistoryTree::Path const& path,
                                       std::uint64_t until) const {
  for (std::size_t i = path.size(); i-- > 0;) {
    Checkpoint const* found = nullptr;
    for (Checkpoint const& one : checkpoints_) {
      if (one.at.node != path[i] || one.at.step > until) continue;
      if (found == nullptr || one.at.step > found->at.step) found = &one;
    }
    HistoryNode const& node = tree.node(path[i]);
    if (found != nullptr || !node.command) return found;
    until = node.step;
  }
  return nullptr;
}

void Checkpoints::thin(HistoryTree const& tree, HistoryTree::Path const& path, double now, double step_cost) {
  std::map<NodeId, std::size_t> places;
  for (std::size_t i = 0; i < path.size(); ++i) places.emplace(path[i], i);
  std::vector<Checkpoint const*> line;
  for (Checkpoint const& one : checkpoints_) {
    if (places.count(one.at.node) != 0) line.push_back(&one);
  }
  const auto place = [&](Checkpoint const* one) { return std::pair(places.at(one->at.node), one->at.step); };
  std::ranges::sort(line, {}, place);
  std::set<Checkpoint const*> gone;
  Checkpoint const* last = line.empty() ? nullptr : line.front();
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    Checkpoint const *const one = line[i], *const next = line[i + 1];
    Spacing const& most = spacing_at(now - one->made);
    const bool same_land = !one->first && !next->first;
    const double cost = static_cast<double>(next->at.step - std::min(last->at.step, next->at.step)) * step_cost;
    if (same_land && next->clock - last->clock <= most.seconds && cost <= most.cost) {
      gone.insert(one);
    } else {
      last = one;
    }
  }
  std::vector<Checkpoint> kept;
  for (Checkpoint& one : checkpoints_) {
    if (gone.count(&one) == 0) kept.push_back(std::move(one));
  }
  checkpoints_ = std::move(kept);
  collect(tree);
  trim();
}

/// The oldest go first; among them those with which a land began go last, because they lead everywhere, if slowly. The
/// newest one stays in any case.
void Checkpoints::trim() {
  for (const bool first : {false, true}) {
    for (std::size_t i = 0; i + 1 < checkpoints_.size() && size() > bound_;) {
      if (checkpoints_[i].first == first) {
        checkpoints_.erase(checkpoints_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }
}

void Checkpoints::collect(HistoryTree const& tree) {
  std::erase_if(checkpoints_, [&](Checkpoint const& one) { return !tree.contains(one.at.node); });
}

void Checkpoints::set(std::vector<Checkpoint> checkpoints) {
  checkpoints_ = std::move(checkpoints);
  key_.reset();
}

}  // namespace barchan
