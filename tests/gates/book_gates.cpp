// Mass balance and bits: A0, A5 and A6.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/random.hpp"
#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr std::array kBoundaries{Boundary::periodic, Boundary::open, Boundary::closed};
constexpr std::array<std::string_view, 3> kBoundaryNames{"periodic", "open", "closed"};

// Random numbers of the fuzz test, one for each choice.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}
  double share() { return static_cast<double>(to_unit(random_words(seed_, count_++, RandomStream::scenario, 0)[0])); }
  int below(int n) { return std::min(static_cast<int>(share() * n), n - 1); }

 private:
  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

// Sets a random parameter of the world, the wind, gravity or the slab dunes to a random value in its range.
void turn_a_knob(World& world, Dice& dice) {
  static constexpr std::array<std::string_view, 4> kGroups{"world", "wind", "gravity", "slab_dunes"};
  const std::string_view wanted = kGroups[static_cast<std::size_t>(dice.below(4))];
  for (ParameterGroup const& group : world.parameter_groups()) {
    if (group.id != wanted) continue;
    ParameterRow const& row = group.rows[static_cast<std::size_t>(dice.below(static_cast<int>(group.rows.size())))];
    double value = row.minimum + dice.share() * (row.maximum - row.minimum);
    if (row.kind != ParameterKind::real) value = std::floor(value + 0.5);
    world.apply(SetParameter{std::string(group.id), std::string(row.key), value});
  }
}

struct Books {
  QuantaSum error = 0;  // largest magnitude found
  bool sound = true;    // no thickness is negative, and all values are finite
};

Books fuzzed(int number, Setting const& setting, int steps) {
  Dice dice(static_cast<std::uint64_t>(1000 + number));
  const Grid grid{1 + dice.below(64), 1 + dice.below(64), 1.0f, kBoundaries[static_cast<std::size_t>(number % 3)]};
  World world = slab_world(
      test::make_setup(grid, {.sand_thickness = 4.0 * dice.share(), .seed = static_cast<std::uint64_t>(1 + number)}),
      setting);
  Books books;
  for (int step = 0; step < steps; ++step) {
    if (dice.below(4) == 0) turn_a_knob(world, dice);
    const std::uint32_t flags = test::checked_step(world);
    books.error = std::max(books.error, world.budget().error());
    books.sound = books.sound && flags == 0;
  }
  books.sound = books.sound && test::unsound(world).empty();
  return books;
}

struct LongRun {
  int width, height, winds;
};

Books long_run(LongRun const& run, Boundary boundary, Setting const& setting, int steps) {
  const Grid grid{run.width, run.height, 1.0f, boundary};
  World world = slab_world(random_bed(grid, 0.0, 2.0, 1), setting,
                           {wind_towards(20.0),
                            {"wind", "winds", static_cast<double>(run.winds)},
                            {"wind", "divergence", 120.0},
                            {"wind", "period", 30.0}});
  Books books;
  for (int step = 0; step < steps; ++step) books.sound = books.sound && test::checked_step(world) == 0;
  books.error = world.budget().error();
  books.sound = books.sound && test::unsound(world).empty();
  return books;
}

}  // namespace

Outcome ledger(Setting const& setting) {
  const int cases = setting.full() ? 300 : 30;
  const int steps = setting.full() ? 500 : 120;
  Outcome outcome;
  const auto fuzz = all_runs(setting, cases, [&](int i) { return fuzzed(i, setting, steps); });
  const auto sum = [](std::vector<Books> const& runs) {
    Books all;
    for (Books const& one : runs) {
      all.error = std::max(all.error, one.error);
      all.sound = all.sound && one.sound;
    }
    return all;
  };
  const auto check = [&](std::string const& what, Books const& books) {
    outcome.checks.push_back(
        {"error of the mass balance, quanta, " + what, static_cast<double>(books.error), 0.0, 0.0});
    outcome.checks.push_back({"healthy world (1), " + what, books.sound ? 1.0 : 0.0, 1.0, 1.0});
  };
  check(fmt::format("{} random lands, {} steps, random parameters", cases, steps), sum(fuzz));
  const int long_steps = setting.full() ? 1'000'000 : 20'000;
  constexpr std::array<LongRun, 2> kLongRuns{{{16, 16, 1}, {24, 8, 3}}};
  const auto runs = all_runs(setting, 6, [&](int i) {
    return long_run(kLongRuns[static_cast<std::size_t>(i % 2)], kBoundaries[static_cast<std::size_t>(i / 2)], setting,
                    long_steps);
  });
  for (std::size_t b = 0; b < kBoundaries.size(); ++b) {
    check(fmt::format("{} steps, {}", long_steps, kBoundaryNames[b]), sum({runs[2 * b], runs[2 * b + 1]}));
  }
  return outcome;
}

