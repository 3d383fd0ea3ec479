/// Inner loops of grain flows, over blocks of a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gravity/edges.hpp"

namespace barchan::kernel {

/// Number of cells of a row that are marked and processed together: the number that a vector register holds.
inline constexpr int kFlowBlock = 8;

/// Marks of a block: the cells that give sand in a pass, and whether any cell has changed.
enum FlowMark : std::uint8_t { kAnyGives = 1, kFirstGives = 2, kLastGives = 4, kChanged = 8, kAllMarks = 15 };

/// Conditions under which sand starts to slide, and the amounts that slide.
struct FlowRule {
  float limit;  ///< quanta of drop to an axis neighbour, at the angle of repose
  float least;  ///< excess above which sand at rest starts to slide
  float thin;   ///< quanta up to which all of an excess slides
  float share;  ///< fraction of the remaining excess that slides too
};

/// Cells of a row, and the output for them.
struct FlowCells {
  Quanta const* floor;    ///< surface without the soil that slides
  float const* strength;  ///< slope strength, which multiplies limits; null: 1
  Quanta* slides;         ///< amount given * 16 + number of the neighbour (1 to 8); 0 if nothing slides
};
/// Computes the amount that each cell of the blocks gives to the neighbour over its steepest edge. Writes the marks of
/// the blocks to `gives`; returns the union of these marks.
std::uint8_t find_slides(FlowRule rule, RowTriple<Quanta> surface, FlowCells cells,
                         std::span<std::uint16_t const> blocks, std::uint8_t* gives);

/// Marks of the blocks of a row.
struct FlowMarks {
  std::uint8_t const* gives;
  std::uint8_t* moved;
};
/// Applies the slides to the surface of these blocks and marks what has moved. Returns the union of these marks.
std::uint8_t take_slides(RowTriple<Quanta> slides, Quanta* surface, std::span<std::uint16_t const> blocks,
                         FlowMarks marks);

/// Marks the blocks of a row that have changed or touch a cell that gave sand. Rows of marks have a margin.
void spread_marks(RowTriple<std::uint8_t> from, std::size_t blocks, std::uint8_t* to);

}  // namespace barchan::kernel
