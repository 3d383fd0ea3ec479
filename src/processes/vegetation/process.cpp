/// Vegetation.
///
/// Model. Plants grow towards the density that the climate allows, spread sideways and come up from seed. Ground that
/// rises or falls under them slows their growth or kills them: they outgrow slowly moving sand, but faster sand buries
/// them or exposes their roots. The processes that move sand and water apply the effect of plants; they read the
/// density from the terrain.
///
/// Source: Duran & Herrmann 2006 (growth against the rate at which the ground changes); Baas & Nield 2007 and Nield &
/// Baas 2008 (response to the balance of deposition and erosion, with a peak at still ground for shrubs and under
/// burial for dune grass); Fisher 1937 for the spreading front.
///
/// Equations; v: density, b: burial rate (m/s, negative for erosion), averaged over 10 s:
///   dv/dt = growth v (1 - v / density - |b - optimum| / endurance) + spread (d2v/dx2 + d2v/dy2)
///   seedlings: `seeds` per square metre and second, each with a small density, where there is sand and space
///   without sand for roots: dv/dt = -growth v (1 + |b - optimum| / endurance)
///   where groundwater supplies only the fraction w of the water demand: seedlings and growth are multiplied by w, and
///     the decay on bare rock, multiplied by 1 - w, is added; so a stand ends at density (2 - 1 / w)
///
/// Deviations from the papers: density instead of height; growth is proportional to the density, so that ground far
/// from plants stays bare until a seed arrives; one rule for both kinds of plants.
///
/// Limits: plants have no age and no species; per update they spread at most a fifth of the difference between two
/// cells.
#include "processes/vegetation/process.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/clock_slack.hpp"
#include "base/land_vector.hpp"
#include "base/math.hpp"
#include "base/random.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "base/slow_clock.hpp"
#include "land/terrain.hpp"
#include "processes/vegetation/growth_kernel.hpp"
#include "processes/vegetation/parameters.hpp"

namespace barchan {

namespace {

constexpr std::array<FieldRow, 1> kFields{{
    {"burial", "Burial", "m/s",
     "Rate at which the ground under plants rises, averaged over the last 10 s. Negative values: the ground falls.",
     FieldRamp::diverging},
}};

constexpr std::array kAccesses{
    access::reads(LandState::surface, Value::current, "Shows how fast plants are buried or uncovered."),
    access::reads(LandState::cover, Value::current, "Holds the roots of plants."),
    access::reads(LandState::ground, Value::current, "Holds roots too, if it is loose."),
    access::changes(LandState::plants, Value::current, "Grow, spread and die."),
    access::reads(LandState::root_water, Value::this_step, "Limits the growth of plants."),
    access::reads(LandState::masks, Value::given,
                  "Slow the growth and death of plants, and reduce the number of seedlings."),
    access::reads(LandState::random_numbers, Value::given, "Determine the places where seeds fall."),
};

constexpr ProcessInfo kInfo{
    .id = "vegetation",
    .title = "Vegetation",
    .help = "Plants hold sand. They grow on stable ground and die where the ground rises or falls too fast.",
    .reference = "Durán & Herrmann 2006; Nield & Baas 2008",
    .accesses = kAccesses};

constexpr float kMemory = 10.0f;                               // averaging time of the burial rate, s
constexpr QuantaSum kMostParts = kernel::kSurfaceParts << 31;  // larger than any elevation
constexpr Quanta kRootedSand = kQuantaPerMetre / 20;           // least sand for roots
constexpr float kSeedling = 0.1f;                              // area that a seedling covers, m2
constexpr float kMostYoung = 0.1f;                             // largest density of the seedlings of one update
constexpr float kTaken = 0.99f;     // fraction of a full stand above which there is no space for seeds
constexpr float kMostCreep = 0.2f;  // fraction of the difference to a neighbour per update
constexpr double kRound = 2.0;      // time in which plants hardly change, s
constexpr int kRowGrain = 32;

/// Longest interval between two updates, s. It is shorter where plants spread quickly.
double round_of(VegetationParameters const& p, Grid const& grid) {
  const double area = static_cast<double>(grid.cell_size) * static_cast<double>(grid.cell_size);
  const double creeps =
      p.spread > 0.0f ? static_cast<double>(kMostCreep) * area / static_cast<double>(p.spread) : kRound;
  return std::min(kRound, creeps) + kClockSlack;
}

kernel::Season season_of(VegetationParameters const& p, Grid const& grid, float dt) {
  return {.seconds = dt,
          .following = 1.0 - static_cast<double>(math::decay(dt / kMemory)),
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
  ProcessClock clock() const override { return {.kind = ProcessClock::Kind::no_years}; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain&, StepContext const&) override {
    release_memory(mean_surface_, next_);
    clock_ = {};
  }

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;
  void keep(Archive& archive) override;

 private:
  /// Memory that a thread needs for a row.
  struct Workspace {
    explicit Workspace(std::size_t width) : burial(width), row(width + 2), room(width) {}
    std::vector<float> burial, row;
    std::vector<Quanta> room;
  };
  struct Seen {
    kernel::Season season{};
    float seeds = 0.0f;
    std::uint64_t plants = 0, water = 0, masks = 0;
    bool operator==(Seen const&) const = default;
  };

  Seen seen(Terrain const& terrain) const;
  void begin_round(Terrain const& terrain, kernel::Season const& season);
  bool all_rest(Columns const& columns) const;
  bool rests(Columns const& columns, int y) const;
  bool grow(Terrain const& terrain, int y, Workspace& work);
  /// Reduces the changes of a row of `next_` to the part that masks allow.
  void hold_back(Terrain const& terrain, int y);
  /// Lets seeds come up in a row of `next_`.
  bool sow(Terrain const& terrain, int y, StepContext const& context);
  bool come_up(Terrain const& terrain, std::size_t cell, float young);
  float place_for_seeds(Terrain const& terrain, std::size_t cell) const;
  /// Returns whether a row has space for seeds.
  bool has_place(Terrain const& terrain, int y) const;

  VegetationParameters parameters_;
  Grid grid_;
  /// Elevation averaged over the last seconds, in units of 1 / kernel::kSurfaceParts quanta; empty until the first
  /// step. The ground is above it by its rate of rise times the averaging time.
  std::vector<QuantaSum> mean_surface_;
  SlowClock clock_;  ///< s

  // Scratch memory. A row is skipped while the last update changed neither it nor its neighbours.
  LandVector<float> next_;                     ///< the plants before the last update
  std::vector<std::uint8_t> places_;           ///< rows in which seeds may come up, as of their last update
  std::vector<std::uint8_t> moved_, changed_;  ///< rows that the last update changed, and rows that this one changes
  kernel::Season season_{};                    ///< of this update
  Seen seen_;                                  ///< after the last update
  Changes::Look last_look_;
  Moment since_ = 0;
};

void Vegetation::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  mean_surface_.clear();
  next_.clear();
  clock_ = {};
}

void Vegetation::step(Terrain& terrain, StepContext const& context) {
  Grid const& grid = terrain.grid;
  LandVector<float>& density = terrain.cell_layers.real(CellLayer::plants);
  if (density.empty()) density.assign(grid.cells(), 0.0f);
  const auto dt = static_cast<float>(clock_.due(static_cast<double>(context.dt), round_of(parameters_, grid)));
  if (dt <= 0.0f) return;
  begin_round(terrain, season_of(parameters_, grid, dt));
  if (all_rest(terrain.columns)) return;
  std::atomic<bool> any{false};
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    Workspace work(static_cast<std::size_t>(grid.width));
    for (int y = first; y < last; ++y) {
      bool moved = !rests(terrain.columns, y) && grow(terrain, y, work);
      if (places_[static_cast<std::size_t>(y)] != 0) moved = sow(terrain, y, context) || moved;
      changed_[static_cast<std::size_t>(y)] = moved ? 1 : 0;
      if (moved) any.store(true, std::memory_order_relaxed);
    }
  });
  moved_.swap(changed_);
  last_look_ = terrain.columns.changes().look();
  if (any.load()) {
    density.swap(next_);
    terrain.cell_layers.mark_changed(CellLayer::plants);
  }
  seen_ = seen(terrain);
}

