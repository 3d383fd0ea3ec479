/// How much of a test runs: enough for every day, or as much as its claim says.
#pragma once

#include <cstdlib>

namespace barchan::test {

/// True at full length, for which `scripts/validate.sh long` sets BARCHAN_LONG=1. The tests of a file that asks for it
/// have the label `long`.
inline bool long_run() { return std::getenv("BARCHAN_LONG") != nullptr; }

/// How many of the seeds, lands or rounds of a test run.
inline int how_many(int every_day, int in_full) { return long_run() ? in_full : every_day; }

}  // namespace barchan::test
