/// Wind particles.
///
/// Model. Grains of wind fly over the land, pushed by the prevailing wind, deflected by the ground, pulled down by
/// gravity. On the ground they lift sand up to a capacity that grows with the slope along the wind and vanishes in the
/// wind shadow behind a crest; what they carry beyond it, and what falls in flight, is laid down. On bare ground they
/// wear it into sand.
///
/// Source: the particle-based wind erosion article of 2020 (flight, sliding, suspension, abrasion, settling, wind path)
/// and its author's version of 2023 (boundary layer, lift, drag); the capacity and the shadow follow Werner 1995 and
/// Taylor & Keyser 2023 in idea.
///
/// Equations, per step dt, w the unit wind, U its speed, n the normal, S the shadow, s the slope along w of the land
/// smoothed over slope_reach:
///   contact   v -= min(0, v.n) n, coupled to the ground by exp(-z / layer) in flight
///   always    v += drag U dt (U w - v) - g dt (in flight) + turbulence U sqrt(drag U dt) xi across w
///   capacity  C = saturation (U / 10 m/s)^2 (1 + slope_gain s)+^2 (1 - s / climb)+ (1 - S) / (particles per m2)
///   contact   load += (C - load) min(1, ds / length); 1 / length is suspension (up), deposition (down), 1 / 2 m in the
///             shadow
///   creep     sand moves down every slope with the diffusivity reptation saturation (10 m/s) (U / 10 m/s)^2
///   flight    load -= load (flight_settling dt (1 - S) + S ds / 2 m), half in the cell left, half in the cell entered
///
/// Deviations from the article: the capacity law (the article's own exchange makes furrows along the wind; it stays
/// selectable as `law = article`); the slide removes only the velocity into the ground; cross-wind steering is
/// weakened; loads are never lost; all particles move at once against a frozen land and share what is there by grants,
/// so the result does not depend on their order or on the number of threads.
#include "processes/wind_particles.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>

#include "barchan/random.hpp"
#include "processes/saltation_kernel.hpp"
#include "processes/sand_exchange.hpp"
#include "processes/smooth_land.hpp"
#include "processes/wind_particles_parameters.hpp"
#include "sim/cascade.hpp"
#include "sim/math.hpp"

namespace barchan {

namespace {

constexpr std::array<FieldRow, 4> kFields{{
    {"wind_path", "Wind path", "", "Share of the time in which wind touched the ground here, over the last 20 s.",
     FieldRamp::sequential},
    {"airborne_sand", "Airborne sand", "m", "Sand in the air over a cell, as a thickness.", FieldRamp::sequential},
    {"sand_flux", "Sand flux", "m2/s", "Sand carried past per metre of width.", FieldRamp::sequential},
    {"wind_erosion", "Wind erosion", "m/s",
     "Erosion less deposition by the wind, over the last 20 s. Positive: worn down; negative: laid down.",
     FieldRamp::diverging},
}};

constexpr ProcessInfo kInfo{
    .id = "wind_particles",
    .title = "Wind particles",
    .help = "Wind carries sand as a population of particles that lift it, fly and lay it down.",
    .reference = "Particle-based wind erosion (2020); capacity and shadow after Werner 1995, Taylor & Keyser 2023"};

constexpr float kReferenceSpeed = 10.0f;  // m/s: wind to which `saturation` refers
constexpr float kShadowLength = 2.0f;     // m over which the load falls out in the full shadow
constexpr float kTaper = 20.0f;           // m at the end of its path over which a particle lays its load down
constexpr float kLeastAdvance = 0.1f;     // share of the wind's way that every step costs of the path
constexpr float kPathMemory = 20.0f;      // s of the time average of the wind path
constexpr float kClimbBare = 1.43f;       // slope up bare ground that sand still passes: 55 degrees (Tsoar 1983)
constexpr float kLeastSpread = 0.5f;      // cells: sand is always shared out between neighbouring cells
constexpr Quanta kBare = 262;             // 1 mm: thinner sand leaves the ground bare
constexpr Quanta kLargestCapacity = kQuantaPerMetre;  // a particle never carries more than 1 m over one cell
constexpr float kArticleHeightUnit = 80.0f;           // m (cells of 1 m): unit of the article's heights
constexpr float kBareWear = 0.01f;                    // height units: load whose impacts a bare wind stands for
constexpr float kStandstill = 0.01f;                  // m/s below which the article's particle ends
constexpr float kArticleInflow = 262.0f;              // quanta (1 mm) that a particle brings in at an inflow of 1
constexpr std::int32_t kMostInOneCell =
    1 << 30;                              // quanta that all particles together may exchange with one cell in a step
constexpr std::size_t kLandings = 2048;   // particles that lay their loads down before these are applied
constexpr float kFastest = 1e4f;          // m/s: no particle of a sound world is faster
constexpr std::uint64_t kSortEvery = 8;   // steps after which particles are put in the order of their rows again
constexpr std::uint64_t kCreepEvery = 4;  // steps whose creep is done at once, in their middle
constexpr int kMostSubsteps = 16;
constexpr float kLongestSubstep = 0.4f;  // s
constexpr float kAlmost = 1e-3f;         // of a sub-step, which rounding may have taken
constexpr int kGrain = 4096;             // particles a range; a multiple of the block
static_assert(kGrain % static_cast<int>(kernel::kFlightBlock) == 0);

float capacity_of(kernel::GroundCell const& cell) { return std::bit_cast<float>(cell.capacity); }

/// What a particle wants of a cell.
struct Wish {
  std::int32_t particle, cell;
  Quanta amount;
};

class WindParticles final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override {
    return {kInfo.id, kInfo.title, kInfo.help, wind_particles_rows(), &parameters_};
  }
  bool enabled() const override { return parameters_.enabled != 0; }
  bool needs_wind() const override { return parameters_.law == Law::saltation; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const& context) override;

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;
  void count_airborne(MassBudget& budget) const override;
  bool finite() const override;
  std::size_t particle_count() const override { return load_.size(); }
  std::uint64_t particle_steps() const override { return particle_steps_; }
  std::uint64_t flights() const override { return flights_; }
  QuantaSum laid_down() const override { return laid_down_; }
  void trace_particles(Terrain const& terrain, std::size_t limit, std::vector<ParticleTrace>& traces) const override;
  void save(ArchiveWriter& archive) const override;
  void load(ArchiveReader& archive) override;

