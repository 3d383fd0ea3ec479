/// Wind particles.
///
/// Model. Particles of wind fly over the land, driven by the prevailing wind, deflected by the ground and pulled down
/// by gravity. On the ground they entrain sand up to a capacity, which grows with the slope along the wind and vanishes
/// in the wind shadow downwind of a crest. They deposit the excess over the capacity, and part of their load falls in
/// flight. On bare ground they wear rock into sand.
///
/// Source: the particle-based wind erosion article of 2020 (flight, sliding, suspension, abrasion, settling, wind path)
/// and its author's version of 2023 (boundary layer, lift, drag). Capacity and shadow follow the ideas of Werner 1995
/// and Taylor & Keyser 2023.
///
/// Equations, per sub-step dt; w: unit wind, U: its speed, n: normal, S: shadow, s: slope along w of the land smoothed
/// over slope_reach:
///   contact   v -= min(0, v.n) n, coupled to the ground by exp(-z / layer) in flight
///   always    v += drag U dt (U w - v) - g dt (in flight) + turbulence U sqrt(drag U dt) xi across w
///   capacity  C = saturation (U / 10 m/s)^2 (1 + slope_gain s)+^2 (1 - s / climb)+ (1 - S) / (particles per m2)
///   contact   load += (C - load) min(1, ds / length); 1 / length is suspension (entrainment), deposition or, in
///             the shadow, 1 / 2 m
///   creep     sand moves down every slope with the diffusivity reptation saturation (10 m/s) (U / 10 m/s)^2
///   flight    load -= load (grainfall dt (1 - S) + S ds / 2 m), half in the cell left, half in the cell entered
///   soils     g, deposition and the falling load are multiplied by the settling speed relative to sand
///   plants    of density v: C and abrasion are multiplied by 1 - v; load -= (load - C)+ v ds / 2 m, C = 0 in flight
///   walls     the belt of the recirculation eddy (eddies/eddy) shelters as plants do; feet of walls stay free of sand
///
/// Deviations from the article:
/// - A capacity limits the load. The article's own exchange, selected by `law = article`, makes furrows along the wind.
/// - Sliding removes only the velocity into the ground.
/// - Steering across the wind is weakened.
/// - Loads are never lost.
/// - All particles move at once over land that does not change, and receive a fraction of the sand that they want. So
///   the result does not depend on their order or on the number of threads.
/// Limits: a step has at most kMostSubsteps sub-steps. In very long steps the wind crosses more than a cell per
/// sub-step.
#include "processes/wind_particles/process.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <optional>

#include "base/archive.hpp"
#include "base/math.hpp"
#include "base/random.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "land/inflow_stock.hpp"
#include "land/terrain.hpp"
#include "processes/wind_particles/article.hpp"
#include "processes/wind_particles/averages.hpp"
#include "processes/wind_particles/births.hpp"
#include "processes/wind_particles/flight.hpp"
#include "processes/wind_particles/parameters.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"
#include "processes/wind_particles/soil_loads.hpp"
#include "processes/wind_particles/state.hpp"
#include "processes/wind_particles/workspace.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr std::array<FieldRow, 5> kFields{{
    {"wind_path", "Wind path", "",
     "Fraction of the last 20 s during which wind particles exchanged sand with the ground of the cell.",
     FieldRamp::sequential, FieldRole::wind_path},
    {"airborne_sand", "Airborne sand", "m", "Sand that wind particles carry over a cell, as a thickness.",
     FieldRamp::sequential, FieldRole::airborne_sand},
    {"sand_flux", "Sand flux", "m2/s",
     "Volume of sand that wind particles carry per second through each metre of width across the wind.",
     FieldRamp::sequential, FieldRole::sand_flux},
    {"wind_erosion", "Wind erosion", "m/s",
     "Erosion minus deposition by wind particles, averaged over the last 20 s. Positive values: the ground is lowered. "
     "Negative values: sand is deposited.",
     FieldRamp::diverging},
    {.id = "sand_flux_direction",
     .title = "Sand flux direction",
     .unit = "deg",
     .help = "Direction towards which wind particles carry sand, anticlockwise from east.",
     .bearing = Bearing::heading},
}};

