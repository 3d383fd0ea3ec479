// Slopes at which sand comes to rest: R1 to R4.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/scheduler.hpp"
#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "gravity/avalanches.hpp"
#include "gravity/gravity.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr double kRadian = std::numbers::pi / 180.0;
constexpr double kAtRest = 1e-3;  // m; a smaller excess counts as none
constexpr int kMostCalls = 20000;

// The two operators that enforce a slope.
enum class Relaxation { diffusion, run_down };
std::string_view name_of(Relaxation relaxation) {
  return relaxation == Relaxation::diffusion ? "settling" : "avalanches";
}

// Material of a heap: sand, or alternating layers of `soils` soils, all with the same angle of repose.
struct Material {
  std::string_view name;
  double slope;  ///< tangent of the angle of repose
  int soils = 0;
};
constexpr std::array<Material, 4> kMaterials{{{"sand", kTalus},
                                              {"four soils in layers", kTalus, 4},
                                              {"a soil of slope 0.4", 0.4, 1},
                                              {"two soils of slope 0.9 in layers", 0.9, 2}}};
constexpr double kLayer = 1.5;  // m

Terrain terrain_of(WorldSetup const& setup, Material const& material) {
  Terrain terrain;
  terrain.grid = setup.grid;
  const auto slope = static_cast<float>(material.slope);
  terrain.soils[kSand].repose_slope = slope;
  if (material.soils == 0) {
    terrain.columns = Columns(setup.grid, setup.base, setup.sand);
    return terrain;
  }
  const auto first = static_cast<SoilId>(terrain.soils.size());
  for (int i = 0; i < material.soils; ++i) test::add_soil(terrain.soils, slope);
  terrain.columns = Columns(setup.grid, setup.base, std::vector<Quanta>(setup.grid.cells(), 0));
  terrain.columns.set_soils(setup.grid, loose_soils(terrain.soils), to_quanta(0.02));
  for (std::size_t cell = 0; cell < setup.grid.cells(); ++cell) {
    Quanta left = setup.sand[cell];
    for (int i = 0; left > 0; ++i) {
      const Quanta layer = std::min(left, to_quanta(kLayer));
      terrain.columns.lay(cell, {static_cast<SoilId>(first + i % material.soils), layer});
      left -= layer;
    }
  }
  return terrain;
}

// Large collapses by the run-down alone are tested only at full size.
std::span<Relaxation const> relaxations(Setting const& setting) {
  static constexpr std::array<Relaxation, 2> kAll{Relaxation::diffusion, Relaxation::run_down};
  return std::span(kAll).first(setting.full() ? 2 : 1);
}

// Calls one relaxation until no pair is too steep.
Terrain relaxed(WorldSetup const& setup, Material const& material, Relaxation relaxation) {
  constexpr int kPasses = 12;
  constexpr float kSettling = 4.0f;
  Terrain terrain = terrain_of(setup, material);
  const Scheduler scheduler;
  Ledger ledger;
  Gravity settling;
  Avalanches avalanches;
  settling.prepare(terrain);
  avalanches.prepare(terrain);
  terrain.columns.disturb_all();
  for (int call = 0; call < kMostCalls && largest_excess(terrain) > kAtRest;) {
    for (const int until = call + 25; call < until; ++call) {
      if (relaxation == Relaxation::diffusion) {
        settling.relax(terrain, kSettling, 1.0f, {static_cast<std::uint64_t>(call), scheduler, ledger});
      } else {
        avalanches.run_down(terrain, kPasses, {static_cast<std::uint64_t>(call), scheduler, ledger});
      }
    }
  }
  return terrain;
}

// Largest magnitude by which the total of a soil has changed.
QuantaSum most_gained(Terrain const& before, Terrain const& after) {
  const auto then = before.columns.count().lying, now = after.columns.count().lying;
  QuantaSum most = 0;
  for (std::size_t soil = 0; soil < before.soils.size(); ++soil) {
    most = std::max(most, std::abs(now[soil] - then[soil]));
  }
  return most;
}

}  // namespace

