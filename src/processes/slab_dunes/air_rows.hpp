/// Sand that the wind shares out between cells, or that may pass an edge: where it is after a sub-step, row by row.
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

/// The rows that one range works on: sand after its way along the row, and its shares across, for three rows.
class AirRows {
 public:
  /// Falling and rising sand over the land (null: none), and over a cell beyond an open edge.
  struct Layers {
    std::array<SparseGrid<Quanta> const*, 2> air;
    std::array<Quanta, 2> inflow;
  };
  /// `even_way`: cells of an even wind; an uneven one has its own over each cell, up to the reach of the plan.
  AirRows(SlabStep const& step, glm::ivec2 even_way, Layers const& layers);

  /// Brings row `y` (wrapped, or beyond the edge) of the layers into its slot if it is not there. `change` and
  /// `passage` are given for rows that this range owns.
  void load(int y, Quanta* change, Passage* passage);
  /// May sand arrive over any of the rows from `first` to before `last`?
  bool any(int first, int last) const;
  /// Writes what arrives over row `y` to the cells of that row; the rows beside it are loaded.
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
  /// Nothing flies on from the foot of a face, not even across the row after its way along it.
  void stop_at_feet(std::size_t begin, Slot& to);
  /// What would pass the edge leaves over an open one and comes to rest at a wall.
  void stop(Quanta amount, Quanta* change, Passage& passage) const;

  Grid const& grid_;
  WindField const& wind_;
  std::span<std::uint8_t const> foot_;  ///< cells before a face
  float reach_;
  bool even_;            ///< all sand moves by `even_way_`
  glm::ivec2 even_way_;  ///< cells
  std::size_t layers_;   ///< 1: falling sand alone; 2: rising sand too
  std::array<SparseGrid<Quanta> const*, 2> air_;
  bool open_, periodic_;
  std::array<Quanta, 2> inflow_;  ///< over a cell beyond the edge
  std::size_t width_;
  std::vector<Quanta> row_;
  std::vector<float> direction_, along_forward_, along_backward_;
  std::array<Slot, 3> slots_;
};

}  // namespace barchan