constexpr std::array kAccesses{
    access::changes(LandState::surface, Value::current,
                    "Steers the sand, falls where sand is lifted and rises where sand is deposited."),
    access::changes(LandState::cover, Value::current, "Supplies airborne sand and receives deposited sand."),
    access::changes(LandState::ground, Value::current, "Is worn by flying sand where it is bare."),
    access::writes(LandState::unsettled, "Marks the cells where sand has moved. Their slopes may now be too steep."),
    access::reads(LandState::soils, Value::given,
                  "Suspension, threshold speed, settling speed, abrasion and hardness of each soil."),
    access::reads(LandState::plants, Value::last_step, "Hold and trap sand."),
    access::reads(LandState::damp, Value::this_step, "Shows which sand is damp. Wind does not lift damp sand."),
    access::changes(LandState::notches, Value::current, "Grow where flying sand hollows out the feet of cliffs."),
    access::changes(LandState::ledger, Value::current,
                    "Records the sand that crosses open edges. The inflow stock follows from this record."),
    access::reads(LandState::masks, Value::given,
                  "Reduce the wind near the ground, and the wear of rock and obstacles. Where a mask of the wind "
                  "speed or of the whole process is 0, no sand is lifted or deposited."),
    access::reads(LandState::prevailing_wind, Value::given, "Drives the sand."),
    access::reads(LandState::wind_field, Value::given,
                  "Gives the speed-up, the turning and the shadow of the wind over the relief.",
                  {"law", static_cast<double>(Law::saltation)}),
    access::reads(LandState::random_numbers, Value::given,
                  "Determine where flights start and end, and which gusts occur during flights."),
};

constexpr ProcessInfo kInfo{
    .id = "wind_particles",
    .title = "Wind particles",
    .help = "Wind particles lift sand, carry it and deposit it.",
    .reference = "N. McDonald 2020; capacity and shadow after Werner 1995, Taylor & Keyser 2023",
    .accesses = kAccesses,
    .state_version = 2};

constexpr float kMostStock = 2.0f;  // limit to which outflow can raise the stock, relative to its initial value
// Fraction of the capacity that flat sand carries in the default wind of 10 m/s, because hops lose some.
constexpr float kFlatShare = 0.83f;
constexpr float kArticleInflow = 262.0f;  // quanta (1 mm) that a particle brings in at an inflow of 1
constexpr std::size_t kLandings = 2048;   // particles that deposit their loads before the deposits are applied
constexpr float kLongestTime = 1e4f;      // s; no valid world has more flight time pending
constexpr std::uint64_t kSortEvery = 8;   // steps between two sorts of the particles
constexpr int kMostCreepSteps = 4;        // steps whose creep is computed at once, at most
constexpr int kGrain = 4096;              // particles per range, a multiple of the block size
static_assert(kGrain % static_cast<int>(kernel::kFlightBlock) == 0);

/// Request of a particle to a cell.
struct Wish {
  std::int32_t particle, cell;
  Quanta amount;
};

/// One move of all particles over land that does not change.
struct Substep {
  Terrain& terrain;
  StepContext const& context;
  kernel::FlightRule const& rule;
  SoilLoads const& loads;
  int number;  ///< index within the step of the world

  /// Returns whether threads share the records of the cells.
  bool shared() const { return context.scheduler.threads() > 1; }
};