 private:
  void resize(Terrain& terrain, StepContext const& context);
  void resize_wishes(std::size_t count);
  /// Puts the particles in the order of their rows, so that neighbours in memory are neighbours on the land.
  void sort_by_row(Grid const& grid);
  void survey(Terrain const& terrain, StepContext const& context);
  /// The sub-steps that are due. Each takes the wind one cell far, whatever the world's time step is: a hop looks the
  /// same at every time step.
  struct Flight {
    int substeps;
    float dt;  ///< s
  };
  Flight begin_flight(Grid const& grid, StepContext const& context);
  void fly(Terrain& terrain, StepContext const& context, Flight const& flight);
  void substep(Terrain& terrain, StepContext const& context, kernel::FlightRule const& rule, int number);
  void fly_range(Terrain const& terrain, StepContext const& context, kernel::FlightRule const& rule, int number,
                 int first, int last);
  void fly_article_range(Terrain const& terrain, StepContext const& context, kernel::FlightRule const& rule, int number,
                         int first, int last);
  Wish fly_by_article(Terrain const& terrain, kernel::FlightRule const& rule, std::size_t i, bool shared);
  /// Ends a flight: books out or lays down the load, and begins another.
  void end_flight(Terrain const& terrain, StepContext const& context, std::size_t i, bool left, int number);
  void grant_range(int first, int last, bool shared);
  void bear(Terrain const& terrain, StepContext const& context, std::size_t i, int substep);
  void bear_inside(Terrain const& terrain, std::size_t i, std::array<std::uint32_t, 4> const& words);
  void bear_at_edge(Terrain const& terrain, StepContext const& context, std::size_t i,
                    std::array<std::uint32_t, 4> const& words);
  /// Lays down the loads of the particles from `first` on; they are about to go.
  void land(Terrain& terrain, StepContext const& context, std::size_t first);
  kernel::FlightRule flight_rule(Grid const& grid, StepContext const& context, float dt) const;
  kernel::ParticleArrays arrays(std::size_t first);
  std::size_t cell_of(Grid const& grid, std::size_t i) const { return grid.index(cell_x_[i], cell_y_[i]); }

  std::array<std::vector<float>*, 8> float_state() {
    return {&offset_x_, &offset_y_, &height_, &velocity_x_, &velocity_y_, &velocity_z_, &remainder_, &path_};
  }

  WindParticlesParameters parameters_;
  Grid grid_;

  // The particles.
  std::vector<std::int32_t> cell_x_, cell_y_;
  std::vector<float> offset_x_, offset_y_, height_, velocity_x_, velocity_y_, velocity_z_;
  std::vector<std::int32_t> load_;
  std::vector<float> remainder_, path_;
  std::vector<float> wind_path_;
  std::vector<float> gain_;   ///< m/s, time average
  float flight_time_ = 0.0f;  ///< s not yet flown
  std::uint64_t particle_steps_ = 0;
  std::uint64_t flights_ = 0;
  QuantaSum laid_down_ = 0;

  // Workspace of a step.
  PaddedElevation padded_;
  SmoothLand smooth_;
  std::vector<kernel::GroundCell> ground_;
  std::vector<float> abradability_;
  float flat_capacity_ = 0.0f;  ///< quanta a particle carries over flat ground in the open wind
  SandExchange exchange_;
  Cascade reptation_;
  std::vector<Wish> wishes_;                ///< per block of particles, those of its particles that have one
  std::vector<std::int32_t> wishes_count_;  ///< how many a block has
  std::vector<std::uint8_t> touched_;  ///< cells that a particle touched in this step; the last entry takes the others
};

void WindParticles::prepare(Terrain const& terrain) {
  const std::size_t cells = terrain.grid.cells();
  for (auto* floats : float_state()) floats->clear();
  for (auto* integers : {&cell_x_, &cell_y_, &load_}) integers->clear();
  grid_ = terrain.grid;
  wind_path_.assign(cells, 0.0f);
  gain_.assign(cells, 0.0f);
  touched_.assign(cells + 1, 0);
  ground_.assign(cells, {});
  abradability_.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) abradability_[i] = terrain.soils[terrain.columns.base_soil(i)].abrasion;
  exchange_.prepare(terrain.grid);
  reptation_.prepare(terrain);
  flight_time_ = 0.0f;
  particle_steps_ = 0;
  flights_ = 0;
  laid_down_ = 0;
}

