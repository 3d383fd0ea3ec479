// Single ridges on rock, and flat sand: speeds and slopes. B1, A3, A4, B3 and the flux on a flat bed.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "gates/list.hpp"
#include "gates/ridges.hpp"
#include "gates/slab_worlds.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kHalfWidth = 2.2;  // half width of a new ridge, in heights

// A ridge with a triangular section across the wind, which blows to the east over a periodic strip.
struct Ridge {
  double height = 8.0;           // m, initial
  double length = 256.0;         // m, of the strip
  double width = 24.0;           // m
  double cell = 1.0;             // m
  double time_step = kTimeStep;  // s
  double spin = 320.0;           // steps of the default length before the measurement
  double measured = 200.0;       // steps of the default length of the measurement
  std::uint64_t seed = 1;
  std::vector<SetParameter> parameters{};
};

struct Motion {
  double speed = 0.0;             // m per step of the default length
  double height = 0.0;            // m, highest point of the mean profile, averaged over time
  double lee = 0.0, stoss = 0.0;  // degrees, of the last profile
};

World world_of(Ridge const& ridge, Setting const& setting) {
  const auto cells = [&](double metres) { return static_cast<int>(std::lround(metres / ridge.cell)); };
  const Grid grid{cells(ridge.length), cells(ridge.width), static_cast<float>(ridge.cell), Boundary::periodic};
  const double middle = 0.3 * ridge.length;
  std::vector<SetParameter> parameters{{"world", "time_step", ridge.time_step}};
  parameters.insert(parameters.end(), ridge.parameters.begin(), ridge.parameters.end());
  return slab_world(sand_on_rock(
                        grid,
                        [&](int x, int) {
                          const double from = std::abs((x + 0.5) * ridge.cell - middle);
                          return ridge.height * (1.0 - from / (kHalfWidth * ridge.height));
                        },
                        ridge.seed),
                    setting, parameters);
}

// Distance in cells from the crest at which the profile first falls below `level` in the direction `step`.
double crossing(std::vector<double> const& profile, std::size_t crest, int step, double level) {
  const auto n = static_cast<int>(profile.size());
  const auto at = [&](int i) {
    return profile[static_cast<std::size_t>(((static_cast<int>(crest) + i * step) % n + n) % n)];
  };
  for (int i = 0; i < n; ++i) {
    if (at(i + 1) < level) return i + (at(i) - level) / (at(i) - at(i + 1));
  }
  return n;
}

// Angle between a quarter and three quarters of the height on one side of the crest, degrees.
double side_angle(std::vector<double> const& profile, double cell, int step) {
  const auto top = std::max_element(profile.begin(), profile.end());
  const auto crest = static_cast<std::size_t>(top - profile.begin());
  const double run = crossing(profile, crest, step, 0.25 * *top) - crossing(profile, crest, step, 0.75 * *top);
  return std::atan(0.5 * *top / (run * cell)) / kTurn * 360.0;
}

Motion move(Ridge const& ridge, Setting const& setting) {
  World world = world_of(ridge, setting);
  const double per_step = ridge.time_step / kTimeStep;
  const auto steps = [&](double of_default_length) {
    return static_cast<int>(std::lround(of_default_length / per_step));
  };
  run_steps(world, steps(ridge.spin));
  constexpr double kLook = 10.0;  // steps of the default length between two measurements
  std::vector<double> profile = profile_along_x(world);
  double before = ring_centre(profile, ridge.cell), way = 0.0, height = 0.0;
  const int looks = std::max(1, static_cast<int>(std::lround(ridge.measured / kLook)));
  for (int i = 0; i < looks; ++i) {
    run_steps(world, steps(kLook));
    profile = profile_along_x(world);
    const double now = ring_centre(profile, ridge.cell);
    way += std::remainder(now - before, ridge.length);
    before = now;
    height += *std::max_element(profile.begin(), profile.end()) / looks;
  }
  return {way / (looks * kLook), height, side_angle(profile, ridge.cell, 1), side_angle(profile, ridge.cell, -1)};
}

struct Law {
  std::string name;
  double hop = kHop, rest = kRest;
};