class WindParticles final : public Process, public AirCarrier {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override {
    return {kInfo.id, kInfo.title, kInfo.help, wind_particles_rows(), &parameters_};
  }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const& context) override;

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;

  CarrierOf carrier() override { return CarrierOf(*this); }
  ProcessCounters counters() const override {
    return {.particles = particles_.size(),
            .particle_steps = particle_steps_,
            .flights = flights_,
            .laid_down = laid_down_};
  }
  double flat_flux(Terrain const& terrain, float wind_speed) const override;
  ProcessClock clock() const override {
    const bool known = parameters_.law != Law::article;
    return {.kind = known ? ProcessClock::Kind::sand : ProcessClock::Kind::unknown_sand};
  }
  void count_airborne(MassBudget& budget) const override;
  void soil_added(Terrain const& terrain) override { loose_ = terrain.columns.loose(); }
  bool finite() const override { return particles_.finite(); }
  void add_airborne(SoilId soil, std::span<float> air) const override;
  std::vector<ParticleTrace> trace_particles(Terrain const& terrain, std::size_t limit) const override;

  void keep(Archive& archive) override;

 private:
  void read_directions(Terrain const& terrain, std::span<float> values) const;
  void resize(Terrain& terrain, StepContext const& context);
  void resize_wishes(std::size_t count);
  /// Gives all particles of a new world the load of the free flux.
  void load_air(Grid const& grid, StepContext const& context);
  /// Plans the sub-steps that are due and subtracts them from the pending flight time.
  FlightPlan begin_flight(Grid const& grid, StepContext const& context);
  /// Reptation: sand creeps down every slope, in proportion to what the wind carries.
  void creep(Terrain& terrain, StepContext const& context);
  void fly(Terrain& terrain, StepContext const& context, FlightPlan const& plan);
  void fly_substep(Substep const& substep);
  void fly_range(Substep const& substep, int first, int last);
  void fly_article_range(Substep const& substep, int first, int last);
  /// Ends a flight: deposits the load or records it as outflow, and begins another flight.
  void end_flight(Substep const& substep, std::size_t i, bool left);
  void grant_range(int first, int last, bool shared);
  WindBirths births_of(Grid const& grid, StepContext const& context) const;
  void bear(Substep const& substep, std::size_t i);
  /// Deposits the loads of the particles from `first` on, which are about to be removed.
  void lay_down(Terrain& terrain, StepContext const& context, std::size_t first);

  WindParticlesParameters parameters_;
  Grid grid_;
  SoilSet loose_ = 0;  ///< soils

  WindParticleState particles_;
  WindAverages averages_;
  float shown_capacity_ = 1.0f;  ///< on flat sand in the last step, quanta; for display
  float flight_time_ = 0.0f;     ///< flight time pending, s
  std::uint64_t particle_steps_ = 0;
  std::uint64_t flights_ = 0;
  QuantaSum laid_down_ = 0;

  // Scratch memory of a step.
  float stock_left_ = 1.0f;                 ///< fraction of the inflow stock that is left beyond the open edges
  std::optional<WindWorkspace> space_;      ///< allocated while there are particles
  std::vector<Wish> wishes_;                ///< requests, listed per block of particles
  std::vector<std::int32_t> wishes_count_;  ///< number of requests in each block
};

/// Load over flat sand, as a thickness over the land, times the speed. The law of the article has no such equilibrium.
double WindParticles::flat_flux(Terrain const& terrain, float wind_speed) const {
  if (parameters_.law == Law::article) return 0.0;
  constexpr double kMostPerParticle = static_cast<double>(kLargestCapacity) / static_cast<double>(kQuantaPerMetre);
  const double speed = static_cast<double>(wind_speed), ratio = speed / static_cast<double>(kReferenceSpeed);
  const double density = static_cast<double>(parameters_.population) / static_cast<double>(terrain.grid.cells());
  const double capacity =
      std::min(static_cast<double>(parameters_.saturation) * ratio * ratio, density * kMostPerParticle);
  return kLoadOverFlatSand * capacity * speed;
}

void WindParticles::prepare(Terrain const& terrain) {
  particles_.clear();
  grid_ = terrain.grid;
  loose_ = terrain.columns.loose();
  release_memory(averages_);
  space_.reset();
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
  const std::size_t old = particles_.size();
  if (!space_ && std::max(wanted, old) > 0) space_.emplace(terrain);
  if (wanted == old) return;
  lay_down(terrain, context, std::min(wanted, old));
  particles_.resize(wanted);
  resize_wishes(wanted);
  const WindBirths births = births_of(terrain.grid, context);
  // Particles added now begin somewhere along their path, so that they do not all end at the same time.
  for (std::size_t i = old; i < wanted; ++i) {
    const auto words = random_words(context.seed, context.step, RandomStream::wind_births,
                                    static_cast<std::uint32_t>(i), kMostSubsteps);
    births.inside(particles_, i, words);
    particles_.path[i] *= to_unit(words[2]);
  }
  if (context.step == 0 && parameters_.law == Law::saltation) load_air(terrain.grid, context);
}

void WindParticles::load_air(Grid const& grid, StepContext const& context) {
  const float flat = kFlatShare * flat_capacity_of(parameters_, grid, context.wind.speed(), particles_.size());
  const auto brought = static_cast<Quanta>(std::min(parameters_.inflow * flat, static_cast<float>(kMostInOneCell)));
  std::ranges::fill(particles_.load, brought);
  context.ledger.open_airborne(kSand, static_cast<QuantaSum>(brought) * static_cast<QuantaSum>(particles_.size()));
}