void WindParticles::resize_wishes(std::size_t count) {
  wishes_.resize(count);
  wishes_count_.assign(count / kernel::kFlightBlock + 1, 0);
}

void WindParticles::resize(Terrain& terrain, StepContext const& context) {
  const auto wanted = static_cast<std::size_t>(parameters_.population);
  const std::size_t old = load_.size();
  if (wanted == old) return;
  land(terrain, context, std::min(wanted, old));
  for (auto* floats : float_state()) floats->resize(wanted, 0.0f);
  for (auto* integers : {&cell_x_, &cell_y_, &load_}) integers->resize(wanted, 0);
  resize_wishes(wanted);
  // The first ones begin somewhere along their way, so that they do not all end at once.
  for (std::size_t i = old; i < wanted; ++i) {
    const auto words = random_words(context.seed, context.step, RandomStream::wind_births,
                                    static_cast<std::uint32_t>(i), kMostSubsteps);
    bear_inside(terrain, i, words);
    velocity_x_[i] = context.wind.speed() * context.wind.direction().x;
    velocity_y_[i] = context.wind.speed() * context.wind.direction().y;
    path_[i] *= to_unit(words[2]);
  }
}

/// Mean of the surface, quanta, rounded down; the same integer shift of a land shifts it as much.
Quanta mean_elevation(Columns const& columns) {
  const ColumnsCount sums = columns.count();
  const QuantaSum total = sums.rock + sums.sand + sums.obstacle;
  const auto cells = static_cast<QuantaSum>(columns.size());
  return static_cast<Quanta>(total / cells - (total % cells < 0 ? 1 : 0));
}

void WindParticles::sort_by_row(Grid const& grid) {
  const std::size_t count = load_.size();
  std::vector<std::int32_t> place(static_cast<std::size_t>(grid.height) + 1, 0);
  for (std::int32_t y : cell_y_) ++place[static_cast<std::size_t>(y) + 1];
  for (std::size_t y = 1; y < place.size(); ++y) place[y] += place[y - 1];
  std::vector<std::int32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) {
    order[static_cast<std::size_t>(place[static_cast<std::size_t>(cell_y_[i])]++)] = static_cast<std::int32_t>(i);
  }
  const auto reorder = [&](auto& values) {
    std::remove_reference_t<decltype(values)> sorted(count);
    for (std::size_t i = 0; i < count; ++i) sorted[i] = values[static_cast<std::size_t>(order[i])];
    values.swap(sorted);
  };
  for (auto* floats : float_state()) reorder(*floats);
  for (auto* integers : {&cell_x_, &cell_y_, &load_}) reorder(*integers);
}

void WindParticles::survey(Terrain const& terrain, StepContext const& context) {
  Grid const& grid = terrain.grid;
  const glm::vec2 wind = context.wind.direction();
  const float ratio = context.wind.speed() / kReferenceSpeed;
  // Saturated sand over the whole land, shared out among the particles, as quanta over one cell.
  const float share = parameters_.saturation * ratio * ratio * static_cast<float>(grid.cells()) /
                      std::max(static_cast<float>(load_.size()), 1.0f);
  const Quanta mean = mean_elevation(terrain.columns);
  flat_capacity_ = std::min(share * static_cast<float>(kQuantaPerMetre), static_cast<float>(kLargestCapacity));
  const kernel::GroundRule rule{.inverse_cell = 1.0f / grid.cell_size,
                                .wind_x = wind.x,
                                .wind_y = wind.y,
                                .flat_capacity = flat_capacity_,
                                .most_capacity = static_cast<float>(kLargestCapacity),
                                .slope_gain = parameters_.slope_gain,
                                .inverse_climb = 1.0f / parameters_.climb,
                                .inverse_climb_bare = 1.0f / std::max(parameters_.climb, kClimbBare),
                                .speed_up = parameters_.speed_up,
                                .bare = kBare,
                                .mean = mean,
                                .inverse_vent = 1.0f / parameters_.vent};
  padded_.fill(grid, terrain.columns.elevations(), 1, context.scheduler);
  smooth_.fill(terrain, mean, parameters_.slope_reach, context.scheduler);
  const kernel::PaddedLand land = padded_.land();
  Quanta const* const loose = terrain.columns.loose_thicknesses().data();
  float const* const shadow = context.wind.shadow().data();
  float const* const bubble = context.wind.bubble().data();
  context.scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t row = grid.index(0, y);
      kernel::survey_row(rule, land, smooth_.rows(grid, y), y, static_cast<std::size_t>(grid.width), loose + row,
                         shadow + row, bubble + row, abradability_.data() + row, ground_.data() + row,
                         exchange_.cells().data() + row);
    }
  });
}

