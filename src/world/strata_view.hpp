/// StrataView: what a picture shows of a land's layers: on its edges, along a slice, and in its faces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "land/columns.hpp"

namespace barchan {

struct Terrain;

/// A plane that cuts the land open, through the middles of a row of cells.
struct Slice {
  enum class Across { nothing, x, y };
  Across across = Across::nothing;  ///< the axis across which it stands
  float share = 0.5f;               ///< its place, 0 .. 1 of the land's side along that axis

  bool on() const { return across != Across::nothing; }
  /// Column of cells that it cuts, or their row when it stands across y.
  int cell(Grid const& grid) const;
  /// Its place along its axis, m.
  float metres(Grid const& grid) const { return (static_cast<float>(cell(grid)) + 0.5f) * grid.cell_size; }

  bool operator==(Slice const&) const = default;
};

/// The columns of a row of cells, from the west or the south on.
struct ColumnRow {
  std::vector<Layer> layers;      ///< of each cell from the top; the last is the bedrock
  std::vector<std::size_t> ends;  ///< where those of each cell end

  std::size_t size() const { return ends.size(); }
  std::span<Layer const> column(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(layers).subspan(begin, ends[i] - begin);
  }
  bool operator==(ColumnRow const&) const = default;
};

/// Edges of the land in the order of ColumnRow arrays; after them comes the slice.
enum Edge : std::uint8_t { kSouth, kEast, kNorth, kWest, kSliceRow, kRowCount };
/// The columns at an edge, or along the slice (none without one).
ColumnRow row_of_columns(Terrain const& terrain, Edge edge, Slice const& slice);

/// What lies open about each cell: of its highest neighbour what stands above the cell, then the cell's own layers
/// down to its lowest neighbour. Cells where that is nothing but their own uppermost layers are left out.
struct FaceBands {
  struct Band {
    float bottom = 0.0f;  ///< m above the datum
    float soil = 0.0f;    ///< its SoilId
    bool operator==(Band const&) const = default;
  };
  struct Range {
    float first = 0.0f, count = 0.0f;  ///< of `bands`, from the top
    bool operator==(Range const&) const = default;
  };
  std::vector<Band> bands;
  std::vector<Range> cells;  ///< none in a land of sand on rock

  bool operator==(FaceBands const&) const = default;
};
/// Fills `faces`, reusing its memory.
void fill_faces(Terrain const& terrain, FaceBands& faces);

}  // namespace barchan
