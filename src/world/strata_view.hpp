/// StrataView: the layers of a land for display at its edges, along a slice and in its steep faces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "land/columns.hpp"

namespace barchan {

struct Terrain;

/// A vertical plane that cuts the land open, through the centres of a row of cells.
struct Slice {
  enum class Across { nothing, x, y };
  Across across = Across::nothing;  ///< axis to which the plane is perpendicular
  float share = 0.5f;               ///< position along that axis, 0 to 1 of the land's side

  bool on() const { return across != Across::nothing; }
  /// Index of the column of cells that is cut, or of their row if the plane is perpendicular to y.
  int cell(Grid const& grid) const;
  /// Position along its axis, m.
  float metres(Grid const& grid) const { return (static_cast<float>(cell(grid)) + 0.5f) * grid.cell_size; }

  bool operator==(Slice const&) const = default;
};

/// The columns of a row of cells, from the west or from the south.
struct ColumnRow {
  std::vector<Layer> layers;      ///< layers of each cell from the top; the last is the bedrock
  std::vector<std::size_t> ends;  ///< end of each cell's layers

  std::size_t size() const { return ends.size(); }
  std::span<Layer const> column(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(layers).subspan(begin, ends[i] - begin);
  }
  bool operator==(ColumnRow const&) const = default;
};

/// The edges of the land in the order of ColumnRow arrays; the slice comes after them.
enum Edge : std::uint8_t { kSouth, kEast, kNorth, kWest, kSliceRow, kRowCount };
/// The columns at an edge, or along the slice (empty without one).
ColumnRow row_of_columns(Terrain const& terrain, Edge edge, Slice const& slice);

/// The layers exposed around each cell: those of its highest neighbour above the cell, then the cell's own layers down
/// to its lowest neighbour. A cell that exposes only its own uppermost layers has no bands.
struct FaceBands {
  struct Band {
    float bottom = 0.0f;  ///< elevation of the bottom, m above the datum
    float soil = 0.0f;    ///< SoilId
    bool operator==(Band const&) const = default;
  };
  struct Range {
    float first = 0.0f, count = 0.0f;  ///< range of `bands`, from the top
    bool operator==(Range const&) const = default;
  };
  std::vector<Band> bands;
  std::vector<Range> cells;  ///< empty for a land of sand on rock

  bool operator==(FaceBands const&) const = default;
};
/// Fills `faces`, reusing its memory.
void fill_faces(Terrain const& terrain, FaceBands& faces);

}  // namespace barchan
