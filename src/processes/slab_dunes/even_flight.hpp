/// Sand in flight under an even wind over a periodic land. Each row of sand moves as a whole, so several sub-steps of a
/// row can be computed while its cells are in the cache.
///
/// Rows of sand do not affect each other in the air. However, each cell of the ground must receive them in the order of
/// the sub-steps, because sand that has come down affects what comes down later. Of two rows of sand that move in the
/// same direction, the one ahead passes over every cell first. So rows are processed from the one furthest ahead to the
/// one furthest behind, and each flies all its sub-steps at once. Blocks of rows run in parallel; a row that would fly
/// over the next block waits until that block is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "processes/slab_dunes/field.hpp"

namespace barchan {

/// Flies several sub-steps of AirborneSand under an even wind.
class AirborneSand::EvenFlight {
 public:
  /// Prepares the sub-steps from `first` up to, but not including, `last`. In these, sand must not move across more
  /// rows than a block has.
  EvenFlight(AirborneSand& sand, SlabStep const& step, int first, int last);
  /// Flies the sub-steps. Returns the sand that came to rest.
  QuantaSum fly();

  /// End of the sub-steps that may be flown together with `first`.
  static int end_of(SlabStep const& step, int first);

 private:
  /// The storage of the sand of a row.
  struct Place {
    SparseGrid<Quanta>* falling;
    SparseGrid<Quanta>* rising;  ///< null: no sand rises any more
    int row;
  };
  /// Memory of one block, allocated when sand first flies in it.
  struct Workspace {
    void make_room(Grid const& grid);
    SparseGrid<Quanta> falling, rising;  ///< two rows each: before and after a sub-step
    std::vector<std::uint8_t> arrives;   ///< one entry per stretch: sand may arrive over it
    QuantaSum landed = 0;
  };
  /// The rows of the land from `first` up to, but not including, `last`.
  struct Block {
    int first, last;
  };
  static int block_count(Grid const& grid);
  Block block(int number) const;
  /// Number of sub-steps that a row can fly before it reaches the next block.
  std::size_t within(Block const& block, int row) const;
  /// Flies all rows of a block up to the end of the block. With `waiting`, flies the waiting rows from there to the
  /// last sub-step.
  void fly_block(Block const& block, bool waiting, Workspace& work);
  /// Flies the sub-steps of a row from `first` up to, but not including, `last`. The first sub-step of this flight is
  /// 0.
  void fly_row(int row, std::size_t first, std::size_t last, Workspace& work);
  /// Flies sub-step `i`, which moves the sand over row `over`.
  void move(Place const& from, Place const& to, std::size_t i, int over, Workspace& work);
  /// Stores the sand of a row until the next block is done.
  void wait(Place const& now, int row);
  /// Finishes a row: from now on only its own sand flies over it, and sand is lifted from it.
  void end(int over, bool flies);

  bool any(Place const& place) const;
  /// Marks the stretches over which the sand may arrive.
  void mark(Place const& from, int along, std::span<std::uint8_t> arrives) const;
  /// Marks the stretches into which sand comes from adjacent ones.
  void add_marks_ahead(SparseGrid<Quanta> const& air, int row, bool forward, std::span<std::uint8_t> arrives) const;
  /// Returns whether sand still rises in sub-step `i`.
  bool rises(std::size_t i) const { return first_ + static_cast<int>(i) < step_.plan.first_way; }
  /// The row over which sand is after sub-step `i`.
  int over(int row, std::size_t i) const { return grid_.resolve_y(row + ahead_[i]); }

  AirborneSand& sand_;
  SlabStep const& step_;
  Grid const& grid_;
  int first_;
  std::vector<int> along_;  ///< displacement along the row in each sub-step, cells
  std::vector<int> ahead_;  ///< rows by which sand has moved after each sub-step
  bool rises_, lifts_;
};

}  // namespace barchan
