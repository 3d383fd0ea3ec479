/// Edges between two rows of columns, or between those of one row: what may pass and what does.
#pragma once

#include <cstdint>
#include <vector>

#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/flow_kernel.hpp"

namespace barchan::groundwater {

/// Workspace for rows of edges, one after the other.
struct EdgeWork {
  std::vector<std::int32_t> beyond;  ///< is set where the layers of the columns have to be gone through
  PoreLayers high, low;
};

/// From each column of the row `here` to that to its north in the row `there`, or where both are the same row, to that
/// to its east.
struct EdgeRow {
  Aquifer const& ground;
  AquiferRow const& here;
  AquiferRow const& there;
  EdgeWork& work;
};

/// What flows in `seconds` while heads stay as they are; `flows` has an entry an edge. Returns what limits the seconds.
kernel::FlowLimits find_flows(EdgeRow const& row, double seconds, kernel::EdgeRests const& rests, Quanta* flows);

}  // namespace barchan::groundwater
