// A source of sand on bare ground under two winds: G3.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "gates/list.hpp"
#include "gates/ridges.hpp"
#include "gates/slab_worlds.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr double kRadian = std::numbers::pi / 180.0;
constexpr int kWidth = 256, kHeight = 160;  // cells of 1 m
constexpr double kSourceX = 32.0, kSourceY = 0.5 * kHeight;
// Finger of the published law, degrees: neither along an axis of the grid nor along a diagonal.
constexpr double kHeading = 20.0;
constexpr int kSteps = 1500;

struct Source {
  double radius, depth;  // m
};
constexpr Source kLarge{6.0, 4.0}, kSmall{3.0, 1.0};

// Angle in degrees from the first wind at which the flows of sand over the crest from both sides balance, so that sand
// moves along the crest: the elongating mode of Courrech du Pont, Narteau & Gao 2014. `flux_up` is the relative
// increase of the flux over a crest; for 0 the result is the resultant wind.
double elongation_angle(Rose const& rose, double flux_up) {
  const auto across = [&](double angle) {
    const auto term = [&](double wind) {
      const double sine = std::sin((wind - angle) * kRadian);
      return (1.0 + flux_up * std::abs(sine)) * sine;
    };
    return rose.ratio * term(0.0) + term(rose.divergence);
  };
  double low = 0.0, high = rose.divergence;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (across(middle) > 0.0 ? low : high) = middle;
  }
  return low;
}
constexpr double kFluxUp = 1.6;  // of the published law: dunes over which the wind becomes faster

// The shear stress over relief, which raises the flux over crests.
const std::vector<SetParameter> kStressed{{"wind", "stress", 4.5}, {"slab_dunes", "reptation", 0.15}};

World fed(Setting const& setting, Rose rose, Source const& source, std::uint64_t seed,
          std::vector<SetParameter> const& more = {}) {
  rose.rotation = kHeading - elongation_angle(rose, kFluxUp);
  std::vector<SetParameter> parameters = parameters_of(rose);
  parameters.insert(parameters.end(), {{"slab_dunes", "inflow", 0.0},
                                       {"sand_supply", "mode", 1.0},  // a disc that is kept full
                                       {"sand_supply", "x", kSourceX / kWidth},
                                       {"sand_supply", "y", kSourceY / kHeight},
                                       {"sand_supply", "radius", source.radius},
                                       {"sand_supply", "depth", source.depth}});
  parameters.insert(parameters.end(), more.begin(), more.end());
  World world = slab_world(sand_on_rock(
                               {kWidth, kHeight, 1.0f, Boundary::open}, [](int, int) { return 0.0; }, seed),
                           setting, parameters);
  world.apply(SetParameter{"sand_supply", "enabled", 1.0});
  return world;
}

// The sand that is connected to the source.
struct Body {
  double axis = 0.0;    // degrees from the finger of the published law, by second moments about the source
  double length = 0.0;  // m, from the source along the axis
  double width = 0.0;   // m, area over length
  double share = 0.0;   // fraction of all sand above the threshold
};

Body body_of(World const& world) {
  constexpr double kThreshold = 0.4;  // m
  Grid const& grid = world.grid();
  std::vector<double> sand(grid.cells());
  for (std::size_t i = 0; i < sand.size(); ++i) sand[i] = to_metres(world.terrain().columns.sediment(i));
  std::vector<bool> found(grid.cells(), false);
  std::vector<glm::ivec2> body;
  const auto visit = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= grid.width || y >= grid.height) return;
    const std::size_t cell = grid.index(x, y);
    if (found[cell] || sand[cell] <= kThreshold) return;
    found[cell] = true;
    body.push_back({x, y});
  };
  visit(static_cast<int>(kSourceX), static_cast<int>(kSourceY));
  double xx = 0.0, xy = 0.0, yy = 0.0, in_body = 0.0;
  for (std::size_t next = 0; next < body.size(); ++next) {
    const glm::ivec2 at = body[next];
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) visit(at.x + dx, at.y + dy);
    }
    const double x = at.x + 0.5 - kSourceX, y = at.y + 0.5 - kSourceY;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    in_body += sand[grid.index(at.x, at.y)];
  }
  Body result;
  const double angle = 0.5 * std::atan2(2.0 * xy, xx - yy);  // fingers point east, within 90 degrees
  result.axis = angle / kRadian - kHeading;
  for (glm::ivec2 at : body) {
    const double along =
        (at.x + 0.5 - kSourceX) * std::cos(angle) + (at.y + 0.5 - kSourceY) * std::sin(angle) + kLarge.radius;
    result.length = std::max(result.length, along);
  }
  result.width = static_cast<double>(body.size()) / result.length;
  double all = 0.0;
  for (double depth : sand) all += depth > kThreshold ? depth : 0.0;
  result.share = in_body / all;
  return result;
}

// Flux-up ratio: increase of the flux over a crest across the wind, relative to the flux over flat sand.
Check flux_up(Setting const& setting, std::string const& what, std::vector<SetParameter> const& parameters) {
  constexpr double kCrest = 5.0;  // m, about the height of the dune at the large source
  const int seeds = setting.full() ? 4 : 1;
  return mean_of("flux-up ratio of a ridge 5 m high, " + what, all_runs(setting, seeds, [&](int i) {
                   return flux_over_crest(setting, kCrest, static_cast<std::uint64_t>(1 + i), parameters) - 1.0;
                 }));
}

