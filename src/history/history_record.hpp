/// HistoryRecord: a history without its world, as it was at one moment. It shares the checkpoints with the history, so
/// that it is made quickly, and it can be written on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "history/checkpoints.hpp"
#include "history/history_tree.hpp"

namespace barchan {

class World;

/// A moment as it can be returned to.
struct HistoryPlace {
  HistoryMoment at;
  BranchId branch = 0;
  bool detached = false;  ///< an undo led there: the future of the branch does not follow
};

/// An act that was undone.
struct UndoneAct {
  ActId act = 0;
  std::optional<HistoryPlace> back{};  ///< for a change of the land: where the undo came from
};

struct HistoryRecord {
  HistoryTree tree{0};
  std::vector<Checkpoint> checkpoints{};
  std::uint64_t hash = 0;  ///< of the world to which it belongs
  HistoryPlace present{};
  std::vector<UndoneAct> undone{};
  std::uint64_t uses = 0;  ///< number of uses of branches
  double clock = 0.0;      ///< s of activity so far
  double position = 0.0;   ///< s of activity that led to the present moment

  /// True if this world is the one of the present moment.
  bool belongs_to(World const& world) const;
  /// Leaves checkpoints out, every second one first, until the others take at most this many bytes. Those with which a
  /// land began and the newest one always stay.
  void limit(std::size_t most_bytes);
  /// Bytes that its checkpoints take.
  std::size_t size() const { return size_of(checkpoints); }
  /// Adds another record, whose first land becomes `land`: a new land that follows the present moment of this one. The
  /// present becomes that of the other.
  void add(HistoryRecord other, HistoryNode land);
  /// Reads or writes everything. Throws ArchiveError.
  void keep(Archive& archive);

 private:
  void keep_checkpoints(Archive& archive);
  void keep_place(Archive& archive, HistoryPlace& place) const;
  bool is_place(HistoryPlace const& place) const;
};

}  // namespace barchan
