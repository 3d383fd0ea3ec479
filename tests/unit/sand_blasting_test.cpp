// Sand blasting: each rule against its closed form, under a uniform stream of sand.
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/blasting.hpp"
#include "wind/wind_field.hpp"

namespace barchan::sand_blasting_test {
namespace {

constexpr Quanta kStream = 1 << 16;  // a quarter of a metre flies past each cell in a step
constexpr double kLevel = 0.1;       // strikes on level ground relative to those on an upright face
constexpr BlastRule kRule{.abrasion = 0.01f, .height = 0.5f};

// A land given in metres at (x, y), with 64 cells per side, and the wear by blasting.
class Blasted {
 public:
  using Height = std::function<double(int x, int y)>;

  explicit Blasted(Height const& base, double wind_degrees = 0.0, float cell_size = 1.0f, Quanta sand = 0,
                   bool obstacle = false)
      : before_(64 * 64) {
    terrain_.grid = {64, 64, cell_size, Boundary::open};
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) before_[terrain_.grid.index(x, y)] = to_quanta(base(x, y));
    }
    const std::vector<Quanta> loose(before_.size(), sand), built(before_.size(), obstacle ? to_quanta(1.0) : 0);
    terrain_.columns = Columns(terrain_.grid, before_, loose, built);
    parameters_.direction = static_cast<float>(wind_degrees);
  }
  void blast(BlastRule const& rule, int steps = 1, Quanta stream = kStream) {
    const std::vector<Quanta> air(before_.size(), stream);
    WindField wind;
    blasting_.prepare();
    for (int step = 0; step < steps; ++step) {
      wind.renew(terrain_, parameters_, scheduler_);
      const StepContext context{1, static_cast<std::uint64_t>(step), 0.1f, wind, scheduler_, ledger_};
      blasting_.wear(terrain_, context, rule, air);
    }
  }
  // Wear of a cell, m.
  double worn(int x, int y) const {
    const std::size_t cell = terrain_.grid.index(x, y);
    return to_metres(before_[cell] - terrain_.columns.base(cell));
  }
  // Mean wear of the cells away from the edges, m.
  double mean_worn() const {
    double sum = 0.0;
    for (int y = 20; y < 44; ++y) {
      for (int x = 20; x < 44; ++x) sum += worn(x, y) / (24.0 * 24.0);
    }
    return sum;
  }
  QuantaSum converted(SoilId soil) const { return ledger_.booked().accounts[soil].converted; }

 private:
  Terrain terrain_;
  std::vector<Quanta> before_;
  WindParameters parameters_;
  Scheduler scheduler_{1};
  Ledger ledger_;
  SandBlasting blasting_;
};

double flat(int, int) { return 0.0; }
// Wear of a cell of 1 m, in m, by the sand that strikes one metre of an upright face in a step.
const double kFace = static_cast<double>(kRule.abrasion) * to_metres(kStream);

TEST(SandBlasting, LevelGroundWearsAsTheGrainsComeDown) {
  for (float cell : {0.5f, 1.0f, 2.0f}) {
    Blasted land(flat, 30.0, cell);
    land.blast(kRule);
    EXPECT_NEAR(land.mean_worn(), kFace * kLevel / static_cast<double>(kRule.height), 2e-6) << cell;
  }
}

TEST(SandBlasting, AWallTakesTheBlowsOfAllSandBelowItsTop) {
  for (double height : {0.25, 0.5, 1.0, 4.0}) {
    Blasted land([&](int x, int) { return x < 32 ? 0.0 : height; });
    land.blast(kRule);
    const double length = static_cast<double>(kRule.height);
    const double squarely = 0.5 + 0.5 * std::cos(20.0 * std::numbers::pi / 180.0);  // half comes from 20 degrees aside
    // The layer rises by a tenth of a metre on the way to the top.
    const double wanted =
        squarely * (1.0 - std::exp(-height / length)) + kLevel / length * std::exp(-(height - 0.1) / length);
    EXPECT_NEAR(land.worn(32, 32) / kFace / wanted, 1.0, 0.005) << height;
  }
}

TEST(SandBlasting, TheTopOfAHillIsOutOfReach) {
  Blasted land([](int x, int) { return x < 32 ? 0.0 : 4.0; });
  land.blast(kRule);
  const double level = kFace * kLevel / static_cast<double>(kRule.height);
  EXPECT_NEAR(land.worn(16, 32), level, 0.02 * level);
  std::printf("wear of a top 4 m high over that of the plain: %g\n", land.worn(36, 32) / level);
  EXPECT_LT(land.worn(36, 32), 0.01 * level) << "four metres stand above the layer";
  // The layer rises by a tenth of its path, so 28 m behind the wall the top is only 1.2 m above it.
  EXPECT_GT(land.worn(60, 32), 0.05 * level);
  Blasted tall([](int x, int) { return x < 32 ? 0.0 : 4.0; });
  BlastRule rule = kRule;
  rule.height = 5.0f;
  tall.blast(rule);
  EXPECT_GT(tall.worn(36, 32), 10.0 * land.worn(36, 32)) << "a higher layer reaches it";
}

