// The default scenario. Within half a minute of watching, it is a dune field with slip faces, with crescents and with a
// lee steeper than the windward side. Early and late, its dunes stay crisp, and neither noise of the grid nor blur
// appears.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "support/shipped_worlds.hpp"
#include "world/world.hpp"

namespace barchan::test::dunes_test {
namespace {

constexpr int kEarly = 1200, kLate = 3000, kSteps = 4000;

struct Figures {
  std::vector<double> slip_faces, lee_to_stoss, crescents, noise, spacing, lee_p90, turn, error;

  void add(DuneMeasures const& m) {
    slip_faces.push_back(static_cast<double>(m.slip_faces));
    lee_to_stoss.push_back(m.profile.lee_to_stoss);
    crescents.push_back(static_cast<double>(m.crescents));
    noise.push_back(m.slope_noise_share);
    if (m.spacing > 0.0) spacing.push_back(m.spacing);  // 0: too few dunes for a correlation
    lee_p90.push_back(m.lee.p90_degrees);
    turn.push_back(m.profile.turn_cells);
    error.push_back(m.crest_error_degrees);
  }
};

DuneMeasures measured(World const& world) {
  return measure_dunes(elevation_map(world.terrain()), world.parameter("wind", "direction"),
                       world.parameter("gravity", "repose_slope"));
}

double repose_of(World const& world) {
  return std::atan(world.parameter("gravity", "repose_slope")) * 180.0 / std::numbers::pi;
}

/// Runs to kLate. Slope noise beyond that of sharp corners must stay small, early and late.
void expect_crisp_until_late(World& world) {
  run(world, kEarly);
  const DuneMeasures early = measured(world);
  run(world, kLate - kEarly);
  const DuneMeasures late = measured(world);
  std::printf("early %s\nlate  %s\n", to_text(early).c_str(), to_text(late).c_str());
  // 0: no pattern repeats within half of the land, as in a field of single dunes.
  EXPECT_TRUE(late.spacing == 0.0 || late.spacing >= 40.0) << late.spacing;
  EXPECT_LE(late.slope_noise_share, 0.12);
  EXPECT_LE(late.slope_noise_share, 1.2 * early.slope_noise_share);
  for (DuneMeasures const* measures : {&early, &late}) {
    EXPECT_GE(measures->lee.p90_degrees, 0.9 * repose_of(world));
    EXPECT_LE(measures->profile.turn_cells, 3.0);
  }
}

// Daily runs use only the seed that is also checked early and late; full-length runs use three more.
TEST(Dunes, FieldHasSlipFacesCrescentsSteepLeesAndStaysCrisp) {
  constexpr std::uint64_t kCrisp = 4;
  Figures figures;
  double repose = 0.0;
  for (std::uint64_t seed = long_run() ? 1 : kCrisp; seed <= kCrisp; ++seed) {
    World world = shipped_world("dunes", seed);
    const QuantaSum sand = world.budget().accounts[kSand].lying;
    if (seed == kCrisp) expect_crisp_until_late(world);
    // Daily runs end with the late measurement.
    run(world, how_many(kLate, kSteps) - static_cast<int>(world.step_count()));
    EXPECT_EQ(unsound(world), "");
    const Account after = world.budget().accounts[kSand];
    EXPECT_GE(static_cast<double>(after.lying + after.airborne), 0.95 * static_cast<double>(sand));
    const DuneMeasures measures = measured(world);
    std::printf("seed %d: %s\n", static_cast<int>(seed), to_text(measures).c_str());
    figures.add(measures);
    repose = repose_of(world);
  }
  const auto report = [&](char const* name, std::vector<double> const& values) {
    RecordProperty(name, to_text(statistics(values)));
    std::printf("%s: %s\n", name, to_text(statistics(values)).c_str());
  };
  report("slip_faces", figures.slip_faces);
  report("crescents", figures.crescents);
  report("lee_to_stoss", figures.lee_to_stoss);
  report("noise", figures.noise);
  report("spacing", figures.spacing);
  report("lee_p90", figures.lee_p90);
  report("turn", figures.turn);
  report("crest_error", figures.error);
  EXPECT_GE(statistics(figures.slip_faces).least, 8.0);
  EXPECT_GE(statistics(figures.crescents).least, 1.0);
  EXPECT_GE(statistics(figures.lee_to_stoss).least, 1.5);
  EXPECT_GE(statistics(figures.spacing).mean, 40.0);
  EXPECT_LE(statistics(figures.noise).mean, 0.12);
  EXPECT_GE(statistics(figures.lee_p90).least, 0.9 * repose);
  // Sand keeps arriving at the brink, and a face at 22.5 degrees to the grid is 2 degrees steeper than its angle of
  // repose.
  EXPECT_LE(statistics(figures.lee_p90).most, repose + 4.0);
  EXPECT_LE(statistics(figures.turn).most, 3.0);
  EXPECT_LE(std::abs(statistics(figures.error).mean), 10.0);
}

}  // namespace
}  // namespace barchan::test::dunes_test
