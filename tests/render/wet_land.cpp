#include "render/wet_land.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <queue>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/noise.hpp>

#include "io/scenario.hpp"
#include "render/synthetic_land.hpp"
#include "world/world.hpp"

namespace barchan::test {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

TerrainView bare_view(Grid const& grid) {
  TerrainView view = level_sand(grid.width, grid.height, grid.boundary);
  view.grid = grid;
  return view;
}

void set_range(TerrainView& view) {
  const auto [low, high] = std::minmax_element(view.elevation.begin(), view.elevation.end());
  view.elevation_minimum = *low;
  view.elevation_maximum = *high;
}

template <class Visit>
void for_cells(Grid const& grid, Visit const& visit) {
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) visit(x, y, grid.index(x, y));
  }
}

template <class Visit>
void for_around(Grid const& grid, int x, int y, int reach, Visit const& visit) {
  for (int j = y - reach; j <= y + reach; ++j) {
    for (int i = x - reach; i <= x + reach; ++i) {
      if (grid.periodic()) {
        visit(grid.index((i + reach * grid.width) % grid.width, (j + reach * grid.height) % grid.height));
      } else if (i >= 0 && j >= 0 && i < grid.width && j < grid.height) {
        visit(grid.index(i, j));
      }
    }
  }
}

float smooth_step(float low, float high, float x) {
  const float t = glm::clamp((x - low) / (high - low), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

void allow_water(TerrainView& view) {
  if (!view.water.empty()) return;
  const std::size_t cells = view.grid.cells();
  view.water.level.assign(cells, kNoWater);
  view.water.depth.assign(cells, 0.0f);
  view.water.flow.assign(cells, glm::vec2(0.0f));
  view.water.foam.assign(cells, 0.0f);
  view.water.mud.assign(cells, 0.0f);
}

}  // namespace

void make_dry(TerrainView& view) { view.water = {}; }

void pour(TerrainView& view, Pour const& into) {
  allow_water(view);
  std::size_t lowest = view.grid.index(into.x, into.y);
  for_around(view.grid, into.x, into.y, into.reach, [&](std::size_t cell) {
    if (view.elevation[cell] < view.elevation[lowest]) lowest = cell;
  });
  std::vector<std::size_t> open{lowest};
  const auto width = static_cast<std::size_t>(view.grid.width);
  while (!open.empty()) {
    const std::size_t cell = open.back();
    open.pop_back();
    const float depth = into.level - view.elevation[cell];
    if (depth <= 0.0f || view.water.depth[cell] > 0.0f) continue;
    view.water.depth[cell] = depth;
    view.water.level[cell] = into.level;
    for_around(view.grid, static_cast<int>(cell % width), static_cast<int>(cell / width), 1,
               [&](std::size_t other) { open.push_back(other); });
  }
}

void add_streams(TerrainView& view, float catchment) {
  allow_water(view);
  Grid const& grid = view.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto surface = [&](std::size_t cell) { return view.elevation[cell] + view.water.depth[cell]; };
  // A flood from the edges and lakes finds the cell to which the water of each cell runs (Barnes et al. 2014).
  using Entry = std::pair<float, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  constexpr auto kUnknown = static_cast<std::size_t>(-1);
  std::vector<std::size_t> to(grid.cells(), kUnknown), order;
  for_cells(grid, [&](int x, int y, std::size_t cell) {
    const bool inside = x > 0 && y > 0 && x < grid.width - 1 && y < grid.height - 1;
    if (inside && !(view.water.depth[cell] > 0.0f)) return;
    to[cell] = cell;
    open.emplace(surface(cell), cell);
  });
  while (!open.empty()) {
    const auto [height, cell] = open.top();
    open.pop();
    order.push_back(cell);
    const auto reach = [&, from = cell, level = height](std::size_t other) {
      if (to[other] != kUnknown) return;
      to[other] = from;
      open.emplace(std::max(surface(other), level), other);
    };
    for_around(grid, static_cast<int>(cell % width), static_cast<int>(cell / width), 1, reach);
  }
  std::vector<float> area(grid.cells(), 1.0f);
  for (auto cell = order.rbegin(); cell != order.rend(); ++cell) {
    if (to[*cell] != *cell) area[to[*cell]] += area[*cell];
  }
  const std::vector<float> still = view.water.depth;
  for (const std::size_t cell : order) {
    if (area[cell] < catchment || still[cell] > 0.0f || to[cell] == cell) continue;
    const float size = std::pow(area[cell] / catchment, 0.4f), depth = 0.25f * size;
    const glm::vec2 way(static_cast<float>(to[cell] % width) - static_cast<float>(cell % width),
                        static_cast<float>(to[cell] / width) - static_cast<float>(cell / width));
    const float fall = std::max(surface(cell) - surface(to[cell]), 0.0f) / (glm::length(way) * grid.cell_size);
    const int reach = static_cast<int>(std::lround(0.35f * size));
    for_around(grid, static_cast<int>(cell % width), static_cast<int>(cell / width), reach, [&](std::size_t wet) {
      const float rest = view.elevation[cell] + depth - view.elevation[wet];
      if (rest <= 0.0f || rest < view.water.depth[wet] || still[wet] > 0.0f) return;
      view.water.depth[wet] = std::min(rest, 2.0f * depth);
      view.water.level[wet] = view.elevation[wet] + view.water.depth[wet];
      view.water.flow[wet] = glm::normalize(way) * std::min(4.0f * std::sqrt(fall + 0.01f), 3.0f);
      view.water.foam[wet] = smooth_step(0.06f, 0.4f, fall);
      view.water.mud[wet] = 0.03f;
    });
  }
}

void mark_shores(TerrainView& view) {
  WaterView& water = view.water;
  for_cells(view.grid, [&](int x, int y, std::size_t cell) {
    if (water.depth[cell] > 0.0f) return;
    float sum = 0.0f, count = 0.0f;
    for_around(view.grid, x, y, 1, [&](std::size_t other) {
      if (!(water.depth[other] > 0.0f)) return;
      sum += water.level[other];
      count += 1.0f;
    });
    if (count > 0.0f) water.level[cell] = sum / count;
  });
}

void light_wet_view(TerrainView& view, float sun_azimuth, float sun_elevation) {
  TerrainView covered = bare_view(view.grid);
  covered.elevation = view.elevation;
  for (std::size_t i = 0; i < covered.elevation.size() && !view.water.empty(); ++i)
    covered.elevation[i] += view.water.depth[i];
  light_view(covered, sun_azimuth, sun_elevation);
  view.sun_visibility = covered.sun_visibility;
  view.sky_visibility = covered.sky_visibility;
}

TerrainView round_lake(int side, float cell_size, float radius, float depth, Boundary boundary) {
  TerrainView view = bare_view({side, side, cell_size, boundary});
  const float middle = 0.5f * static_cast<float>(side) * cell_size;
  for_cells(view.grid, [&](int x, int y, std::size_t cell) {
    const glm::vec2 at = (glm::vec2(x, y) + 0.5f) * cell_size - middle;
    view.elevation[cell] = 20.0f + std::min(depth * (glm::dot(at, at) / (radius * radius) - 1.0f), 1.0f);
  });
  set_range(view);
  pour(view, {side / 2, side / 2, 0, 20.0f});
  mark_shores(view);
  light_wet_view(view, 200.0f, 18.0f);
  return view;
}

TerrainView scenario_lake(char const* scenario, int steps, float depth) {
  World world = make_world(load_shipped_scenario(scenario));
  for (int i = 0; i < steps; ++i) world.step();
  TerrainView view;
  ViewRequest request;
  request.light = false;
  request.slice = {Slice::Across::y, 0.5f};
  fill_view(world, request, view);
  view.water_traces.clear();
  Grid const& grid = view.grid;
  // Away from the edges, so that the water is a lake and not a sea.
  const int reach = 3 * std::min(grid.width, grid.height) / 8;
  const auto lowest = [&] {
    float low = view.elevation[grid.index(grid.width / 2, grid.height / 2)];
    for_around(grid, grid.width / 2, grid.height / 2, reach,
               [&](std::size_t cell) { low = std::min(low, view.elevation[cell]); });
    return low;
  }();
  pour(view, {grid.width / 2, grid.height / 2, reach, lowest + depth});
  add_streams(view, 400.0f);
  mark_shores(view);
  light_wet_view(view, Sun{}.azimuth, Sun{}.elevation);
  return view;
}

namespace {

constexpr float kRiverLand = 512.0f, kHalfWidth = 11.0f, kFall = 0.006f;  // m, m, m/m

/// A point of a river's course.
struct CoursePoint {
  glm::vec2 at, way;
  float bend;  ///< -1 to 1, positive in a left-hand bend
};

/// A sine-generated curve (Langbein & Leopold 1966) with points at distances of one metre.
std::vector<CoursePoint> winding_course() {
  constexpr float kSharpest = 1.25f, kArc = 250.0f, kBefore = 60.0f;  // rad; m of the course per wave; m
  std::vector<CoursePoint> course;
  glm::vec2 at(-kBefore, 0.5f * kRiverLand);
  for (float arc = 0.0f; at.x < kRiverLand + kBefore; arc += 1.0f) {
    const float phase = kTurn * arc / kArc;
    const float angle = kSharpest * std::sin(phase) + 0.25f * std::sin(0.37f * phase + 1.0f);
    const glm::vec2 way(std::cos(angle), std::sin(angle));
    course.push_back({at, way, std::cos(phase)});
    at += way;
  }
  return course;
}

CoursePoint const& nearest_to(glm::vec2 here, std::vector<CoursePoint> const& course) {
  const auto gap = [&](CoursePoint const& point) { return glm::dot(here - point.at, here - point.at); };
  return *std::min_element(course.begin(), course.end(),
                           [&](CoursePoint const& a, CoursePoint const& b) { return gap(a) < gap(b); });
}

/// Height of the ground above the river's level. `across`: fraction of the half width; `outward`: the same towards the
/// outer bank, times the bend.
float river_ground(glm::vec2 here, float across, float outward, float bend) {
  constexpr float kPool = 2.6f, kBank = 1.6f;
  const float rough = glm::perlin(here / 23.0f) + 0.5f * glm::perlin(here / 9.0f) + 0.25f * glm::perlin(here / 4.0f);
  // Deep at the outer bank, shallow over the bar at the inner one.
  float ground = (0.55f + 0.45f * bend * outward) * kPool * (across * across - 1.0f);
  if (std::abs(across) > 1.0f) {
    const float beyond = (std::abs(across) - 1.0f) * kHalfWidth;
    const float gentle = glm::mix(1.2f, 14.0f, smooth_step(-0.2f, -0.9f, outward) * bend);
    ground = kBank * smooth_step(0.0f, gentle, beyond) + (0.5f + 0.012f * beyond) * smooth_step(4.0f, 60.0f, beyond) +
             2.0f * glm::perlin(here / 90.0f + 7.0f) * smooth_step(10.0f, 70.0f, beyond);
  }
  return ground + 0.16f * rough;
}

}  // namespace

TerrainView winding_river(float cell_size, float mud) {
  const int side = static_cast<int>(std::lround(kRiverLand / cell_size));
  TerrainView view = bare_view({side, side, cell_size, Boundary::open});
  allow_water(view);
  const std::vector<CoursePoint> course = winding_course();
  for_cells(view.grid, [&](int x, int y, std::size_t cell) {
    const glm::vec2 here = (glm::vec2(x, y) + 0.5f) * cell_size;
    CoursePoint const& point = nearest_to(here, course);
    const glm::vec2 off = here - point.at;
    // Distance to the left of the course. The outer bank of a left-hand bend is on the right.
    const float left = point.way.x * off.y - point.way.y * off.x, across = left / kHalfWidth;
    const float bend = std::abs(point.bend);
    const float level = 20.0f - kFall * point.at.x, plain = 20.0f - kFall * here.x;
    const float base = glm::mix(level, plain, smooth_step(5.0f, 30.0f, std::abs(left) - kHalfWidth));
    view.elevation[cell] = base + river_ground(here, across, -across * point.bend, bend);
    view.sediment[cell] = 2.0f;
    const float depth = level - view.elevation[cell];
    if (depth <= 0.0f || std::abs(across) > 1.8f) return;
    const float rapids = 1.0f - smooth_step(0.0f, 0.45f, bend);
    view.water.depth[cell] = depth;
    view.water.level[cell] = level;
    view.water.flow[cell] = 1.5f * std::min(depth, 1.2f) * (1.0f + 0.8f * rapids) * point.way;
    view.water.foam[cell] = 0.6f * rapids * smooth_step(0.25f, 0.6f, depth) * smooth_step(1.6f, 0.9f, depth);
    view.water.mud[cell] = mud;
  });
  set_range(view);
  mark_shores(view);
  light_wet_view(view, Sun{}.azimuth, Sun{}.elevation);
  return view;
}

}  // namespace barchan::test