void WindParticles::step(Terrain& terrain, StepContext const& context) {
  resize(terrain, context);
  if (particles_.empty()) return;
  const bool saltation = parameters_.law == Law::saltation;
  space_->shelter.renew(terrain, context, saltation && parameters_.echo != 0);
  if (context.step % kSortEvery == 0) particles_.sort(terrain.grid);
  const FlightPlan plan = begin_flight(terrain.grid, context);
  if (plan.substeps > 0) fly(terrain, context, plan);
  if (saltation && parameters_.reptation > 0.0f) creep(terrain, context);
  space_->shelter.clear_strip(terrain, context);
}

FlightPlan WindParticles::begin_flight(Grid const& grid, StepContext const& context) {
  const float speed = context.wind.speed();
  if (parameters_.law == Law::article) return plan_article_flight(grid, speed, context.dt);
  flight_time_ += context.dt;
  const FlightPlan plan = plan_flight(grid, speed, flight_time_);
  flight_time_ -= plan.dt * static_cast<float>(plan.substeps);
  return plan;
}

void WindParticles::creep(Terrain& terrain, StepContext const& context) {
  const float ratio = context.wind.speed() / kReferenceSpeed;
  const float diffusivity = parameters_.reptation * parameters_.saturation * kReferenceSpeed * ratio * ratio;
  const int steps = steps_due(terrain.grid, diffusivity, context.dt, context.step, kMostCreepSteps);
  if (steps == 0) return;
  space_->creep.run(terrain, diffusivity, context.dt * static_cast<float>(steps),
                    {context.step, context.scheduler, context.ledger},
                    space_->shelter.creep_hold(terrain, context.scheduler));
}

void WindParticles::fly(Terrain& terrain, StepContext const& context, FlightPlan const& plan) {
  if (parameters_.law == Law::saltation) {
    space_->ground.survey(terrain, context, parameters_, particles_.size(), space_->exchange);
    space_->ground.shelter(space_->shelter, terrain.grid, context.scheduler);
    shown_capacity_ = std::max(space_->ground.flat_capacity(), 1.0f);
  } else {
    shown_capacity_ = 1.0f;
    space_->exchange.begin(terrain, particles_.size(), context.scheduler);
  }
  stock_left_ = InflowStock(terrain.grid, context.ledger).left(parameters_.stock, kMostStock);
  const kernel::FlightRule rule = flight_rule(parameters_, terrain.grid, context.wind, particles_.size(), plan.dt);
  const SoilLoads loads(terrain, context.wind, space_->shelter, particles_, space_->exchange);
  if (parameters_.law == Law::saltation) space_->exchange.expect(particles_.size());
  for (int i = 0; i < plan.substeps; ++i) fly_substep({terrain, context, rule, loads, i});
  space_->exchange.apply(terrain, context.ledger, context.scheduler,
                         averages_.add(space_->exchange, plan.dt * static_cast<float>(plan.substeps)));
  particle_steps_ += particles_.size() * static_cast<std::uint64_t>(plan.substeps);
}

void WindParticles::fly_substep(Substep const& substep) {
  const int count = static_cast<int>(particles_.size());
  Scheduler const& scheduler = substep.context.scheduler;
  scheduler.for_ranges(count, kGrain, [&](int first, int last) {
    if (parameters_.law == Law::article) {
      fly_article_range(substep, first, last);
    } else {
      fly_range(substep, first, last);
    }
  });
  space_->exchange.look(substep.terrain);
  scheduler.for_ranges(count, kGrain, [&](int first, int last) { grant_range(first, last, substep.shared()); });
  space_->exchange.share_out(substep.terrain, scheduler);
}