// H = Q / c - H0, and a power law of the height.
struct Fit {
  double flux = 0.0;   // Q over slab x hop / rest
  double least = 0.0;  // H0 over hop / rest
  double r_squared = 0.0, exponent = 0.0;
};

// Regresses the height on the inverse speed. `reach`: hop / rest, m.
Fit fit_of(std::vector<Motion> const& moves, double reach) {
  std::vector<double> height, inverse, log_height, log_speed;
  for (Motion const& motion : moves) {
    height.push_back(motion.height);
    inverse.push_back(1.0 / motion.speed);
    log_height.push_back(std::log(motion.height));
    log_speed.push_back(std::log(motion.speed));
  }
  const Line line = fit_line(inverse, height);
  return {line.slope / (kSlab * reach), -line.intercept / reach, line.r_squared, fit_line(log_height, log_speed).slope};
}

void check_migration(Setting const& setting, Law const& law, std::vector<double> const& heights, int seeds,
                     Outcome& outcome) {
  const int count = static_cast<int>(heights.size());
  const auto moves = all_runs(setting, count * seeds, [&](int i) {
    const double height = heights[static_cast<std::size_t>(i % count)];
    Ridge ridge{.height = height, .spin = 40.0 * height, .measured = 25.0 * height};
    ridge.seed = static_cast<std::uint64_t>(1 + i / count);
    ridge.parameters = {{"slab_dunes", "hop_length", law.hop}, {"slab_dunes", "deposit_sand", law.rest}};
    return move(ridge, setting);
  });
  const double reach = law.hop / law.rest;
  // The figures are fitted to all runs together; their spread is that of the fits to the runs of one seed.
  const Fit all = fit_of(moves, reach);
  std::vector<Fit> fits;
  for (int s = 0; s < seeds; ++s) {
    const auto first = moves.begin() + s * count;
    fits.push_back(fit_of({first, first + count}, reach));
  }
  const auto check = [&](char const* what, double Fit::*figure, double least, double most) {
    outcome.checks.push_back(
        with_spread({fmt::format("{}, {}", what, law.name), all.*figure, least, most}, figures_of(fits, figure)));
  };
  check("flux Q / (slab x hop / rest)", &Fit::flux, 0.88, 1.12);
  check("r squared", &Fit::r_squared, 0.99, 1.0);
  check("H0 / (hop / rest)", &Fit::least, 0.0, 0.3);
  check("exponent of the power law", &Fit::exponent, -1.05, -0.65);
}

}  // namespace

double flux_over_crest(Setting const& setting, double height, std::uint64_t seed,
                       std::vector<SetParameter> const& parameters) {
  Ridge ridge{.height = height, .spin = 40.0 * height, .measured = 25.0 * height};
  ridge.seed = seed;
  ridge.parameters = parameters;
  const Motion motion = move(ridge, setting);
  return motion.speed * motion.height / kFlux;
}

Outcome migration_law(Setting const& setting) {
  Outcome outcome;
  const Law standard{"hop 5 m, rest 0.6", kHop, kRest};
  if (!setting.full()) {
    check_migration(setting, standard, {3.0, 6.0, 10.0}, 1, outcome);
    return outcome;
  }
  check_migration(setting, standard, {3.0, 5.0, 8.0, 12.0, 16.0}, 4, outcome);
  check_migration(setting, {"hop 8 m, rest 0.4", 8.0, 0.4}, {5.0, 8.0, 12.0, 16.0}, 4, outcome);
  check_migration(setting, {"hop 3 m, rest 0.8", 3.0, 0.8}, {3.0, 5.0, 8.0, 12.0}, 4, outcome);
  World world = world_of({.height = 8.0}, setting);
  run_steps(world, 320);
  outcome.picture = relief_of(world, 0.0);
  outcome.caption = "A ridge with an initial height of 8 m after 320 steps. The wind blows to the right";
  return outcome;
}

