// Lands of many soils: L0 and L1.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "base/scheduler.hpp"
#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "gravity/gravity.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "support/mixed_land.hpp"

namespace barchan::gates {

namespace {

constexpr std::array<std::string_view, 3> kBoundaries{"periodic", "open", "closed"};

struct Books {
  QuantaSum error = 0;    // largest magnitude found, of any soil or of water
  bool sound = true;      // nothing is negative, and all values are finite
  double sections = 0.0;  // largest ratio of the layers of a cell to the limit
  bool same = true;       // a restored snapshot continued exactly as the world did
};

// Limit on the number of layers of a cell, from the depth to which it has been filled.
class SectionRule {
 public:
  explicit SectionRule(World const& world)
      : columns_(world.terrain().columns),
        loose_(static_cast<int>(std::ranges::count_if(world.terrain().soils, &Soil::loose))) {
    for (std::size_t cell = 0; cell < columns_.size(); ++cell) begun_.push_back(columns_.layer_count(cell));
    lowest_.assign(columns_.elevations().begin(), columns_.elevations().end());
  }
  // Largest ratio of the layers of a cell to the limit. Call it once per step.
  double look() {
    double most = 0.0;
    for (std::size_t cell = 0; cell < columns_.size(); ++cell) {
      lowest_[cell] = std::min(lowest_[cell], columns_.elevation(cell));
      const Quanta filled = (columns_.elevation(cell) - lowest_[cell]) / columns_.mixing_depth();
      // Twice the initial number, because weathering makes a layer of each solid one.
      const double allowed = 2.0 * begun_[cell] + static_cast<double>(loose_) * (2.0 + static_cast<double>(filled));
      most = std::max(most, columns_.layer_count(cell) / allowed);
    }
    return most;
  }

 private:
  Columns const& columns_;
  int loose_;
  std::vector<int> begun_;
  std::vector<Quanta> lowest_;
};

QuantaSum worst_account(World const& world) {
  const MassBudget budget = world.budget();
  QuantaSum worst = 0;
  for (const SoilId account : accounts_of(world.terrain().soils)) {
    worst = std::max(worst, std::abs(budget.accounts[account].error()));
  }
  return worst;
}

Books everything_at_once(std::string_view boundary, Setting const& setting, int steps) {
  World world = make_world(test::mixed_land(std::string(boundary), 24, 18), {});
  world.apply(SetParameter{"slab_dunes", "transport", setting.transport == Transport::field ? 0.0 : 1.0});
  world.apply(SetParameter{"water_particles", "population", 60.0});
  world.apply(SetParameter{"wind_particles", "population", 200.0});
  world.apply(SetParameter{"weathering", "years_per_second", 0.2});
  SectionRule rule(world);
  Books books;
  for (int step = 0; step < steps; ++step) {
    books.sound = books.sound && test::checked_step(world) == 0;
    books.sections = std::max(books.sections, rule.look());
    if (step % 100 == 0) books.error = std::max(books.error, worst_account(world));
  }
  World resumed = World::restore(world.snapshot(), make_processes(), 1);
  for (int step = 0; step < 50; ++step) {
    world.step();
    resumed.step();
  }
  books.same = resumed.hash() == world.hash();
  books.error = std::max(books.error, worst_account(world));
  books.sound = books.sound && test::unsound(world).empty();
  return books;
}

constexpr int kSide = 48;
constexpr Grid kSquare{kSide, kSide, 1.0f, Boundary::closed};
using Place = std::function<std::size_t(int, int)>;

// A rough land at rest, under layers of three soils at the places that `place` gives. `excess`: added to the static
// slopes.
Terrain layered_land_at_rest(Place const& place, float excess) {
  Terrain terrain;
  terrain.grid = kSquare;
  const std::array<SoilId, 3> soils{test::add_soil(terrain.soils, 0.4f), test::add_soil(terrain.soils, 0.6f),
                                    test::add_soil(terrain.soils, 0.8f)};
  for (const SoilId soil : soils) terrain.soils[soil].static_slope += excess;
  const std::vector<Quanta> nothing(kSquare.cells(), 0);
  terrain.columns = Columns(kSquare, nothing, nothing);
  terrain.columns.set_soils(kSquare, loose_soils(terrain.soils), to_quanta(0.02));
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const std::size_t cell = place(x, y);
      terrain.columns.lay(cell, {kRock, to_quanta(6.0 + 4.0 * std::sin(0.21 * x + 0.3) * std::cos(0.17 * y + 1.0))});
      if (std::hypot(x - 20.0, y - 27.0) < 9.0) terrain.columns.lay(cell, {soils[1], to_quanta(6.0)});
      if ((x / 7 + y / 9) % 3 == 0) terrain.columns.lay(cell, {soils[2], to_quanta(0.9)});
      if (std::hypot(x - 31.0, y - 15.0) < 8.0) terrain.columns.lay(cell, {soils[0], to_quanta(4.0)});
      if ((x + 2 * y) % 5 == 0) terrain.columns.lay(cell, {soils[2], to_quanta(0.003)});
    }
  }
  Gravity settling;
  settling.prepare(terrain);
  terrain.columns.disturb_all();
  const Scheduler scheduler;
  Ledger ledger;
  for (std::uint64_t call = 0; call < 3000; ++call) settling.relax(terrain, 4.0f, 1.0f, {call, scheduler, ledger});
  return terrain;
}

}  // namespace

