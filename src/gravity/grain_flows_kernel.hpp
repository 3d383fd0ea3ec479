/// The inner loops of grain flows, over blocks of a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gravity/edges.hpp"

namespace barchan::kernel {

/// Cells of a row that are marked and worked on together: as many as a vector holds.
inline constexpr int kFlowBlock = 8;

/// Marks of a block: which of its cells give sand in a pass, and whether any has changed in it.
enum FlowMark : std::uint8_t { kAnyGives = 1, kFirstGives = 2, kLastGives = 4, kChanged = 8, kAllMarks = 15 };

/// When sand begins to slide, and how much of it.
struct FlowRule {
  float limit;  ///< quanta over an edge on an axis, at the angle of repose
  float least;  ///< of an excess above which sand at rest begins to slide
  float thin;   ///< quanta up to which all of an excess slides
  float share;  ///< of what is more that slides too
};

/// Cells of a row, and what slides from them.
struct FlowCells {
  Quanta const* floor;    ///< surface without the soil that slides
  float const* strength;  ///< of slopes, by which limits are multiplied; null: 1
  Quanta* slides;         ///< what a cell gives, times 16, and to which neighbour: 1 to 8; 0 where nothing slides
};
/// What each cell of the blocks gives to the neighbour over its steepest edge; `gives` gets the marks of these blocks.
/// Returns all of these marks together.
std::uint8_t find_slides(FlowRule rule, RowTriple<Quanta> surface, FlowCells cells,
                         std::span<std::uint16_t const> blocks, std::uint8_t* gives);

/// Marks of the blocks of a row.
struct FlowMarks {
  std::uint8_t const* gives;
  std::uint8_t* moved;
};
/// The surface of these blocks after the slides, and the marks of what has moved. Returns all of these marks together.
std::uint8_t take_slides(RowTriple<Quanta> slides, Quanta* surface, std::span<std::uint16_t const> blocks,
                         FlowMarks marks);

/// Which blocks of a row have changed or touch a cell that gave sand. Rows of marks have a margin.
void spread_marks(RowTriple<std::uint8_t> from, std::size_t blocks, std::uint8_t* to);

}  // namespace barchan::kernel