/// The inputs of an update other than the columns.
Vegetation::Seen Vegetation::seen(Terrain const& terrain) const {
  return {season_, parameters_.seeds, terrain.cell_layers.changes(CellLayer::plants),
          terrain.cell_layers.changes(CellLayer::root_water), terrain.masks.changes()};
}

void Vegetation::begin_round(Terrain const& terrain, kernel::Season const& season) {
  const auto rows = static_cast<std::size_t>(grid_.height);
  season_ = season;
  if (mean_surface_.empty()) {
    mean_surface_.reserve(grid_.cells());
    for (const Quanta elevation : terrain.columns.elevations()) {
      mean_surface_.push_back(elevation * kernel::kSurfaceParts);
    }
  }
  const bool known = next_.size() == grid_.cells() && seen(terrain) == seen_;
  next_.resize(grid_.cells());
  changed_.resize(rows);
  if (!known) {
    moved_.assign(rows, 1);
    places_.assign(rows, 1);
  }
  since_ = known ? terrain.columns.changes().since(last_look_) : 0;
}

/// Returns whether an update would change nothing on the land, as the last one did.
bool Vegetation::all_rest(Columns const& columns) const {
  const auto none = [](auto const& rows) { return std::ranges::none_of(rows, [](auto row) { return row != 0; }); };
  return none(moved_) && none(places_) && !columns.changes().any(since_);
}

/// Returns whether an update would change nothing in a row, as the last one did. `next_` then holds the row already.
bool Vegetation::rests(Columns const& columns, int y) const {
  const auto moved = [&](int row) { return moved_[static_cast<std::size_t>(grid_.resolve_y(row))] != 0; };
  return !moved(y) && !moved(y - 1) && !moved(y + 1) && !columns.changes().any(y, since_);
}

