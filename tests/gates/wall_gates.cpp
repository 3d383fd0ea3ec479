// Walls, cliffs and blocks in the wind: E1 to E5.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr double kSupply = 0.4;  // m2/s over each metre of a line: a fifth of the flux over open sand
constexpr double kBand = 5.0;    // m, width over which it is spread

// A square land of bare rock with solid ground on it, in the frame of the wind: `along` is the distance downwind of the
// middle of the land in m, `across` the distance to its left.
struct Place {
  double along, across;
};
struct Stage {
  double side = 100.0;  // m
  double cell = 1.0;    // m
  double wind = 0.0;    // degrees
  std::function<double(Place)> solid = [](Place) { return 0.0; };
  double source = -40.0;  // m along the wind, position of the line from which sand comes
  double length = 60.0;   // m, length of that line
  std::uint64_t seed = 1;
  Boundary boundary = Boundary::open;
};

Place place_of(Stage const& stage, int x, int y) {
  const double turn = stage.wind / 180.0 * std::numbers::pi;
  const double east = (x + 0.5) * stage.cell - 0.5 * stage.side;
  const double north = (y + 0.5) * stage.cell - 0.5 * stage.side;
  return {east * std::cos(turn) + north * std::sin(turn), north * std::cos(turn) - east * std::sin(turn)};
}

Grid grid_of(Stage const& stage) {
  const int cells = static_cast<int>(std::lround(stage.side / stage.cell));
  return {cells, cells, static_cast<float>(stage.cell), stage.boundary};
}

World stand(Stage const& stage, Setting const& setting, std::vector<SetParameter> parameters = {}) {
  Grid const grid = grid_of(stage);
  WorldSetup setup = sand_on_rock(
      grid, [](int, int) { return 0.0; }, stage.seed);
  setup.obstacle.assign(grid.cells(), 0);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const Quanta height = to_quanta(stage.solid(place_of(stage, x, y)));
      setup.base[grid.index(x, y)] = height;
      setup.obstacle[grid.index(x, y)] = std::max<Quanta>(height, 0);
    }
  }
  const double turn = stage.wind / 180.0 * std::numbers::pi;
  // The thickness of a slab is proportional to the cell size, so that one slab on bare ground is not a hill.
  parameters.insert(parameters.end(), {wind_towards(stage.wind),
                                       {"world", "time_step", kTimeStep * stage.cell},
                                       {"slab_dunes", "inflow", 0.0},
                                       {"sand_supply", "mode", 0.0},
                                       {"sand_supply", "x", 0.5 + stage.source * std::cos(turn) / stage.side},
                                       {"sand_supply", "y", 0.5 + stage.source * std::sin(turn) / stage.side},
                                       {"sand_supply", "across_wind", 1.0},
                                       {"sand_supply", "length", stage.length},
                                       {"sand_supply", "rate", kSupply},
                                       {"sand_supply", "band", kBand}});
  World world = slab_world(std::move(setup), setting, parameters);
  world.apply(SetParameter{"sand_supply", "enabled", 1.0});
  return world;
}

// Runs for this number of steps of the default length.
void run_for(World& world, Stage const& stage, int steps) {
  run_steps(world, static_cast<int>(std::lround(steps / stage.cell)));
}

// Calls `visit(place, sand in m)` for every cell.
void for_each_place(Stage const& stage, World const& world, std::function<void(Place, double)> const& visit) {
  Grid const& grid = world.grid();
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      visit(place_of(stage, x, y), to_metres(world.terrain().columns.sediment(grid.index(x, y))));
    }
  }
}