Outcome resolution(Setting const& setting) {
  const std::vector<double> cells{2.0, 1.0, 0.5};
  const int seeds = setting.full() ? 4 : 1;
  const auto moves = all_runs(setting, 3 * seeds, [&](int i) {
    const double cell = cells[static_cast<std::size_t>(i % 3)];
    Ridge ridge{.height = 8.0, .cell = cell};
    ridge.seed = static_cast<std::uint64_t>(1 + i / 3);
    // The thickness of a slab is a tenth of a cell, and the total thickness lifted is the same.
    ridge.time_step = kTimeStep * cell;
    return move(ridge, setting);
  });
  Outcome outcome;
  std::vector<double> products;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    std::vector<double> product;
    for (std::size_t i = k; i < moves.size(); i += cells.size()) {
      product.push_back(moves[i].speed * moves[i].height / kSlab);
    }
    outcome.checks.push_back(
        mean_of(fmt::format("speed x height / thickness lifted in the same time, m, cell {:g} m", cells[k]), product));
    products.push_back(outcome.checks.back().value);
  }
  const test::Statistics all = test::statistics(products);
  outcome.checks.push_back(
      {"(largest - smallest) / mean of speed x height", (all.most - all.least) / all.mean, 0.0, 0.05});
  return outcome;
}

Outcome time_step(Setting const& setting) {
  const std::vector<double> shares{1.0, 0.5, 0.25};
  const int seeds = setting.full() ? 4 : 2;
  const auto moves = all_runs(setting, 3 * seeds, [&](int i) {
    Ridge ridge{.height = 8.0};
    ridge.time_step = kTimeStep * shares[static_cast<std::size_t>(i % 3)];
    ridge.seed = static_cast<std::uint64_t>(1 + i / 3);
    return move(ridge, setting);
  });
  Outcome outcome;
  std::vector<double> products;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    std::vector<double> product;
    for (std::size_t i = k; i < moves.size(); i += shares.size()) product.push_back(moves[i].speed * moves[i].height);
    outcome.checks.push_back(
        mean_of(fmt::format("speed x height, m2 per 0.4 s, default time step x {:g}", shares[k]), product));
    products.push_back(outcome.checks.back().value);
  }
  const test::Statistics all = test::statistics(products);
  outcome.checks.push_back(
      {"(largest - smallest) / mean of speed x height", (all.most - all.least) / all.mean, 0.0, 0.04});
  return outcome;
}

Outcome flat_flux(Setting const& setting) {
  struct Case {
    double hop, rest, wind;
  };
  const std::vector<Case> cases{{5.0, 0.6, 0.0}, {5.0, 0.6, 22.5}, {3.0, 0.8, 0.0}, {8.0, 0.4, 0.0}, {8.0, 0.4, 200.0}};
  struct Flux {
    double booked = 0.0, field = 0.0;  // divided by slab x hop / rest
  };
  // The slabs are so thin that the bed stays flat. Measures the sand that leaves an open land whose inflow equals the
  // flux over flat sand.
  constexpr int kSettle = 80, kMeasured = 120, kSide = 96;
  constexpr double kThinRate = 0.0125;                 // m/s
  constexpr double kThinStep = 0.1 * kTimeStep;        // s
  constexpr double kThinSlab = kThinRate * kThinStep;  // m
  const auto fluxes = all_runs(setting, static_cast<int>(cases.size()), [&](int i) {
    Case const& one = cases[static_cast<std::size_t>(i)];
    World world = slab_world(sand_on_rock({kSide, kSide, 1.0f, Boundary::open}, [](int, int) { return 5.0; }), setting,
                             {wind_towards(one.wind),
                              {"world", "time_step", kThinStep},
                              {"slab_dunes", "lift_rate", kThinRate},
                              {"slab_dunes", "hop_length", one.hop},
                              {"slab_dunes", "deposit_sand", one.rest}});
    run_steps(world, kSettle);
    const QuantaSum before = world.budget().accounts[kSand].out;
    run_steps(world, kMeasured);
    const double out = static_cast<double>(world.budget().accounts[kSand].out - before) / kQuantaPerMetre;
    const double angle = one.wind / 360.0 * kTurn;
    const double edges = kSide * (std::abs(std::cos(angle)) + std::abs(std::sin(angle)));
    const double expected = kThinSlab * one.hop / one.rest;
    const std::vector<float> field = world.field("slab_flux").value();
    double mean = 0.0;
    for (float value : field) mean += static_cast<double>(value) / static_cast<double>(field.size());
    return Flux{out / (kMeasured * edges * expected), mean * kThinStep / expected};
  });
  Outcome outcome;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string where =
        fmt::format("hop {:g} m, rest {:g}, wind {:g}", cases[i].hop, cases[i].rest, cases[i].wind);
    outcome.checks.push_back({"flux over the edges / (slab x hop / rest), " + where, fluxes[i].booked, 0.88, 1.12});
    outcome.checks.push_back(
        {"mean of the field slab_flux / (slab x hop / rest), " + where, fluxes[i].field, 0.88, 1.12});
  }
  return outcome;
}

