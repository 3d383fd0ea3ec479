/// ColumnsCounter: counts columns again and again, and only what may have changed since the last time.
#pragma once

#include <vector>

#include "base/scheduler.hpp"
#include "land/changes.hpp"
#include "land/columns.hpp"

namespace barchan {

class ColumnsCounter {
 public:
  /// What columns.count() finds.
  ColumnsCount count(Columns const& columns, Scheduler const& scheduler);
  /// Counts everything the next time, for a fault might change what it does not mark.
  void forget() { look_ = {}; }

 private:
  std::vector<ColumnsCount> blocks_;  ///< of rows
  Changes::Look look_;
};

}  // namespace barchan