void WindParticles::fly_range(Substep const& substep, int first, int last) {
  Grid const& grid = substep.terrain.grid;
  const kernel::FlightGrid extent{grid.width, grid.height, grid.periodic()};
  const kernel::DrawKey key{substep.context.seed, substep.context.step, static_cast<std::uint32_t>(substep.number)};
  kernel::GroundCell const* const cells = space_->ground.cells().data();
  kernel::FlightBlock block;
  kernel::FlightOutcome const& outcome = block.outcome;
  std::array<std::int32_t, kernel::kFlightBlock> old_cell;
  std::array<std::uint16_t, kernel::kFlightBlock> behind, wear, over;  // indices within the block
  std::array<float, kernel::kFlightBlock> lead, height;
  // Loops that gather from the land do nothing else, and avoid branches that go either way for about half of the
  // particles.
  for (int start = first; start < last; start += static_cast<int>(kernel::kFlightBlock)) {
    const auto begin = static_cast<std::size_t>(start);
    const std::size_t count = std::min(kernel::kFlightBlock, static_cast<std::size_t>(last - start));
    const kernel::ParticleArrays particles = particles_.arrays(begin);
    block.count = count;
    block.particles = particles;
    substep.loads.weigh(begin, block);
    kernel::draw_block(key, static_cast<std::uint32_t>(start), count, block.draws);
    for (std::size_t i = 0; i < count; ++i) {
      old_cell[i] = particles.cell_y[i] * extent.width + particles.cell_x[i];
    }
    for (std::size_t i = 0; i < count; ++i) height[i] = particles.height[i];
    for (std::size_t i = 0; i < count; ++i) block.old_ground.cells[i] = cells[old_cell[i]];
    kernel::move_block(substep.rule, extent, block);
    for (std::size_t i = 0; i < count; ++i) block.ground.cells[i] = cells[outcome.cell[i]];
    if (kernel::exchange_block(substep.rule, extent, block)) kernel::wear_block(substep.rule, block);
    substep.loads.strike_faces({old_cell, height}, substep.rule, block);
    substep.loads.catch_flying(substep.rule, block);
    for (std::size_t i = 0; i < count; ++i) {
      lead[i] = space_->exchange.lead(outcome.other[i], outcome.one[i]);
    }
    kernel::choose_block(lead.data(), block);
    QuantaSum laid_down = substep.loads.sift(begin, block);
    space_->exchange.trade({begin, count, outcome.patch, outcome.lift, outcome.deposit, outcome.contact},
                           substep.shared());
    std::size_t wishes = 0, behinds = 0, worn = 0, overs = 0;
    Wish* const wish = wishes_.data() + begin;
    // Avoids unpredictable branches, here and in the following loops.
    for (std::size_t i = 0; i < count; ++i) {
      laid_down += outcome.deposit[i] + outcome.behind[i];
      wish[wishes] = {start + static_cast<std::int32_t>(i), outcome.patch[i], outcome.lift[i]};
      wishes += outcome.lift[i] > 0 ? 1 : 0;
      behind[behinds] = wear[worn] = over[overs] = static_cast<std::uint16_t>(i);
      behinds += outcome.behind[i] > 0 ? 1 : 0;
      worn += outcome.wear[i] > 0 ? 1 : 0;
      overs += static_cast<std::size_t>(outcome.over[i]);
    }
    for (const std::size_t i : std::span(behind).first(behinds)) {
      const auto cell = static_cast<std::size_t>(old_cell[i]);
      substep.loads.lay_down(cell, begin + i, outcome.behind[i], substep.shared());
    }
    for (const std::size_t i : std::span(wear).first(worn)) {
      space_->exchange.wear(static_cast<std::size_t>(outcome.cell[i]), outcome.wear[i], substep.shared());
    }
    for (const std::size_t i : std::span(over).first(overs)) end_flight(substep, begin + i, outcome.gone[i] != 0);
    wishes_count_[begin / kernel::kFlightBlock] = static_cast<std::int32_t>(wishes);
    std::atomic_ref<QuantaSum>(laid_down_).fetch_add(laid_down, std::memory_order_relaxed);
  }
}

void WindParticles::end_flight(Substep const& substep, std::size_t i, bool left) {
  if (!left || substep.terrain.grid.boundary != Boundary::open) {
    substep.loads.lay_down(particles_.cell_of(substep.terrain.grid, i), i, particles_.load[i], substep.shared());
    std::atomic_ref<QuantaSum>(laid_down_).fetch_add(particles_.load[i], std::memory_order_relaxed);
  } else {
    substep.context.ledger.book_out(static_cast<SoilId>(particles_.soil[i]), particles_.load[i]);
  }
  std::atomic_ref<std::uint64_t>(flights_).fetch_add(1, std::memory_order_relaxed);
  bear(substep, i);
}

