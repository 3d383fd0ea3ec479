/// ColumnsCounter: counts columns repeatedly and reads only the rows that may have changed since the last count.
#pragma once

#include <vector>

#include "base/scheduler.hpp"
#include "land/changes.hpp"
#include "land/columns.hpp"

namespace barchan {

class ColumnsCounter {
 public:
  /// Returns the same as columns.count().
  ColumnsCount count(Columns const& columns, Scheduler const& scheduler);
  /// Makes the next call count all rows. Call it after a fault, which may change rows without marking them.
  void forget() { look_ = {}; }

 private:
  std::vector<ColumnsCount> blocks_;  ///< counts of blocks of rows
  Changes::Look look_;
};

}  // namespace barchan
