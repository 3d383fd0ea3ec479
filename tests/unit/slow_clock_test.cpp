// When a slow process updates the land.
#include <vector>

#include <gtest/gtest.h>

#include "base/slow_clock.hpp"

namespace barchan::slow_clock_test {
namespace {

/// Time that is due in each of `steps` steps.
std::vector<double> due(SlowClock& clock, double time, double most, int steps) {
  std::vector<double> all;
  for (int i = 0; i < steps; ++i) all.push_back(clock.due(time, most));
  return all;
}

TEST(SlowClock, WaitsAsLongAsItIsAllowedTo) {
  SlowClock clock;
  EXPECT_EQ(due(clock, 0.5, 2.0, 8), (std::vector{0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0}));
  EXPECT_EQ(due(clock, 0.75, 2.0, 4), (std::vector{0.0, 1.5, 0.0, 1.5})) << "never longer";
}

TEST(SlowClock, AStepLongerThanThatIsDueAtOnce) {
  SlowClock clock;
  EXPECT_EQ(due(clock, 3.0, 2.0, 3), (std::vector{3.0, 3.0, 3.0}));
}

TEST(SlowClock, LosesNoTimeAndIsDueAfterSomeStepsAtTheLatest) {
  SlowClock clock;
  double passed = 0.0;
  for (int step = 1; step <= 10 * SlowClock::kMostSteps; ++step) {
    passed += clock.due(0.25, 1e6);
    if (step % SlowClock::kMostSteps != 0) continue;
    EXPECT_EQ(passed, 0.25 * step);
  }
}

TEST(SlowClock, TimeThatStandsStillIsNeverDue) {
  SlowClock clock;
  for (const double passed : due(clock, 0.0, 1.0, 100)) EXPECT_EQ(passed, 0.0);
}

}  // namespace
}  // namespace barchan::slow_clock_test
