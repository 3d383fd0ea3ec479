/// Inner loops of a slope sweep, over runs of segments in one row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gravity/edges.hpp"
#include "gravity/sweep_marks.hpp"

namespace barchan::kernel {

/// Cells of a run of segments: their contents, and the fraction of the requested outflow that they can afford.
struct DonorCells {
  Quanta const* available;
  float* grant;
  float const* strength = nullptr;  ///< slope strength, which multiplies the rule's limits; null: 1
};
/// Indices of segments in a row. One call processes many segments, because the call itself costs as
/// much time as several segments.
using SegmentList = std::span<std::int32_t const>;

/// Writes the grants of segments of the rows at the pointers, and marks where donors are. The rows must extend one cell
/// farther on both sides.
void slope_grants(gravity::EdgeRule rule, RowTriple<Quanta> elevation, DonorCells cells, SegmentList segments,
                  gravity::MarkWord* donors);

/// Two rows before a sweep.
struct SlopeRows {
  gravity::RowPair<Quanta> elevation;
  gravity::RowPair<float> grant;
  gravity::RowPair<float> strength{};  ///< slope strength, as in DonorCells; null: 1
};
/// Flows of segments of the rows at the pointers, which must extend one cell farther on both sides.
void slope_flows(gravity::EdgeRule const& rule, SlopeRows const& rows, SegmentList segments, gravity::EdgeFlows flows);

/// Net changes of segments from their own flows and those of the next row to the south. Adds marks where any change is
/// not zero.
void net_changes(gravity::EdgeFlows flows, gravity::EdgeFlows south, Quanta* change, SegmentList segments,
                 gravity::MarkWord* moved);

}  // namespace barchan::kernel
