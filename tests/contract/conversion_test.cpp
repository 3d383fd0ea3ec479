// Conversions by volume and by mass: exact mass balance, the same for any number of threads, no accumulating error.
#include <cmath>
#include <numeric>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "land/ledger.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::conversion_test {
namespace {

Ledger by_mass(double rock, double sand) {
  Soils soils = default_soils();
  soils[kRock].density = static_cast<float>(rock);
  soils[kSand].density = static_cast<float>(sand);
  Ledger ledger;
  ledger.conserve(Conserved::mass, soils);
  return ledger;
}

TEST(Conversion, IsVolumeForVolumeUnlessAsked) {
  Ledger ledger;
  ledger.conserve(Conserved::volume, default_soils());
  EXPECT_EQ(ledger.turn(kRock, kSand, 1000, 7), 1000);
  EXPECT_EQ(ledger.source(kRock, kSand, 1000), 1000);
  EXPECT_EQ(ledger.booked().accounts[kSand].rest, 0);
  EXPECT_EQ(ledger.booked().accounts[kSand].converted, 1000);
}

TEST(Conversion, ByMassMakesTheRatioOfTheDensities) {
  Ledger ledger = by_mass(2650.0, 1650.0);  // 53 : 33
  EXPECT_EQ(ledger.turn(kRock, kSand, 33, 0), 53);
  EXPECT_EQ(ledger.booked().accounts[kRock].converted, -33);
  EXPECT_EQ(ledger.booked().accounts[kSand].converted, 53);
  EXPECT_EQ(ledger.booked().accounts[kSand].rest, 0);
  for (Quanta wanted = 1; wanted < 200; ++wanted) {
    const Quanta source = ledger.source(kRock, kSand, wanted);
    EXPECT_GE(ledger.product(kRock, kSand, source, 12345), wanted);
    EXPECT_LT(ledger.product(kRock, kSand, source - 1, 0), wanted);
  }
}

TEST(Conversion, PiecesOfALayerMakeWhatItsWholeMakes) {
  // To a lighter and to a heavier soil, in amounts of all sizes, from below and above the datum.
  for (auto const& [rock, sand] : {std::pair(2650.0, 1650.0), {1650.0, 2650.0}, {2650.3, 1000.7}, {10000.0, 1.0}}) {
    for (const QuantaSum top : {QuantaSum{100'000}, QuantaSum{50}}) {
      Ledger ledger = by_mass(rock, sand);
      QuantaSum left = top, made = 0;
      for (Quanta piece = 1; left > top - 2000; piece = piece % 7 + 1) {
        left -= piece;
        made += ledger.turn(kRock, kSand, piece, left);
      }
      EXPECT_NEAR(static_cast<double>(made), static_cast<double>(top - left) * rock / sand, 1.0) << rock << " " << sand;
      const MassBudget booked = ledger.booked();
      const auto weight = [](double density) { return static_cast<QuantaSum>(std::llround(density * 10.0)); };
      EXPECT_EQ(booked.accounts[kRock].converted * weight(rock) + booked.accounts[kSand].converted * weight(sand) +
                    booked.accounts[kSand].rest,
                0);
      EXPECT_LT(std::abs(booked.accounts[kSand].rest), weight(sand));
    }
  }
}

/// A land with every kind of conversion, on which all soils differ in density.
Scenario converting_land(std::string const& boundary, std::string const& conserve, std::string const& more = {}) {
  return parse_scenario(fmt::format(R"(title = "Conversions"
seed = 3
[grid]
width = 60
height = 44
boundary = "{}"
[world]
conserve = "{}"
[soils.gravel]
density = 1900.0
suspension = 0.0
cascades = "pebbles"
transports = "pebbles"
[soils.pebbles]
density = 1500.0
suspension = 0.0
repose_slope = 0.5
[soils.dust]
density = 1100.0
settling_speed = 0.3
transports = "sand"
[soils.heavy]
density = 3100.0
cascades = "gravel"
transports = "gravel"
[soils.cap]
loose = false
hardness = 2.0
density = 2700.0
abrades = "gravel"
transports = "dust"
weathers = "pebbles"
[[land.base]]
shape = "noise"
amplitude = 6.0
wavelength = 30.0
[[land.layer]]
soil = "dust"
shape = "patches"
thickness = 0.6
radius = 6.0
cover = 0.4
[[land.layer]]
soil = "cap"
shape = "patches"
thickness = 1.0
radius = 9.0
cover = 0.5
[[land.layer]]
soil = "gravel"
shape = "patches"
thickness = 2.0
radius = 4.0
cover = 0.3
[[land.layer]]
soil = "heavy"
shape = "patches"
thickness = 1.5
radius = 3.0
cover = 0.2
[[land.sand]]
shape = "white_noise"
level = 0.2
amplitude = 0.2
[wind]
speed = 12.0
[wind_particles]
enabled = true
population = 1500
abrasion = 0.01
[slab_dunes]
enabled = true
abrasion = 0.001
[water_particles]
enabled = true
population = 400
[weathering]
enabled = true
years_per_second = 20.0
{})",
                                    boundary, conserve, more),
                        "converting.toml", {});
}

World world_of(Scenario const& scenario, int threads = 1) {
  WorldOptions options;
  options.threads = threads;
  return make_world(scenario, options);
}

/// Mass that conversions have created without an entry for the remainder, 0.1 kg/m3 x quanta. It must be 0.
QuantaSum mass_from_nothing(World const& world) {
  QuantaSum sum = 0;
  Soils const& soils = world.terrain().soils;
  const MassBudget budget = world.budget();
  for (std::size_t i = 0; i < soils.size(); ++i) {
    Account const& account = budget.accounts[i];
    sum += account.converted * std::llround(static_cast<double>(soils[i].density) * 10.0) + account.rest;
  }
  return sum;
}

TEST(Conversion, ByMassClosesTheMassBalanceOfVolumeAndMass) {
  for (char const* boundary : {"periodic", "open", "closed"}) {
    World world = world_of(converting_land(boundary, "mass"));
    for (int step = 0; step < 150; ++step) {
      world.step();
      ASSERT_EQ(unsound(world), "") << boundary << ", step " << step;
      ASSERT_EQ(mass_from_nothing(world), 0) << boundary << ", step " << step;
    }
    const MassBudget budget = world.budget();
    QuantaSum moved = 0, rest = 0;
    Soils const& soils = world.terrain().soils;
    for (std::size_t i = 0; i < soils.size(); ++i) {
      EXPECT_TRUE(i == kObstacle || budget.accounts[i].converted != 0) << soils[i].id << " takes part in nothing";
      moved += std::abs(budget.accounts[i].converted) * std::llround(static_cast<double>(soils[i].density) * 10.0);
      rest += std::abs(budget.accounts[i].rest);
    }
    EXPECT_LT(static_cast<double>(rest), 1e-3 * static_cast<double>(moved)) << "what is left over stays small";
  }
}

TEST(Conversion, ByMassIsTheSameOnEveryNumberOfThreadsAndAfterSaving) {
  World one = world_of(converting_land("open", "mass"));
  for (int step = 0; step < 40; ++step) one.step();
  for (const int threads : {2, 3, 7}) {
    World other = world_of(converting_land("open", "mass"), threads);
    for (int step = 0; step < 20; ++step) other.step();
    World reopened = World::restore(other.snapshot(), make_processes(), threads);
    for (int step = 0; step < 20; ++step) reopened.step();
    EXPECT_EQ(reopened.hash(), one.hash()) << threads << " threads";
  }
}

TEST(Conversion, TheBalanceTellsWhatOneQuantityGainsWhileTheOtherIsKept) {
  for (char const* conserve : {"volume", "mass"}) {
    World world = world_of(converting_land("open", conserve));
    for (int step = 0; step < 40; ++step) world.step();
    const MassBudget budget = world.budget();
    EXPECT_EQ(budget.error(), 0);
    EXPECT_EQ(conserved_name(budget.conserved), conserve);
    double volume = 0.0, mass = 0.0, moved = 0.0;
    for (std::size_t i = 0; i < world.terrain().soils.size(); ++i) {
      const double gained = to_metres(budget.accounts[i].converted);
      volume += gained;
      mass += gained * static_cast<double>(world.terrain().soils[i].density);
      moved += std::abs(gained);
    }
    ASSERT_GT(moved, 1.0);
    constexpr double kCellArea = 2.25;
    const ConversionBalance balance = budget.conversions(world.terrain().soils, kCellArea);
    EXPECT_NEAR(balance.volume, kCellArea * volume, 1e-9 * moved);
    EXPECT_NEAR(balance.mass, kCellArea * mass, 1e-6 * moved);
    if (std::string(conserve) == "volume") {
      EXPECT_EQ(volume, 0.0);
      EXPECT_GT(std::abs(mass), 10.0);  // kg per m2 of one cell
    } else {
      QuantaSum rest = 0;  // what rounding has lost, 0.1 kg/m3 x quanta
      for (Account const& account : budget.accounts) rest += account.rest;
      EXPECT_NEAR(mass, -0.1 * to_metres(rest), 1e-6 * moved);
      EXPECT_GT(std::abs(volume), 0.01);
    }
  }
}

TEST(Conversion, ByMassOfOneDensityIsByVolume) {
  const auto surfaces = [](char const* conserve) {
    World world = world_of(converting_land("open", conserve));
    for (Soil const& soil : Soils(world.terrain().soils)) world.apply(SetSoil{soil.id, "density", 2000.0});
    for (int step = 0; step < 40; ++step) world.step();
    return std::vector<Quanta>(world.terrain().columns.elevations().begin(),
                               world.terrain().columns.elevations().end());
  };
  EXPECT_EQ(surfaces("mass"), surfaces("volume"));
}

TEST(Conversion, LighterDebrisTakesMoreRoom) {
  const auto rise = [](char const* conserve) {
    World world = world_of(parse_scenario(fmt::format(R"(title = "Bare rock"
[grid]
width = 24
height = 24
[world]
conserve = "{}"
[[land.base]]
shape = "uniform"
thickness = 5.0
[wind_particles]
enabled = false
[weathering]
enabled = true
years_per_second = 100.0
)",
                                                      conserve),
                                          "bare.toml", {}));
    const Quanta before = world.terrain().columns.elevation(30);
    for (int step = 0; step < 200; ++step) world.step();
    const double cover = to_metres(world.terrain().columns.sediment(30));
    const double years = 200 * 0.4 * 100.0, rate = world.parameter("weathering", "rate") * 1e-3,
                 depth = world.parameter("weathering", "depth");
    const double swelling = std::string(conserve) == "mass" ? 2650.0 / 1650.0 : 1.0;
    EXPECT_NEAR(cover, depth * std::log1p(swelling * rate * years / depth), 0.002 * cover) << conserve;
    return to_metres(world.terrain().columns.elevation(30) - before) / cover;
  };
  EXPECT_EQ(rise("volume"), 0.0);
  EXPECT_NEAR(rise("mass"), 1.0 - 1650.0 / 2650.0, 1e-4);
}

TEST(Conversion, WaterOnOneSoilDigsWhatItCarries) {
  // Sand on rock, for which droplets wear the bed in code of its own.
  for (auto const& [rock, sand] : {std::pair(2650.0, 1650.0), {1200.0, 2400.0}}) {
    Scenario scenario = parse_scenario(R"(title = "Bare hills"
[grid]
width = 48
height = 48
boundary = "open"
[world]
conserve = "mass"
[[land.base]]
shape = "noise"
amplitude = 8.0
wavelength = 24.0
[wind_particles]
enabled = false
[water_particles]
enabled = true
population = 600
)",
                                       "hills.toml", {});
    scenario.soils[kRock].density = static_cast<float>(rock);
    scenario.soils[kSand].density = static_cast<float>(sand);
    World world = world_of(scenario);
    for (int step = 0; step < 200; ++step) world.step();
    EXPECT_EQ(unsound(world), "");
    EXPECT_EQ(mass_from_nothing(world), 0);
    const MassBudget budget = world.budget();
    ASSERT_LT(budget.accounts[kRock].converted, -1000);
    EXPECT_NEAR(
        -static_cast<double>(budget.accounts[kSand].converted) / static_cast<double>(budget.accounts[kRock].converted),
        rock / sand, 1e-3 * rock / sand);
  }
}

}  // namespace
}  // namespace barchan::test::conversion_test
