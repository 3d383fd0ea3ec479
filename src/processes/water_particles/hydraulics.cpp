#include "processes/water_particles/hydraulics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "land/terrain.hpp"
#include "processes/water_particles/channels.hpp"
#include "processes/water_particles/ground_cover.hpp"
#include "processes/water_particles/parameters.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

namespace {

constexpr int kRowGrain = 16;
constexpr int kReach = 2;  ///< cells to either side over which the flow of a narrow stream is summed
constexpr float kWindow = 2 * kReach + 1;
/// Thinner water, averaged over the cell, only wets the ground, m.
constexpr float kFilm = 0.001f;
constexpr float kFilmPower = 1e-5f;  ///< kFilm^(5/3): by Manning's law, the flow of a film over the root of its slope
/// A cell with less than this fraction of a neighbour's flow is not part of the same stream.
constexpr float kSameStream = 0.1f;
constexpr float kSteepest = 0.4999f;  ///< largest product of sine and cosine of a slope
/// Smallest slope of a river's bed, as a fraction of the slope that its speed shows, so that pools have a depth too.
constexpr float kLevelBed = 0.25f;
constexpr float kMeyerPeter = 8.0f;       ///< coefficient of Meyer-Peter & Müller (1948)
constexpr int kWidestReach = 64;          ///< cells to either side of a wide river that are searched for its water
constexpr float kWaterDensity = 1000.0f;  ///< kg/m3
constexpr float kLeastExcess = 0.05f, kLeastSolid = 0.05f;

/// What the figures of a cell follow from.
struct Input {
  WaterParticlesParameters const& parameters;
  Terrain const& terrain;
  Flow const* flow;
  Section const* sections;  ///< null: no river is wider than a cell
  float const* pull;        ///< relative to bare sand; null: 1 everywhere

