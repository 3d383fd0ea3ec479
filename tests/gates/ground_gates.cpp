// Groundwater against closed forms: D1 to D3.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "land/terrain.hpp"
#include "support/aquifers.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

using test::aquifers::dupuit;
using test::aquifers::Ground;
using test::aquifers::kConductivity;
using test::aquifers::kPorosity;

constexpr double kRadian = std::numbers::pi / 180.0;

double balance_error(World const& world) { return std::abs(static_cast<double>(world.budget().error())); }

// Elevations of the water table, m.
std::vector<double> tables_of(World const& world) {
  const std::vector<float> field = *world.field("table_height");
  return {field.begin(), field.end()};
}

// Value at a place, m from the middle of the land, from the middles of four cells.
double between_cells(Grid const& grid, std::vector<double> const& values, double x, double y) {
  const double px = x / static_cast<double>(grid.cell_size) + 0.5 * grid.width - 0.5;
  const double py = y / static_cast<double>(grid.cell_size) + 0.5 * grid.height - 0.5;
  const int column = static_cast<int>(px), row = static_cast<int>(py);
  const double tx = px - column, ty = py - row;
  const auto at = [&](int dx, int dy) { return values[grid.index(column + dx, row + dy)]; };
  return (1.0 - tx) * (1.0 - ty) * at(0, 0) + tx * (1.0 - ty) * at(1, 0) + (1.0 - tx) * ty * at(0, 1) +
         tx * ty * at(1, 1);
}

// A land with a well in the middle.
World pumped(Ground const& ground, double discharge) {
  WorldSetup setup = test::aquifers::setup_of(ground);
  setup.sources.push_back({.x = 0.5f, .y = 0.5f, .discharge = static_cast<float>(discharge), .pumps = 1});
  return test::aquifers::world_of(std::move(setup));
}

// W(u), the exponential integral of Theis: a series whose terms alternate.
double well_function(double u) {
  double sum = -std::numbers::egamma - std::log(u), term = 1.0;
  for (int k = 1; k <= 40; ++k) {
    term *= -u / k;
    sum -= term / k;
  }
  return sum;
}

}  // namespace

Outcome between_two_heads(Setting const&) {
  constexpr double kLength = 100.0, kFirst = 5.0, kLast = 3.0, kRecharge = 1e-7, kSlant = 0.65;
  Outcome outcome;
  for (const double degrees : {0.0, 30.0, 45.0, 90.0}) {
    const double ax = std::cos(degrees * kRadian), ay = std::sin(degrees * kRadian);
    // The law also holds beyond the ends of the path, which gives the table in the corners of the land.
    const auto exact = [&](double x, double y) {
      return dupuit(kFirst, kLast, kLength, kRecharge, 0.5 * kLength + kSlant * (ax * x + ay * y));
    };
    Ground ground{.grid = {41, 41, 2.5f, Boundary::open}, .recharge = kSlant * kSlant * kRecharge};
    ground.table = [&](double x, double y) { return std::max(std::abs(x), std::abs(y)) > 49.9 ? exact(x, y) : kLast; };
    World world = test::aquifers::world_of(test::aquifers::setup_of(ground));
    const bool rests = test::aquifers::comes_to_rest(world);
    const std::vector<double> law = test::aquifers::over(ground.grid, exact), tables = tables_of(world);
    double worst = rests ? 0.0 : kAny;
    for (std::size_t i = 0; i < law.size(); ++i) worst = std::max(worst, std::abs(tables[i] - law[i]));
    outcome.checks.push_back({fmt::format("largest error of the table / first head, flow towards {:g}", degrees),
                              worst / kFirst, 0.0, 0.005});
    outcome.checks.push_back(
        {fmt::format("error of the mass balance, quanta, flow towards {:g}", degrees), balance_error(world), 0.0, 0.0});
  }
  Ground strip{.grid = {101, 3, 1.0f, Boundary::open}, .recharge = kRecharge};
  strip.table = [](double x, double) { return dupuit(kFirst, kLast, kLength, kRecharge, x + 0.5 * kLength); };
  strip.bottom = [](double, double y) { return std::abs(y) > 0.5 ? 8.0 : 0.0; };  // two rows without groundwater
  strip.thickness = [](double, double y) { return std::abs(y) > 0.5 ? 0.0 : 8.0; };
  World world = test::aquifers::world_of(test::aquifers::setup_of(strip));
  double worst = test::aquifers::comes_to_rest(world) ? 0.0 : kAny;
  const std::vector<float> flow = *world.field("ground_flow");
  for (int x = 2; x < 99; ++x) {
    const double law =
        kConductivity * (kFirst * kFirst - kLast * kLast) / (2.0 * kLength) - kRecharge * (0.5 * kLength - x);
    const double found = static_cast<double>(flow[strip.grid.index(x, 1)]) / test::aquifers::kDay;
    worst = std::max(worst, std::abs(found / law - 1.0));
  }
  outcome.checks.push_back({"largest relative error of the discharge", worst, 0.0, 0.01});
  return outcome;
}