Outcome determinism(Setting const& setting) {
  const int side = setting.full() ? 256 : 160, steps = setting.full() ? 200 : 40;
  const std::vector<std::vector<SetParameter>> regimes{
      {wind_towards(30.0)},
      {wind_towards(200.0), {"wind", "winds", 3.0}, {"wind", "divergence", 120.0}, {"wind", "period", 6.0}},
      {wind_towards(337.5), {"wind", "projection", 1.0}, {"wind", "speed_up", 0.05}}};
  Outcome outcome;
  int different = 0, compared = 0;
  for (auto const& regime : regimes) {
    for (Boundary boundary : kBoundaries) {
      const auto hash = [&](int threads) {
        World world = slab_world(random_bed({side, side - 30, 1.0f, boundary}, 0.5, 3.0, 3), setting, regime, threads);
        run_steps(world, steps);
        return world.hash();
      };
      const std::uint64_t one = hash(1);
      for (int threads : {2, 3, 7}) {
        different += hash(threads) == one ? 0 : 1;
        ++compared;
      }
    }
  }
  outcome.checks.push_back({"runs compared with the run on one thread", static_cast<double>(compared)});
  outcome.checks.push_back({"runs with a different hash", static_cast<double>(different), 0.0, 0.0});
  return outcome;
}

Outcome column_flux(Setting const& setting) {
  // All sand flies exactly one cell in every step. So the flux over each line between two columns of cells equals the
  // airborne sand over the upwind column. Except for one ridge, slopes are gentle, so that nothing else crosses a line
  // there.
  constexpr int kLength = 256, kWidth = 24, kSteps = 20;
  constexpr double kRidgeAt = 64.0, kRidge = 8.0;
  constexpr int kReach = 40;  // cells around the ridge that its avalanches may reach
  Outcome outcome;
  for (double wind : setting.full() ? std::vector{0.0, 90.0, 180.0, 270.0} : std::vector{0.0, 270.0}) {
    const bool upright = wind == 90.0 || wind == 270.0;
    const bool backwards = wind >= 180.0;
    const Grid grid{upright ? kWidth : kLength, upright ? kLength : kWidth, 1.0f, Boundary::periodic};
    World world = slab_world(sand_on_rock(grid,
                                          [&](int x, int y) {
                                            const int at = upright ? y : x;
                                            return 6.0 + 2.0 * std::sin(0.0491 * at) +
                                                   std::max(0.0, kRidge - 0.63 * std::abs(at - kRidgeAt));
                                          }),
                             setting,
                             {wind_towards(wind),
                              {"slab_dunes", "hop_length", 1.0},
                              {"slab_dunes", "deposit_sand", 1.0},
                              {"slab_dunes", "deposit_bare", 1.0},
                              {"slab_dunes", "reptation", 0.0}});
    struct Lines {
      std::vector<QuantaSum> ground, air;
    };
    const auto lines = [&] {
      Lines sums{std::vector<QuantaSum>(kLength), std::vector<QuantaSum>(kLength)};
      const std::vector<float> air = world.field("slab_airborne").value();
      for (int y = 0; y < grid.height; ++y) {
        for (int x = 0; x < grid.width; ++x) {
          const auto at = static_cast<std::size_t>(upright ? y : x);
          sums.ground[at] += world.terrain().columns.sediment(grid.index(x, y));
          sums.air[at] += static_cast<QuantaSum>(std::lround(air[grid.index(x, y)] * float{kQuantaPerMetre}));
        }
      }
      return sums;
    };
    QuantaSum unexplained = 0, flown = 0, ran_down = 0, sum_of_all = 0;
    Lines before = lines();
    for (int step = 0; step < kSteps; ++step) {
      world.step();
      const Lines after = lines();
      for (int at = 0; at < kLength; ++at) {
        const auto here = static_cast<std::size_t>(at);
        const auto upwind = static_cast<std::size_t>((at + (backwards ? 1 : kLength - 1)) % kLength);
        const QuantaSum gained = after.ground[here] + after.air[here] - before.ground[here] - before.air[here];
        const QuantaSum rest = gained - (before.air[upwind] - before.air[here]);
        flown += before.air[here];
        sum_of_all += rest;
        if (std::abs(at - kRidgeAt) > kReach) {
          unexplained += std::abs(rest);
        } else {
          ran_down += std::abs(rest);
        }
      }
      before = after;
    }
    const std::string where = fmt::format("wind {:g}", wind);
    outcome.checks.push_back({"change of lines far from the ridge that flight does not explain, quanta, " + where,
                              static_cast<double>(unexplained), 0.0, 0.0});
    outcome.checks.push_back({"sum over all lines of the changes that flight does not explain, quanta, " + where,
                              static_cast<double>(sum_of_all), 0.0, 0.0});
    outcome.checks.push_back({"sand that crossed lines in flight, m2, " + where,
                              static_cast<double>(flown) / kQuantaPerMetre / kWidth, 1.0, kAny});
    outcome.checks.push_back({"sand that crossed lines in avalanches, m2, " + where,
                              static_cast<double>(ran_down) / kQuantaPerMetre / kWidth, 1e-3, kAny});
  }
  return outcome;
}

}  // namespace barchan::gates
