/// AirRows: moves sand in flight by one sub-step, row by row, under an uneven wind or on a land with edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/sparse_grid.hpp"
#include "land/terrain.hpp"
#include "processes/slab_dunes/field_kernel.hpp"
#include "processes/slab_dunes/transport.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

/// The rows on which one range works. For three rows they hold the sand after its motion along the row, and the
/// fractions of it that move across rows.
class AirRows {
 public:
  /// Falling and rising sand over the land (null: none), and over a cell beyond an open edge.
  struct Layers {
    std::array<SparseGrid<Quanta> const*, 2> air;
    std::array<Quanta, 2> inflow;
  };
  /// `even_way`: displacement in an even wind, cells. In an uneven wind each cell has its own displacement, at most the
  /// reach of the plan.
  AirRows(SlabStep const& step, glm::ivec2 even_way, Layers const& layers);

  /// Loads row `y` (wrapped, or beyond the edge) into its slot, unless it is there already. `change` and `passage` are
  /// given for rows that this range owns.
  void load(int y, Quanta* change, Passage* passage);
  /// Returns whether sand may arrive over any of the rows from `first` up to, but not including, `last`.
  bool any(int first, int last) const;
  /// Writes the sand that arrives over row `y` to the cells of that row. The rows on both sides must be loaded.
  void cross(int y, kernel::AirCells to, Quanta* change, Passage& passage);

 private:
  static constexpr int kNone = -2;
  struct Slot {
    int row = kNone;
    std::array<std::vector<Quanta>, 2> air;  ///< falling, rising
    std::vector<float> forward, backward;
  };
  Slot& slot(int y) { return slots_[static_cast<std::size_t>(y + 3) % 3]; }
  kernel::AirRow row(int y, std::size_t layer) {
    Slot const& s = slot(y);
    return {s.air[layer].data(), {s.forward.data(), s.backward.data()}};
  }
  void load_layer(std::size_t layer, Quanta const* row, Quanta* out, Quanta* change, Passage* passage);
  static void split(int cells, std::span<float> forward, std::span<float> backward);
  void split_row(float const* direction);
  /// Stops all sand at the feet of faces: it moves on neither along the row nor across rows.
  void stop_at_feet(std::size_t begin, Slot& to);
  /// Handles sand that would cross the edge of the land: it leaves over an open edge and comes to rest at a wall.
  void stop(Quanta amount, Quanta* change, Passage& passage) const;

  Grid const& grid_;
  WindField const& wind_;
  std::span<std::uint8_t const> foot_;  ///< 1 for cells directly upwind of a face
  float reach_;
  bool even_;            ///< all sand moves by `even_way_`
  glm::ivec2 even_way_;  ///< cells
  std::size_t layers_;   ///< 1: only falling sand; 2: rising sand too
  std::array<SparseGrid<Quanta> const*, 2> air_;
  bool open_, periodic_;
  std::array<Quanta, 2> inflow_;  ///< sand over a cell beyond an open edge
  std::size_t width_;
  std::vector<Quanta> row_;
  std::vector<float> direction_, along_forward_, along_backward_;
  std::array<Slot, 3> slots_;
};

}  // namespace barchan
