// How steep sand stands: R1 to R4.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/world/world.hpp"
#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "gravity/avalanches.hpp"
#include "gravity/settling.hpp"
#include "support/deserts.hpp"

namespace barchan::gates {

namespace {

constexpr double kRadian = std::numbers::pi / 180.0;
constexpr double kAtRest = 1e-3;  // m too steep that count as none
constexpr int kMostCalls = 20000;

// Which of the two operators that enforce a slope acts.
enum class Relaxation { diffusion, run_down };
std::string_view name_of(Relaxation relaxation) {
  return relaxation == Relaxation::diffusion ? "diffusion" : "run-down";
}

Terrain terrain_of(WorldSetup const& setup) {
  Terrain terrain;
  terrain.grid = setup.grid;
  terrain.columns = Columns(setup.grid, setup.base, setup.sand);
  terrain.soils[kSand].repose_slope = static_cast<float>(kTalus);
  return terrain;
}

// Large collapses by the run-down alone are looked at in full size only.
std::span<Relaxation const> relaxations(Setting const& setting) {
  static constexpr std::array<Relaxation, 2> kAll{Relaxation::diffusion, Relaxation::run_down};
  return std::span(kAll).first(setting.full() ? 2 : 1);
}

// Calls the one relaxation until no pair stands too steep.
Terrain relaxed(WorldSetup const& setup, Relaxation relaxation) {
  constexpr int kPasses = 12;
  constexpr float kSettling = 4.0f;
  Terrain terrain = terrain_of(setup);
  const Scheduler scheduler;
  Ledger ledger;
  Settling settling;
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

QuantaSum sand_in(Terrain const& terrain) { return terrain.columns.count().lying[kSand]; }

}  // namespace

Outcome cone(Setting const& setting) {
  constexpr double kHeight = 100.0, kRadius = 8.0, kMiddle = 64.0;
  constexpr int kAzimuths = 72;
  const WorldSetup setup = sand_on_rock({128, 128, 1.0f, Boundary::closed}, [&](int x, int y) {
    return std::hypot(x - kMiddle, y - kMiddle) <= kRadius ? kHeight : 0.0;
  });
  Outcome outcome;
  for (Relaxation relaxation : relaxations(setting)) {
    const Terrain terrain = relaxed(setup, relaxation);
    const ElevationMap map = elevation_map(terrain);
    double volume = 0.0;
    for (double z : map.metres) volume += z;
    const double ideal = std::cbrt(3.0 * volume / (std::numbers::pi * kTalus)) * kTalus;
    std::vector<double> radii;
    for (int i = 0; i < kAzimuths; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kAzimuths;
      double r = 0.0;
      while (map.sample(kMiddle + r * std::cos(angle), kMiddle + r * std::sin(angle)) > 0.4 * ideal) r += 0.05;
      radii.push_back(r);
    }
    const auto [least, most] = std::minmax_element(radii.begin(), radii.end());
    const double height = *std::max_element(map.metres.begin(), map.metres.end());
    outcome.checks.push_back(
        {fmt::format("height over the ideal cone's, {}", name_of(relaxation)), height / ideal, 0.95, 1.05});
    outcome.checks.push_back({fmt::format("longest over shortest radius, {}", name_of(relaxation)),
                              *least > 0.0 ? *most / *least : kAny, 1.0, 1.12});
    outcome.checks.push_back({fmt::format("steepest pair over the limit, m, {}", name_of(relaxation)),
                              largest_excess(terrain), -kAny, kAtRest});
    outcome.checks.push_back({fmt::format("sand gained, quanta, {}", name_of(relaxation)),
                              static_cast<double>(sand_in(terrain) - sand_in(terrain_of(setup))), 0.0, 0.0});
  }
  if (setting.full()) {
    WorldSetup at_rest = setup;
    const Terrain terrain = relaxed(setup, Relaxation::run_down);
    at_rest.sand.assign(terrain.columns.available_thicknesses().begin(), terrain.columns.available_thicknesses().end());
    outcome.picture = relief_of(World(std::move(at_rest), {}), 0.0);
    outcome.caption = "A column of sand 100 m high and 16 m wide after the run-down";
  }
  return outcome;
}

Outcome step_ramp(Setting const& setting) {
  constexpr double kStep = 20.0, kMiddle = 79.5;
  constexpr double kFarAlong = 20.0, kFarAcross = 40.0;  // cells; beyond, the walls may be felt
  const std::vector<double> azimuths = setting.full()
                                           ? std::vector{0.0, 22.5, 45.0, 67.5, 90.0, 157.5, 202.5, 225.0, 337.5}
                                           : std::vector{0.0, 22.5, 45.0};
  struct Ramp {
    double worst = 0.0, degrees = 0.0;
  };
  const auto ramp = [&](double azimuth, Relaxation relaxation) {
    const double c = std::cos(azimuth * kRadian), s = std::sin(azimuth * kRadian);
    const auto down = [=](int x, int y) { return (x - kMiddle) * c + (y - kMiddle) * s; };
    const Terrain terrain = relaxed(
        sand_on_rock({160, 160, 1.0f, Boundary::closed}, [&](int x, int y) { return down(x, y) < 0.0 ? kStep : 0.0; }),
        relaxation);
    const ElevationMap map = elevation_map(terrain);
    Ramp result;
    std::vector<double> at, height;
    for (int y = 0; y < map.grid.height; ++y) {
      for (int x = 0; x < map.grid.width; ++x) {
        const double d = down(x, y), along = (y - kMiddle) * c - (x - kMiddle) * s;
        if (std::abs(along) > kFarAlong || std::abs(d) > kFarAcross) continue;
        const double ideal = std::clamp(0.5 * kStep - kTalus * d, 0.0, kStep);
        result.worst = std::max(result.worst, std::abs(map.at(x, y) - ideal));
        if (std::abs(d) > 0.35 * kStep / kTalus) continue;
        at.push_back(d);
        height.push_back(map.at(x, y));
      }
    }
    result.degrees = std::atan(-fit_line(at, height).slope) / kRadian;
    return result;
  };
  const double repose = std::atan(kTalus) / kRadian;
  Outcome outcome;
  for (Relaxation relaxation : relaxations(setting)) {
    const auto ramps = all_runs(setting, static_cast<int>(azimuths.size()),
                                [&](int i) { return ramp(azimuths[static_cast<std::size_t>(i)], relaxation); });
    for (std::size_t i = 0; i < azimuths.size(); ++i) {
      const std::string where = fmt::format("azimuth {:g}, {}", azimuths[i], name_of(relaxation));
      outcome.checks.push_back({"largest distance from the ramp, m, " + where, ramps[i].worst, 0.0, 1.3 * kTalus});
      outcome.checks.push_back({"angle of the ramp, deg, " + where, ramps[i].degrees, repose - 0.7, repose + 2.5});
    }
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
    means.push_back(test::statistics(p90).mean);
    outcome.checks.push_back({fmt::format("lee slope p90, deg, wind {:g}", winds[w]), means.back(), 31.5, 35.5});
    outcome.checks.push_back({fmt::format("lee slope p50, deg, wind {:g}", winds[w]), test::statistics(p50).mean});
  }
  const test::Statistics over_winds = test::statistics(means);
  outcome.checks.push_back({"spread of p90 over the winds, deg", over_winds.most - over_winds.least, 0.0, 2.5});
  outcome.checks.push_back({"steepest pair over the limit, m", excess, -kAny, kAtRest});
  return outcome;
}

}  // namespace barchan::gates