struct Asked {
  Rose rose;
  bool gated;
};

// Large sources under each of the roses. `own`: the flux-up ratio of the model with these parameters.
void check_directions(Setting const& setting, std::vector<Asked> const& asked, double own,
                      std::vector<SetParameter> const& parameters, Outcome& outcome) {
  const int seeds = setting.full() ? 4 : 1;
  const auto bodies = all_runs(setting, static_cast<int>(asked.size()) * seeds, [&](int i) {
    World world = fed(setting, asked[static_cast<std::size_t>(i / seeds)].rose, kLarge,
                      static_cast<std::uint64_t>(1 + i % seeds), parameters);
    run_steps(world, kSteps);
    return body_of(world);
  });
  for (std::size_t k = 0; k < asked.size(); ++k) {
    auto const& [rose, gated] = asked[k];
    const double published = elongation_angle(rose, kFluxUp);
    std::vector<double> from_own, from_published, from_resultant, slimness;
    for (std::size_t i = k * static_cast<std::size_t>(seeds); i < (k + 1) * static_cast<std::size_t>(seeds); ++i) {
      const double direction = published + bodies[i].axis;  // from the first wind
      from_own.push_back(direction - elongation_angle(rose, own));
      from_published.push_back(bodies[i].axis);
      from_resultant.push_back(direction - elongation_angle(rose, 0.0));
      slimness.push_back(bodies[i].length / bodies[i].width);
    }
    const test::Statistics own_error = test::statistics(from_own);
    const std::string where = fmt::format("{}ratio {:g}, angle {:g}", parameters.empty() ? "" : "shear stress, ",
                                          rose.ratio, rose.divergence);
    outcome.checks.push_back({"largest angle from the finger law with the model's own flux-up ratio, deg, " + where,
                              std::max(own_error.most, -own_error.least), gated ? 0.0 : -kAny, gated ? 10.0 : kAny});
    outcome.checks.push_back(
        mean_of("mean angle from the finger law with the model's own flux-up ratio, deg, " + where, from_own));
    outcome.checks.push_back(mean_of("mean angle from the resultant, deg, " + where, from_resultant));
    outcome.checks.push_back(
        mean_of("mean angle from the finger law with a flux-up ratio of 1.6, deg, " + where, from_published));
    outcome.checks.push_back(mean_of("length / width, " + where, slimness, gated ? 4.0 : -kAny, kAny));
  }
}

}  // namespace

Outcome fingers(Setting const& setting) {
  std::vector<Asked> asked{{{.ratio = 2.0, .divergence = 120.0}, true}};
  if (setting.full()) {
    asked.push_back({{.ratio = 1.0, .divergence = 120.0}, true});
    for (double divergence : {105.0, 135.0, 150.0}) {
      asked.push_back({{.ratio = 2.0, .divergence = divergence}, false});
      asked.push_back({{.ratio = 1.0, .divergence = divergence}, false});
    }
  }
  Outcome outcome;
  outcome.checks.push_back(flux_up(setting, "default law", {}));
  check_directions(setting, asked, outcome.checks.back().value, {}, outcome);
  if (setting.full()) {
    outcome.checks.push_back(flux_up(setting, "shear stress", kStressed));
    check_directions(setting, {{{.ratio = 2.0, .divergence = 120.0}, false}}, outcome.checks.back().value, kStressed,
                     outcome);
  }
  // The same small source under two winds: if they are far apart, one dune remains; if they are close, it sheds
  // barchans.
  constexpr int kLooks = 6, kBetween = 100;
  const int lives = setting.full() ? 12 : 1;  // number of seeds; single runs shed up to a third
  const std::vector<double> divergences{120.0, 45.0};
  const auto shares = all_runs(setting, static_cast<int>(divergences.size()) * lives, [&](int i) {
    World world = fed(setting, {.ratio = 2.0, .divergence = divergences[static_cast<std::size_t>(i / lives)]}, kSmall,
                      static_cast<std::uint64_t>(1 + i % lives));
    run_steps(world, kSteps - kLooks * kBetween);
    double share = 0.0;
    for (int look = 0; look < kLooks; ++look) {
      run_steps(world, kBetween);
      share += body_of(world).share / kLooks;
    }
    return share;
  });
  for (std::size_t k = 0; k < divergences.size(); ++k) {
    const auto first = shares.begin() + static_cast<std::ptrdiff_t>(k) * lives;
    const bool one = divergences[k] > 90.0;
    outcome.checks.push_back(
        mean_of(fmt::format("fraction of the sand that is connected with the small source, ratio 2, angle {:g}",
                            divergences[k]),
                {first, first + lives}, one ? 0.85 : 0.0, one ? 1.0 : 0.8));
  }
  if (setting.full()) {
    World shown = fed(setting, {.ratio = 2.0, .divergence = 120.0}, kSmall, 1);
    run_steps(shown, kSteps);
    outcome.picture = relief_of(shown, kHeading);
    outcome.caption =
        "The dune at the small source after 1500 steps under two winds 120 degrees apart. The first wind blows twice "
        "as long as the second. The resultant points towards 11 degrees, and the finger law with a flux-up ratio of "
        "1.6 "
        "towards 20 degrees";
  }
  return outcome;
}

}  // namespace barchan::gates