/// Fills in a row of `next_`. Returns whether anything has changed.
bool Vegetation::grow(Terrain const& terrain, int y, Workspace& work) {
  const auto width = static_cast<std::size_t>(grid_.width);
  const std::size_t begin = grid_.index(0, y);
  float const* const density = terrain.cell_layers.real(CellLayer::plants).data();
  LandVector<float> const& water = terrain.cell_layers.real(CellLayer::root_water);
  std::copy_n(density + begin, width, work.row.data() + 1);
  work.row.front() = work.row[1 + static_cast<std::size_t>(grid_.resolve_x(-1))];
  work.row.back() = work.row[1 + static_cast<std::size_t>(grid_.resolve_x(grid_.width))];
  const bool followed = kernel::follow_surface(season_, terrain.columns.elevations().data() + begin, width,
                                               mean_surface_.data() + begin, work.burial.data());
  kernel::grow(season_,
               {work.burial.data(), terrain.columns.sediment_row(y, work.room).data(),
                water.empty() ? nullptr : water.data() + begin},
               {density + grid_.index(0, grid_.resolve_y(y - 1)), work.row.data() + 1,
                density + grid_.index(0, grid_.resolve_y(y + 1))},
               width, next_.data() + begin);
  hold_back(terrain, y);
  places_[static_cast<std::size_t>(y)] = parameters_.seeds > 0.0f && has_place(terrain, y) ? 1 : 0;
  return followed || std::memcmp(next_.data() + begin, density + begin, width * sizeof(float)) != 0;
}

void Vegetation::hold_back(Terrain const& terrain, int y) {
  const MaskFactor masks(terrain.masks, {"vegetation.enabled"});
  if (masks.none()) return;
  LandVector<float> const& density = terrain.cell_layers.real(CellLayer::plants);
  const std::size_t begin = grid_.index(0, y);
  for (std::size_t cell = begin; cell < begin + static_cast<std::size_t>(grid_.width); ++cell) {
    const float share = masks.at(cell);
    next_[cell] = next_[cell] * share + density[cell] * (1.0f - share);
  }
}

// A row gets the expected number of seeds, rounded up or down at random; each falls on a random cell. Returns whether
// any has come up.
bool Vegetation::sow(Terrain const& terrain, int y, StepContext const& context) {
  const std::size_t cells = grid_.cells();
  const auto draw = [&](std::size_t number) {
    return random_words(context.seed, context.step, RandomStream::vegetation, static_cast<std::uint32_t>(number));
  };
  const float area = grid_.cell_size * grid_.cell_size;
  const float seedling = std::min(kSeedling / area, kMostYoung), expected = parameters_.seeds * season_.seconds * area;
  const std::size_t begin = grid_.index(0, y);
  const auto width = static_cast<std::size_t>(grid_.width);
  bool any = false;
  if (const float everywhere = std::floor(expected); everywhere > 0.0f) {
    const float young = std::min(seedling * everywhere, kMostYoung);
    for (std::size_t x = 0; x < width; ++x) any = come_up(terrain, begin + x, young) || any;
  }
  const float some = (expected - std::floor(expected)) * static_cast<float>(grid_.width);
  const auto seeds = static_cast<std::size_t>(some + to_unit(draw(cells + static_cast<std::size_t>(y))[0]));
  for (std::size_t seed = 0; seed < std::min(seeds, width); ++seed) {
    const auto x = static_cast<std::size_t>(to_unit(draw(begin + seed)[0]) * static_cast<float>(grid_.width));
    any = come_up(terrain, begin + x, seedling) || any;
  }
  return any;
}

bool Vegetation::come_up(Terrain const& terrain, std::size_t cell, float young) {
  const float place = place_for_seeds(terrain, cell);
  if (!(place > 0.0f)) return false;
  next_[cell] = std::min(next_[cell] + young * place, season_.density);
  return true;
}

/// Seeds need sand for roots, water, and space in the stand. Returns the fraction of seeds that come up.
float Vegetation::place_for_seeds(Terrain const& terrain, std::size_t cell) const {
  if (next_[cell] >= kTaken * season_.density || terrain.columns.sediment(cell) < kRootedSand) return 0.0f;
  LandVector<float> const& water = terrain.cell_layers.real(CellLayer::root_water);
  const MaskFactor masks(terrain.masks, {"vegetation.enabled", "vegetation.seeds"});
  return (water.empty() ? 1.0f : std::min(water[cell], 1.0f)) * masks.at(cell);
}

bool Vegetation::has_place(Terrain const& terrain, int y) const {
  const std::size_t begin = grid_.index(0, y);
  bool found = false;
  for (std::size_t x = 0; x < static_cast<std::size_t>(grid_.width) && !found; ++x) {
    found = place_for_seeds(terrain, begin + x) > 0.0f;
  }
  return found;
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
  archive.list(mean_surface_, grid_.cells());
  archive.require(mean_surface_.empty() || mean_surface_.size() == grid_.cells(),
                  "the ground recorded for plants differs in size from the land");
  archive.require(std::all_of(mean_surface_.begin(), mean_surface_.end(),
                              [](QuantaSum surface) { return surface <= kMostParts && surface >= -kMostParts; }),
                  "the ground recorded for plants is out of range");
}

}  // namespace

std::unique_ptr<Process> make_vegetation() { return std::make_unique<Vegetation>(); }

}  // namespace barchan