kernel::FlightRule WindParticles::flight_rule(Grid const& grid, StepContext const& context, float dt) const {
  const float speed = context.wind.speed();
  const float drag = parameters_.drag * speed;
  const float share = static_cast<float>(grid.cells()) / std::max(static_cast<float>(load_.size()), 1.0f);
  return {.dt = dt,
          .step_per_cell = dt / grid.cell_size,
          .cell_size = grid.cell_size,
          .wind_x = context.wind.direction().x,
          .wind_y = context.wind.direction().y,
          .wind_speed = speed,
          .gravity = parameters_.gravity,
          .drag = drag,
          .lift = parameters_.lift,
          .kick = parameters_.turbulence * speed * std::sqrt(drag * dt),
          .steering = parameters_.steering,
          .inverse_layer = 1.0f / parameters_.boundary_layer,
          .suspension = parameters_.suspension,
          .deposition = parameters_.deposition,
          .flight_settling = parameters_.flight_settling * dt,
          .shadow_settling = 1.0f / kShadowLength,
          .spread = std::max(parameters_.spread / grid.cell_size, kLeastSpread),
          .inverse_taper = 1.0f / kTaper,
          .abrasion = parameters_.abrasion * parameters_.saturation * share * static_cast<float>(kQuantaPerMetre),
          .most_exchange = std::max(kMostInOneCell / std::max(static_cast<std::int32_t>(load_.size()), 1), 1),
          .least_advance = kLeastAdvance * speed * dt};
}

kernel::ParticleArrays WindParticles::arrays(std::size_t first) {
  return {cell_x_.data() + first, cell_y_.data() + first,     offset_x_.data() + first,   offset_y_.data() + first,
          height_.data() + first, velocity_x_.data() + first, velocity_y_.data() + first, velocity_z_.data() + first,
          load_.data() + first,   remainder_.data() + first,  path_.data() + first};
}

void WindParticles::step(Terrain& terrain, StepContext const& context) {
  resize(terrain, context);
  if (load_.empty()) return;
  if (context.step % kSortEvery == 0) sort_by_row(terrain.grid);
  const Flight flight = begin_flight(terrain.grid, context);
  if (flight.substeps > 0) fly(terrain, context, flight);
  if (parameters_.law == Law::saltation && parameters_.reptation > 0.0f &&
      context.step % kCreepEvery == kCreepEvery / 2) {
    const float ratio = context.wind.speed() / kReferenceSpeed;
    const float saturated_flux = parameters_.saturation * kReferenceSpeed * ratio * ratio;
    reptation_.creep(terrain, parameters_.reptation * saturated_flux, context.dt * static_cast<float>(kCreepEvery),
                     context.step, context.scheduler);
  }
}

WindParticles::Flight WindParticles::begin_flight(Grid const& grid, StepContext const& context) {
  const float crossing = grid.cell_size / std::max(context.wind.speed(), 0.1f);
  if (parameters_.law == Law::article) {
    const int substeps = std::clamp(static_cast<int>(std::ceil(context.dt / crossing)), 1, kMostSubsteps);
    return {substeps, context.dt / static_cast<float>(substeps)};
  }
  flight_time_ += context.dt;
  const float due = flight_time_ / std::min(crossing, kLongestSubstep);
  const int substeps = std::min(static_cast<int>(due + kAlmost), kMostSubsteps);
  if (substeps == 0) return {0, 0.0f};
  // When more are due than can be made, each is made longer.
  const float dt = due > static_cast<float>(kMostSubsteps + 1) ? flight_time_ / static_cast<float>(kMostSubsteps)
                                                               : std::min(crossing, kLongestSubstep);
  flight_time_ -= dt * static_cast<float>(substeps);
  return {substeps, dt};
}

void WindParticles::fly(Terrain& terrain, StepContext const& context, Flight const& flight) {
  Grid const& grid = terrain.grid;
  if (parameters_.law == Law::saltation) {
    survey(terrain, context);
  } else {
    exchange_.look(terrain.columns, context.scheduler);
  }
  const kernel::FlightRule rule = flight_rule(grid, context, flight.dt);
  for (int i = 0; i < flight.substeps; ++i) substep(terrain, context, rule, i);
  exchange_.apply(terrain, context.ledger, context.scheduler);
  particle_steps_ += load_.size() * static_cast<std::uint64_t>(flight.substeps);

  const float seconds = flight.dt * static_cast<float>(flight.substeps);
  const float rate = 1.0f - math::decay(seconds / kPathMemory);
  const float per_second = kMetresPerQuantum / seconds;
  context.scheduler.for_ranges(grid.height, 64, [&](int first, int last) {
    const std::size_t begin = grid.index(0, first);
    const std::size_t count = grid.index(0, last) - begin;
    kernel::average_path(rate, count, touched_.data() + begin, wind_path_.data() + begin);
    kernel::average_gain(rate, per_second, count, exchange_.gains().data() + begin, gain_.data() + begin);
  });
}

void WindParticles::substep(Terrain& terrain, StepContext const& context, kernel::FlightRule const& rule, int number) {
  const int count = static_cast<int>(load_.size());
  context.scheduler.for_ranges(count, kGrain, [&](int first, int last) {
    if (parameters_.law == Law::article) {
      fly_article_range(terrain, context, rule, number, first, last);
    } else {
      fly_range(terrain, context, rule, number, first, last);
    }
  });
  context.scheduler.for_ranges(count, kGrain,
                               [&](int first, int last) { grant_range(first, last, context.scheduler.threads() > 1); });
  exchange_.settle(context.scheduler);
}

