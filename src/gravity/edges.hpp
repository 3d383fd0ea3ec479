/// Edges between a cell and its eight neighbours: their limiting slopes and the flows across them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/padded_grid.hpp"
#include "base/quanta.hpp"
#include "gravity/sweep_marks.hpp"
#include "land/soil.hpp"

namespace barchan::gravity {

class SlopeStrength;

/// Rows per range of work.
inline constexpr int kRowGrain = 32;
inline constexpr float kDiagonal = 1.41421356f;
inline constexpr float kInverseDiagonal = 0.70710678f;

/// m/m: excess of slope that is ignored, so that avalanches come to an end.
inline constexpr float kLeastSlope = 0.0003f;
/// Drop in quanta to an axis neighbour (times sqrt 2 to a diagonal one) up to which a cell is at rest at `slope`.
/// Settling, grain flows and avalanches use the same value; otherwise one would leave sand that the others move.
inline float rest_limit(Grid const& grid, float slope) {
  // The excess is a tenth larger than avalanches need to start. Two more quanta exceed any rounding error.
  return (slope + 1.1f * kLeastSlope) * grid.cell_size * static_cast<float>(kQuantaPerMetre) + 2.0f;
}

/// Exchange between neighbours. Limits are in quanta; shares are fractions of the excess per sweep. A share of 0 is a
/// wall.
struct EdgeRule {
  float rest;  ///< a cell gives nothing if no neighbour is lower than this (times sqrt 2 on a diagonal)
  float limit_axis, limit_diagonal;
  float share_axis;  ///< to the neighbours left and right
  float share_south, share_south_diagonal;
  float share_north, share_north_diagonal;
  float dither;  ///< 0 <= dither < 1, added before an amount is truncated to whole quanta
};

/// Ways in which loose ground moves: it slides where it is too steep, or creeps down any slope.
enum class Movement : std::uint8_t { slide, creep };
/// Exchange per sweep over an edge that is steeper than `slope` (m/m), for a cell that is not at rest.
struct SlopeRule {
  float slope, share, dither;
  float rest = 0.0f;  ///< quanta
  SoilId soil = kSand;
  std::span<float const> hold{};            ///< per cell, fraction of the ground from which nothing moves; empty: 0
  SlopeStrength const* strength = nullptr;  ///< slope strength per cell; null: 1
  Movement movement = Movement::slide;
};

/// Limits and shares of row `y`. Nothing crosses the edges of a land that is not periodic.
inline EdgeRule edge_rule(Grid const& grid, int y, SlopeRule const& rule) {
  const float limit = rule.slope * grid.cell_size * static_cast<float>(kQuantaPerMetre);
  const float south = grid.periodic() || y > 0 ? rule.share : 0.0f;
  const float north = grid.periodic() || y + 1 < grid.height ? rule.share : 0.0f;
  return {.rest = rule.rest,
          .limit_axis = limit,
          .limit_diagonal = limit * kDiagonal,
          .share_axis = rule.share,
          .share_south = south,
          .share_south_diagonal = 0.5f * south,
          .share_north = north,
          .share_north_diagonal = 0.5f * north,
          .dither = rule.dither};
}

/// A row and the next row to the north.
template <class T>
struct RowPair {
  T const* row;
  T const* north;
};

/// Gain of each cell of a row from its neighbour in one of four directions (negative: it gives), quanta. The other four
/// directions are the same flows with the opposite sign.
struct EdgeFlows {
  Quanta* east;
  Quanta* north;
  Quanta* north_east;
  Quanta* north_west;
};

/// Flows of one row, with margins.
class FlowRow {
 public:
  explicit FlowRow(Grid const& grid)
      : width_(static_cast<std::size_t>(grid.width)),
        flows_(grid.width, 4),
        written_(words_of(static_cast<int>((width_ + kSegment - 1) / kSegment))) {}

  EdgeFlows from(int x) { return {flows_.row(0) + x, flows_.row(1) + x, flows_.row(2) + x, flows_.row(3) + x}; }
  /// Sets all flows to 0.
  void clear() {
    clear_written();
    std::ranges::fill(written_, SegmentBits{0});
  }
  /// Announces that the flows of these segments will be written; sets all others to 0.
  void begin(std::span<SegmentBits const> segments) {
    for (std::size_t w = 0; w < written_.size(); ++w) written_[w] &= ~segments[w];
    clear_written();
    std::ranges::copy(segments, written_.begin());
  }
  /// Records that flows of segments `begin` to `end - 1` have been written.
  void fill(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      written_[word_of(static_cast<std::size_t>(s))] |= bit_of(static_cast<std::size_t>(s));
    }
  }
  /// Completes the flows across the ends of the row. Both ends of a periodic row read the same flows. Nothing crosses
  /// the ends of another row, even if a cell lies so far below the wall there that difference() wraps around.
  void close(bool periodic) {
    const EdgeFlows flows = from(0);
    if (periodic) {
      flows.east[-1] = flows.east[width_ - 1];
      flows.north_east[-1] = flows.north_east[width_ - 1];
      flows.north_west[width_] = flows.north_west[0];
    } else {
      flows.east[width_ - 1] = flows.north_east[width_ - 1] = 0;
      flows.north_west[0] = flows.north_west[width_] = 0;
    }
  }

 private:
  void clear_written() {
    for_runs(written_, [&](int begin, int end) {
      const int count = (end - begin) * kSegment;
      for (int way = 0; way < 4; ++way) std::fill_n(flows_.row(way) + begin * kSegment, count, 0);
    });
    for (int way = 0; way < 4; ++way) flows_.row(way)[-1] = flows_.row(way)[width_] = 0;
  }

  std::size_t width_;
  PaddedGrid<Quanta> flows_;
  std::vector<SegmentBits> written_;  ///< segments that may not be 0
};

}  // namespace barchan::gravity
