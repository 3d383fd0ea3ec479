/// Length of a test: short by default, or the full length that its claim states.
#pragma once

#include <cstdlib>

namespace barchan::test {

/// Returns true if tests run at full length: `scripts/validate.sh long` sets BARCHAN_LONG=1. All tests of a file that
/// calls this have the label `long`.
inline bool long_run() { return std::getenv("BARCHAN_LONG") != nullptr; }

/// Number of seeds, lands or rounds that a test runs.
inline int how_many(int every_day, int in_full) { return long_run() ? in_full : every_day; }

}  // namespace barchan::test