void WindParticles::fly_range(Terrain const& terrain, StepContext const& context, kernel::FlightRule const& rule,
                              int number, int first, int last) {
  Grid const& grid = terrain.grid;
  const kernel::FlightGrid extent{grid.width, grid.height, grid.periodic()};
  const bool shared = context.scheduler.threads() > 1;
  const kernel::DrawKey key{context.seed, context.step, static_cast<std::uint32_t>(number)};
  kernel::GroundCell const* const cells = ground_.data();
  kernel::ExchangeCell const* const places = exchange_.cells().data();
  std::uint8_t* const touched = touched_.data();
  const auto nowhere = static_cast<std::int32_t>(grid.cells());
  kernel::DrawBlock draws;
  kernel::GroundBlock old_ground, ground;
  kernel::FlightOutcome outcome;
  std::array<std::int32_t, kernel::kFlightBlock> old_cell, rare;
  std::array<float, kernel::kFlightBlock> lead;
  // Loops that reach into the land do nothing else, and branch on nothing that half of the particles do.
  for (int start = first; start < last; start += static_cast<int>(kernel::kFlightBlock)) {
    const auto begin = static_cast<std::size_t>(start);
    const std::size_t count = std::min(kernel::kFlightBlock, static_cast<std::size_t>(last - start));
    const kernel::ParticleArrays particles = arrays(begin);
    kernel::draw_block(key, static_cast<std::uint32_t>(start), count, draws);
    for (std::size_t i = 0; i < count; ++i) {
      old_cell[i] = particles.cell_y[i] * extent.width + particles.cell_x[i];
    }
    for (std::size_t i = 0; i < count; ++i) old_ground.cells[i] = cells[old_cell[i]];
    kernel::move_block(rule, extent, count, old_ground, draws, particles, outcome);
    for (std::size_t i = 0; i < count; ++i) ground.cells[i] = cells[outcome.cell[i]];
    if (kernel::exchange_block(rule, extent, count, old_ground, ground, draws, particles, outcome)) {
      kernel::wear_block(rule, count, ground, draws, particles, outcome);
    }
    for (std::size_t i = 0; i < count; ++i) {
      lead[i] = std::bit_cast<float>(places[outcome.other[i]].protrusion) -
                std::bit_cast<float>(places[outcome.one[i]].protrusion);
    }
    kernel::choose_block(count, lead.data(), draws, particles.path, outcome);
    std::size_t wishes = 0, rares = 0;
    QuantaSum laid_down = 0;
    Wish* const wish = wishes_.data() + begin;
    for (std::size_t i = 0; i < count; ++i) {
      exchange_.trade(static_cast<std::size_t>(outcome.patch[i]), outcome.lift[i], outcome.deposit[i], shared);
      laid_down += outcome.deposit[i];
      const std::int32_t contact = outcome.contact[i] != 0 ? outcome.cell[i] : nowhere;
      std::atomic_ref<std::uint8_t>(touched[contact]).store(1, std::memory_order_relaxed);
      wish[wishes] = {start + static_cast<std::int32_t>(i), outcome.patch[i], outcome.lift[i]};
      wishes += outcome.lift[i] > 0 ? 1 : 0;
      rare[rares] = static_cast<std::int32_t>(i);
      rares += static_cast<std::size_t>(outcome.rare[i]);
    }
    for (std::size_t k = 0; k < rares; ++k) {
      const auto i = static_cast<std::size_t>(rare[k]);
      if (outcome.behind[i] > 0) exchange_.trade(static_cast<std::size_t>(old_cell[i]), 0, outcome.behind[i], shared);
      laid_down += outcome.behind[i];
      if (outcome.wear[i] > 0) exchange_.wear(static_cast<std::size_t>(outcome.cell[i]), outcome.wear[i]);
      const bool gone = outcome.gone[i] != 0;
      if (gone || particles.path[i] <= 0.0f) end_flight(terrain, context, begin + i, gone, number);
    }
    wishes_count_[begin / kernel::kFlightBlock] = static_cast<std::int32_t>(wishes);
    std::atomic_ref<QuantaSum>(laid_down_).fetch_add(laid_down, std::memory_order_relaxed);
  }
}

void WindParticles::end_flight(Terrain const& terrain, StepContext const& context, std::size_t i, bool left,
                               int number) {
  const bool shared = context.scheduler.threads() > 1;
  Quanta kept = 0;
  if (!left || terrain.grid.boundary != Boundary::open) {
    exchange_.trade(cell_of(terrain.grid, i), 0, load_[i], shared);
    std::atomic_ref<QuantaSum>(laid_down_).fetch_add(load_[i], std::memory_order_relaxed);
  } else if (parameters_.recycling != 0) {
    kept = load_[i];
  } else {
    context.ledger.book_out(kSand, load_[i]);
  }
  std::atomic_ref<std::uint64_t>(flights_).fetch_add(1, std::memory_order_relaxed);
  bear(terrain, context, i, number);
  load_[i] += kept;
}

