/// Sand in flight under an even wind over a periodic land: each row moves as a whole, so several sub-steps of a row are
/// done while its cells are in the cache.
///
/// Rows of sand do not meet in the air, but each cell of the ground must see them in the order of the sub-steps, for
/// what has come down there decides what comes down next. Of two rows the one that lies further ahead, across the
/// rows, is the earlier one over every cell. So rows are gone through from the one ahead to the one behind, and each
/// flies all its sub-steps. Blocks of rows do so side by side; where a row flies on over the next block, it waits until
/// that block is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "processes/slab_dunes/field.hpp"

namespace barchan {

class AirborneSand::EvenFlight {
 public:
  /// Sub-steps `first` to before `last`, in which no sand goes further across the rows than a block has of them.
  EvenFlight(AirborneSand& sand, SlabStep const& step, int first, int last);
  /// Returns what came to rest.
  QuantaSum fly();

  /// The sub-step before which those from `first` on must stop.
  static int end_of(SlabStep const& step, int first);

 private:
  /// Where the sand of a row is: in a row of these.
  struct Place {
    SparseGrid<Quanta>* falling;
    SparseGrid<Quanta>* rising;  ///< null: none is left
    int row;
  };
  /// What one block works with, once something flies in it.
  struct Workspace {
    void make_room(Grid const& grid);
    SparseGrid<Quanta> falling, rising;  ///< two rows each: before a sub-step, and after it
    std::vector<std::uint8_t> arrives;   ///< a stretch: may sand arrive over it?
    QuantaSum landed = 0;
  };
  /// Rows `first` to before `last` of the land.
  struct Block {
    int first, last;
  };
  static int block_count(Grid const& grid);
  Block block(int number) const;
  /// How many of its sub-steps a row may fly before it comes over the next block.
  std::size_t within(Block const& block, int row) const;
  /// Flies all rows of a block as far as the block goes, or those that wait from there to the end.
  void fly_block(Block const& block, bool waiting, Workspace& work);
  /// Sub-steps `first` to before `last` of a row, counted from those of this flight.
  void fly_row(int row, std::size_t first, std::size_t last, Workspace& work);
  /// Sub-step `i` of them, which brings it over row `over`.
  void move(Place const& from, Place const& to, std::size_t i, int over, Workspace& work);
  /// Leaves the sand of a row of the land there until the next block is done.
  void wait(Place const& now, int row);
  /// A row is done: nothing flies over it that is not from it, and its sand is lifted.
  void end(int over, bool flies);

  bool any(Place const& place) const;
  /// Marks the stretches over which its sand may arrive.
  void mark(Place const& from, int along, std::span<std::uint8_t> arrives) const;
  /// Marks those into which sand comes from the ones beside them.
  void add_marks_ahead(SparseGrid<Quanta> const& air, int row, bool forward, std::span<std::uint8_t> arrives) const;
  /// Does some sand still rise while it flies sub-step `i`?
  bool rises(std::size_t i) const { return first_ + static_cast<int>(i) < step_.plan.first_way; }
  /// The row over which sand is after it.
  int over(int row, std::size_t i) const { return grid_.resolve_y(row + ahead_[i]); }

  AirborneSand& sand_;
  SlabStep const& step_;
  Grid const& grid_;
  int first_;
  std::vector<int> along_;  ///< of each sub-step, cells along the row
  std::vector<int> ahead_;  ///< rows by which sand has moved after it
  bool rises_, lifts_;
};

}  // namespace barchan