// Mean sand, m, of strips one cell wide at 0, 1, 2, ... cells upwind of `foot`, up to `reach` m.
std::vector<double> upwind_profile(Stage const& stage, World const& world, double foot, double reach, double half) {
  std::vector<double> sum(static_cast<std::size_t>(reach / stage.cell)), count(sum.size());
  for_each_place(stage, world, [&](Place at, double sand) {
    const double cells = std::floor((foot - at.along) / stage.cell);
    if (std::abs(at.across) > half || cells < 0.0 || cells >= static_cast<double>(sum.size())) return;
    sum[static_cast<std::size_t>(cells)] += sand;
    count[static_cast<std::size_t>(cells)] += 1.0;
  });
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(count[i], 1.0);
  return sum;
}

struct Echo {
  double crest = 0.0;                // from the foot of the wall, in heights of the wall
  double height = 0.0;               // in heights of the wall
  double strip = 0.0;                // width of the bare strip in front of the wall, in heights of the wall
  double area = 0.0;                 // of the cross-section, in squares of the height of the wall
  double windward = 0.0, lee = 0.0;  // slopes between a quarter and three quarters of the height, tangents
};

Echo echo_of(std::vector<double> const& profile, double cell, double height) {
  const auto top = std::max_element(profile.begin(), profile.end());
  const auto bare = std::find_if(profile.begin(), profile.end(), [&](double sand) { return sand >= 0.05 * *top; });
  double area = 0.0;
  for (double sand : profile) area += sand * cell;
  // Cells from the crest to where the profile falls below a fraction of it, towards the wall (-1) or upwind (1).
  const auto crest = static_cast<int>(top - profile.begin());
  const auto cells_to = [&](int way, double share) {
    const auto at = [&](int k) {
      const int i = crest + way * k;
      return i < 0 || i >= static_cast<int>(profile.size()) ? 0.0 : profile[static_cast<std::size_t>(i)];
    };
    int k = 0;
    while (at(k + 1) > share * *top) ++k;
    return k + (at(k) - share * *top) / (at(k) - at(k + 1));
  };
  const auto slope = [&](int way) { return 0.5 * *top / (cell * (cells_to(way, 0.25) - cells_to(way, 0.75))); };
  return {.crest = (crest + 0.5) * cell / height,
          .height = *top / height,
          .strip = static_cast<double>(bare - profile.begin()) * cell / height,
          .area = area / (height * height),
          .windward = slope(1),
          .lee = slope(-1)};
}

// A wall across the wind. Its foot is `kFoot` heights downwind of the middle, and its face has the given slope.
constexpr double kFoot = 1.5, kThick = 0.5, kHalfLength = 3.0;  // heights
struct Wall {
  double height, cell, wind;
  double slope = 90.0;  // degrees, of the face
};
double run_of(double height, double slope) {
  return slope < 90.0 ? height / std::tan(slope / 180.0 * std::numbers::pi) : 0.0;
}
double height_behind(double foot_to_here, double height, double run) {
  return run > 0.0 ? std::min(height, foot_to_here / run * height) : height;
}
Stage wall_stage(Wall const& wall) {
  Stage stage{.side = 9.0 * wall.height, .cell = wall.cell, .wind = wall.wind};
  stage.source = -2.0 * wall.height;
  stage.length = 6.0 * wall.height;
  stage.solid = [wall, run = run_of(wall.height, wall.slope)](Place at) {
    const double behind = at.along - kFoot * wall.height;
    if (behind < 0.0 || behind > run + kThick * wall.height) return 0.0;
    return std::abs(at.across) < kHalfLength * wall.height ? height_behind(behind, wall.height, run) : 0.0;
  };
  return stage;
}

// The obstacle that equals the wall of `wall_stage` with an upright face.
Obstacle wall_of(Stage const& stage, double height) {
  const double turn = stage.wind / 180.0 * std::numbers::pi;
  const double middle = (kFoot + 0.5 * kThick) * height / stage.side;
  return {.shape = ObstacleShape::wall,
          .x = static_cast<float>(0.5 + middle * std::cos(turn)),
          .y = static_cast<float>(0.5 + middle * std::sin(turn)),
          .azimuth = static_cast<float>(std::fmod(stage.wind + 90.0, 360.0)),
          .height = static_cast<float>(height),
          .length = static_cast<float>(2.0 * kHalfLength * height),
          .width = static_cast<float>(kThick * height)};
}