void WindParticles::fly_article_range(Terrain const& terrain, StepContext const& context,
                                      kernel::FlightRule const& rule, int number, int first, int last) {
  Grid const& grid = terrain.grid;
  const bool shared = context.scheduler.threads() > 1;
  for (auto begin = static_cast<std::size_t>(first); begin < static_cast<std::size_t>(last);
       begin += kernel::kFlightBlock) {
    const std::size_t end = std::min(begin + kernel::kFlightBlock, static_cast<std::size_t>(last));
    std::int32_t wishes = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Wish wish = fly_by_article(terrain, rule, i, shared);
      const bool left = !grid.contains(cell_x_[i], cell_y_[i]);
      cell_x_[i] = grid.resolve_x(cell_x_[i]);
      cell_y_[i] = grid.resolve_y(cell_y_[i]);
      const float speed = std::sqrt(velocity_x_[i] * velocity_x_[i] + velocity_y_[i] * velocity_y_[i]);
      const bool over = (left && !grid.periodic()) || path_[i] <= 0.0f || speed < kStandstill;
      if (over) {
        end_flight(terrain, context, i, left, number);
      } else if (wish.amount > 0) {
        exchange_.trade(static_cast<std::size_t>(wish.cell), wish.amount, 0, shared);
        wishes_[begin + static_cast<std::size_t>(wishes++)] = wish;
      }
    }
    wishes_count_[begin / kernel::kFlightBlock] = wishes;
  }
}

Wish WindParticles::fly_by_article(Terrain const& terrain, kernel::FlightRule const& rule, std::size_t i, bool shared) {
  Grid const& grid = terrain.grid;
  Columns const& columns = terrain.columns;
  const std::int32_t x = cell_x_[i];
  const std::int32_t y = cell_y_[i];
  const std::size_t cell = grid.index(x, y);
  const auto rise = [&](int xa, int ya, int xb, int yb) {
    return static_cast<float>(columns.elevation(grid.index(grid.resolve_x(xa), grid.resolve_y(ya))) -
                              columns.elevation(grid.index(grid.resolve_x(xb), grid.resolve_y(yb)))) *
           kMetresPerQuantum;
  };
  const float slope_x = rise(x + 1, y, x - 1, y) * 0.5f / grid.cell_size;
  const float slope_y = rise(x, y + 1, x, y - 1) * 0.5f / grid.cell_size;
  const float length = std::sqrt(1.0f + slope_x * slope_x + slope_y * slope_y);
  const glm::vec3 normal(-slope_x / length, -slope_y / length, 1.0f / length);
  // The article measures heights, and so upward speeds, in units of its own.
  glm::vec3 v(velocity_x_[i], velocity_y_[i], velocity_z_[i] / kArticleHeightUnit);
  if (height_[i] > 0.0f) {
    v.z -= rule.dt * rule.gravity / kArticleHeightUnit;
  } else {
    height_[i] = 0.0f;
    std::atomic_ref<std::uint8_t>(touched_[cell]).store(1, std::memory_order_relaxed);
    const float into = v.x * normal.x + v.y * normal.y + v.z * normal.z;
    v += rule.dt * (normal * into - v);  // n x (n x v): a friction along the ground
  }
  const float follow = std::min(rule.drag * rule.dt, 1.0f);
  v += follow * (glm::vec3(rule.wind_x, rule.wind_y, 0.0f) * rule.wind_speed - v);
  velocity_x_[i] = v.x;
  velocity_y_[i] = v.y;
  velocity_z_[i] = v.z * kArticleHeightUnit;

  const float px = offset_x_[i] + v.x * rule.step_per_cell;
  const float py = offset_y_[i] + v.y * rule.step_per_cell;
  cell_x_[i] = x + static_cast<std::int32_t>(std::floor(px));
  cell_y_[i] = y + static_cast<std::int32_t>(std::floor(py));
  offset_x_[i] = px - std::floor(px);
  offset_y_[i] = py - std::floor(py);
  const int new_x = grid.resolve_x(cell_x_[i]);
  const int new_y = grid.resolve_y(cell_y_[i]);
  height_[i] += velocity_z_[i] * rule.dt - rise(new_x, new_y, x, y);
  const float speed = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  path_[i] -= std::max(std::sqrt(v.x * v.x + v.y * v.y) * rule.dt, kLeastAdvance * rule.wind_speed * rule.dt);

  if (height_[i] <= 0.0f) {
    const float force = speed * -height_[i];  // m2/s: speed times how deep the particle has run into the ground
    if (columns.loose(cell) == 0) {
      const float carried = static_cast<float>(load_[i]) * kMetresPerQuantum / kArticleHeightUnit;
      const float worn = rule.dt * parameters_.abrasion * force * (carried + kBareWear) * abradability_[cell];
      const auto amount = static_cast<Quanta>(std::min(worn, 1.0f) * static_cast<float>(kQuantaPerMetre) + 0.5f);
      if (amount > 0) exchange_.wear(cell, amount);
    } else {
      const float lifted = rule.dt * rule.suspension * force * static_cast<float>(kQuantaPerMetre) + remainder_[i];
      const auto amount = static_cast<Quanta>(std::min(lifted, static_cast<float>(columns.loose(cell))));
      remainder_[i] = std::min(lifted - static_cast<float>(amount), 1.0f);
      return {static_cast<std::int32_t>(i), static_cast<std::int32_t>(cell), amount};
    }
  } else {
    const float fallen = static_cast<float>(load_[i]) * std::min(rule.dt * rule.suspension, 1.0f) + 0.5f;
    const Quanta amount = std::min(static_cast<Quanta>(fallen), load_[i]);
    load_[i] -= amount;
    exchange_.trade(cell, 0, amount / 2, shared);
    exchange_.trade(grid.index(new_x, new_y), 0, amount - amount / 2, shared);
  }
  return {};
}

