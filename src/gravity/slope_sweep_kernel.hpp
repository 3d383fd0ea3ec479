/// The inner loops of a slope sweep, over runs of segments in one row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gravity/edges.hpp"

namespace barchan::kernel {

/// Cells of a run of segments: what they hold, and the share of their wishes that they can afford.
struct DonorCells {
  Quanta const* available;
  float* grant;
  float const* strength = nullptr;  ///< of their slopes, by which the rule's limits are multiplied; null: 1
};
/// Writes the grants of `segments` whole segments that begin at the pointers, which must reach one cell further on both
/// sides; `donors[s]` is 1 where segment s holds a donor.
void slope_grants(gravity::EdgeRule rule, RowTriple<Quanta> elevation, DonorCells cells, std::size_t segments,
                  std::uint8_t* donors);

/// Two rows before a sweep.
struct SlopeRows {
  gravity::RowPair<Quanta> elevation;
  gravity::RowPair<float> grant;
  gravity::RowPair<float> strength{};  ///< of slopes, as in DonorCells; null: 1
};
/// Flows of `segments` whole segments that begin at the pointers, which must reach one cell further on both sides.
void slope_flows(gravity::EdgeRule const& rule, SlopeRows const& rows, std::size_t segments, gravity::EdgeFlows flows);

/// Net changes of `segments` segments from their own flows and those of the row south of them; `moved[s]` is set to 1
/// where any is not zero and else left alone.
void net_changes(gravity::EdgeFlows flows, gravity::EdgeFlows south, Quanta* change, std::size_t segments,
                 std::uint8_t* moved);

}  // namespace barchan::kernel