void WindParticles::fly_article_range(Substep const& substep, int first, int last) {
  Terrain const& terrain = substep.terrain;
  SoilLoads const& loads = substep.loads;
  const bool shared = substep.shared();
  std::array<float, kMostSoils> abrasion{};
  std::ranges::transform(terrain.soils, abrasion.begin(),
                         [this](Soil const& soil) { return parameters_.abrasion * wear_of(soil); });
  kernel::ArticleBlock block;
  for (auto begin = static_cast<std::size_t>(first); begin < static_cast<std::size_t>(last);
       begin += kernel::kFlightBlock) {
    block.count = std::min(kernel::kFlightBlock, static_cast<std::size_t>(last) - begin);
    block.particles = particles_.arrays(begin);
    fly_by_article(terrain, space_->shelter, substep.rule, abrasion, block);
    std::int32_t wishes = 0;
    QuantaSum laid_down = 0;
    for (std::size_t i = 0; i < block.count; ++i) {
      const auto cell = static_cast<std::size_t>(block.cell[i]);
      if (block.touched[i] != 0) space_->exchange.visit(cell, shared);
      if (block.wear[i] > 0) space_->exchange.wear(cell, block.wear[i], shared);
      if (const Quanta down = block.laid_down[i]; down > 0) {
        laid_down += down;
        loads.lay_down(cell, begin + i, down / 2, shared);
        loads.lay_down(static_cast<std::size_t>(block.next[i]), begin + i, down - down / 2, shared);
      }
      if (block.over[i] != 0) {
        end_flight(substep, begin + i, block.ends[i] != 0);
      } else if (const Quanta lift = loads.liftable(cell, begin + i, block.lift[i]); lift > 0) {
        space_->exchange.trade(cell, lift, 0, shared);
        wishes_[begin + static_cast<std::size_t>(wishes++)] = {static_cast<std::int32_t>(begin + i), block.cell[i],
                                                               lift};
      }
    }
    wishes_count_[begin / kernel::kFlightBlock] = wishes;
    std::atomic_ref<QuantaSum>(laid_down_).fetch_add(laid_down, std::memory_order_relaxed);
  }
}

void WindParticles::grant_range(int first, int last, bool shared) {
  for (auto begin = static_cast<std::size_t>(first); begin < static_cast<std::size_t>(last);
       begin += kernel::kFlightBlock) {
    Wish const* const wishes = wishes_.data() + begin;
    const auto count = static_cast<std::size_t>(wishes_count_[begin / kernel::kFlightBlock]);
    for (std::size_t k = 0; k < count; ++k) {
      particles_.load[static_cast<std::size_t>(wishes[k].particle)] +=
          space_->exchange.grant(static_cast<std::size_t>(wishes[k].cell), wishes[k].amount, shared);
    }
  }
}

WindBirths WindParticles::births_of(Grid const& grid, StepContext const& context) const {
  return {.grid = grid,
          .wind = context.wind.direction(),
          .speed = context.wind.speed(),
          .turbulence = parameters_.turbulence,
          .path_length = parameters_.path_length};
}

void WindParticles::bear(Substep const& substep, std::size_t i) {
  StepContext const& context = substep.context;
  Grid const& grid = substep.terrain.grid;
  const auto words = random_words(context.seed, context.step, RandomStream::wind_births, static_cast<std::uint32_t>(i),
                                  static_cast<std::uint32_t>(substep.number));
  const WindBirths births = births_of(grid, context);
  if (grid.boundary != Boundary::open) {
    births.inside(particles_, i, words);
    return;
  }
  births.at_edge(particles_, i, words);
  // Brings in what flat land beyond the edge would supply. Using the ground at the edge would let a dune there feed
  // itself.
  const float full = parameters_.law == Law::article ? kArticleInflow : kFlatShare * space_->ground.flat_capacity();
  const auto brought =
      static_cast<Quanta>(std::min(parameters_.inflow * stock_left_ * full, static_cast<float>(kMostInOneCell)));
  particles_.load[i] = brought;
  context.ledger.book_in(kSand, brought);
}

void WindParticles::lay_down(Terrain& terrain, StepContext const& context, std::size_t first) {
  space_->exchange.begin(terrain, particles_.size() - first, context.scheduler);
  space_->shelter.find_porch(terrain);
  const SoilLoads loads(terrain, context.wind, space_->shelter, particles_, space_->exchange);
  for (std::size_t begin = first; begin < particles_.size(); begin += kLandings) {
    const std::size_t end = std::min(begin + kLandings, particles_.size());
    for (std::size_t i = begin; i < end; ++i) {
      loads.lay_down(particles_.cell_of(terrain.grid, i), i, particles_.load[i], false);
    }
    space_->exchange.look(terrain);
    space_->exchange.share_out(terrain, context.scheduler);
  }
  space_->exchange.apply(terrain, context.ledger, context.scheduler, [](std::size_t, std::span<Quanta const>) {});
}

