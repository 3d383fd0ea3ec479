/// Edges between a cell and its eight neighbours: how steep they may be, and what crosses them.
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

/// Rows of a range that one thread works on.
inline constexpr int kRowGrain = 32;
inline constexpr float kDiagonal = 1.41421356f;
inline constexpr float kInverseDiagonal = 0.70710678f;

/// m/m: an excess of slope that is left alone, so that avalanches come to an end.
inline constexpr float kLeastSlope = 0.0003f;
/// Quanta over an edge on an axis (over a diagonal sqrt 2 of them) up to which a cell is at rest, at a slope of
/// `slope`. Settling, grain flows and avalanches ask for the same number, or one would leave what the others move.
inline float rest_limit(Grid const& grid, float slope) {
  // A tenth and two quanta more than avalanches need to begin, which lies beyond what rounding can do.
  return (slope + 1.1f * kLeastSlope) * grid.cell_size * static_cast<float>(kQuantaPerMetre) + 2.0f;
}

/// How much passes between neighbours. Limits in quanta; shares of the excess per sweep. A share of 0 is a wall.
struct EdgeRule {
  float rest;  ///< a cell gives nothing as long as no neighbour lies lower than this (over a diagonal sqrt 2 of it)
  float limit_axis, limit_diagonal;
  float share_axis;  ///< to the neighbours left and right
  float share_south, share_south_diagonal;
  float share_north, share_north_diagonal;
  float dither;  ///< 0 <= dither < 1, added before an amount is cut to whole quanta
};

/// How loose ground moves: it slides off what is too steep, or creeps down any slope.
enum class Movement : std::uint8_t { slide, creep };
/// What passes in one sweep over an edge that rises more steeply than `slope` (m/m), of a cell that is not at rest.
struct SlopeRule {
  float slope, share, dither;
  float rest = 0.0f;  ///< quanta
  SoilId soil = kSand;
  std::span<float const> hold{};            ///< share of a cell's ground from which nothing moves, a cell; empty: none
  SlopeStrength const* strength = nullptr;  ///< of the slopes of each cell; null: 1
  Movement movement = Movement::slide;
};

/// Limits and shares of row `y`; nothing passes the edges of a land that is not periodic.
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

/// One row and the one north of it.
template <class T>
struct RowPair {
  T const* row;
  T const* north;
};

/// What each cell of a row gains from the neighbour in one of four directions (negative: gives), quanta. The other four
/// directions are these, seen from the other side.
struct EdgeFlows {
  Quanta* east;
  Quanta* north;
  Quanta* north_east;
  Quanta* north_west;
};

/// The flows of one row, with margins.
class FlowRow {
 public:
  explicit FlowRow(Grid const& grid)
      : width_(static_cast<std::size_t>(grid.width)),
        flows_(grid.width, 4),
        written_(words_of(static_cast<int>((width_ + kSegment - 1) / kSegment))) {}

  EdgeFlows from(int x) { return {flows_.row(0) + x, flows_.row(1) + x, flows_.row(2) + x, flows_.row(3) + x}; }
  /// Makes all of them 0.
  void clear() {
    clear_written();
    std::ranges::fill(written_, SegmentBits{0});
  }
  /// The flows of these segments will be written; makes all others 0.
  void begin(std::span<SegmentBits const> segments) {
    for (std::size_t w = 0; w < written_.size(); ++w) written_[w] &= ~segments[w];
    clear_written();
    std::ranges::copy(segments, written_.begin());
  }
  /// Says that flows of segments have been written.
  void fill(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      written_[word_of(static_cast<std::size_t>(s))] |= bit_of(static_cast<std::size_t>(s));
    }
  }
  /// What crosses the ends of a periodic row is seen from both of them.
  void wrap() {
    const EdgeFlows flows = from(0);
    flows.east[-1] = flows.east[width_ - 1];
    flows.north_east[-1] = flows.north_east[width_ - 1];
    flows.north_west[width_] = flows.north_west[0];
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
