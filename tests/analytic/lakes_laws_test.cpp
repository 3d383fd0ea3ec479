/// Lakes against closed forms: how fast a breach empties a lake, where a closed basin comes to rest, and the levels and
/// volumes of nested basins, walls, islands and evaporation that can be calculated by hand.
#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/flooded_land.hpp"

namespace barchan::lakes_laws_test {
namespace {

using test::IntegerLand;

/// Position on the land of a cell of a drawing.
using Turn = std::function<std::pair<int, int>(int, int)>;

constexpr double kSill = 1.0, kHead = 1.0, kWall = 9.0;  // m

struct Breach {
  std::string name;
  int length = 0, breadth = 0;  ///< cells of the reservoir
  int width = 1;                ///< cells of the breach
  float cell_size = 1.0f;       ///< m
  double seconds = 0.4;         ///< of a step
  int quarter_turns = 0;
};

void PrintTo(Breach const& one, std::ostream* out) { *out << one.name; }

/// A reservoir with vertical walls, one of which has been breached down to a hard sill. Beyond it, the land falls to an
/// open edge.
class Flume {
 public:
  explicit Flume(Breach const& breach) : breach_(breach) {
    const int along = breach.length + 22, across = breach.breadth + 2;
    const bool upright = breach.quarter_turns % 2 != 0;
    land_.grid = {upright ? across : along, upright ? along : across, breach.cell_size, Boundary::open};
    land_.elevations.assign(land_.grid.cells(), 0);
    const int wall = breach.length + 1, first = (across - breach.width) / 2;
    for (int y = 0; y < across; ++y) {
      for (int x = 0; x < along; ++x) {
        double z = x > wall ? -0.1 * (x - wall) : 0.0;
        if (x <= wall && (x == 0 || y == 0 || y == across - 1 || x == wall)) z = kWall;
        land_.elevations[at(x, y)] = to_quanta(z);
        if (x == wall && y >= first && y < first + breach.width) breached_.push_back(at(x, y));
      }
    }
    lakes_ = Lakes(land_.grid);
    inside_ = at(1, 1);
    area_ = QuantaSum{breach.length} * breach.breadth;
    left_ = pour_and_rest(lakes_, land_, {inside_, area_ * to_quanta(kSill + kHead)});
    for (std::size_t cell : breached_) land_.elevations[cell] = to_quanta(kSill);
    lakes_.follow(land_.elevations);
  }

  /// Height above the sill, m, computed from the volume because the level is rounded.
  double head() const { return to_metres(lake().volume) / static_cast<double>(area_) - kSill; }
  LakeView lake() const { return lakes_.lake(lakes_.id(inside_)); }
  std::set<std::size_t> step() {
    std::set<std::size_t> gates;
    for (LakeOutflow const& outflow : lakes_.settle({.seconds = breach_.seconds}).outflows) gates.insert(outflow.gate);
    return gates;
  }
  /// The same with an inflow in m3/s. Returns the outflow in m3/s.
  double step(double inflow, double retention) {
    const double cell_volume = square_metres() / static_cast<double>(area_);
    waiting_ += inflow * breach_.seconds / cell_volume * kQuantaPerMetre;
    const LakePour pour{inside_, static_cast<QuantaSum>(waiting_)};
    waiting_ -= static_cast<double>(pour.amount);
    if (pour.amount > 0) lakes_.pour({&pour, 1}, land_.elevations);
    QuantaSum out = 0;
    for (LakeOutflow const& outflow : lakes_.settle({.seconds = breach_.seconds, .retention = retention}).outflows) {
      out += outflow.amount;
    }
    return to_metres(out) * cell_volume / breach_.seconds;
  }
  double seconds() const { return breach_.seconds; }
  double width() const { return static_cast<double>(breach_.cell_size) * breach_.width; }
  double square_metres() const {
    return static_cast<double>(area_) * static_cast<double>(breach_.cell_size) * static_cast<double>(breach_.cell_size);
  }
  double law(double time) const {
    const auto cell = static_cast<double>(breach_.cell_size);
    const double width = cell * breach_.width, area = static_cast<double>(area_) * cell * cell;
    return kHead / std::pow(1.0 + 1.705 * width * std::sqrt(kHead) * time / (2.0 * area), 2);
  }
  Lakes const& lakes() const { return lakes_; }
  std::vector<std::size_t> const& breached() const { return breached_; }
  QuantaSum area() const { return area_; }