Outcome ledger_of_soils(Setting const& setting) {
  const int steps = setting.full() ? 100'000 : 300;
  const auto runs = all_runs(setting, static_cast<int>(kBoundaries.size()), [&](int i) {
    return everything_at_once(kBoundaries[static_cast<std::size_t>(i)], setting, steps);
  });
  Outcome outcome;
  for (std::size_t b = 0; b < kBoundaries.size(); ++b) {
    const std::string of = fmt::format("{} steps, {}", steps, kBoundaries[b]);
    outcome.checks.push_back(
        {"largest error of an account, quanta, " + of, static_cast<double>(runs[b].error), 0.0, 0.0});
    outcome.checks.push_back({"healthy world (1), " + of, runs[b].sound ? 1.0 : 0.0, 1.0, 1.0});
    outcome.checks.push_back(
        {"largest number of layers in a cell / number allowed, " + of, runs[b].sections, 0.0, 1.0});
    outcome.checks.push_back({"a restored world continues identically (1), " + of, runs[b].same ? 1.0 : 0.0, 1.0, 1.0});
  }
  return outcome;
}

Outcome turned_layers(Setting const&) {
  const std::array<Place, 4> others{[](int x, int y) { return kSquare.index(kSide - 1 - y, x); },
                                    [](int x, int y) { return kSquare.index(kSide - 1 - x, y); },
                                    [](int x, int y) { return kSquare.index(x, kSide - 1 - y); },
                                    [](int x, int y) { return kSquare.index(y, x); }};
  constexpr std::array<std::string_view, 4> kNames{"turned by 90 degrees", "mirrored east and west",
                                                   "mirrored north and south", "mirrored in the diagonal"};
  Outcome outcome;
  for (const float excess : {0.0f, 0.1f}) {
    const Terrain straight = layered_land_at_rest([](int x, int y) { return kSquare.index(x, y); }, excess);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const Terrain other = layered_land_at_rest(others[i], excess);
      double largest = 0.0;
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
          largest = std::max(largest, std::abs(to_metres(straight.columns.elevation(kSquare.index(x, y)) -
                                                         other.columns.elevation(others[i](x, y)))));
        }
      }
      outcome.checks.push_back(
          {fmt::format("largest difference of elevation, m, {}, static excess {:g}", kNames[i], excess), largest, 0.0,
           1e-3});
    }
  }
  return outcome;
}

}  // namespace barchan::gates