// Steps until the sand that has come in would fill a triangle as high as the wall and `wide` heights wide.
int steps_to_fill(double height, double wide) {
  return static_cast<int>(0.5 * wide * height * height / (kSupply * kTimeStep));
}

}  // namespace

Outcome echo_dune(Setting const& setting) {
  // Faces of one cell and of many. The quick test uses each height, cell size and slope.
  std::vector<Wall> walls{{8.0, 1.0, 0.0, 65.0}, {8.0, 0.5, 30.0, 65.0}};
  if (setting.full()) {
    for (double height : {8.0, 16.0}) {
      for (double cell : {1.0, 0.5}) {
        for (double wind : {0.0, 30.0, 200.0, 337.5}) walls.push_back({height, cell, wind});
      }
    }
  } else {
    walls.insert(walls.end(), {{8.0, 1.0, 337.5}, {16.0, 1.0, 200.0}});
  }
  struct Run {
    Echo end;
    double growth = 0.0;  // of the cross-section, ratio of the last third to the first
    double error = 0.0;   // of the mass balance, quanta
    std::optional<Picture> picture{};
  };
  const auto runs = all_runs(setting, static_cast<int>(walls.size()), [&](int i) {
    Wall const& one = walls[static_cast<std::size_t>(i)];
    const Stage stage = wall_stage(one);
    World world = stand(stage, setting);
    const auto echo = [&] {
      return echo_of(upwind_profile(stage, world, kFoot * one.height, 2.6 * one.height, 1.2 * one.height), one.cell,
                     one.height);
    };
    const int third = steps_to_fill(one.height, 0.8);
    run_for(world, stage, third);
    const double first = echo().area;
    run_for(world, stage, third);
    const double second = echo().area;
    run_for(world, stage, third);
    Run run{.end = echo()};
    run.growth = (run.end.area - second) / first;
    run.error = std::abs(static_cast<double>(world.budget().error()));
    if (setting.full() && i == 3) run.picture = relief_of(world, one.wind);
    return run;
  });
  Outcome outcome;
  double nearest = kAny, farthest = 0.0, error = 0.0;
  for (std::size_t i = 0; i < walls.size(); ++i) {
    Echo const& end = runs[i].end;
    const std::string where = fmt::format("wall {:g} m, face {:g} degrees, cells {:g} m, wind {:g}", walls[i].height,
                                          walls[i].slope, walls[i].cell, walls[i].wind);
    outcome.checks.push_back({"distance from wall to crest, heights, " + where, end.crest, 0.4, 2.0});
    outcome.checks.push_back({"width of the bare strip, heights, " + where, end.strip, 0.3, 1.0});
    outcome.checks.push_back({"height of the dune, heights, " + where, end.height, 0.2, 1.0});
    outcome.checks.push_back({"stoss slope / slope towards the wall, " + where, end.windward / end.lee, 0.0, 1.0});
    outcome.checks.push_back(
        {"growth in the last third / growth in the first third of the time, " + where, runs[i].growth});
    nearest = std::min(nearest, end.crest);
    farthest = std::max(farthest, end.crest);
    error = std::max(error, runs[i].error);
    if (runs[i].picture) outcome.picture = runs[i].picture;
  }
  outcome.checks.push_back({"error of the mass balance, quanta", error, 0.0, 0.0});
  outcome.checks.push_back({"largest - smallest distance from wall to crest, heights", farthest - nearest, 0.0, 0.3});
  outcome.caption = "Echo dune upwind of a wall 8 m high, under a wind towards 30 degrees";
  return outcome;
}

