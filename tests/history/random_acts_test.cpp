// Random acts: after each, the world is the one that was there when its moment was first reached.
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "history/session.hpp"

namespace barchan::test {
namespace {

/// Number of acts in each land.
int wanted_acts() {
  char const* const text = std::getenv("BARCHAN_HISTORY_ACTS");
  return text != nullptr ? std::atoi(text) : 60;
}

std::uint64_t wanted_seed() {
  char const* const text = std::getenv("BARCHAN_HISTORY_SEED");
  return text != nullptr ? static_cast<std::uint64_t>(std::atoll(text)) : 1;
}

class HistoryOf : public testing::TestWithParam<HistoryLand> {};

TEST_P(HistoryOf, BringsBackEveryMoment) {
  HistorySession session(GetParam(), wanted_seed());
  for (int i = 0; i < wanted_acts() && session.faults().empty(); ++i) session.act();
  for (std::string const& fault : session.faults()) ADD_FAILURE() << fault;
}

TEST_P(HistoryOf, IsTheSameOnAnyNumberOfThreads) {
  std::uint64_t hash = 0;
  for (const int threads : {1, 2, 3, 7}) {
    HistorySession session(GetParam(), wanted_seed() + 1, threads);
    for (int i = 0; i < wanted_acts() / 6; ++i) session.act();
    if (hash == 0) hash = session.history().world().hash();
    EXPECT_EQ(session.history().world().hash(), hash) << threads << " threads\n" << session.log();
  }
}

INSTANTIATE_TEST_SUITE_P(Lands, HistoryOf,
                         testing::Values(HistoryLand{"dunes", 48, 40}, HistoryLand{"everything", 64, 64},
                                         HistoryLand{"both_winds", 33, 57}, HistoryLand{"springs", 40, 40},
                                         HistoryLand{"aquifer", 24, 96}, HistoryLand{"nabkha", 64, 32},
                                         HistoryLand{"storm", 40, 48}, HistoryLand{"rising_range", 32, 32},
                                         HistoryLand{"barchan_stream", 80, 40}, HistoryLand{"lakes", 48, 48},
                                         HistoryLand{"wet_interdune", 40, 24}, HistoryLand{"yardangs", 56, 28}),
                         [](auto const& land) { return land.param.scenario; });

}  // namespace
}  // namespace barchan::test