void WindParticles::grant_range(int first, int last, bool shared) {
  for (auto begin = static_cast<std::size_t>(first); begin < static_cast<std::size_t>(last);
       begin += kernel::kFlightBlock) {
    Wish const* const wishes = wishes_.data() + begin;
    const auto count = static_cast<std::size_t>(wishes_count_[begin / kernel::kFlightBlock]);
    for (std::size_t k = 0; k < count; ++k) {
      load_[static_cast<std::size_t>(wishes[k].particle)] +=
          exchange_.grant(static_cast<std::size_t>(wishes[k].cell), wishes[k].amount, shared);
    }
  }
}

void WindParticles::bear(Terrain const& terrain, StepContext const& context, std::size_t i, int substep) {
  const auto words = random_words(context.seed, context.step, RandomStream::wind_births, static_cast<std::uint32_t>(i),
                                  static_cast<std::uint32_t>(substep));
  load_[i] = 0;
  remainder_[i] = 0.0f;
  velocity_x_[i] = context.wind.speed() * context.wind.direction().x;
  velocity_y_[i] = context.wind.speed() * context.wind.direction().y;
  if (terrain.grid.boundary == Boundary::open) {
    bear_at_edge(terrain, context, i, words);
  } else {
    bear_inside(terrain, i, words);
  }
}

void WindParticles::bear_inside(Terrain const& terrain, std::size_t i, std::array<std::uint32_t, 4> const& words) {
  Grid const& grid = terrain.grid;
  const float x = to_unit(words[0]) * static_cast<float>(grid.width);
  const float y = to_unit(words[1]) * static_cast<float>(grid.height);
  cell_x_[i] = std::min(static_cast<std::int32_t>(x), grid.width - 1);
  cell_y_[i] = std::min(static_cast<std::int32_t>(y), grid.height - 1);
  offset_x_[i] = x - std::floor(x);
  offset_y_[i] = y - std::floor(y);
  height_[i] = 0.0f;
  velocity_z_[i] = 0.0f;
  path_[i] = grid.boundary == Boundary::open ? 4.0f * static_cast<float>(grid.width + grid.height) * grid.cell_size
                                             : parameters_.path_length;
}

void WindParticles::bear_at_edge(Terrain const& terrain, StepContext const& context, std::size_t i,
                                 std::array<std::uint32_t, 4> const& words) {
  Grid const& grid = terrain.grid;
  const glm::vec2 wind = context.wind.direction();
  // What comes in over an edge: the wind's normal component, and where that is small what turbulence carries across it.
  // (mu + sqrt(mu^2 + (2 phi(0) sigma)^2)) / 2 follows the exact mean of a normal velocity's positive part within 4 %.
  const float sideways = parameters_.turbulence * 0.70710678f;
  const auto inflow = [&](float normal, float across) {
    const float sigma = sideways * std::abs(across);
    if (normal < -2.0f * sigma) return 0.0f;
    return 0.5f * (normal + std::sqrt(normal * normal + 0.637f * sigma * sigma));
  };
  const auto width = static_cast<float>(grid.width);
  const auto height = static_cast<float>(grid.height);
  const std::array<float, 4> weight{inflow(wind.x, wind.y) * height, inflow(-wind.x, wind.y) * height,
                                    inflow(wind.y, wind.x) * width, inflow(-wind.y, wind.x) * width};
  float pick = to_unit(words[0]) * (weight[0] + weight[1] + weight[2] + weight[3]);
  int edge = 0;
  while (edge < 3 && pick >= weight[static_cast<std::size_t>(edge)]) pick -= weight[static_cast<std::size_t>(edge++)];
  const bool upright = edge < 2;  // the west or the east edge
  const int length = upright ? grid.height : grid.width;
  const float along = to_unit(words[1]) * static_cast<float>(length);
  const int cell_along = std::min(static_cast<int>(along), length - 1);
  const int far = upright ? grid.width - 1 : grid.height - 1;
  const int cell_across = edge % 2 == 0 ? 0 : far;
  cell_x_[i] = upright ? cell_across : cell_along;
  cell_y_[i] = upright ? cell_along : cell_across;
  const float depth = to_unit(words[2]);
  offset_x_[i] = upright ? depth : along - std::floor(along);
  offset_y_[i] = upright ? along - std::floor(along) : depth;
  height_[i] = 0.0f;
  velocity_z_[i] = 0.0f;
  // Turbulence as it is in the steady state, turned inwards.
  const float gust = to_signed_unit(words[3]) * 1.7320508f * sideways * context.wind.speed();
  velocity_x_[i] -= gust * wind.y;
  velocity_y_[i] += gust * wind.x;
  float& normal = upright ? velocity_x_[i] : velocity_y_[i];
  normal = edge % 2 == 0 ? std::abs(normal) : -std::abs(normal);
  path_[i] = 4.0f * (width + height) * grid.cell_size;
  if (parameters_.recycling != 0) return;
  // What the flat land beyond the edge would give, whatever stands at the edge: a dune there must not feed itself.
  const float full = parameters_.law == Law::article ? kArticleInflow : flat_capacity_;
  const auto brought = static_cast<Quanta>(parameters_.inflow * full);
  load_[i] = brought;
  context.ledger.book_in(kSand, brought);
}