Outcome steady_well(Setting const&) {
  constexpr int kSide = 81;
  constexpr double kHead = 5.0, kPumped = 8e-4, kRadius = 38.0, kInner = 5.0;  // m, m3/s, m, m
  // The head at the fixed edges, far from the well, is that of the law.
  Ground ground{.grid = {kSide, kSide, 1.0f, Boundary::open}};
  ground.table = [&](double x, double y) {
    const double r = std::max(std::hypot(x, y), 2.0);
    return std::sqrt(kHead * kHead - kPumped * std::log(kRadius / r) / (std::numbers::pi * kConductivity));
  };
  World world = pumped(ground, kPumped);
  const bool rests = test::aquifers::comes_to_rest(world);
  std::vector<double> squares = tables_of(world);
  for (double& table : squares) table *= table;
  const auto squared_at = [&](double r, double degrees) {
    return between_cells(world.grid(), squares, r * std::cos(degrees * kRadian), r * std::sin(degrees * kRadian));
  };
  Outcome outcome;
  for (const double r : {8.0, 12.0, 20.0}) {
    double worst = rests ? 0.0 : kAny;
    const double law = kPumped * std::log(r / kInner) / (std::numbers::pi * kConductivity);
    for (const double degrees : {0.0, 30.0, 90.0, 180.0, 210.0}) {
      worst = std::max(worst, std::abs((squared_at(r, degrees) - squared_at(kInner, degrees)) / law - 1.0));
    }
    outcome.checks.push_back(
        {fmt::format("largest relative error of h2^2 - h1^2 between 5 and {:g} m", r), worst, 0.0, 0.02});
  }
  outcome.checks.push_back({"error of the mass balance, quanta", balance_error(world), 0.0, 0.0});
  return outcome;
}

Outcome pumping_well(Setting const& setting) {
  // The aquifer is thick and the drawdown small, so its transmissivity hardly changes. The cone does not reach the
  // edge.
  constexpr int kSide = 161;
  constexpr double kCell = 2.0, kThickness = 50.0, kPumped = 5e-3;              // m, m, m3/s
  constexpr double kClock = 100.0, kStep = kClock * test::aquifers::kTimeStep;  // s of groundwater flow per step
  constexpr double kLeastU = 0.01, kMostU = 1.0;
  constexpr double kTransmissivity = kConductivity * kThickness;  // m2/s
  Ground ground{.grid = {kSide, kSide, static_cast<float>(kCell), Boundary::open}, .clock = kClock};
  ground.thickness = [](double, double) { return kThickness + 5.0; };
  ground.table = [](double, double) { return kThickness; };
  World world = pumped(ground, kPumped);
  const int looks = setting.full() ? 8 : 4;
  const int steps = setting.full() ? 2000 : 1000;
  Outcome outcome;
  double round = 0.0, volume = 0.0;
  std::array<double, 3> radii{12.0, 24.0, 48.0}, worst{};
  for (int look = 1; look <= looks; ++look) {
    run_steps(world, steps / looks);
    const double time = kStep * static_cast<double>(world.step_count());
    const std::vector<double> tables = tables_of(world);
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const double u = radii[i] * radii[i] * kPorosity / (4.0 * kTransmissivity * time);
      if (u < kLeastU || u > kMostU) continue;
      const double law = kPumped / (4.0 * std::numbers::pi * kTransmissivity) * well_function(u);
      std::vector<double> drawdowns;
      for (double degrees = 0.0; degrees < 360.0; degrees += 30.0) {
        const double table = between_cells(ground.grid, tables, radii[i] * std::cos(degrees * kRadian),
                                           radii[i] * std::sin(degrees * kRadian));
        // Jacob's correction for the thinner aquifer at the well.
        const double drawdown = kThickness - table;
        drawdowns.push_back(drawdown - drawdown * drawdown / (2.0 * kThickness));
        worst[i] = std::max(worst[i], std::abs(drawdowns.back() / law - 1.0));
      }
      const auto [least, most] = std::ranges::minmax_element(drawdowns);
      round = std::max(round, *most / *least);
    }
    volume = kPumped * time;
  }
  for (std::size_t i = 0; i < radii.size(); ++i) {
    outcome.checks.push_back(
        {fmt::format("largest relative error of the drawdown {:g} m from the well", radii[i]), worst[i], 0.0, 0.02});
  }
  double missing = 0.0;
  for (const double table : tables_of(world)) missing += kPorosity * kCell * kCell * (kThickness - table);
  outcome.checks.push_back({"largest drawdown / smallest drawdown among twelve directions", round, 1.0, 1.02});
  outcome.checks.push_back({"volume of the cone / volume pumped", missing / volume, 0.99, 1.01});
  outcome.checks.push_back({"error of the mass balance, quanta", balance_error(world), 0.0, 0.0});
  return outcome;
}

}  // namespace barchan::gates
