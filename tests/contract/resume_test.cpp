/// A world that was saved and resumed continues as if never interrupted, whatever commands follow.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "support/shipped_worlds.hpp"
#include "world/world.hpp"

namespace barchan::test::resume_test {
namespace {

/// Commands that a user gives to both worlds before one step.
struct Deed {
  int after;  ///< steps after the resume
  std::vector<Command> commands;
};

std::vector<Deed> deeds() {
  const auto enable = [](std::string const& process, double on) { return SetParameter{process, "enabled", on}; };
  const PlaceObstacle block{{.shape = ObstacleShape::block, .x = 0.3f, .y = 0.6f, .height = 6.0f, .width = 9.0f}, {}};
  return {
      {0, {enable("wind_particles", 0.0), block}},
      {1, {enable("slab_dunes", 0.0), SetParameter{"wind", "direction", 40.0}}},
      {3, {enable("wind_particles", 1.0), enable("vegetation", 0.0)}},
      {4, {RemoveObstacles{}, enable("slab_dunes", 1.0)}},
      {6, {enable("water_particles", 0.0), SetParameter{"gravity", "repose_slope", 0.5}}},
      {9, {enable("water_particles", 1.0), enable("sand_supply", 0.0), SetParameter{"slab_dunes", "transport", 1.0}}},
      {12, {block, SetParameter{"gravity", "static_excess", 2.0}, enable("vegetation", 1.0)}},
      {15, {SetParameter{"wind", "projection", 0.0}, SetParameter{"wind_particles", "population", 300.0}}},
  };
}

WorldSetup setup_of(Boundary boundary) {
  WorldSetup setup = make_setup({.width = 70, .height = 44, .cell_size = 1.0f, .boundary = boundary});
  for (SetParameter const& parameter :
       {SetParameter{"wind", "projection", 1.0}, SetParameter{"wind", "winds", 2.0}, SetParameter{"wind", "gust", 0.3},
        SetParameter{"slab_dunes", "echo", 1.0}, SetParameter{"slab_dunes", "abrasion", 0.001},
        SetParameter{"wind_particles", "population", 3000.0}}) {
    setup.parameters.push_back(parameter);
  }
  setup.timeline = {{9.0, SetParameter{"wind", "speed", 14.0}}};
  return setup;
}

std::string name_of_boundary(testing::TestParamInfo<Boundary> const& boundary) {
  static constexpr std::array<char const*, 3> kNames{"Periodic", "Open", "Closed"};
  return kNames[static_cast<std::size_t>(boundary.param)];
}

class Resume : public testing::TestWithParam<Boundary> {};
INSTANTIATE_TEST_SUITE_P(Each, Resume, testing::Values(Boundary::periodic, Boundary::open, Boundary::closed),
                         name_of_boundary);

// Some things happen only every few steps, so every offset of these intervals is tested. The intervals do not depend on
// the boundary condition, so daily runs test each offset under one of the three; full-length runs test it under all.
TEST_P(Resume, WhateverIsDoneRightAfterGoesAsInAWorldThatWasNeverInterrupted) {
  const int stride = long_run() ? 1 : 3;
  const int first = long_run() ? 9 : 9 + static_cast<int>(GetParam());
  for (int before = first; before < 26; before += stride) {
    World whole = make_world(setup_of(GetParam()), "all");
    run(whole, before);
    World resumed = World::restore(whole.snapshot(), make_processes(), 3);
    ASSERT_EQ(resumed.hash(), whole.hash());
    const std::vector<Deed> list = deeds();
    auto next = list.begin();
    for (int step = 0; step < 20; ++step) {
      for (; next != list.end() && next->after == step; ++next) {
        for (Command const& command : next->commands) {
          whole.apply(command);
          resumed.apply(command);
        }
      }
      whole.step();
      resumed.step();
      ASSERT_EQ(resumed.hash(), whole.hash()) << "saved after " << before << " steps, then " << step + 1 << " more";
    }
    EXPECT_EQ(resumed.snapshot(), whole.snapshot()) << "what is only looked at too";
    EXPECT_EQ(unsound(whole), "");
  }
}

/// Moments between 0 and `end` that differ from scenario to scenario, in order.
std::vector<int> moments_of(std::string const& scenario, int count, int end) {
  std::set<int> moments;
  std::minstd_rand random(static_cast<unsigned>(std::hash<std::string>()(scenario)));
  while (static_cast<int>(moments.size()) < count)
    moments.insert(static_cast<int>(random() % static_cast<unsigned>(end)));
  return {moments.begin(), moments.end()};
}

class ResumeShipped : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, ResumeShipped, testing::ValuesIn(shipped_ids()),
                         [](auto const& scenario) { return scenario.param; });

// By default one moment and a few steps; at full length twenty moments and fifty steps.
TEST_P(ResumeShipped, ContinuesBitForBitFromAnyMoment) {
  const int after = how_many(6, 50);
  const std::vector<int> moments = moments_of(GetParam(), how_many(1, 20), how_many(20, 200));
  World whole = shipped_world(GetParam(), 3);
  std::vector<std::uint64_t> hashes{whole.hash()};
  std::vector<std::vector<std::byte>> saved;
  for (int step = 0; step < moments.back() + after; ++step) {
    if (std::ranges::binary_search(moments, step)) saved.push_back(whole.snapshot());
    whole.step();
    hashes.push_back(step >= moments.front() ? whole.hash() : 0);
  }
  for (std::size_t i = 0; i < moments.size(); ++i) {
    World resumed = World::restore(saved[i], make_processes(), 2);
    for (int step = moments[i]; step < moments[i] + after; ++step) {
      resumed.step();
      ASSERT_EQ(resumed.hash(), hashes[static_cast<std::size_t>(step) + 1])
          << "saved after step " << moments[i] << ", differs after step " << step + 1;
    }
  }
}

}  // namespace
}  // namespace barchan::test::resume_test
