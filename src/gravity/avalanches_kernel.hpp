/// Inner loops of avalanches, over runs of segments in one row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gravity/edges.hpp"

namespace barchan::kernel {

/// Conditions under which sand starts to roll, and under which rolling sand comes to rest.
struct RunDownRule {
  float repose_slope;        ///< m/m
  gravity::EdgeRule repose;  ///< limits at the angle of repose; share 1 inside, 0 at a wall
  float rest;                ///< quanta of drop to an axis neighbour above which sand at rest starts to roll
  float static_limit;        ///< the same at the static angle itself
  float narrowness;          ///< fraction of the steepest edge (or of repose) above which an edge is used
  float loosening;           ///< fraction of the excess that starts to roll
  float small;               ///< amounts up to this start to roll as a whole, quanta
  float most;                ///< largest amount that starts to roll at once, quanta
  float rolling;             ///< fraction of the steepest drop that rolls down it at once
  Quanta least;              ///< smaller amounts neither start to roll nor roll on
};

/// Cells of a run of segments before sand is released, and the output for them.
struct RollingCells {
  Quanta const* floor;              ///< surface without any sand
  Quanta const* held;               ///< amount already rolling
  Quanta* rolling;                  ///< output: amount rolling now
  float* grant;                     ///< fraction of the requested outflow that is available
  float* drop;                      ///< drop to an axis neighbour above which sand rolls on, quanta
  float const* strength = nullptr;  ///< slope strength, which multiplies limits; null: 1
};
/// Marks of segments.
struct RollingMarks {
  std::uint8_t* donors;  ///< 1 where a segment changes or holds rolling sand
  std::uint8_t* steep;   ///< 1 where sand at rest is too steep, even if it is too little to roll
};
/// Segments as in `slope_grants`; `surface` includes the rolling sand.
void release_rolling(RunDownRule rule, RowTriple<Quanta> surface, RollingCells cells, std::size_t segments,
                     RollingMarks marks);

/// Rows of a land with rolling sand.
struct RollingRows {
  gravity::RowPair<Quanta> surface;
  gravity::RowPair<float> grant;
  gravity::RowPair<float> drop;  ///< each donor's own limit
};
/// Flows of rolling sand, as in `slope_flows`.
void rolling_flows(gravity::EdgeRule const& rule, RollingRows rows, std::size_t segments, gravity::EdgeFlows flows);

/// Cells before and after sand has rolled across their edges.
struct RollingStep {
  Quanta const* surface;
  Quanta const* rolling;
  Quanta* next_surface;
  Quanta* next_rolling;
};
/// Adds the net changes, as in `net_changes`, to the rolling sand and so to the surface.
void roll_on(gravity::EdgeFlows flows, gravity::EdgeFlows south, RollingStep cells, std::size_t segments,
             std::uint8_t* moved);

/// Cells at the end of the last pass.
struct StoppedCells {
  Quanta const* elevation;  ///< before the first pass
  Quanta const* surface;
  Quanta const* rolling;
};
/// Change of the surface since `elevation`. Sets `stopped[s]` to 1 if segment s holds rolling sand, and otherwise
/// leaves it unchanged.
void stop_rolling(StoppedCells cells, std::size_t count, Quanta* change, std::uint8_t* stopped);

}  // namespace barchan::kernel