Outcome cone(Setting const& setting) {
  constexpr int kAzimuths = 72;
  // A column 12.5 times as high as its radius, on a land 16 times as wide as the radius.
  const auto column = [](double radius) {
    const int side = static_cast<int>(16.0 * radius);
    return sand_on_rock({side, side, 1.0f, Boundary::closed}, [=](int x, int y) {
      return std::hypot(x - 8.0 * radius, y - 8.0 * radius) <= radius ? 12.5 * radius : 0.0;
    });
  };
  constexpr double kRadius = 8.0;
  Outcome outcome;
  const auto check = [&](Material const& material, Relaxation relaxation) {
    const double radius = setting.full() || material.soils == 0 ? kRadius : 0.5 * kRadius;
    const double middle = 8.0 * radius;
    const WorldSetup setup = column(radius);
    const Terrain terrain = relaxed(setup, material, relaxation);
    const ElevationMap map = elevation_map(terrain);
    double volume = 0.0;
    for (double z : map.metres) volume += z;
    const double ideal = std::cbrt(3.0 * volume / (std::numbers::pi * material.slope)) * material.slope;
    std::vector<double> radii;
    for (int i = 0; i < kAzimuths; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kAzimuths;
      double r = 0.0;
      while (map.sample(middle + r * std::cos(angle), middle + r * std::sin(angle)) > 0.4 * ideal) r += 0.05;
      radii.push_back(r);
    }
    const auto [least, most] = std::minmax_element(radii.begin(), radii.end());
    const double height = *std::max_element(map.metres.begin(), map.metres.end());
    const std::string of = fmt::format("{}, {}", material.name, name_of(relaxation));
    outcome.checks.push_back({"height / height of the ideal cone, " + of, height / ideal, 0.95, 1.05});
    outcome.checks.push_back(
        {"longest radius / shortest radius, " + of, *least > 0.0 ? *most / *least : kAny, 1.0, 1.12});
    outcome.checks.push_back({"largest excess over the limit, m, " + of, largest_excess(terrain), -kAny, kAtRest});
    outcome.checks.push_back({"largest gain or loss of a soil, quanta, " + of,
                              static_cast<double>(most_gained(terrain_of(setup, material), terrain)), 0.0, 0.0});
  };
  for (Material const& material : kMaterials) {
    for (Relaxation relaxation : relaxations(setting)) check(material, relaxation);
  }
  if (setting.full()) {
    WorldSetup at_rest = column(kRadius);
    const Terrain terrain = relaxed(at_rest, kMaterials.front(), Relaxation::run_down);
    at_rest.sand.assign(terrain.columns.available_thicknesses().begin(), terrain.columns.available_thicknesses().end());
    outcome.picture = relief_of(World(std::move(at_rest), {}), 0.0);
    outcome.caption = "Heap that avalanches have made of a column of sand 100 m high and 16 m wide";
  }
  return outcome;
}

