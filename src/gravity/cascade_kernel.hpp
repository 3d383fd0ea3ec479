/// The inner loops of the cascade, over runs of segments in one row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

/// How much passes between neighbours. Limits in quanta; shares of the excess per sweep. A share of 0 is a wall.
struct CascadeRule {
  float limit_axis, limit_diagonal;
  float share_axis;  ///< to the neighbours left and right
  float share_south, share_south_diagonal;
  float share_north, share_north_diagonal;
  float dither;  ///< 0 <= dither < 1, added before an amount is cut to whole quanta
};

/// Three rows of one array, `row` in the middle.
template <class T>
struct RowTriple {
  T const* south;
  T const* row;
  T const* north;
};

/// Writes the grants of `segments` whole segments that begin at the pointers, which must reach one cell further on both
/// sides; `donors[s]` is 1 where segment s holds a donor.
void cascade_grants(CascadeRule rule, RowTriple<Quanta> elevation, Quanta const* loose, float* grant,
                    std::size_t segments, std::uint8_t* donors);

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

/// Flows of `segments` whole segments that begin at the pointers, which must reach one cell further on both sides.
void cascade_flows(CascadeRule const& rule, RowPair<Quanta> elevation, RowPair<float> grant, std::size_t segments,
                   EdgeFlows flows);

/// Net changes of `segments` segments from their own flows and those of the row south of them; `moved[s]` is set to 1
/// where any is not zero and else left alone.
void cascade_changes(EdgeFlows flows, EdgeFlows south, Quanta* change, std::size_t segments, std::uint8_t* moved);

/// How sand begins to roll, and where rolling sand comes to rest.
struct RunDownRule {
  CascadeRule repose;  ///< limits at the angle of repose; a share of 1 inside, 0 at a wall
  float excess;        ///< quanta above that limit, over an edge on an axis, at which sand at rest begins to roll
  float narrowness;    ///< rolling sand takes edges steeper than this share of the steepest, or of the angle of repose
  float loosening;     ///< share of what stands too steep that begins to roll
  float small;         ///< quanta that begin to roll whole
  float most;          ///< quanta that begin to roll at once
  float rolling;       ///< share of the steepest drop that rolls over it at once
  Quanta least;        ///< what neither begins to roll nor rolls on
};

/// Cells of a run of segments before sand is released, and what is written of them.
struct RollingCells {
  Quanta const* floor;  ///< surface without any sand
  Quanta const* held;   ///< rolls already
  Quanta* rolling;      ///< rolls now
  float* grant;         ///< share of the flows' wishes that is there to roll
  float* drop;          ///< over an edge on an axis, above which sand rolls on, quanta
};
/// Segments as in `cascade_grants`; `surface` is that of the rolling sand; `donors[s]` is 1 where segment s changes or
/// holds rolling sand.
void release_rolling(RunDownRule rule, RowTriple<Quanta> surface, RollingCells cells, std::size_t segments,
                     std::uint8_t* donors);

/// Flows of rolling sand, as `cascade_flows`; `drop` holds each donor's own limit.
void rolling_flows(CascadeRule const& rule, RowPair<Quanta> surface, RowPair<float> grant, RowPair<float> drop,
                   std::size_t segments, EdgeFlows flows);

/// Cells before and after sand has rolled over their edges.
struct RollingStep {
  Quanta const* surface;
  Quanta const* rolling;
  Quanta* next_surface;
  Quanta* next_rolling;
};
/// Adds the net changes, as `cascade_changes`, to the rolling sand and so to the surface.
void roll_on(EdgeFlows flows, EdgeFlows south, RollingStep cells, std::size_t segments, std::uint8_t* moved);

/// By how much the surface has changed since `elevation`; `stopped[s]` is set to 1 where segment s holds rolling sand
/// and else left alone.
void stop_rolling(Quanta const* elevation, Quanta const* surface, Quanta const* rolling, std::size_t count,
                  Quanta* change, std::uint8_t* stopped);

}  // namespace barchan::kernel
