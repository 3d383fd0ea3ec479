/// The inner loops of avalanches, over runs of segments in one row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gravity/edges.hpp"

namespace barchan::kernel {

/// How sand begins to roll, and where rolling sand comes to rest.
struct RunDownRule {
  float repose_slope;        ///< m/m
  gravity::EdgeRule repose;  ///< limits at the angle of repose; a share of 1 inside, 0 at a wall
  float rest;                ///< quanta over an edge on an axis above which sand at rest begins to roll
  float static_limit;        ///< the same at the static angle itself
  float narrowness;  ///< rolling sand takes edges steeper than this share of the steepest, or of the angle of repose
  float loosening;   ///< share of what stands too steep that begins to roll
  float small;       ///< quanta that begin to roll whole
  float most;        ///< quanta that begin to roll at once
  float rolling;     ///< share of the steepest drop that rolls over it at once
  Quanta least;      ///< what neither begins to roll nor rolls on
};

/// Cells of a run of segments before sand is released, and what is written of them.
struct RollingCells {
  Quanta const* floor;              ///< surface without any sand
  Quanta const* held;               ///< rolls already
  Quanta* rolling;                  ///< rolls now
  float* grant;                     ///< share of the flows' wishes that is there to roll
  float* drop;                      ///< over an edge on an axis, above which sand rolls on, quanta
  float const* strength = nullptr;  ///< of slopes, by which limits are multiplied; null: 1
};
/// Marks of segments.
struct RollingMarks {
  std::uint8_t* donors;  ///< 1 where a segment changes or holds rolling sand
  std::uint8_t* steep;   ///< 1 where sand at rest stands steeper than that, be there too little of it to roll
};
/// Segments as in `slope_grants`; `surface` is that of the rolling sand.
void release_rolling(RunDownRule rule, RowTriple<Quanta> surface, RollingCells cells, std::size_t segments,
                     RollingMarks marks);

/// Rows of a land on which sand rolls.
struct RollingRows {
  gravity::RowPair<Quanta> surface;
  gravity::RowPair<float> grant;
  gravity::RowPair<float> drop;  ///< each donor's own limit
};
/// Flows of rolling sand, as `slope_flows`.
void rolling_flows(gravity::EdgeRule const& rule, RollingRows rows, std::size_t segments, gravity::EdgeFlows flows);

/// Cells before and after sand has rolled over their edges.
struct RollingStep {
  Quanta const* surface;
  Quanta const* rolling;
  Quanta* next_surface;
  Quanta* next_rolling;
};
/// Adds the net changes, as `net_changes`, to the rolling sand and so to the surface.
void roll_on(gravity::EdgeFlows flows, gravity::EdgeFlows south, RollingStep cells, std::size_t segments,
             std::uint8_t* moved);

/// Cells at the end of the last pass.
struct StoppedCells {
  Quanta const* elevation;  ///< before the first pass
  Quanta const* surface;
  Quanta const* rolling;
};
/// By how much the surface has changed since `elevation`; `stopped[s]` is set to 1 where segment s holds rolling sand
/// and else left alone.
void stop_rolling(StoppedCells cells, std::size_t count, Quanta* change, std::uint8_t* stopped);

}  // namespace barchan::kernel
