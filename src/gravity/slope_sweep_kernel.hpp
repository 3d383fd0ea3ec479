/// The inner loops of a slope sweep, over runs of segments in one row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gravity/edges.hpp"
#include "gravity/sweep_marks.hpp"

namespace barchan::kernel {

/// Cells of a run of segments: what they hold, and the share of their wishes that they can afford.
struct DonorCells {
  Quanta const* available;
  float* grant;
  float const* strength = nullptr;  ///< of their slopes, by which the rule's limits are multiplied; null: 1
};
/// Numbers of segments in a row; one call does many, since each takes as long as some segments.
using SegmentList = std::span<std::int32_t const>;

/// Writes the grants of segments of the rows that begin at the pointers, which must reach one cell further on both
/// sides; marks where donors are.
void slope_grants(gravity::EdgeRule rule, RowTriple<Quanta> elevation, DonorCells cells, SegmentList segments,
                  gravity::MarkWord* donors);

/// Two rows before a sweep.
struct SlopeRows {
  gravity::RowPair<Quanta> elevation;
  gravity::RowPair<float> grant;
  gravity::RowPair<float> strength{};  ///< of slopes, as in DonorCells; null: 1
};
/// Flows of segments of the rows that begin at the pointers, which must reach one cell further on both sides.
void slope_flows(gravity::EdgeRule const& rule, SlopeRows const& rows, SegmentList segments, gravity::EdgeFlows flows);

/// Net changes of segments from their own flows and those of the row south of them; adds marks where any is
/// not zero.
void net_changes(gravity::EdgeFlows flows, gravity::EdgeFlows south, Quanta* change, SegmentList segments,
                 gravity::MarkWord* moved);

}  // namespace barchan::kernel
