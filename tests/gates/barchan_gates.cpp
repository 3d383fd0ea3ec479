// A heap of sand on bare rock becomes a barchan: B2, and B4 with the shear stress over relief.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr int kSnapshots = 3;
constexpr double kLargest = 24.0;  // m
constexpr double kSide = 256.0;    // m, of the land along the wind
constexpr double kStress = 4.5;    // coefficient A of the shear stress in B4
constexpr double kLateral = 0.15;  // reptation in B4, as a fraction of the flux per unit of slope

// A cone of sand.
struct Case {
  double radius = 16.0, wind = 0.0, hop = kHop, cell = 1.0;  // m, deg, m, m
  bool asked = true;
  double stress = 0.0;  // coefficient A of the shear stress over relief
};

struct Barchan {
  double width = 0.0, length = 0.0, height = 0.0, left = 0.0, right = 0.0;  // m, means over all times of measurement
  double least_horn = kAny;                                                 // m, shortest of all horns
  double speed = 0.0;                                                       // m per step
  double stoss = 0.0;                                                       // deg, median of the stoss slopes

  double horn() const { return 0.5 * (left + right); }
};

// Means over the runs, except for the shortest horn.
Barchan mean_of_runs(std::vector<Barchan> const& runs) {
  Barchan mean;
  for (double Barchan::*figure : {&Barchan::width, &Barchan::length, &Barchan::height, &Barchan::left, &Barchan::right,
                                  &Barchan::speed, &Barchan::stoss}) {
    mean.*figure = test::statistics(figures_of(runs, figure)).mean;
  }
  mean.least_horn = test::statistics(figures_of(runs, &Barchan::least_horn)).least;
  return mean;
}

World heap(Setting const& setting, Case const& one, std::uint64_t seed) {
  constexpr double kFlank = 0.62;  // tangent, just below that of the angle of repose
  // The long side of the land lies along the wind's larger component. Under the stress, dunes may be wider than its
  // half.
  const double angle = one.wind / 180.0 * std::numbers::pi;
  const bool square = one.stress > 0.0 || std::abs(std::sin(angle)) > 0.1;
  const int cells = static_cast<int>(kSide / one.cell);
  const Grid grid{cells, square ? cells : cells / 2, static_cast<float>(one.cell), Boundary::periodic};
  const double x0 = 0.5 * grid.width, y0 = 0.5 * grid.height;
  std::vector<SetParameter> parameters{wind_towards(one.wind), {"slab_dunes", "hop_length", one.hop}};
  if (one.stress > 0.0) {
    parameters.push_back({"wind", "stress", one.stress});
    parameters.push_back({"slab_dunes", "reptation", kLateral});
  }
  return slab_world(
      sand_on_rock(
          grid, [&](int x, int y) { return kFlank * (one.radius - one.cell * std::hypot(x + 0.5 - x0, y + 0.5 - y0)); },
          seed),
      setting, parameters);
}

// Under the stress, more of the heap has to be moved before the dune has its shape.
int steps_before(Case const& one) { return static_cast<int>((one.stress > 0.0 ? 40.0 : 15.0) * one.radius); }

