/// Vegetation.
///
/// Model. Plants grow towards the density that the climate allows, creep sideways and come up from seed. Ground that
/// rises or falls under them sets them back: slowly moving sand they outgrow, faster sand buries them or bares their
/// roots. What they do to the sand is the business of those who move it; they read the density from the terrain.
///
/// Source: Duran & Herrmann 2006 (growth against the rate at which the ground changes); Baas & Nield 2007 and Nield &
/// Baas 2008 (response to the balance of deposition and erosion, with a peak at still ground for shrubs and under
/// burial for dune grass); Fisher 1937 for the creeping front.
///
/// Equations, v the density, b the rate of burial (m/s, < 0 for erosion) as a mean over the last seconds:
///   dv/dt = growth v (1 - v / density - |b - optimum| / endurance) + spread (d2v/dx2 + d2v/dy2)
///   seedlings  `seeds` a square metre and second, each with a little density
///   where there is no sand to root in: dv/dt = -growth v (1 + |b - optimum| / endurance)
///   where roots find only the share w of the water that they want (ground water tells): w of the growth, and
///   1 - w of the decay that bare rock would bring, so that a stand ends at density (2 - 1 / w)
///
/// Deviations from the papers: density, not height; growth in proportion to what stands, so that ground far from plants
/// stays bare until a seed comes; one rule for both kinds of plants.
///
/// Limits: a plant has no age and no kind; creeping is never faster than a fifth of a cell's difference in a step.
#include "processes/vegetation/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "barchan/base/archive.hpp"
#include "barchan/base/random.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "base/give_back.hpp"
#include "base/math.hpp"
#include "processes/vegetation/parameters.hpp"

namespace barchan {

namespace {

constexpr std::array<FieldRow, 1> kFields{{
    {"burial", "Burial", "m/s", "Rate at which the ground under plants rises, over the last 10 s; falling is negative.",
     FieldRamp::diverging},
}};

constexpr ProcessInfo kInfo{.id = "vegetation",
                            .title = "Vegetation",
                            .help = "Plants hold the sand, grow where it is still and die where it buries them.",
                            .reference = "Durán & Herrmann 2006; Nield & Baas 2008",
                            .carries = false};

constexpr float kMemory = 10.0f;                      // s over which burial is averaged
constexpr QuantaSum kParts = 4096;                    // of a quantum, in which the mean surface is counted
constexpr QuantaSum kMostParts = kParts << 31;        // no elevation is beyond
constexpr Quanta kRootedSand = kQuantaPerMetre / 20;  // least sand to root in
constexpr float kSeedling = 0.1f;                     // m2 that a seedling covers
constexpr float kMostYoung = 0.1f;                    // density that the seedlings of one step may have
constexpr float kLeastDensity = 1e-12f;               // what is sparser is gone
constexpr float kMostCreep = 0.2f;                    // share of the difference to a neighbour, in one step
constexpr int kRowGrain = 32;

/// What one step does to all cells.
struct Season {
  float growth;    ///< of a young stand in the step, relative
  float growing;   ///< decay of its distance from its end, exp(-growth)
  float density;   ///< in the end
  float stress;    ///< per m/s of burial that is not wanted: exp(-stress) of the density is left
  float creep;     ///< share of the difference that comes from a neighbour
  float seedling;  ///< density of one
  float expected;  ///< seedlings in a cell
};

Season season_of(VegetationParameters const& p, Grid const& grid, float dt) {
  const float area = grid.cell_size * grid.cell_size;
  return {.growth = p.growth * dt,
          .growing = math::decay(p.growth * dt),
          .density = p.density,
          .stress = p.growth * dt / p.endurance,
          .creep = std::min(p.spread * dt / area, kMostCreep),
          .seedling = std::min(kSeedling / area, kMostYoung),
          .expected = p.seeds * dt * area};
}

class Vegetation final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, vegetation_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain&, StepContext const&) override { give_back(mean_surface_, next_); }

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;
  void count_airborne(MassBudget&) const override {}  // plants are no matter of the books
  void keep(Archive& archive) override;

 private:
  void follow_surface(Terrain const& terrain, StepContext const& context);
  /// m/s by which the ground rises.
  float burial(Terrain const& terrain, std::size_t cell) const {
    const QuantaSum risen = static_cast<QuantaSum>(terrain.columns.elevation(cell)) * kParts - mean_surface_[cell];
    return static_cast<float>(risen) * (kMetresPerQuantum / static_cast<float>(kParts) / kMemory);
  }
  /// Cover of the seedlings that come up in a cell.
  static float young(Season const& season, StepContext const& context, std::size_t cell);
  /// Cover of a cell after growth and stress.
  float grown(Terrain const& terrain, std::size_t cell, Season const& season) const;