Outcome climb_or_echo(Setting const& setting) {
  // Hills with a uniform windward slope, a flat top and a steep back. Sand that passes the top lies behind them.
  constexpr double kHeight = 10.0, kTop = 6.0;
  struct Case {
    double slope, cell, wind;
  };
  std::vector<Case> cases;
  for (double cell : {1.0, 0.5}) {
    for (double wind : {0.0, 30.0, 200.0, 337.5}) {
      if (!setting.full() && (cell != 1.0 || wind == 0.0 || wind == 337.5)) continue;
      for (double slope : {40.0, 45.0, 50.0, 60.0, 70.0, 90.0}) cases.push_back({slope, cell, wind});
    }
  }
  struct Passage {
    double passed = 0.0;  // fraction of the sand on the land that has passed the top
    double before = 0.0;  // fraction that lies up to 1.5 heights upwind of the foot
  };
  const auto passages = all_runs(setting, static_cast<int>(cases.size()), [&](int i) {
    Case const& one = cases[static_cast<std::size_t>(i)];
    Stage stage{.side = 110.0, .cell = one.cell, .wind = one.wind, .source = -22.0, .length = 40.0};
    const double run = run_of(kHeight, one.slope);
    stage.solid = [&](Place at) {
      if (at.along < 0.0 || at.along > run + kTop || std::abs(at.across) > 35.0) return 0.0;
      return height_behind(at.along, kHeight, run);
    };
    World world = stand(stage, setting);
    run_for(world, stage, 100);
    Passage passage;
    double all = 0.0;
    for_each_place(stage, world, [&](Place at, double sand) {
      // Only sand away from the source and from the ends of the hill counts.
      if (std::abs(at.across) > 15.0 || at.along < -1.5 * kHeight) return;
      all += sand;
      if (at.along > run) passage.passed += sand;
      if (at.along < 0.0) passage.before += sand;
    });
    passage.passed /= all;
    passage.before /= all;
    return passage;
  });
  Outcome outcome;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool climbs = cases[i].slope < 55.0;
    const std::string where =
        fmt::format("{:g} degrees, cells {:g} m, wind {:g}", cases[i].slope, cases[i].cell, cases[i].wind);
    outcome.checks.push_back({"fraction of the sand that passed the top, " + where, passages[i].passed,
                              climbs ? 0.5 : 0.0, climbs ? 1.0 : 0.1});
    outcome.checks.push_back({"fraction of the sand that lies upwind of the foot, " + where, passages[i].before,
                              climbs ? 0.0 : 0.5, climbs ? 0.4 : 1.0});
  }
  return outcome;
}

Outcome past_the_flanks(Setting const& setting) {
  // Mean flux past both ends of a wall that occupies 40 % of the land, with and without the wall: within one height of
  // the end, where sand that the wall deflects passes too, and farther away.
  constexpr double kSide = 120.0, kHeight = 8.0, kEnd = 0.2 * kSide;
  struct Flux {
    double near = 0.0, far = 0.0;
  };
  Outcome outcome;
  for (double wind : {0.0, 30.0}) {
    const auto fluxes = all_runs(setting, 2, [&](int with) {
      Stage stage{.side = kSide, .cell = 1.0, .wind = wind, .source = -35.0, .length = 110.0};
      stage.solid = [&](Place at) {
        return with != 0 && at.along > 10.0 && at.along < 14.0 && std::abs(at.across) < kEnd ? kHeight : 0.0;
      };
      World world = stand(stage, setting);
      run_for(world, stage, 400);
      const std::vector<float> flux = world.field("slab_flux").value();
      Flux sum, count;
      Grid const& grid = world.grid();
      for (int y = 0; y < grid.height; ++y) {
        for (int x = 0; x < grid.width; ++x) {
          const Place at = place_of(stage, x, y);
          const double beyond = std::abs(at.across) - kEnd;
          if (beyond < 0.0 || beyond > 2.5 * kHeight || at.along < 5.0 || at.along > 30.0) continue;
          (beyond < kHeight ? sum.near : sum.far) += static_cast<double>(flux[grid.index(x, y)]);
          (beyond < kHeight ? count.near : count.far) += 1.0;
        }
      }
      return Flux{sum.near / count.near, sum.far / count.far};
    });
    outcome.checks.push_back(
        {fmt::format("flux 1 to 2.5 heights beyond the ends / flux without the wall, wind {:g}", wind),
         fluxes[1].far / fluxes[0].far, 0.9, 1.1});
    outcome.checks.push_back(
        {fmt::format("flux within one height of the ends / flux without the wall, wind {:g}", wind),
         fluxes[1].near / fluxes[0].near});
  }
  return outcome;
}