 private:
  std::size_t at(int x, int y) const {
    Grid const& grid = land_.grid;
    switch (breach_.quarter_turns) {
      case 1:
        return grid.index(y, x);
      case 2:
        return grid.index(grid.width - 1 - x, y);
      case 3:
        return grid.index(grid.width - 1 - y, grid.height - 1 - x);
      default:
        return grid.index(x, y);
    }
  }

  Breach breach_;
  IntegerLand land_;
  Lakes lakes_;
  std::vector<std::size_t> breached_;
  std::size_t inside_ = 0;
  QuantaSum area_ = 0, left_ = 0;
  double waiting_ = 0.0;  ///< inflow of less than a quantum
};

class LakeBreach : public testing::TestWithParam<Breach> {};

TEST_P(LakeBreach, EmptiesAtTheRateOfAWeirDownToItsSill) {
  Flume flume(GetParam());
  ASSERT_EQ(flume.lake().level, to_quanta(kSill + kHead));
  const double seconds = GetParam().seconds;
  double time = 0.0, worst = 0.0;
  std::set<std::size_t> gates;
  while (time < 600.0) {
    gates = flume.step();
    time += seconds;
    const double law = flume.law(time);
    worst = std::max(worst, std::abs(flume.head() - law) / std::max(0.03 * law, 0.001));
  }
  EXPECT_EQ(gates, std::set<std::size_t>(flume.breached().begin(), flume.breached().end()));
  EXPECT_LE(worst, 1.0) << "of what is allowed";
  for (int steps = 0; steps < 2000000 && !flume.lakes().at_rest(); ++steps) flume.step();
  EXPECT_EQ(flume.lake().level, to_quanta(kSill));
  EXPECT_EQ(flume.lake().volume, flume.area() * to_quanta(kSill));
  EXPECT_EQ(flume.lakes().fault(), "");
}

INSTANTIATE_TEST_SUITE_P(
    All, LakeBreach,
    testing::Values(Breach{"narrow", 99, 40, 1, 1.0f, 0.4, 0}, Breach{"tiny_steps", 20, 10, 1, 1.0f, 0.02, 1},
                    Breach{"wide", 99, 40, 7, 1.0f, 0.1, 2}, Breach{"long_steps", 99, 40, 3, 1.0f, 2.0, 3},
                    Breach{"small_cells", 60, 60, 5, 0.25f, 0.1, 1}, Breach{"large_cells", 30, 50, 2, 5.0f, 2.0, 0}),
    [](auto const& breach) { return breach.param.name; });

/// Inflow of a reservoir over time, m3/s.
using Hydrograph = std::function<double(double)>;

/// Lets the flume run for `seconds` under `inflow` with the given retention; calls `each(time, head, outflow in m3/s)`.
template <class Each>
void route(Flume& flume, Hydrograph const& inflow, double retention, double seconds, Each const& each) {
  for (double time = 0.0; time < seconds;) {
    const double out = flume.step(inflow(time), retention);
    time += flume.seconds();
    each(time, flume.head(), out);
  }
}

TEST_P(LakeBreach, AFedLakeStandsAsHighAsItsWeirNeeds) {
  Flume flume(GetParam());
  const double width = flume.width(), settles = 60.0 * flume.square_metres() / (1.705 * width);
  for (const double retention : {1.0, 0.1, 0.0}) {
    for (const double expected : {0.8, 0.15}) {
      const double discharge = 1.705 * width * std::pow(expected, 1.5);
      double head = 0.0, out = 0.0, count = 0.0;
      const auto add = [&](double time, double now, double outflow) {
        if (time < 0.8 * settles) return;
        head += now;
        out += outflow;
        count += 1.0;
      };
      route(
          flume, [&](double) { return discharge; }, retention, settles, add);
      const double held = expected * std::cbrt(retention * retention);
      EXPECT_NEAR(head / count, held, std::max(0.03 * held, 0.002)) << retention << ' ' << expected;
      EXPECT_NEAR(out / count, discharge, 0.005 * discharge) << retention << ' ' << expected;
    }
  }
  EXPECT_EQ(flume.lakes().fault(), "");
}

TEST_P(LakeBreach, AFloodLeavesAsLevelPoolRoutingSays) {
  // A half-sine flood wave passes through a lake that is full to its sill. The reference is A dH/dt = Q - 1.705 b
  // H^1.5, integrated in steps of 0.01 s.
  Flume flume(GetParam());
  route(
      flume, [](double) { return 0.0; }, 0.0, 40000.0, [](double, double, double) {});
  const double area = flume.square_metres(), width = flume.width();
  const double lasts = 2.0 * area / (1.705 * width), peak = 1.705 * width;
  const Hydrograph wave = [&](double time) { return time < lasts ? peak * std::sin(3.14159265 * time / lasts) : 0.0; };
  double clock = 0.0, level = flume.head(), highest = 0.0, routed = 0.0, most = 0.0, worst = 0.0;
  route(flume, wave, 1.0, 2.0 * lasts, [&](double time, double head, double out) {
    for (; clock < time; clock += 0.01) {
      const double over = 1.705 * width * std::pow(std::max(level, 0.0), 1.5);
      routed = std::max(routed, over);
      level += 0.01 * (wave(clock) - over) / area;
    }
    most = std::max(most, out);
    highest = std::max(highest, level);
    worst = std::max(worst, std::abs(head - level));
  });
  EXPECT_LE(worst, 0.03 * highest);
  EXPECT_NEAR(most, routed, 0.05 * routed);
  EXPECT_LT(most, 0.9 * peak) << "the lake damps the flood";
}

/// A round reservoir in a thick wall, which is breached towards `degrees`, five cells wide and down to the sill.
IntegerLand round_reservoir(double degrees, bool breached) {
  IntegerLand land{{.width = 81, .height = 81, .cell_size = 1.0f, .boundary = Boundary::open}, {}};
  land.elevations.resize(land.grid.cells());
  const double angle = degrees / 180.0 * 3.14159265358979;
  for_each_cell(land.grid, [&](int x, int y) {
    const double east = x - 40, north = y - 40, far = std::hypot(east, north);
    const double along = east * std::cos(angle) + north * std::sin(angle);
    const double aside = north * std::cos(angle) - east * std::sin(angle);
    double z = 0.0;
    if (far >= 28.0) z = kWall;
    if (far >= 33.0) z = -0.1 * far;
    if (breached && far >= 28.0 && far < 33.0 && along > 0.0 && std::abs(aside) <= 2.5) z = kSill;
    land.elevations[land.grid.index(x, y)] = to_quanta(z);
  });
  return land;
}

TEST(LakeLaws, ABreachAtAnyAzimuthFollowsTheWeirOfItsGates) {
  for (const double degrees : {0.0, 20.0, 45.0, 110.0, 249.0}) {
    IntegerLand land = round_reservoir(degrees, false);
    Lakes lakes(land.grid);
    const std::size_t middle = land.grid.index(40, 40);
    QuantaSum area = 0;
    for (Quanta z : land.elevations) area += z == 0 ? 1 : 0;
    pour_and_rest(lakes, land, {middle, area * to_quanta(kSill + kHead)});
    ASSERT_EQ(lakes.lake(1).level, to_quanta(kSill + kHead));
    land = round_reservoir(degrees, true);
    lakes.follow(land.elevations);
    double time = 0.0, worst = 0.0, width = 0.0;
    // The breach fills with water first. The law applies from then on, to the head that remains.
    double head = 0.0, wet = 0.0;
    for (int step = 0; step < 4000; ++step) {
      std::set<std::size_t> gates;
      for (LakeOutflow const& outflow : lakes.settle({.seconds = 0.1}).outflows) gates.insert(outflow.gate);
      const LakeView lake = lakes.lake(lakes.id(middle));
      const double now = to_metres(QuantaSum{lake.level}) - kSill;
      if (step == 0) {
        width = static_cast<double>(gates.size());
        wet = lake.cells;
        head = now;
        continue;
      }
      ASSERT_LE(gates.size(), static_cast<std::size_t>(width));
      time += 0.1;
      const double law = head / std::pow(1.0 + 1.705 * width * std::sqrt(head) * time / (2.0 * wet), 2);
      worst = std::max(worst, std::abs(now - law) / std::max(0.03 * law, 0.001));
    }
    EXPECT_GE(width, 5.0) << degrees;
    EXPECT_LE(width, 8.0) << degrees;
    EXPECT_LE(worst, 1.0) << "of what is allowed, at " << degrees;
  }
}

/// A closed basin that rises with the distance from its middle.
IntegerLand bowl(int side, Quanta height) {
  IntegerLand land{{.width = side, .height = side, .cell_size = 1.0f, .boundary = Boundary::closed}, {}};
  land.elevations.resize(land.grid.cells());
  for_each_cell(land.grid, [&](int x, int y) {
    const double far = std::hypot(x - 0.5 * side, y - 0.5 * side) / (0.5 * side);
    land.elevations[land.grid.index(x, y)] = static_cast<Quanta>(height * far * far);
  });
  return land;
}

TEST(LakeLaws, AClosedBasinComesToRestWhereRainAndEvaporationBalance) {
  for (const double rain : {0.37, 5.3}) {
    for (const double share : {0.1, 0.4, 0.75}) {
      const IntegerLand land = bowl(80, 40000);
      Lakes lakes(land.grid);
      const double evaporation = rain / share;
      const int steps = static_cast<int>(40000 / evaporation) * 12;
      double rest = 0.0, cells = 0.0;
      int counted = 0;
      for (int step = 0; step < steps; ++step) {
        rest += rain * static_cast<double>(land.cells());
        const LakePour pour{land.grid.index(40, 40), static_cast<QuantaSum>(rest)};
        rest -= static_cast<double>(pour.amount);
        lakes.pour({&pour, 1}, land.elevations);
        lakes.settle({.seconds = 0.4, .evaporation = evaporation});
        if (step < steps * 9 / 10) continue;
        cells += lakes.lake(lakes.id(pour.cell)).cells;
        ++counted;
      }
      EXPECT_NEAR(cells / counted / static_cast<double>(land.cells()) / share, 1.0, 0.02) << rain << ' ' << share;
      EXPECT_EQ(lakes.fault(), "");
    }
  }
}

TEST(LakeLaws, EvaporationBelowAQuantumAStepIsExactInTheMean) {
  IntegerLand land{{.width = 12, .height = 9, .cell_size = 1.0f, .boundary = Boundary::closed},
                   std::vector<Quanta>(108, 0)};
  Lakes lakes(land.grid);
  pour_and_rest(lakes, land, {0, 108 * 5000});
  const int steps = 40000;
  for (int step = 0; step < steps; ++step) lakes.settle({.seconds = 0.4, .evaporation = 0.0173});
  EXPECT_NEAR(static_cast<double>(lakes.book().evaporated), 108 * 0.0173 * steps, 108.0 * 2);
  EXPECT_EQ(lakes.held() + lakes.book().evaporated, 108 * 5000);
}

/// Two pits of 10 x 10 and 10 x 20 cells with floors at 0 and -50. The wall between them is one cell thick and has a
/// notch, one cell wide, down to 60. Walls of 500 surround them.
struct TwoPits {
  IntegerLand land{{.width = 33, .height = 12, .cell_size = 1.0f, .boundary = Boundary::closed}, {}};
  std::size_t small = at(5, 5), large = at(20, 5), notch = at(11, 5);