Outcome least_dune(Setting const& setting) {
  // Initial heights, in lengths of a flight. Small ridges lose sand, so each is judged by its remaining height.
  const std::vector<double> starts{0.05, 0.06, 0.08, 0.15, 0.2, 0.3};
  const std::vector<double> hops = setting.full() ? std::vector{30.0, 20.0, 40.0} : std::vector{30.0};
  const int seeds = setting.full() ? 4 : 1;
  Outcome outcome;
  for (double hop : hops) {
    const double flight = hop / kRest;
    const int count = static_cast<int>(starts.size());
    const auto moves = all_runs(setting, count * seeds, [&](int i) {
      // Short time steps give thin slabs, whose noise has no slopes of its own.
      Ridge ridge{.height = starts[static_cast<std::size_t>(i % count)] * flight,
                  .length = 512.0,
                  .time_step = 0.1 * kTimeStep,
                  .spin = 1.6 * flight,
                  .measured = 10.0};
      ridge.seed = static_cast<std::uint64_t>(1 + i / count);
      ridge.parameters = {{"slab_dunes", "hop_length", hop}};
      return move(ridge, setting);
    });
    double steepest_dome = 0.0, gentlest_face = kAny, domes = 0.0, faces = 0.0;
    for (Motion const& motion : moves) {
      const double share = motion.height / flight;
      if (share <= 0.04) {
        domes += 1.0;
        steepest_dome = std::max(steepest_dome, motion.lee);
      } else if (share >= 0.1) {
        faces += 1.0;
        gentlest_face = std::min(gentlest_face, motion.lee);
      }
    }
    const std::string where = fmt::format("hop {:g} m", hop);
    outcome.checks.push_back({"number of ridges up to 0.04 hop / rest high, " + where, domes, 1.0, kAny});
    outcome.checks.push_back(
        {"steepest lee slope of ridges up to 0.04 hop / rest high, deg, " + where, steepest_dome, 0.0, 15.0});
    outcome.checks.push_back({"number of ridges from 0.1 hop / rest high, " + where, faces, 1.0, kAny});
    outcome.checks.push_back(
        {"gentlest lee slope of ridges from 0.1 hop / rest high, deg, " + where, gentlest_face, 30.0, kAny});
  }
  return outcome;
}

Outcome asymmetry(Setting const& setting) {
  const int seeds = setting.full() ? 4 : 1;
  const std::vector<double> hops{5.0, 20.0, 30.0};
  const auto moves = all_runs(setting, static_cast<int>(hops.size()) * seeds, [&](int i) {
    Ridge ridge{.height = 7.0, .length = 512.0, .spin = 200.0, .measured = 50.0};
    ridge.seed = static_cast<std::uint64_t>(1 + i % seeds);
    ridge.parameters = {{"slab_dunes", "hop_length", hops[static_cast<std::size_t>(i / seeds)]}};
    return move(ridge, setting);
  });
  Outcome outcome;
  for (std::size_t k = 0; k < hops.size(); ++k) {
    const auto each = static_cast<std::size_t>(seeds), first = k * each;
    const std::string where = fmt::format("hop {:g} m", hops[k]);
    std::vector<double> ratios;
    for (std::size_t i = first; i < first + each; ++i) {
      ratios.push_back(std::tan(moves[i].lee / 360.0 * kTurn) / std::tan(moves[i].stoss / 360.0 * kTurn));
    }
    outcome.checks.push_back(
        mean_of("height at the measurement, m, " + where, figures_of(moves, &Motion::height, first, each)));
    outcome.checks.push_back(mean_of("stoss slope, deg, " + where, figures_of(moves, &Motion::stoss, first, each)));
    outcome.checks.push_back(mean_of("tangent of the lee slope / tangent of the stoss slope, " + where, ratios));
  }
  return outcome;
}

}  // namespace barchan::gates
