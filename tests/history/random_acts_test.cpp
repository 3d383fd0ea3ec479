// Random acts: after each, the world is the one that was there when its moment was first reached.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "history/session.hpp"

namespace barchan::test::random_acts_test {
namespace {

/// A whole number from the environment.
std::uint64_t number_from(char const* variable, std::uint64_t otherwise) {
  char const* const text = std::getenv(variable);
  return text != nullptr ? static_cast<std::uint64_t>(std::atoll(text)) : otherwise;
}

/// Number of acts in each land.
std::uint64_t wanted_acts() { return number_from("BARCHAN_HISTORY_ACTS", 60); }
std::uint64_t wanted_seed() { return number_from("BARCHAN_HISTORY_SEED", 1); }

struct Size {
  int width, height;  ///< cells
};

/// A scenario at four sizes: square, wide, tall and odd.
struct LandSizes {
  char const* scenario;
  std::array<Size, 4> sizes;
};

void PrintTo(LandSizes const& land, std::ostream* out) { *out << land.scenario; }

/// The sizes that are tried: one of the four, which the seed chooses, or with BARCHAN_HISTORY_SIZES=4 all of them.
std::vector<HistoryLand> wanted_lands(LandSizes const& land) {
  const std::uint64_t count = std::clamp<std::uint64_t>(number_from("BARCHAN_HISTORY_SIZES", 1), 1, land.sizes.size());
  std::vector<HistoryLand> lands;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Size size = land.sizes[(wanted_seed() - 1 + i) % land.sizes.size()];
    lands.push_back({land.scenario, size.width, size.height});
  }
  return lands;
}

class HistoryOf : public testing::TestWithParam<LandSizes> {};

TEST_P(HistoryOf, BringsBackEveryMoment) {
  for (HistoryLand const& land : wanted_lands(GetParam())) {
    HistorySession session(land, wanted_seed());
    for (std::uint64_t i = 0; i < wanted_acts() && session.faults().empty(); ++i) session.act();
    for (std::string const& fault : session.faults()) {
      ADD_FAILURE() << land.width << " x " << land.height << " cells: " << fault;
    }
  }
}

TEST_P(HistoryOf, IsTheSameOnAnyNumberOfThreads) {
  for (HistoryLand const& land : wanted_lands(GetParam())) {
    std::uint64_t hash = 0;
    for (const int threads : {1, 2, 3, 7}) {
      HistorySession session(land, wanted_seed() + 1, threads);
      for (std::uint64_t i = 0; i < wanted_acts() / 6; ++i) session.act();
      if (hash == 0) hash = session.history().world().hash();
      EXPECT_EQ(session.history().world().hash(), hash)
          << threads << " threads, " << land.width << " x " << land.height << " cells\n"
          << session.log();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lands, HistoryOf,
                         testing::Values(LandSizes{"dunes", {{{48, 40}, {32, 32}, {96, 20}, {27, 51}}}},
                                         LandSizes{"everything", {{{64, 64}, {48, 32}, {32, 80}, {45, 37}}}},
                                         LandSizes{"both_winds", {{{33, 57}, {40, 40}, {72, 24}, {24, 64}}}},
                                         LandSizes{"springs", {{{40, 40}, {64, 24}, {24, 56}, {39, 43}}}},
                                         LandSizes{"aquifer", {{{24, 96}, {40, 40}, {80, 28}, {35, 53}}}},
                                         LandSizes{"nabkha", {{{64, 32}, {40, 40}, {24, 72}, {51, 33}}}},
                                         LandSizes{"storm", {{{40, 48}, {36, 36}, {88, 20}, {29, 47}}}},
                                         LandSizes{"rising_range", {{{32, 32}, {56, 24}, {20, 64}, {37, 41}}}},
                                         LandSizes{"barchan_stream", {{{80, 40}, {48, 48}, {24, 72}, {61, 35}}}},
                                         LandSizes{"lakes", {{{48, 48}, {72, 32}, {28, 64}, {43, 55}}}},
                                         LandSizes{"wet_interdune", {{{40, 24}, {32, 32}, {20, 60}, {33, 45}}}},
                                         LandSizes{"yardangs", {{{56, 28}, {40, 40}, {24, 64}, {47, 31}}}}),
                         [](auto const& land) { return land.param.scenario; });

}  // namespace
}  // namespace barchan::test::random_acts_test