  VegetationParameters parameters_;
  std::size_t cells_ = 0;
  /// Elevation averaged over the last seconds, in parts of a quantum; empty until the first step. The ground lies above
  /// it by the rate at which it rises, times the memory.
  std::vector<QuantaSum> mean_surface_;
  std::vector<float> next_;  ///< workspace
};

void Vegetation::prepare(Terrain const& terrain) {
  cells_ = terrain.grid.cells();
  mean_surface_.clear();
}

void Vegetation::step(Terrain& terrain, StepContext const& context) {
  Grid const& grid = terrain.grid;
  const Season season = season_of(parameters_, grid, context.dt);
  std::vector<float>& density = terrain.cell_layers.real(CellLayer::plants);
  if (density.empty()) density.assign(cells_, 0.0f);
  next_.resize(cells_);
  follow_surface(terrain, context);
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t south = grid.index(0, grid.resolve_y(y - 1));
      const std::size_t north = grid.index(0, grid.resolve_y(y + 1));
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y);
        const auto column = static_cast<std::size_t>(x);
        const float around = density[grid.index(grid.resolve_x(x - 1), y)] +
                             density[grid.index(grid.resolve_x(x + 1), y)] + density[south + column] +
                             density[north + column];
        float now = grown(terrain, cell, season) + season.creep * (around - 4.0f * density[cell]);
        if (season.expected > 0.0f) now += young(season, context, cell);
        next_[cell] = now < kLeastDensity ? 0.0f : std::min(now, 1.0f);
      }
    }
  });
  density.swap(next_);
}

float Vegetation::young(Season const& season, StepContext const& context, std::size_t cell) {
  const auto words =
      random_words(context.seed, context.step, RandomStream::vegetation, static_cast<std::uint32_t>(cell));
  return std::min(season.seedling * std::floor(season.expected + to_unit(words[0])), kMostYoung);
}

void Vegetation::follow_surface(Terrain const& terrain, StepContext const& context) {
  Columns const& columns = terrain.columns;
  if (mean_surface_.empty()) {
    for (Quanta elevation : columns.elevations()) mean_surface_.push_back(elevation * kParts);
  }
  const double share = 1.0 - static_cast<double>(math::decay(context.dt / kMemory));
  context.scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = terrain.grid.index(0, first); i < terrain.grid.index(0, last); ++i) {
      const QuantaSum risen = static_cast<QuantaSum>(columns.elevation(i)) * kParts - mean_surface_[i];
      mean_surface_[i] += static_cast<QuantaSum>(share * static_cast<double>(risen));
    }
  });
}

float Vegetation::grown(Terrain const& terrain, std::size_t cell, Season const& season) const {
  const float density = terrain.cell_layers.real(CellLayer::plants)[cell];
  if (density <= 0.0f) return 0.0f;
  const float left = density * math::decay(season.stress * std::abs(burial(terrain, cell) - parameters_.optimum));
  if (terrain.columns.sediment(cell) < kRootedSand) return left * season.growing;
  std::vector<float> const& water = terrain.cell_layers.real(CellLayer::root_water);
  // The logistic equation, solved over the step.
  const auto grow = [&](float growing) { return left * season.density / (left + (season.density - left) * growing); };
  if (water.empty() || water[cell] >= 1.0f) return grow(season.growing);
  const float dry = 1.0f - water[cell];
  return grow(math::decay(season.growth * water[cell])) * math::decay(season.growth * dry);
}

void Vegetation::read_field(std::size_t, Terrain const& terrain, std::span<float> values) const {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = mean_surface_.empty() ? 0.0f : burial(terrain, i);
}

void Vegetation::keep(Archive& archive) {
  archive.list(mean_surface_, cells_);
  archive.require(mean_surface_.empty() || mean_surface_.size() == cells_,
                  "the ground under the plants is not that of the land");
  archive.require(std::all_of(mean_surface_.begin(), mean_surface_.end(),
                              [](QuantaSum surface) { return surface <= kMostParts && surface >= -kMostParts; }),
                  "plants stand where no ground is");
}

}  // namespace

std::unique_ptr<Process> make_vegetation() { return std::make_unique<Vegetation>(); }

}  // namespace barchan
