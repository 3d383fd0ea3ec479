/// ColumnsCounter: counts columns repeatedly, reading only rows that may have changed since the last count.
#pragma once

#include <vector>

#include "base/scheduler.hpp"
#include "land/changes.hpp"
#include "land/columns.hpp"

namespace barchan {

class ColumnsCounter {
 public:
  /// Same result as columns.count().
  ColumnsCount count(Columns const& columns, Scheduler const& scheduler);
  /// Makes the next call count everything, since a fault may change what it does not mark.
  void forget() { look_ = {}; }

 private:
  std::vector<ColumnsCount> blocks_;  ///< counts of blocks of rows
  Changes::Look look_;
};

}  // namespace barchan