void WindParticles::retire(Terrain& terrain, StepContext const& context) {
  if (particles_.empty()) return;
  if (!space_) space_.emplace(terrain);
  lay_down(terrain, context, 0);
  release_memory(particles_, averages_, wishes_);
  space_.reset();
}

void WindParticles::read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const {
  if (index == 0) return averages_.read_path(values);
  if (index == 3) {
    averages_.read_gain(values);
    std::ranges::transform(values, values.begin(), [](float gain) { return 0.0f - gain; });
    return;
  }
  if (index == 4) return read_directions(terrain, values);
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    const float speed = std::sqrt(particles_.velocity_x[i] * particles_.velocity_x[i] +
                                  particles_.velocity_y[i] * particles_.velocity_y[i]);
    const float metres = static_cast<float>(particles_.load[i]) * kMetresPerQuantum;
    values[particles_.cell_of(terrain.grid, i)] += index == 1 ? metres : metres * speed;
  }
}

void WindParticles::read_directions(Terrain const& terrain, std::span<float> values) const {
  std::vector<glm::vec2> flux(values.size(), glm::vec2(0.0f));
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    flux[particles_.cell_of(terrain.grid, i)] +=
        static_cast<float>(particles_.load[i]) * glm::vec2(particles_.velocity_x[i], particles_.velocity_y[i]);
  }
  std::ranges::transform(flux, values.begin(), [](glm::vec2 sum) {
    return static_cast<float>(math::direction_degrees(static_cast<double>(sum.x), static_cast<double>(sum.y)));
  });
}

void WindParticles::count_airborne(MassBudget& budget) const {
  if (loose_ == soil_bit(kSand)) {
    for (const std::int32_t load : particles_.load) budget.accounts[kSand].airborne += load;
    return;
  }
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    budget.accounts[static_cast<std::size_t>(particles_.soil[i])].airborne += particles_.load[i];
  }
}

void WindParticles::add_airborne(SoilId soil, std::span<float> air) const {
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    if (particles_.soil[i] != soil) continue;
    air[particles_.cell_of(grid_, i)] += static_cast<float>(particles_.load[i]) * kMetresPerQuantum;
  }
}

std::vector<ParticleTrace> WindParticles::trace_particles(Terrain const& terrain, std::size_t limit) const {
  std::vector<ParticleTrace> traces;
  if (particles_.empty() || limit == 0) return traces;
  const std::size_t stride = (particles_.size() + limit - 1) / limit;
  const float cell = terrain.grid.cell_size;
  for (std::size_t i = 0; i < particles_.size(); i += stride) {
    const std::size_t under = particles_.cell_of(terrain.grid, i);
    const float ground = static_cast<float>(to_metres(terrain.columns.elevation(under)));
    traces.push_back({.position = {(static_cast<float>(particles_.cell_x[i]) + particles_.offset_x[i]) * cell,
                                   (static_cast<float>(particles_.cell_y[i]) + particles_.offset_y[i]) * cell,
                                   ground + particles_.height[i]},
                      .velocity = {particles_.velocity_x[i], particles_.velocity_y[i], particles_.velocity_z[i]},
                      .load = std::min(static_cast<float>(particles_.load[i]) / shown_capacity_, 1.0f),
                      .soil = static_cast<SoilId>(particles_.soil[i])});
  }
  return traces;
}

void WindParticles::keep(Archive& archive) {
  particles_.keep(archive, grid_, {.particles = kMostWindParticles, .load = kMostInOneCell, .soils = loose_});
  archive.value(flight_time_);
  archive.require(std::abs(flight_time_) < kLongestTime, "the clock of the wind particles is out of range");
  averages_.keep(archive, grid_.cells());
  archive.aside([&] {
    if (archive.version() >= 2) archive.value(shown_capacity_);
    archive.require(shown_capacity_ >= 1.0f && std::isfinite(shown_capacity_),
                    "the capacity of the wind particles is out of range");
  });
  if (archive.reading()) resize_wishes(particles_.size());
}

}  // namespace

std::unique_ptr<Process> make_wind_particles() { return std::make_unique<WindParticles>(); }

}  // namespace barchan