TEST(SandBlasting, LeeSlopesAndWakesAreLeftAlone) {
  // A ridge across the wind that rises at 6 degrees and falls at 31 degrees to 4 m behind the crest; the full wake ends
  // at 9 m.
  double lee = 0.0, stoss = 0.0;
  for (double wind : {0.0, 30.0, 200.0, 315.0}) {
    const double cosine = std::cos(wind * std::numbers::pi / 180.0), sine = std::sin(wind * std::numbers::pi / 180.0);
    const auto along = [&](int x, int y) { return (x - 32) * cosine + (y - 32) * sine; };
    Blasted land(
        [&](int x, int y) {
          const double s = along(x, y);
          return std::max(0.0, s < 0.0 ? 2.4 + 0.1 * s : 2.4 - 0.6 * s);
        },
        wind);
    land.blast(kRule);
    for (int y = 22; y < 42; ++y) {
      for (int x = 22; x < 42; ++x) {
        const double s = along(x, y);
        if (s > -9.0 && s < -2.0) stoss += land.worn(x, y);
        if (s > 1.5 && s < 8.5) lee += land.worn(x, y);
      }
    }
  }
  std::printf("wear of lee slopes over that of windward ones: %g\n", lee / stoss);
  EXPECT_LT(lee / stoss, 0.01);
}

TEST(SandBlasting, FacesWearOnTheSideOfTheWind) {
  // A round tower, 4 m high and 8 m in radius.
  double least = 1.0;
  for (double wind : {0.0, 60.0, 135.0, 200.0, 270.0}) {
    const double cosine = std::cos(wind * std::numbers::pi / 180.0), sine = std::sin(wind * std::numbers::pi / 180.0);
    Blasted land([](int x, int y) { return std::hypot(x - 32, y - 32) < 8.0 ? 4.0 : 0.0; }, wind);
    land.blast(kRule);
    double front = 0.0, all = 0.0;
    for (int y = 22; y < 43; ++y) {
      for (int x = 22; x < 43; ++x) {
        if (std::hypot(x - 32, y - 32) >= 8.0) continue;
        all += land.worn(x, y);
        if ((x - 32) * cosine + (y - 32) * sine < 0.0) front += land.worn(x, y);
      }
    }
    least = std::min(least, front / all);
  }
  std::printf("share of the wear of a tower on its windward half: %g\n", least);
  EXPECT_GT(least, 0.95);
}

TEST(SandBlasting, HardGroundWearsLessAndSandCoversIt) {
  Blasted rock(flat), hard(flat), half(flat, 0.0, 1.0f, 500), buried(flat, 0.0, 1.0f, 1000);
  Blasted built(flat, 0.0, 1.0f, 0, true);
  BlastRule rule = kRule;
  rock.blast(rule);
  rule.rock_hardness = 4.0f;
  rule.obstacle_hardness = 2.0f;
  rule.sand_depth = 1000.0f;
  hard.blast(rule);
  half.blast(rule);
  buried.blast(rule);
  built.blast(rule);
  EXPECT_NEAR(hard.mean_worn() / rock.mean_worn(), 0.25, 0.005);
  EXPECT_NEAR(built.mean_worn() / rock.mean_worn(), 0.5, 0.005);
  EXPECT_NEAR(half.mean_worn() / hard.mean_worn(), 0.5, 0.01) << "half a slab lies on it";
  EXPECT_EQ(buried.mean_worn(), 0.0) << "a slab lies on it";
  EXPECT_EQ(built.converted(kRock), 0);
  EXPECT_EQ(built.converted(kSand), -built.converted(kObstacle));
  EXPECT_GT(built.converted(kSand), 0);
}

TEST(SandBlasting, LessThanAQuantumAddsUp) {
  Blasted land(flat);
  constexpr int kSteps = 400;
  BlastRule rule = kRule;
  rule.sand_depth = 1e6f;
  land.blast(rule, kSteps, 100);  // a fifth of a quantum per step
  const double wanted = kFace * kLevel / static_cast<double>(kRule.height) * 100.0 / kStream * kSteps;
  EXPECT_NEAR(land.mean_worn() / wanted, 1.0, 0.01);
}

TEST(SandBlasting, HardnessVariesInPatches) {
  BlastRule rule = kRule;
  rule.variation = 0.5f;
  const auto roughness = [&](float patch) {
    rule.patch = patch;
    Blasted land(flat);
    land.blast(rule);
    double steps = 0.0, spread = 0.0;
    const double mean = land.mean_worn();
    for (int y = 0; y < 64; ++y) {
      for (int x = 1; x < 64; ++x) {
        steps += std::pow(land.worn(x, y) - land.worn(x - 1, y), 2);
        spread += std::pow(land.worn(x, y) - mean, 2);
      }
    }
    EXPECT_GT(std::sqrt(spread / (64.0 * 63.0)), 0.1 * mean);
    return std::sqrt(steps / spread);
  };
  const double fine = roughness(4.0f), coarse = roughness(16.0f);
  EXPECT_GT(fine, 2.0 * coarse) << "larger patches, gentler changes";
}

}  // namespace
}  // namespace barchan::sand_blasting_test