Outcome wall_taken_away(Setting const& setting) {
  // The wall of an echo dune is removed and later put back in the same place.
  constexpr double kHeight = 8.0;
  Outcome outcome;
  const std::vector<double> winds = setting.full() ? std::vector{0.0, 30.0, 200.0, 337.5} : std::vector{30.0};
  struct Run {
    Echo before{}, again{};
    double moved = 0.0;  // fraction of the dune's sand that has passed the place of the wall
    double error = 0.0;
    std::optional<Picture> picture{};
  };
  const auto runs = all_runs(setting, static_cast<int>(winds.size()), [&](int i) {
    const double wind = winds[static_cast<std::size_t>(i)];
    const Stage stage = wall_stage({kHeight, 1.0, wind});
    World world = stand(stage, setting);
    const auto profile = [&] { return upwind_profile(stage, world, kFoot * kHeight, 2.6 * kHeight, 1.2 * kHeight); };
    const int fill = steps_to_fill(kHeight, 2.0);
    run_for(world, stage, fill);
    Run run{.before = echo_of(profile(), stage.cell, kHeight)};
    // Two turnovers of the dune: twice its height times its length, divided by the flux over open sand per step.
    const double length = 2.0 * run.before.area * kHeight / std::max(run.before.height, 0.01);
    const int turnovers = static_cast<int>(2.0 * run.before.height * kHeight * length / kFlux);
    world.apply(SetParameter{"sand_supply", "enabled", 0.0});
    world.apply(RemoveObstacles{});
    run_for(world, stage, turnovers);
    const Echo left = echo_of(profile(), stage.cell, kHeight);
    run.moved = 1.0 - left.area / run.before.area;
    world.apply(SetParameter{"sand_supply", "enabled", 1.0});
    world.apply(PlaceObstacle{wall_of(stage, kHeight)});
    run_for(world, stage, fill);
    run.again = echo_of(profile(), stage.cell, kHeight);
    run.error = std::abs(static_cast<double>(world.budget().error()));
    if (setting.full() && i == 1) run.picture = relief_of(world, wind);
    return run;
  });
  for (std::size_t i = 0; i < winds.size(); ++i) {
    const std::string where = fmt::format("wind {:g}", winds[i]);
    outcome.checks.push_back(
        {"fraction of the dune that has migrated away in two turnovers, " + where, runs[i].moved, 0.9, 1.0});
    outcome.checks.push_back(
        {"distance from wall to crest, heights, first dune, " + where, runs[i].before.crest, 0.4, 2.0});
    outcome.checks.push_back({"distance from wall to crest, heights, second dune minus first, " + where,
                              runs[i].again.crest - runs[i].before.crest, -0.15, 0.15});
    outcome.checks.push_back({"height of the dune, heights, first dune, " + where, runs[i].before.height, 0.2, 1.0});
    outcome.checks.push_back({"height of the dune, second dune / first dune, " + where,
                              runs[i].again.height / runs[i].before.height, 0.8, 1.25});
    outcome.checks.push_back({"error of the mass balance, quanta, " + where, runs[i].error, 0.0, 0.0});
    if (runs[i].picture) outcome.picture = runs[i].picture;
  }
  outcome.caption = "The second echo dune, after a wall 8 m high was put back, under a wind towards 30 degrees";
  return outcome;
}