  float pull_of(std::size_t cell) const { return pull != nullptr ? pull[cell] : 1.0f; }
  /// Friction grows with the square of Manning's roughness.
  float roughness(std::size_t cell) const {
    return pull != nullptr ? parameters.manning / std::sqrt(pull[cell]) : parameters.manning;
  }
  /// Width of a stream, m.
  float width(float discharge) const {
    return river_width(std::max(parameters.natural_width, parameters.width), discharge);
  }
};

float strength(Flow const& flow) { return std::sqrt(flow.x * flow.x + flow.y * flow.y); }

/// The slope on which droplets have the terminal speed that they have on average: u^2 = pull s / (1 + s^2).
float slope_of_speed(float speed, float pull) {
  const float product = std::min(speed * speed / pull, kSteepest);
  return std::max(2.0f * product / (1.0f + std::sqrt(1.0f - 4.0f * product * product)), kLeastSlope);
}

/// Mean slope along which the water of a cell has run.
float slope_run(Input const& in, std::size_t cell, float discharge) {
  Grid const& grid = in.terrain.grid;
  const float speed = discharge / std::max(in.flow[cell].depth * grid.cell_size, 1e-12f);
  float pull = kGravity / in.parameters.friction * in.pull_of(cell);
  if (in.sections != nullptr) pull = std::max(pull, river_pull(in.sections[cell].width));
  return slope_of_speed(speed, pull);
}

/// Discharge per unit width of a stream that is not wider than a few cells, m2/s. Its water is summed over the cells
/// across it. Water that runs evenly over all of them is a sheet.
float unit_discharge(Input const& in, int x, int y, float own) {
  Grid const& grid = in.terrain.grid;
  Flow const& flow = in.flow[grid.index(x, y)];
  const float east = flow.x / own, north = flow.y / own;
  const bool across_x = std::abs(flow.y) > std::abs(flow.x);
  float sum = own, squares = own * own;
  const auto add = [&](Flow const& there) {
    const float along = std::max(there.x * east + there.y * north, 0.0f);
    const float through = along * kSameStream > own ? 0.0f : along;
    sum += through;
    squares += through * through;
  };
  const int at = across_x ? x : y, count = across_x ? grid.width : grid.height;
  const std::ptrdiff_t stride = across_x ? 1 : grid.width;
  const bool inside = at >= kReach && at + kReach < count;
  for (int k = -kReach; k <= kReach; ++k) {
    if (k == 0 || (grid.periodic() && 2 * std::abs(k) >= count)) continue;
    const int to_x = across_x ? x + k : x, to_y = across_x ? y : y + k;
    if (inside) {
      add((&flow)[k * stride]);
    } else if (grid.periodic() || grid.contains(to_x, to_y)) {
      add(in.flow[grid.index(grid.resolve_x(to_x), grid.resolve_y(to_y))]);
    }
  }
  // The line of cells crosses the stream at a slant.
  const float slant = std::max(std::abs(east), std::abs(north));
  const float share = (sum * sum / squares - 1.0f) / (kWindow - 1.0f);  // 0: one cell has it all; 1: a sheet
  const float discharge = sum * slant;
  const float sheet = kWindow * grid.cell_size * slant * share * share * share;
  return discharge / std::max(in.width(discharge), sheet);
}

/// Discharge of a river through the cells within one width to either side, m3/s. The lanes of its water end within its
/// width, but the edges of the averaged flow are not sharp.
float river_discharge(Input const& in, int x, int y) {
  Grid const& grid = in.terrain.grid;
  Section const& section = in.sections[grid.index(x, y)];
  float sum = 0.0f;
  const auto add = [&](float away) {
    const int to_x = x - static_cast<int>(std::lround(section.along_y * away));
    const int to_y = y + static_cast<int>(std::lround(section.along_x * away));
    if (!grid.periodic() && !grid.contains(to_x, to_y)) return;
    Flow const& there = in.flow[grid.index(grid.resolve_x(to_x), grid.resolve_y(to_y))];
    sum += std::max(there.x * section.along_x + there.y * section.along_y, 0.0f);
  };
  add(0.0f);
  // On a narrow periodic land, no cell counts twice.
  const int narrowest = std::min(grid.width, grid.height);
  for (int k = 1; k <= kWidestReach && (!grid.periodic() || 2 * k < narrowest); ++k) {
    const auto away = static_cast<float>(k);
    if (k > kReach && away * grid.cell_size > river_width(in.parameters.width, sum)) break;
    add(away);
    add(-away);
  }
  return sum;
}

/// A river that is wider than a cell has a level surface from bank to bank.
StreamFigures river(Input const& in, int x, int y, float own) {
  const std::size_t cell = in.terrain.grid.index(x, y);
  Section const& section = in.sections[cell];
  const float ground = static_cast<float>(in.terrain.columns.elevation(cell)) * kMetresPerQuantum;
  // Water that runs against the river counts only for itself.
  const float discharge = std::max(river_discharge(in, x, y), own);
  const float n = in.roughness(cell);
  StreamFigures figures;
  figures.slope = std::max(section.slope, kLevelBed * slope_run(in, cell, own));
  figures.q = discharge / in.width(discharge);
  figures.roughness = n;
  const float level = static_cast<float>(section.bed) * kMetresPerQuantum + manning_depth(figures.q, figures.slope, n);
  if (std::abs(section.offset) <= 0.5f * section.width) figures.level = level;
  if (figures.level > ground) {
    figures.depth = figures.level - ground;
  } else {  // over a bar or beside the river
    figures.q = own / in.terrain.grid.cell_size;
    figures.depth = manning_depth(figures.q, figures.slope, n);
  }
  // Pools are slower than the law says, because the water surface is level over them.
  const float through = own / (in.terrain.grid.cell_size * figures.depth);
  figures.speed = std::min(manning_speed(figures.depth, figures.slope, n), through);
  return figures;
}

StreamFigures narrow_stream(Input const& in, int x, int y, float own) {
  const std::size_t cell = in.terrain.grid.index(x, y);
  const float n = in.roughness(cell);
  StreamFigures figures;
  figures.slope = slope_run(in, cell, own);
  figures.q = unit_discharge(in, x, y, own);
  figures.roughness = n;
  figures.depth = manning_depth(figures.q, figures.slope, n);
  figures.speed = figures.q / figures.depth;
  return figures;
}

/// Returns true if the water of a cell is a film even if it spreads over the whole cell, which is quick to find out. It
/// is deepest then, because a narrower stream runs faster.
bool is_film(Input const& in, std::size_t cell, float own) {
  const float q = own / in.terrain.grid.cell_size;
  return q * in.roughness(cell) < kFilmPower * std::sqrt(slope_run(in, cell, own));
}

StreamFigures figures_of(Input const& in, int x, int y) {
  Grid const& grid = in.terrain.grid;
  const std::size_t cell = grid.index(x, y);
  const float own = strength(in.flow[cell]);
  if (!(own > kLeastUnitDischarge * grid.cell_size)) return {};
  const bool wide = in.sections != nullptr && in.sections[cell].width > 0.0f;
  if (!wide && is_film(in, cell, own)) return {};
  const StreamFigures found = wide ? river(in, x, y, own) : narrow_stream(in, x, y, own);
  const float mean = std::min(own / (found.speed * grid.cell_size), found.depth);
  const bool film = mean < kFilm && !(found.level > std::numeric_limits<float>::lowest());
  const auto standing = static_cast<float>(in.terrain.standing_water(cell)) * kMetresPerQuantum;
  const bool under_lake = standing > 0.0f && (!wide || found.depth <= standing);
  return film || under_lake ? StreamFigures{} : found;
}

}  // namespace

