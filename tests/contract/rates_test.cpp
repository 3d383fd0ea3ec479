/// Small amounts do not vanish: amounts below one quantum per step still add up.
#include <cmath>
#include <cstdio>

#include "contract/process_test.hpp"
#include "world/world.hpp"

namespace barchan::test::rates_test {
namespace {

/// A rate that is proportional to the rock it turns into sand, as long as that is little.
struct Rate {
  std::string process, key;
  double low, high;
};

void PrintTo(Rate const& rate, std::ostream* stream) { *stream << rate.process << "." << rate.key; }

class SmallRates : public testing::TestWithParam<Rate> {
 protected:
  /// Sand made from bare rock within `seconds`.
  static double made(std::string const& process, SetParameter const& parameter, double time_step, double seconds,
                     std::uint64_t seed) {
    const double relief = process == "water_particles" ? 20.0 : 0.0;
    WorldSetup setup = make_setup({.width = 64, .height = 64},
                                  {.rock_relief = relief, .sand_thickness = 0.0, .obstacle = false, .seed = seed});
    if (process == "water_particles") {  // a slope without hollows, in which sand would cover the rock
      setup.grid.boundary = Boundary::open;
      for (int i = 0; i < 64 * 64; ++i) setup.base[static_cast<std::size_t>(i)] = to_quanta(0.1 * (i % 64));
    }
    setup.parameters = {{"world", "time_step", time_step}, parameter};
    if (process == "slab_dunes") {  // a little sand comes in over the edges and leaves most of the rock bare
      setup.grid.boundary = Boundary::open;
      setup.parameters.insert(setup.parameters.end(), {{process, "inflow", 0.05}, {process, "deposit_bare", 0.02}});
    } else {
      setup.parameters.push_back({process, "population", 4096.0});
      // Sand that the air brings would lie on the rock.
      if (process == "wind_particles") setup.parameters.push_back({process, "inflow", 0.0});
    }
    World world = make_world(std::move(setup), process);
    const auto converted = [&] { return static_cast<double>(world.budget().accounts[kSand].converted); };
    // Sand that comes in over the edges needs some time to cross the land, regardless of the step; rain needs time to
    // gather.
    const double ramp = process == "slab_dunes" ? 20.0 : process == "water_particles" ? 60.0 : 0.0;
    run(world, static_cast<int>(std::lround(ramp / time_step)));
    const double before = converted();
    run(world, static_cast<int>(std::lround(seconds / time_step)));
    EXPECT_EQ(unsound(world), "");
    return converted() - before;
  }
};

INSTANTIATE_TEST_SUITE_P(Each, SmallRates,
                         testing::Values(Rate{"wind_particles", "abrasion", 0.0002, 0.002},
                                         Rate{"water_particles", "erosion", 0.0001, 0.0002},
                                         Rate{"slab_dunes", "abrasion", 0.0001, 0.0005}),
                         [](auto const& rate) { return rate.param.process; });

TEST_P(SmallRates, GiveInProportion) {
  auto const& [process, key, low, high] = GetParam();
  double few = 0.0;
  double many = 0.0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    few += made(process, {process, key, low}, 0.2, 10.0, seed);
    many += made(process, {process, key, high}, 0.2, 10.0, seed);
  }
  ASSERT_GT(few, 1000.0);
  EXPECT_NEAR(many / few / (high / low), 1.0, 0.03) << few << " quanta against " << many;
}

TEST_P(SmallRates, GiveTheSameInSixteenthSteps) {
  auto const& [process, key, low, high] = GetParam();
  double whole = 0.0;
  double sixteenth = 0.0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    whole += made(process, {process, key, low}, 0.4, 40.0, seed);
    sixteenth += made(process, {process, key, low}, 0.025, 40.0, seed);
  }
  RecordProperty("sixteenth_over_whole", std::to_string(sixteenth / whole));
  std::printf("%s.%s: sixteenth steps give %.3f of whole steps\n", process.c_str(), key.c_str(), sixteenth / whole);
  EXPECT_NEAR(sixteenth / whole, 1.0, 0.02);
}

}  // namespace
}  // namespace barchan::test::rates_test
