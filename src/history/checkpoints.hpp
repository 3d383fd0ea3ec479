/// Checkpoints: snapshots of a world at moments of its history, coded on a thread of their own, thinned as they age.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "history/history_tree.hpp"
#include "history/snapshot.hpp"
#include "picture/picture.hpp"

namespace barchan {

/// The mean with a new value that has this weight. A mean of 0 has no values yet.
inline double renewed(double mean, double value, double weight) {
  return mean == 0.0 ? value : mean + weight * (value - mean);
}

struct Checkpoint {
  HistoryMoment at;
  double clock = 0.0;  ///< s of activity at that moment
  double made = 0.0;   ///< s of activity when it was made; later than `clock` if the moment was reached again
  bool first = false;  ///< the world with which a land began
  std::shared_ptr<Snapshot> snapshot{};
  std::shared_ptr<Picture const> thumbnail{};  ///< null: none was drawn
  std::optional<double> years{};               ///< of the calendar that had passed; unknown if it comes from a file
};

/// Bytes that these checkpoints take in memory, with the snapshots against which they are coded.
std::size_t size_of(std::vector<Checkpoint> const& checkpoints);

/// How far apart checkpoints of a certain age may be.
struct Spacing {
  double age;      ///< s of activity up to which it applies
  double seconds;  ///< of activity
  double cost;     ///< s that simulating from one to the next takes
};

class Checkpoints {
 public:
  /// Most s of simulation from one checkpoint of the last ten minutes to the next. A rewind simulates the steps between
  /// them somewhat more slowly, and must not take longer than half a second.
  static constexpr double kFarthest = 0.3;
  static constexpr std::array<Spacing, 4> kSpacings{
      {{60.0, 1.0, kFarthest}, {600.0, 10.0, kFarthest}, {3600.0, 60.0, 4.0}, {1e300, 600.0, 40.0}}};

  /// `bound`: bytes that the checkpoints may take together. `beside`: code them on another thread.
  Checkpoints(std::size_t bound, bool beside);
  ~Checkpoints();
  Checkpoints(Checkpoints const&) = delete;
  Checkpoints& operator=(Checkpoints const&) = delete;

  /// Adds a checkpoint. `land`: node with which its land began. Only checkpoints of the same land are coded as
  /// differences. Does nothing if there is one at this moment.
  void add(Checkpoint checkpoint, Snapshot::Bytes bytes, NodeId land);
  /// Adds a checkpoint whose snapshot exists.
  void add(Checkpoint checkpoint);
  /// True if as many snapshots wait to be coded as may wait.
  bool busy() const;
  /// The last checkpoint on `path` that is not after step `until` of its last node. Only those of the land in which
  /// `path` ends. Null if there is none.
  Checkpoint const* nearest(HistoryTree const& tree, HistoryTree::Path const& path, std::uint64_t until) const;
  bool contains(HistoryMoment moment) const;
  /// Removes a checkpoint that cannot be decoded.
  void remove(HistoryMoment moment);

  /// Removes the checkpoints on `path` that are closer together than their age `now` requires, and the oldest ones if
  /// all take more than the bound. `step_cost`: s that a step takes.
  void thin(HistoryTree const& tree, HistoryTree::Path const& path, double now, double step_cost);
  /// Removes checkpoints whose node is gone.
  void collect(HistoryTree const& tree);

  std::size_t size() const { return size_of(checkpoints_); }
  std::size_t bound() const { return bound_; }
  void set_bound(std::size_t bound) { bound_ = bound; }
  std::vector<Checkpoint> const& all() const { return checkpoints_; }
  /// Takes over these checkpoints in place of its own.
  void set(std::vector<Checkpoint> checkpoints);
  /// Seconds that coding a snapshot has taken on average lately.
  double coding_seconds() const { return coding_seconds_.load(std::memory_order_relaxed); }
  /// Waits until all snapshots are coded.
  void wait();

 private:
  void work(std::stop_token const& stop);
  void code(Snapshot& snapshot);
  void trim();

  std::vector<Checkpoint> checkpoints_;  ///< in the order in which they were made
  std::size_t bound_;
  bool beside_;
  NodeId key_land_ = 0;
  std::shared_ptr<Snapshot> key_;  ///< of the next snapshots
  int since_key_ = 0;              ///< snapshots coded against it
  std::atomic<double> coding_seconds_{0.0};
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable idle_;
  std::deque<std::shared_ptr<Snapshot>> waiting_;
  bool working_ = false;
  std::jthread worker_;  // last: it uses all other members
};

}  // namespace barchan