  TwoPits() {
    land.elevations.assign(land.grid.cells(), 500);
    for (int y = 1; y <= 10; ++y) {
      for (int x = 1; x <= 10; ++x) land.elevations[at(x, y)] = 0;
      for (int x = 12; x <= 31; ++x) land.elevations[at(x, y)] = -50;
    }
    land.elevations[notch] = 60;
  }
  std::size_t at(int x, int y) const { return land.grid.index(x, y); }
};

TEST(LakeLaws, NestedBasinsSpillMeetAndPart) {
  const TwoPits pits;
  Lakes lakes(pits.land.grid);
  pour_and_rest(lakes, pits.land, {pits.small, 100 * 60 - 1});
  EXPECT_EQ(lakes.lake(lakes.id(pits.small)).level, 59);
  EXPECT_EQ(lakes.lake(lakes.id(pits.small)).volume, 5999);
  // One quantum fills the small pit to the sill; everything else falls into the large pit.
  pour_and_rest(lakes, pits.land, {pits.small, 1 + 200 * 30 + 7});
  EXPECT_EQ(lakes.lake(lakes.id(pits.small)).volume, 6000);
  EXPECT_EQ(lakes.lake(lakes.id(pits.large)).volume, 6007);
  EXPECT_EQ(lakes.lake(lakes.id(pits.large)).level, -20);
  EXPECT_EQ(lakes.count(), 2);
  // Once both pits are full to the sill, more water makes them one lake, which includes the notch.
  pour_and_rest(lakes, pits.land, {pits.small, 200 * 80 - 7 + 301 * 10 + 3});
  EXPECT_EQ(lakes.count(), 1);
  const LakeId both = lakes.id(pits.notch);
  EXPECT_EQ(lakes.lake(both).cells, 301);
  EXPECT_EQ(lakes.lake(both).level, 70);
  EXPECT_EQ(lakes.lake(both).volume, 100 * 70 + 200 * 120 + 10 + 3);
  EXPECT_EQ(lakes.cells(both).size(), 301u);
  // Evaporation lowers the lake to 51, and it splits at the notch. Each part keeps the water above its own floor.
  for (int i = 0; i < 19 * 16 + 16; ++i) lakes.settle({.seconds = 0.4, .evaporation = i < 19 * 16 ? 1.0 / 16.0 : 0.0});
  EXPECT_EQ(lakes.count(), 2);
  EXPECT_EQ(lakes.id(pits.notch), 0);
  EXPECT_EQ(lakes.id(pits.large), both) << "the larger part keeps the id";
  EXPECT_EQ(lakes.lake(lakes.id(pits.small)).level, 51);
  EXPECT_EQ(lakes.lake(lakes.id(pits.large)).level, 51);
  EXPECT_EQ(lakes.book().evaporated, 301 * 11 + 300 * 8) << "at no depth the notch is wet still";
  EXPECT_EQ(lakes.fault(), "");
}

TEST(LakeLaws, AWallPartsALakeAtOneLevelAndAnIslandDoesNot) {
  IntegerLand land{{.width = 41, .height = 21, .cell_size = 1.0f, .boundary = Boundary::closed},
                   std::vector<Quanta>(41 * 21, 0)};
  Lakes lakes(land.grid);
  pour_and_rest(lakes, land, {0, 41 * 21 * 1000 + 77});
  const auto raise = [&](int x, int first, int last) {
    for (int y = first; y <= last; ++y) land.elevations[land.grid.index(x, y)] = 5000;
    lakes.follow(land.elevations);
    EXPECT_EQ(run_to_rest(lakes, land), 0);
    EXPECT_EQ(lakes.fault(), "");
  };
  raise(20, 5, 15);
  EXPECT_EQ(lakes.count(), 1);
  EXPECT_EQ(lakes.lake(1).level, (41 * 21 * 1000 + 77) / (41 * 21 - 11));
  raise(20, 0, 20);
  ASSERT_EQ(lakes.count(), 2);
  const LakeView west = lakes.lake(lakes.id(land.grid.index(0, 0))),
                 east = lakes.lake(lakes.id(land.grid.index(40, 0)));
  EXPECT_EQ(west.cells, 20 * 21);
  EXPECT_EQ(east.cells, 20 * 21);
  EXPECT_EQ(west.level, 41 * 21 * 1000 / (40 * 21));
  EXPECT_EQ(east.level, west.level);
  EXPECT_EQ(west.volume + east.volume, 41 * 21 * 1000 + 77);
  EXPECT_LE(std::abs(west.volume - east.volume), 1) << "what is below a quantum is shared too";
}

TEST(LakeLaws, ALandWithoutASillFills) {
  for (const Boundary boundary : {Boundary::closed, Boundary::periodic}) {
    test::Randomness randomness(7);
    const IntegerLand land = random_land(
        randomness, {.width = 37, .height = 21, .cell_size = 1.0f, .boundary = boundary}, test::Texture::hills, 900);
    Lakes lakes(land.grid);
    QuantaSum ground = 0;
    for (Quanta z : land.elevations) ground += z;
    const QuantaSum poured = 37 * 21 * 5000;
    pour_and_rest(lakes, land, {3, poured});
    ASSERT_EQ(lakes.count(), 1);
    EXPECT_EQ(lakes.lake(lakes.id(0)).cells, 37 * 21);
    EXPECT_EQ(lakes.lake(lakes.id(0)).level, (poured + ground) / (37 * 21));
    EXPECT_EQ(lakes.fault(), "");
  }
}

TEST(LakeLaws, ThinPuddlesWithoutInflowSoakAway) {
  const TwoPits pits;
  constexpr Quanta kThin = 20;
  Lakes lakes(pits.land.grid);
  const LakePour deep{pits.large, 200 * kThin};
  lakes.pour({&deep, 1}, pits.land.elevations);
  QuantaSum soaked = 0;
  // Nothing soaks away as long as water comes in.
  for (int step = 0; step < 40; ++step) {
    const LakePour drop{pits.small, 1};
    lakes.pour({&drop, 1}, pits.land.elevations);
    soaked += lakes.settle({.seconds = 0.4, .soaks = kThin}).soaked;
  }
  EXPECT_EQ(soaked, 0);
  EXPECT_EQ(lakes.count(), 2);
  for (int step = 0; step < 17; ++step) soaked += lakes.settle({.seconds = 0.4, .soaks = kThin}).soaked;
  EXPECT_EQ(soaked, 40);
  EXPECT_EQ(lakes.book().soaked, 40);
  EXPECT_EQ(lakes.id(pits.small), 0);
  EXPECT_EQ(lakes.held(), 200 * kThin) << "what is as deep does not soak away";
}

TEST(LakeLaws, AFilmDoesNotSpreadOverAnEvenPlain) {
  for (const Boundary boundary : {Boundary::open, Boundary::closed, Boundary::periodic}) {
    const IntegerLand plain{{.width = 200, .height = 150, .cell_size = 1.0f, .boundary = boundary},
                            std::vector<Quanta>(200 * 150, 77)};
    Lakes lakes(plain.grid);
    const LakePour drop{plain.grid.index(100, 75), 600};
    lakes.pour({&drop, 1}, plain.elevations);
    lakes.settle({.seconds = 0.4, .soaks = 20});
    EXPECT_LE(lakes.lake(lakes.id(drop.cell)).cells, 601);
    if (boundary != Boundary::open) {
      EXPECT_EQ(lakes.held(), 600);
    }
    EXPECT_EQ(lakes.fault(), "");
    // If nothing soaks away, any amount of water covers the whole plain or leaves over an open edge.
    Lakes all(plain.grid);
    all.pour({&drop, 1}, plain.elevations);
    all.settle({});
    EXPECT_EQ(all.lake(all.id(drop.cell)).cells, boundary == Boundary::open ? 0 : 200 * 150);
  }
}

}  // namespace
}  // namespace barchan::lakes_laws_test
