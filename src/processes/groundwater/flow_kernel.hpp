/// Flow over the edges between two rows of columns, or of a row and itself, as vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// The layers about the heads of columns; see groundwater::HeadLayers.
struct HeadLayers {
  float const* transmissivity;
  float const* conductivity;
  Quanta const* below;
  Quanta const* above;
};
/// Columns on one side of edges; see groundwater::AquiferRow.
struct EdgeSide {
  Quanta const* head;
  Quanta const* wet;
  float const* conductivity;
  float const* per_share;
  HeadLayers at_head;  ///< where columns of several layers are asked for
};
/// Edges from the columns `here` to those `there`.
struct Edges {
  EdgeSide here, there;
  float alike;  ///< conductivity of all, m/s; below 0: they differ
  std::size_t count;
  /// Where columns of several layers are asked for, else null: is set for edges of such that reach beyond what is known
  /// about the heads, and of which no more is found here.
  std::int32_t* beyond = nullptr;
};

/// Largest of all edges over which water can go.
struct FlowLimits {
  float diffusivity = 0.0f;  ///< transmissivity over the share of pores, quanta m/s
  float speed = 0.0f;        ///< conductivity times fall, over the share of pores, quanta m/s; 0: nothing flows
  bool beyond = false;       ///< some edges reach beyond what is known
};

/// No more goes over an edge in a step, quanta of depth.
constexpr Quanta kMostOfAnEdge = Quanta{1} << 26;
/// What is less than a quantum, in parts of 2^32; may be changed in place.
struct EdgeRests {
  std::uint32_t const* before;
  std::uint32_t* after;
};
/// Heads that differ by no more than so many quanta of water lift a column are level. However many edges let a quantum
/// pass at once over a greater fall, heads come closer by it on the whole: the largest eigenvalue of the Laplacian of a
/// grid is 8, twice this. So what flows comes to rest.
constexpr float kLevel = 4.0f;
/// Quanta that flow; `scale`: of them for each quantum of thickness and of fall, times m/s.
FlowLimits find_flows(Edges const& edges, float scale, EdgeRests const& rests, Quanta* flows);

/// What flows over the edges of a row: `east[i]` from column i to the next, `east[-1]` to the first.
struct RowFlows {
  Quanta const* east;
  Quanta const* north;
  Quanta const* from_south;
};
/// What columns gain, and what is asked of those of which more is asked than they have to give, else 0. Returns whether
/// there are any such.
struct Balance {
  Quanta* gain;
  Quanta* asked;
};
bool balance(RowFlows const& flows, Quanta const* gives, std::size_t count, Balance const& to);

}  // namespace barchan::kernel
