/// Vectorised flow over the edges between two rows of columns, or within one row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Layers around the heads of columns; see groundwater::HeadLayers.
struct HeadLayers {
  float const* transmissivity;
  float const* conductivity;
  Quanta const* below;
  Quanta const* above;
};
/// The columns on one side of edges; see groundwater::AquiferRow.
struct EdgeSide {
  Quanta const* head;
  Quanta const* wet;
  float const* conductivity;
  float const* per_share;
  HeadLayers at_head;  ///< empty if no column has several layers
};
/// The edges from the columns `here` to the columns `there`.
struct Edges {
  EdgeSide here, there;
  float alike;  ///< conductivity of all columns, m/s; negative: they differ
  std::size_t count;
  /// Set if the flow over an edge involves layers beyond those that contain the heads; it is then not computed here.
  /// Null if no column has several layers.
  std::int32_t* beyond = nullptr;
};

/// Largest values over all edges with flow.
struct FlowLimits {
  float diffusivity = 0.0f;  ///< transmissivity over porosity, quanta m/s
  float speed = 0.0f;        ///< conductivity times fall of head over porosity, quanta m/s; 0: nothing flows
  bool beyond = false;       ///< some edges are marked in Edges::beyond
};

/// Largest flow over an edge in a step, quanta of depth.
constexpr Quanta kMostOfAnEdge = Quanta{1} << 26;
/// Rounding remainders, in 2^-32 quanta. Both pointers may be the same.
struct EdgeRests {
  std::uint32_t const* before;
  std::uint32_t* after;
};
/// Two heads count as level if they differ by at most this value, measured as the quanta of water that fill the
/// difference. It is half the largest eigenvalue of the Laplacian of a grid, 8. Therefore the heads converge and the
/// flow comes to rest, even if all edges with a larger difference pass one quantum at the same time.
constexpr float kLevel = 4.0f;
/// Computes the quanta that flow over each edge. `scale` is per quantum of thickness, per quantum of fall and per m/s.
FlowLimits find_flows(Edges const& edges, float scale, EdgeRests const& rests, Quanta* flows);

/// Flows over the edges of a row: `east[i]` flows from column i to the next, `east[-1]` into the first column.
struct RowFlows {
  Quanta const* east;
  Quanta const* north;
  Quanta const* from_south;
};
/// The gains of columns and, for each column from which more is wanted than it can give, the amount wanted (otherwise
/// 0).
struct Balance {
  Quanta* gain;
  Quanta* asked;
};
/// Fills `to`. Returns whether more is wanted from any column than it can give.
bool balance(RowFlows const& flows, Quanta const* gives, std::size_t count, Balance const& to);

}  // namespace barchan::kernel