void WindParticles::land(Terrain& terrain, StepContext const& context, std::size_t first) {
  exchange_.look(terrain.columns, context.scheduler);
  for (std::size_t i = first; i < load_.size(); ++i) {
    exchange_.trade(cell_of(terrain.grid, i), 0, load_[i]);
    if (i % kLandings == 0) exchange_.settle(context.scheduler);
  }
  exchange_.settle(context.scheduler);
  exchange_.apply(terrain, context.ledger, context.scheduler);
}

void WindParticles::retire(Terrain& terrain, StepContext const& context) {
  if (load_.empty()) return;
  land(terrain, context, 0);
  for (auto* floats : float_state()) floats->clear();
  for (auto* integers : {&cell_x_, &cell_y_, &load_}) integers->clear();
}

void WindParticles::read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const {
  if (index == 0) {
    std::copy(wind_path_.begin(), wind_path_.end(), values.begin());
    return;
  }
  if (index == 3) {
    std::transform(gain_.begin(), gain_.end(), values.begin(), [](float gain) { return 0.0f - gain; });
    return;
  }
  std::fill(values.begin(), values.end(), 0.0f);
  for (std::size_t i = 0; i < load_.size(); ++i) {
    const float speed = std::sqrt(velocity_x_[i] * velocity_x_[i] + velocity_y_[i] * velocity_y_[i]);
    const float metres = static_cast<float>(load_[i]) * kMetresPerQuantum;
    values[cell_of(terrain.grid, i)] += index == 1 ? metres : metres * speed;
  }
}

void WindParticles::count_airborne(MassBudget& budget) const {
  QuantaSum sum = 0;
  for (std::int32_t load : load_) sum += load;
  budget.accounts[kSand].airborne += sum;
}

bool WindParticles::finite() const {
  float sum = 0.0f;
  for (std::size_t i = 0; i < load_.size(); ++i) {
    sum += (velocity_x_[i] + velocity_y_[i] + velocity_z_[i] + height_[i] + offset_x_[i] + offset_y_[i]) * 0.0f;
  }
  return sum == 0.0f;
}

void WindParticles::trace_particles(Terrain const& terrain, std::size_t limit,
                                    std::vector<ParticleTrace>& traces) const {
  if (load_.empty() || limit == 0) return;
  const std::size_t stride = (load_.size() + limit - 1) / limit;
  const float cell = terrain.grid.cell_size;
  for (std::size_t i = 0; i < load_.size(); i += stride) {
    const std::size_t under = cell_of(terrain.grid, i);
    const float ground = static_cast<float>(to_metres(terrain.columns.elevation(under)));
    const float capacity = std::max(capacity_of(ground_[under]), 1.0f);
    traces.push_back({.position = {(static_cast<float>(cell_x_[i]) + offset_x_[i]) * cell,
                                   (static_cast<float>(cell_y_[i]) + offset_y_[i]) * cell, ground + height_[i]},
                      .velocity = {velocity_x_[i], velocity_y_[i], velocity_z_[i]},
                      .load = std::min(static_cast<float>(load_[i]) / capacity, 1.0f)});
  }
}

void WindParticles::save(ArchiveWriter& archive) const {
  for (auto const* integers : {&cell_x_, &cell_y_, &load_}) archive.put_vector(*integers);
  for (auto const* floats : {&offset_x_, &offset_y_, &height_, &velocity_x_, &velocity_y_, &velocity_z_, &remainder_,
                             &path_, &wind_path_, &gain_}) {
    archive.put_vector(*floats);
  }
  archive.put(flight_time_);
}

void WindParticles::load(ArchiveReader& archive) {
  cell_x_ = archive.get_vector<std::int32_t>(kMostWindParticles);
  const std::size_t count = cell_x_.size();
  cell_y_ = archive.get_exactly<std::int32_t>(count);
  load_ = archive.get_exactly<std::int32_t>(count);
  for (auto* floats : float_state()) {
    *floats = archive.get_exactly<float>(count);
  }
  wind_path_ = archive.get_exactly<float>(wind_path_.size());
  gain_ = archive.get_exactly<float>(gain_.size());
  flight_time_ = archive.get<float>();
  if (!(std::abs(flight_time_) < kFastest)) throw ArchiveError("the wind particles' time is not a sound one");
  for (std::size_t i = 0; i < count; ++i) {
    const bool inside = grid_.contains(cell_x_[i], cell_y_[i]) && offset_x_[i] >= 0.0f && offset_x_[i] <= 1.0f &&
                        offset_y_[i] >= 0.0f && offset_y_[i] <= 1.0f;
    const float speed = std::max({std::abs(velocity_x_[i]), std::abs(velocity_y_[i]), std::abs(velocity_z_[i])});
    if (!(speed < kFastest) || !(std::abs(height_[i]) < kFastest) || load_[i] > kMostInOneCell) {
      throw ArchiveError("wind particle " + std::to_string(i) + " flies faster, higher or fuller than any can");
    }
    if (!inside || load_[i] < 0) throw ArchiveError("wind particle " + std::to_string(i) + " lies outside the land");
  }
  if (!finite()) throw ArchiveError("a wind particle has a velocity that is not a number");
  resize_wishes(count);
}

}  // namespace

std::unique_ptr<Process> make_wind_particles() { return std::make_unique<WindParticles>(); }

}  // namespace barchan
