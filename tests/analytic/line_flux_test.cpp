// Fluxes through a line: equal to the flux over flat sand times the length across the wind, and to the discharge of a
// river. Directions of fluxes.
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/lake_country.hpp"
#include "support/lands.hpp"
#include "world/line_flux.hpp"
#include "world/world.hpp"

namespace barchan::test::line_flux_test {

namespace {

constexpr double kPi = 3.14159265358979;
constexpr double kSide = 96.0;  // m

World flat_sand(std::string_view process, double wind, std::vector<SetParameter> parameters) {
  WorldSetup setup;
  setup.grid = {.width = 96, .height = 96, .cell_size = 1.0f, .boundary = Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.assign(setup.grid.cells(), to_quanta(5.0));
  setup.parameters = std::move(parameters);
  setup.parameters.push_back({"wind", "direction", wind});
  return make_world(std::move(setup), process);
}

// Slabs so thin that the bed stays flat.
World thin_slabs(double wind) {
  World world = flat_sand("slab_dunes", wind, {{"world", "time_step", 0.04}, {"slab_dunes", "lift_rate", 0.0125}});
  run(world, 400);
  return world;
}

}  // namespace

TEST(LineFlux, IsTheFluxOverFlatSandTimesTheLengthAcrossTheWind) {
  constexpr double kFlux = 0.0125 * 5.0 / 0.6;  // m2/s: rate x hop / rest
  for (const double wind : {0.0, 30.0, 250.0}) {
    const World world = thin_slabs(wind);
    const glm::dvec2 blows(std::cos(wind / 180.0 * kPi), std::sin(wind / 180.0 * kPi));
    // A line that leads to the right of the wind is crossed from its right to its left.
    const glm::dvec2 middle(48.0, 48.0), across(blows.y, -blows.x);
    const double length = 60.0;
    const LineFlux right = line_flux(world, middle + 0.5 * length * -across, middle + 0.5 * length * across);
    EXPECT_NEAR(right.length, length, 1e-9);
    EXPECT_NEAR(right.sand / (kFlux * length), -1.0, 0.12) << wind;
    const LineFlux left = line_flux(world, middle + 0.5 * length * across, middle - 0.5 * length * across);
    EXPECT_NEAR(left.sand, -right.sand, 1e-9 * std::abs(right.sand));
    // Along the wind, nothing passes.
    const LineFlux along = line_flux(world, middle - 0.5 * length * blows, middle + 0.5 * length * blows);
    EXPECT_NEAR(along.sand / (kFlux * length), 0.0, 1e-3);
    EXPECT_EQ(right.water, 0.0);
  }
}

TEST(LineFlux, OfSmallPartsIsThatOfTheWholeLine) {
  const World world = thin_slabs(20.0);
  const glm::dvec2 from(3.3, 90.1), to(77.7, 11.4);
  double sum = 0.0;
  constexpr int kParts = 7;
  const auto at = [&](int i) { return from + (to - from) * (static_cast<double>(i) / kParts); };
  for (int i = 0; i < kParts; ++i) sum += line_flux(world, at(i), at(i + 1)).sand;
  const double whole = line_flux(world, from, to).sand;
  EXPECT_NEAR(sum, whole, 1e-6 * std::abs(whole));
}

TEST(LineFlux, OfWindParticlesFollowsTheirVelocities) {
  for (const double wind : {0.0, 120.0}) {
    World world = flat_sand("wind_particles", wind, {{"wind_particles", "population", 36864.0}});
    run(world, 60);
    const std::vector<float> flux = *world.field("sand_flux"), direction = *world.field("sand_flux_direction");
    double east = 0.0, north = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < flux.size(); ++i) {
      const double angle = static_cast<double>(direction[i]) / 180.0 * kPi;
      east += static_cast<double>(flux[i]) * std::cos(angle);
      north += static_cast<double>(flux[i]) * std::sin(angle);
      sum += static_cast<double>(flux[i]);
    }
    // Gusts turn single particles, but not their mean.
    EXPECT_NEAR(std::remainder(std::atan2(north, east) * 180.0 / kPi - wind, 360.0), 0.0, 3.0);
    EXPECT_GT(std::hypot(east, north), 0.9 * sum);
    // The mean over all lines across the land from south to north is the mean eastward flux times the side.
    double mean = 0.0;
    for (int x = 0; x < 96; ++x) {
      mean += line_flux(world, {x + 0.5, kSide}, {x + 0.5, 0.0}).sand / 96.0;
    }
    EXPECT_NEAR(mean, -east / (kSide * kSide) * kSide, 1e-3 * sum / kSide);
  }
}

TEST(LineFlux, AcrossARiverIsItsDischarge) {
  const LakeCountry country{.discharge = 2.0};
  const World world = lake_country(country, 1500);
  const double side = static_cast<double>(country.cell_size) * country.height;
  // The river runs to the east. East is on the right of a line that leads to the north.
  const LineFlux flux = line_flux(world, {12.0, 0.0}, {12.0, side});
  EXPECT_NEAR(flux.water, 2.0, 0.3);
  EXPECT_NEAR(line_flux(world, {12.0, side}, {12.0, 0.0}).water, -flux.water, 1e-9);
}

// A stream that is one cell wide, oblique to the grid: a single line would pass between its cells or cut them twice.
TEST(LineFlux, AcrossAnObliqueStreamIsItsDischarge) {
  for (const double turned : {22.5, 45.0}) {
    const LakeCountry country{.discharge = 2.0, .turned = turned};
    const World world = lake_country(country, 1500);
    const double angle = turned / 180.0 * kPi;
    const glm::dvec2 along(std::cos(angle), std::sin(angle)), left(-along.y, along.x);
    const glm::dvec2 lake(static_cast<double>(country.cell_size) * kLakeX,
                          static_cast<double>(country.cell_size) * kLakeY);
    for (const double before : {34.0, 35.1, 36.3}) {
      const glm::dvec2 middle = lake - before * along;
      const double water = line_flux(world, middle - 25.0 * left, middle + 25.0 * left).water;
      EXPECT_NEAR(water, 2.0, 0.4) << turned << " degrees, " << before << " m";
    }
  }
}

TEST(LineFlux, RefusesLinesOffTheLandAndOfNoLength) {
  const World world = lake_country({}, 0);
  EXPECT_THROW(line_flux(world, {1.0, 1.0}, {1.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(line_flux(world, {1.0, 1.0}, {1e4, 1.0}), std::invalid_argument);
}

}  // namespace barchan::test::line_flux_test