Outcome lee_of_a_block(Setting const& setting) {
  constexpr double kBlock = 6.0;
  Outcome outcome;
  std::vector<double> winds{0.0, 30.0, 200.0, 337.5};
  struct Lee {
    double over_free = 0.0, length = 0.0, skew = 0.0;
    std::optional<Picture> picture{};
  };
  const int seeds = setting.full() ? 4 : 1;
  const auto lees = all_runs(setting, static_cast<int>(winds.size()) * seeds, [&](int i) {
    Stage stage{.side = 110.0,
                .cell = 1.0,
                .wind = winds[static_cast<std::size_t>(i) % winds.size()],
                .source = -35.0,
                .length = 90.0};
    stage.seed = 1 + static_cast<std::uint64_t>(i) / winds.size();
    stage.solid = [](Place at) {
      return std::abs(at.along) < 0.5 * kBlock && std::abs(at.across) < 0.5 * kBlock ? kBlock : 0.0;
    };
    World world = stand(stage, setting);
    run_for(world, stage, 800);
    // Mean thickness behind the block, in a strip twice its width, by distance in half heights; and beside it, far
    // away.
    std::map<int, std::pair<double, double>> behind;
    double left = 0.0, right = 0.0, free = 0.0, free_count = 0.0, near = 0.0, near_count = 0.0;
    for_each_place(stage, world, [&](Place at, double sand) {
      const double distance = at.along - 0.5 * kBlock;
      if (distance < 0.0 || distance > 7.0 * kBlock) return;
      if (std::abs(at.across) < kBlock) {
        auto& [sum, count] = behind[static_cast<int>(distance / (0.5 * kBlock))];
        sum += sand;
        count += 1.0;
        (at.across > 0.0 ? left : right) += sand;
        if (distance < 3.0 * kBlock) {
          near += sand;
          near_count += 1.0;
        }
      } else if (std::abs(at.across) > 3.0 * kBlock && std::abs(at.across) < 5.0 * kBlock) {
        free += sand;
        free_count += 1.0;
      }
    });
    double deepest = 0.0;
    for (auto const& [bin, sums] : behind) deepest = std::max(deepest, sums.first / sums.second);
    Lee lee;
    lee.over_free = (near / near_count) / std::max(free / free_count, 1e-4);
    for (auto const& [bin, sums] : behind) {
      if (sums.first / sums.second < 0.2 * deepest) break;
      lee.length = 0.5 * (bin + 1);
    }
    lee.skew = (left - right) / (left + right);
    if (setting.full() && i == 1) lee.picture = relief_of(world, stage.wind);
    return lee;
  });
  for (std::size_t w = 0; w < winds.size(); ++w) {
    std::vector<double> over, length, skew;
    for (std::size_t i = w; i < lees.size(); i += winds.size()) {
      over.push_back(lees[i].over_free);
      length.push_back(lees[i].length);
      skew.push_back(lees[i].skew);
      if (lees[i].picture) outcome.picture = lees[i].picture;
    }
    const std::string where = fmt::format("wind {:g}", winds[w]);
    outcome.checks.push_back(
        mean_of("mean thickness downwind of the block / mean thickness beside it, " + where, over, 2.0, kAny));
    outcome.checks.push_back(mean_of("length of the sand shadow, heights, " + where, length));
    outcome.checks.push_back(mean_of("sand in the shadow, (left - right) / (left + right), " + where, skew));
  }
  std::vector<double> lengths, skews;
  for (Lee const& lee : lees) {
    lengths.push_back(lee.length);
    skews.push_back(std::abs(lee.skew));
  }
  outcome.checks.push_back(mean_of("mean length of the sand shadow, heights", lengths, 2.0, 6.0));
  outcome.checks.push_back(
      mean_of("sand in the shadow, mean magnitude of (left - right) / (left + right)", skews, 0.0, 0.2));
  outcome.caption = "Sand shadow downwind of a block 6 m high, under a wind towards 30 degrees";
  return outcome;
}

}  // namespace barchan::gates