Barchan grown(Setting const& setting, Case const& one, std::uint64_t seed) {
  World world = heap(setting, one, seed);
  run_steps(world, steps_before(one));
  const SeparateDuneRule rule{.threshold = 0.5,
                              .minimum_cells = static_cast<std::size_t>(20.0 / (one.cell * one.cell))};
  const auto largest = [&]() -> SeparateDune {
    const SeparateDunes dunes = separate_dunes(elevation_map(world.terrain()), one.wind, rule);
    return dunes.dunes.empty() ? SeparateDune{} : dunes.dunes.front();
  };
  constexpr int kBetween = 30, kLook = 10;
  const double angle = one.wind / 180.0 * std::numbers::pi;
  Barchan barchan;
  double way = 0.0;
  SeparateDune before = largest();
  for (int k = 0; k < kSnapshots; ++k) {
    for (int step = 0; step < kBetween; step += kLook) {
      run_steps(world, kLook);
      const SeparateDune now = largest();
      const double dx = std::remainder(now.x - before.x, one.cell * world.grid().width);
      const double dy = std::remainder(now.y - before.y, one.cell * world.grid().height);
      way += dx * std::cos(angle) + dy * std::sin(angle);
      before = now;
    }
    barchan.width += before.width / kSnapshots;
    barchan.length += before.length / kSnapshots;
    barchan.height += before.height / kSnapshots;
    barchan.left += before.horn_left / kSnapshots;
    barchan.right += before.horn_right / kSnapshots;
    barchan.stoss += stoss_slopes(elevation_map(world.terrain()), one.wind).p50_degrees / kSnapshots;
    barchan.least_horn = std::min({barchan.least_horn, before.horn_left, before.horn_right});
  }
  barchan.speed = way / (kSnapshots * kBetween);
  return barchan;
}

}  // namespace

Outcome barchans(Setting const& setting) {
  const int seeds = setting.full() ? 4 : 1;
  std::vector<Case> cases;
  if (setting.full()) {
    for (double hop : {5.0, 20.0}) {
      for (double wind : {0.0, 30.0, 200.0}) {
        // With hops of 20 m, a heap of 10 m is smaller than the smallest dune and blows away. On cells of 1 m, the
        // horns of the smallest heap are two or three cells wide, and the sand lost at their edges determines its
        // shape.
        const double smallest = hop == kHop ? 10.0 : 16.0;
        cases.push_back({.radius = smallest, .wind = wind, .hop = hop, .cell = 0.5});
        cases.push_back({.radius = smallest, .wind = wind, .hop = hop, .asked = false});
        if (smallest < 16.0) cases.push_back({.radius = 16.0, .wind = wind, .hop = hop});
        cases.push_back({.radius = kLargest, .wind = wind, .hop = hop});
      }
    }
  } else {
    cases = {{10.0, 0.0}, {24.0, 0.0}, {16.0, 30.0}, {24.0, 30.0}};
  }
  const auto found = all_runs(setting, static_cast<int>(cases.size()) * seeds, [&](int i) {
    return grown(setting, cases[static_cast<std::size_t>(i / seeds)], static_cast<std::uint64_t>(1 + i % seeds));
  });
  Outcome outcome;
  struct Smallest {
    double radius = 0.0, speed = 0.0;
  } smallest;  // smallest heap under the same wind
  Case compared{.hop = 0.0};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const auto first = found.begin() + static_cast<std::ptrdiff_t>(k) * seeds;
    const std::vector<Barchan> runs(first, first + seeds);
    const Barchan mean = mean_of_runs(runs);
    const std::string where = fmt::format("radius {:g} m, wind {:g}, hop {:g} m, cell {:g} m", cases[k].radius,
                                          cases[k].wind, cases[k].hop, cases[k].cell);
    // A ratio is that of the means; its spread is that of the ratios of single runs.
    const auto ratio = [&](char const* what, double (*of)(Barchan const&), double least, double most) {
      std::vector<double> each;
      for (Barchan const& one : runs) each.push_back(of(one));
      const bool asked = cases[k].asked;
      outcome.checks.push_back(with_spread(
          {fmt::format("{}, {}", what, where), of(mean), asked ? least : -kAny, asked ? most : kAny}, each));
    };
    outcome.checks.push_back(
        {"shortest horn in any run, m, " + where, mean.least_horn, cases[k].asked ? 3.0 : -kAny, kAny});
    ratio(
        "mean horn length / length on the axis", [](Barchan const& one) { return one.horn() / one.length; }, 0.3, kAny);
    ratio(
        "difference of the horn lengths / mean horn length",
        [](Barchan const& one) { return std::abs(one.left - one.right) / one.horn(); }, 0.0, 0.5);
    ratio(
        "width / height (nature: about 10)", [](Barchan const& one) { return one.width / one.height; }, 4.5, 14.0);
    outcome.checks.push_back(mean_of("height, m, " + where, figures_of(runs, &Barchan::height)));
    ratio(
        "speed x height, m2 per step", [](Barchan const& one) { return one.speed * one.height; }, -kAny, kAny);
    if (cases[k].cell != 1.0) continue;  // speeds are compared only between equal cells
    if (cases[k].wind != compared.wind || cases[k].hop != compared.hop) {
      compared = cases[k];
      smallest = {cases[k].radius, mean.speed};
    } else if (cases[k].radius == kLargest) {
      // The ratio is proportional to that of the sizes: 1.5 between 10 and 24 m.
      const double wanted = 1.5 * (kLargest / smallest.radius) / (kLargest / 10.0);
      outcome.checks.push_back({fmt::format("speed at radius {:g} m / speed at radius {:g} m, wind {:g}, hop {:g} m",
                                            smallest.radius, kLargest, cases[k].wind, cases[k].hop),
                                smallest.speed / mean.speed, std::max(wanted, 1.0), kAny});
    }
  }
  if (setting.full()) {
    const Case shown{kLargest, 30.0, kHop};
    World world = heap(setting, shown, 1);
    run_steps(world, steps_before(shown) + 90);
    outcome.picture = relief_of(world, shown.wind);
    outcome.caption = "Dune that a wind towards 30 degrees has made of a heap with a radius of 24 m within 450 steps";
  }
  return outcome;
}

