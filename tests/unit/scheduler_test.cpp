#include "base/scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace barchan::scheduler_test {
namespace {

TEST(Scheduler, RunsEveryRangeExactlyOnceWhateverTheThreads) {
  for (int threads : {1, 2, 3, 7, 16}) {
    const Scheduler scheduler(threads);
    EXPECT_EQ(scheduler.threads(), threads);
    for (auto [count, grain] : {std::pair{1, 1}, {1, 100}, {100, 7}, {1000, 1}, {1024, 64}, {999, 1000}, {7, 7}}) {
      std::vector<int> visits(static_cast<std::size_t>(count), 0);
      std::mutex mutex;
      std::vector<std::pair<int, int>> ranges;
      scheduler.for_ranges(count, grain, [&](int first, int last) {
        for (int i = first; i < last; ++i) ++visits[static_cast<std::size_t>(i)];  // ranges never overlap
        const std::lock_guard lock(mutex);
        ranges.emplace_back(first, last);
      });
      EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), count) << threads << " threads, grain " << grain;
      // The division depends only on count and grain.
      std::sort(ranges.begin(), ranges.end());
      ASSERT_EQ(static_cast<int>(ranges.size()), (count + grain - 1) / grain);
      for (std::size_t k = 0; k < ranges.size(); ++k) {
        EXPECT_EQ(ranges[k].first, static_cast<int>(k) * grain);
        EXPECT_EQ(ranges[k].second, std::min(static_cast<int>(k + 1) * grain, count));
      }
    }
  }
}

TEST(Scheduler, AnEmptyRangeCallsNothing) {
  for (int threads : {1, 3}) {
    Scheduler(threads).for_ranges(0, 8, [](int, int) { FAIL() << "called"; });
  }
}

TEST(Scheduler, OneThreadMeansTheCallingThread) {
  const std::thread::id caller = std::this_thread::get_id();
  Scheduler(1).for_ranges(100, 10, [&](int, int) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(Scheduler, CanBeMovedAndUsedAgain) {
  Scheduler first(3);
  Scheduler second = std::move(first);
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> sum{0};
    second.for_ranges(100, 9, [&](int a, int b) {
      for (int i = a; i < b; ++i) sum += i;
    });
    EXPECT_EQ(sum, 4950);
  }
}

TEST(Scheduler, RefusesThreadCountsOutOfRange) {
  EXPECT_THROW(Scheduler(0), std::invalid_argument);
  EXPECT_THROW(Scheduler(-1), std::invalid_argument);
  EXPECT_THROW(Scheduler(257), std::invalid_argument);
}

}  // namespace
}  // namespace barchan::scheduler_test
