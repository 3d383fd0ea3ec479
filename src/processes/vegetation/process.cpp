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
/// Limits: a plant has no age and no kind; creeping is never faster than a fifth of a cell's difference in a round.
#include "processes/vegetation/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/archive.hpp"
#include "barchan/base/random.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "base/clock_slack.hpp"
#include "base/give_back.hpp"
#include "base/math.hpp"
#include "base/slow_clock.hpp"
#include "processes/vegetation/growth_kernel.hpp"
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

constexpr float kMemory = 10.0f;                               // s over which burial is averaged
constexpr QuantaSum kMostParts = kernel::kSurfaceParts << 31;  // no elevation is beyond
constexpr Quanta kRootedSand = kQuantaPerMetre / 20;           // least sand to root in
constexpr float kSeedling = 0.1f;                              // m2 that a seedling covers
constexpr float kMostYoung = 0.1f;                             // density that the seedlings of one round may have
constexpr float kMostCreep = 0.2f;                             // share of the difference to a neighbour, in one round
constexpr double kRound = 2.0;                                 // s in which plants hardly change
constexpr int kRowGrain = 32;

/// s between two rounds at most: fewer where plants creep so fast.
double round_of(VegetationParameters const& p, Grid const& grid) {
  const double area = static_cast<double>(grid.cell_size) * static_cast<double>(grid.cell_size);
  const double creeps =
      p.spread > 0.0f ? static_cast<double>(kMostCreep) * area / static_cast<double>(p.spread) : kRound;
  return std::min(kRound, creeps) + kClockSlack;
}

kernel::Season season_of(VegetationParameters const& p, Grid const& grid, float dt) {
  return {.following = 1.0 - static_cast<double>(math::decay(dt / kMemory)),
          .memory = kMemory,
          .growth = p.growth * dt,
          .growing = math::decay(p.growth * dt),
          .density = p.density,
          .optimum = p.optimum,
          .stress = p.growth * dt / p.endurance,
          .creep = std::min(p.spread * dt / (grid.cell_size * grid.cell_size), kMostCreep),
          .rooted = kRootedSand};
}

class Vegetation final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, vegetation_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain&, StepContext const&) override {
    give_back(mean_surface_, next_);
    clock_ = {};
  }

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;
  void count_airborne(MassBudget&) const override {}  // plants are no matter of the books
  void keep(Archive& archive) override;

 private:
  /// Lets seeds come up in a row of `next_`.
  void sow(int y, float dt, StepContext const& context);

  VegetationParameters parameters_;
  Grid grid_;
  std::size_t cells_ = 0;
  /// Elevation averaged over the last seconds, in parts of a quantum; empty until the first step. The ground lies above
  /// it by the rate at which it rises, times the memory.
  std::vector<QuantaSum> mean_surface_;
  std::vector<float> next_;  ///< workspace
  SlowClock clock_;          ///< s
};

void Vegetation::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  cells_ = grid_.cells();
  mean_surface_.clear();
  clock_ = {};
}

void Vegetation::step(Terrain& terrain, StepContext const& context) {
  Grid const& grid = terrain.grid;
  std::vector<float>& density = terrain.cell_layers.real(CellLayer::plants);
  if (density.empty()) density.assign(cells_, 0.0f);
  const auto dt = static_cast<float>(clock_.due(static_cast<double>(context.dt), round_of(parameters_, grid)));
  if (dt <= 0.0f) return;
  const kernel::Season season = season_of(parameters_, grid, dt);
  std::vector<float> const& water = terrain.cell_layers.real(CellLayer::root_water);
  if (mean_surface_.empty()) {
    mean_surface_.reserve(cells_);
    for (const Quanta elevation : terrain.columns.elevations()) {
      mean_surface_.push_back(elevation * kernel::kSurfaceParts);
    }
  }
  next_.resize(cells_);
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    const auto width = static_cast<std::size_t>(grid.width);
    std::vector<float> burial(width), row(width + 2);
    std::vector<Quanta> room(width);
    for (int y = first; y < last; ++y) {
      const std::size_t begin = grid.index(0, y);
      std::copy_n(density.data() + begin, width, row.data() + 1);
      row.front() = row[1 + static_cast<std::size_t>(grid.resolve_x(-1))];
      row.back() = row[1 + static_cast<std::size_t>(grid.resolve_x(grid.width))];
      kernel::follow_surface(season, terrain.columns.elevations().data() + begin, width, mean_surface_.data() + begin,
                             burial.data());
      kernel::grow(
          season,
          {burial.data(), terrain.columns.sediment_row(y, room).data(), water.empty() ? nullptr : water.data() + begin},
          {density.data() + grid.index(0, grid.resolve_y(y - 1)), row.data() + 1,
           density.data() + grid.index(0, grid.resolve_y(y + 1))},
          width, next_.data() + begin);
      if (parameters_.seeds > 0.0f) sow(y, dt, context);
    }
  });
  density.swap(next_);
}

// As many seeds as are to be expected in a row, and by chance one more; each falls where it may.
void Vegetation::sow(int y, float dt, StepContext const& context) {
  const auto draw = [&](std::size_t number) {
    return random_words(context.seed, context.step, RandomStream::vegetation, static_cast<std::uint32_t>(number));
  };
  const float area = grid_.cell_size * grid_.cell_size;
  const float seedling = std::min(kSeedling / area, kMostYoung), expected = parameters_.seeds * dt * area;
  const std::size_t begin = grid_.index(0, y);
  const auto row = std::span(next_).subspan(begin, static_cast<std::size_t>(grid_.width));
  if (const float everywhere = std::floor(expected); everywhere > 0.0f) {
    const float young = std::min(seedling * everywhere, kMostYoung);
    for (float& density : row) density = std::min(density + young, 1.0f);
  }
  const float some = (expected - std::floor(expected)) * static_cast<float>(grid_.width);
  const auto seeds = static_cast<std::size_t>(some + to_unit(draw(cells_ + static_cast<std::size_t>(y))[0]));
  for (std::size_t seed = 0; seed < std::min(seeds, row.size()); ++seed) {
    float& density = row[static_cast<std::size_t>(to_unit(draw(begin + seed)[0]) * static_cast<float>(grid_.width))];
    density = std::min(density + seedling, 1.0f);
  }
}

void Vegetation::read_field(std::size_t, Terrain const& terrain, std::span<float> values) const {
  constexpr float kPerPart = kMetresPerQuantum / static_cast<float>(kernel::kSurfaceParts) / kMemory;
  for (std::size_t i = 0; i < mean_surface_.size(); ++i) {
    const QuantaSum surface = QuantaSum{terrain.columns.elevation(i)} * kernel::kSurfaceParts;
    values[i] = static_cast<float>(surface - mean_surface_[i]) * kPerPart;
  }
}

void Vegetation::keep(Archive& archive) {
  clock_.keep(archive);
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