Outcome natural_barchans(Setting const& setting) {
  const int seeds = setting.full() ? 2 : 1;
  std::vector<Case> cases;
  if (!setting.full()) cases.push_back({20.0, 30.0, kHop, 1.0, true, kStress});
  for (const double hop : setting.full() ? std::vector{2.0, kHop} : std::vector<double>{}) {
    for (const double wind : {0.0, 30.0, 200.0}) {
      for (const double radius : {20.0, 40.0}) cases.push_back({radius, wind, hop, 1.0, true, kStress});
    }
  }
  const auto found = all_runs(setting, static_cast<int>(cases.size()) * seeds, [&](int i) {
    return grown(setting, cases[static_cast<std::size_t>(i / seeds)], static_cast<std::uint64_t>(1 + i % seeds));
  });
  Outcome outcome;
  std::vector<double> shapes;
  for (Barchan const& one : found) shapes.push_back(one.width / one.height);
  const test::Statistics shape = test::statistics(shapes);
  const test::Statistics stoss = test::statistics(figures_of(found, &Barchan::stoss));
  const test::Statistics height = test::statistics(figures_of(found, &Barchan::height));
  outcome.checks = {mean_of("mean width / height", shapes, 8.0, 12.0),
                    {"smallest width / height in any run", shape.least, 7.5, kAny},
                    {"largest width / height in any run", shape.most, 0.0, 15.0},
                    mean_of("mean median of the stoss slopes, deg", figures_of(found, &Barchan::stoss)),
                    {"largest median of the stoss slopes in any run, deg", stoss.most, 0.0, 15.0},
                    {"shortest horn in any run, m", mean_of_runs(found).least_horn, 3.0, kAny},
                    {"smallest height in any run, m", height.least},
                    {"largest height in any run, m", height.most}};
  if (setting.full()) {
    const Case shown{kLargest, 30.0, kHop, 1.0, true, kStress};
    World world = heap(setting, shown, 1);
    run_steps(world, steps_before(shown) + 90);
    outcome.picture = relief_of(world, shown.wind);
    outcome.caption =
        "Barchan that a wind towards 30 degrees has made of a heap with a radius of 24 m within 1050 steps";
  }
  return outcome;
}

}  // namespace barchan::gates