Grains grains_of(Soil const& soil) {
  const float solid = std::max(1.0f - soil.porosity, kLeastSolid);
  return {.diameter = soil.grain_size * 0.001f,
          .excess = std::max(soil.density / solid / kWaterDensity - 1.0f, kLeastExcess),
          .solid = solid};
}

BedLoad bed_load_of(float q, float roughness, Grains const& grains) {
  const float cube = grains.diameter * grains.diameter * grains.diameter;
  const float depth = manning_depth(q, 1.0f, roughness);
  return {.shields = depth / (grains.excess * grains.diameter),
          .load = kMeyerPeter * std::sqrt(grains.excess * kGravity * cube) / (grains.solid * q)};
}

void find_bed_load(Terrain const& terrain, std::span<StreamFigures const> figures, std::span<BedLoad> bed_load) {
  std::array<Grains, kMostSoils> grains;
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    grains[i] = grains_of(soil.loose ? soil : terrain.soils[soil.transports]);
  }
  Columns const& columns = terrain.columns;
  for (std::size_t cell = 0; cell < figures.size(); ++cell) {
    StreamFigures const& stream = figures[cell];
    bed_load[cell] = {};
    if (!(stream.depth > 0.0f)) continue;
    const SoilId soil = columns.bare(cell) ? columns.ground_soil(cell) : columns.cover_soil(cell);
    bed_load[cell] = bed_load_of(stream.q, stream.roughness, grains[soil]);
  }
}

std::vector<StreamFigures> stream_figures(WaterParticlesParameters const& parameters, Terrain const& terrain,
                                          Streams const& streams, Scheduler const& scheduler) {
  if (streams.empty()) return {};
  Channels channels;
  channels.survey(parameters.width, terrain.grid, streams, terrain.columns.elevations().data(), scheduler);
  GroundCover cover;
  cover.survey(terrain, 1.0f, scheduler);
  const Input input{parameters, terrain, streams.flow(), channels.sections(), cover.pull()};
  std::vector<StreamFigures> figures(terrain.grid.cells());
  scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < terrain.grid.width; ++x) figures[terrain.grid.index(x, y)] = figures_of(input, x, y);
    }
  });
  return figures;
}

}  // namespace barchan::water
