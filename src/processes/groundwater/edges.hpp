/// Flow over the edges between two adjacent rows of columns, or between the columns of one row.
#pragma once

#include <cstdint>
#include <vector>

#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/flow_kernel.hpp"

namespace barchan::groundwater {

/// Scratch memory, reused from row to row.
struct EdgeWork {
  std::vector<std::int32_t> beyond;  ///< set where the layers of the columns must be visited one by one
  PoreLayers high, low;
};

/// The edges from each column of `here` to its northern neighbour in `there`; or, if both are the same row, to its
/// eastern neighbour.
struct EdgeRow {
  Aquifer const& ground;
  AquiferRow const& here;
  AquiferRow const& there;
  EdgeWork& work;
};

/// Computes what flows in `seconds` if heads stay constant; `flows` has one entry per edge. Returns the quantities that
/// limit the time step.
kernel::FlowLimits find_flows(EdgeRow const& row, double seconds, kernel::EdgeRests const& rests, Quanta* flows);

}  // namespace barchan::groundwater