Outcome step_ramp(Setting const& setting) {
  constexpr double kMiddle = 79.5;
  constexpr double kLength = 20.0 / kTalus;              // m, length of the ramp for any slope
  constexpr double kFarAlong = 20.0, kFarAcross = 40.0;  // cells; farther away, the walls may have an effect
  const std::vector<double> azimuths = setting.full()
                                           ? std::vector{0.0, 22.5, 45.0, 67.5, 90.0, 157.5, 202.5, 225.0, 337.5}
                                           : std::vector{22.5, 45.0, 0.0};
  struct Ramp {
    double worst = 0.0, degrees = 0.0;
  };
  const auto ramp = [&](double azimuth, Material const& material, Relaxation relaxation) {
    const double step = kLength * material.slope;
    const double c = std::cos(azimuth * kRadian), s = std::sin(azimuth * kRadian);
    const auto down = [=](int x, int y) { return (x - kMiddle) * c + (y - kMiddle) * s; };
    const Terrain terrain = relaxed(
        sand_on_rock({160, 160, 1.0f, Boundary::closed}, [&](int x, int y) { return down(x, y) < 0.0 ? step : 0.0; }),
        material, relaxation);
    const ElevationMap map = elevation_map(terrain);
    Ramp result;
    std::vector<double> at, height;
    for (int y = 0; y < map.grid.height; ++y) {
      for (int x = 0; x < map.grid.width; ++x) {
        const double d = down(x, y), along = (y - kMiddle) * c - (x - kMiddle) * s;
        if (std::abs(along) > kFarAlong || std::abs(d) > kFarAcross) continue;
        const double ideal = std::clamp(0.5 * step - material.slope * d, 0.0, step);
        result.worst = std::max(result.worst, std::abs(map.at(x, y) - ideal));
        if (std::abs(d) > 0.35 * kLength) continue;
        at.push_back(d);
        height.push_back(map.at(x, y));
      }
    }
    result.degrees = std::atan(-fit_line(at, height).slope) / kRadian;
    return result;
  };
  Outcome outcome;
  const auto check = [&](Material const& material, Relaxation relaxation) {
    const double repose = std::atan(material.slope) / kRadian;
    const auto count = static_cast<int>(setting.full() || material.soils == 0 ? azimuths.size() : 1);
    const auto ramps = all_runs(
        setting, count, [&](int i) { return ramp(azimuths[static_cast<std::size_t>(i)], material, relaxation); });
    for (std::size_t i = 0; i < ramps.size(); ++i) {
      const std::string where = fmt::format("azimuth {:g}, {}, {}", azimuths[i], material.name, name_of(relaxation));
      outcome.checks.push_back(
          {"largest vertical distance from the ideal ramp, m, " + where, ramps[i].worst, 0.0, 1.3 * material.slope});
      outcome.checks.push_back({"angle of the ramp, deg, " + where, ramps[i].degrees, repose - 0.7, repose + 2.5});
    }
  };
  for (Material const& material : kMaterials) {
    for (Relaxation relaxation : relaxations(setting)) check(material, relaxation);
  }
  return outcome;
}

Outcome running_slip_faces(Setting const& setting) {
  const std::vector<double> winds =
      setting.full() ? std::vector{0.0, 15.0, 22.5, 30.0, 45.0, 200.0, 337.5} : std::vector{0.0, 22.5, 200.0};
  const int seeds = setting.full() ? 4 : 1;
  struct Faces {
    double p50 = 0.0, p90 = 0.0, excess = 0.0;
  };
  const auto faces = all_runs(setting, static_cast<int>(winds.size()) * seeds, [&](int i) {
    const double wind = winds[static_cast<std::size_t>(i / seeds)];
    const World world = transverse_field(setting, wind, static_cast<std::uint64_t>(1 + i % seeds));
    const FaceSlopes lee = lee_slopes(elevation_map(world.terrain()), wind);
    return Faces{lee.p50_degrees, lee.p90_degrees, largest_excess(world.terrain())};
  });
  Outcome outcome;
  std::vector<double> means;
  double excess = -kAny;
  for (std::size_t w = 0; w < winds.size(); ++w) {
    std::vector<double> p50, p90;
    for (int s = 0; s < seeds; ++s) {
      Faces const& one = faces[w * static_cast<std::size_t>(seeds) + static_cast<std::size_t>(s)];
      p50.push_back(one.p50);
      p90.push_back(one.p90);
      excess = std::max(excess, one.excess);
    }
    outcome.checks.push_back(mean_of(fmt::format("lee slope p90, deg, wind {:g}", winds[w]), p90, 31.5, 35.5));
    means.push_back(outcome.checks.back().value);
    outcome.checks.push_back(mean_of(fmt::format("lee slope p50, deg, wind {:g}", winds[w]), p50));
  }
  const test::Statistics over_winds = test::statistics(means);
  outcome.checks.push_back(
      {"largest p90 - smallest p90 among the winds, deg", over_winds.most - over_winds.least, 0.0, 2.5});
  outcome.checks.push_back({"largest excess over the limit, m", excess, -kAny, kAtRest});
  return outcome;
}

}  // namespace barchan::gates
