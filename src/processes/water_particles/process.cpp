/// Model. Rain falls as droplets at real-valued places. Each droplet runs down the land with inertia and friction,
/// steered by its stream. It has a sediment capacity, which depends on its speed, slope and discharge. A droplet
/// entrains sediment while its load is below the capacity, and deposits the excess while the load is above it. In each
/// round all droplets move over land that does not change. Then their requests to each cell are summed, limited if the
/// cell has too little, and transferred in whole quanta, so that water and sediment balance exactly.
///
/// Source: the particle-based hydraulic erosion article (2020): motion by slope, inertia and friction, evaporation, and
/// mass transfer to equilibrium. The averaged discharge follows the author's later article on streams. Standing water
/// is handled by the lakes of the land.
///
/// Equations, for a droplet of volume V and load m on a slope of tangent s (e: unit vector downhill):
///   terminal velocity u = e sqrt(g s / ((1 + s^2) friction)),   dv/dt = (u - v) / inertia,   dx/dt = v
///   slope across a stream, in its effect on droplets: multiplied by steering / (q + steering)
///   sediment capacity m* = capacity |v| sine(slope of the path) V (q / (1 m2/s))^gathering
///   q: discharge per unit width
///   dm/dx = erosion (m* - m) where m* > m,   dm/dt = deposition (m* - m) where m* < m,   dV/dt = -evaporation V
/// All rates are integrated exactly over a round, so that the result does not depend on the time step. Lengths are
/// metres.
///
/// Deviations from the source:
/// - Friction grows with the square of the speed, as in turbulent water. With the linear friction of the article, water
///   stands still on gentle slopes.
/// - Entrainment is slow, grows with the discharge, and affects only the bed and undercut banks. So streams incise
///   while the slopes beside them are preserved.
/// - The load is an amount, not a concentration, so evaporation cannot create sediment.
/// - No cell is eroded below the bed ahead or below its lowest neighbour, which prevents pits and spikes.
/// - The brush and the deposit are centred on the real-valued place of the droplet.
/// - A droplet that ends deposits its load. If a droplet leaves the land, its load is recorded as outflow.
/// - Beyond an open edge the land continues at the slope inside, down to the lowest elevation of the initial land.
/// - If a stream is wider than a cell, its droplets keep to lanes and its surface is level from bank to bank. In bends
///   the fastest flow is carried outwards (Ikeda, Parker & Sawai 1981).
/// Limits: relative to the water's clock, erosion is much faster than in nature.
#include "processes/water_particles/process.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>

#include "base/archive.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/antecedent.hpp"
#include "processes/water_particles/bands.hpp"
#include "processes/water_particles/births.hpp"
#include "processes/water_particles/channels.hpp"
#include "processes/water_particles/coast.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/fields.hpp"
#include "processes/water_particles/ground_cover.hpp"
#include "processes/water_particles/heaps.hpp"
#include "processes/water_particles/hydraulics.hpp"
#include "processes/water_particles/mixed_bed.hpp"
#include "processes/water_particles/parameters.hpp"
#include "processes/water_particles/population.hpp"
#include "processes/water_particles/river_inlets.hpp"
#include "processes/water_particles/soaking.hpp"
#include "processes/water_particles/springs.hpp"
#include "processes/water_particles/streams.hpp"

namespace barchan {

namespace {

using water::BirthPlan;
using water::Draw;
using water::Droplet;
using water::Fate;
using water::RoundLand;
using water::Rule;
using water::Sums;
using water::Tally;

constexpr int kMostRounds = 16;          ///< per step
constexpr std::uint64_t kSortSteps = 8;  ///< steps between two sorts of the droplets
/// Assumed duration of a droplet's run before any is known, in s; and the number of runs that the average covers, as a
/// fraction of the population.
constexpr float kExpectedRun = 100.0f, kRunsAveraged = 0.5f;
constexpr double kLeastDrop = 256.0;               ///< quanta
constexpr Quanta kSoaks = kQuantaPerMetre / 1000;  ///< mean depth of lakes that soak away
constexpr int kRowGrain = 16;
/// s and quanta per second, beyond any valid world. Larger values in a saved world mean that it is damaged.
constexpr float kLongestRun = 1e7f, kMostSpilling = 1e18f;

class WaterParticles final : public Process, public WaterCarrier {
 public:
  ProcessInfo const& info() const override { return water::kInfo; }
  ParameterGroup parameters() override {
    return {water::kInfo.id, water::kInfo.title, water::kInfo.help, water_particles_rows(), &parameters_};
  }
  bool enabled() const override { return parameters_.enabled != 0; }
  ProcessClock clock() const override { return {.kind = ProcessClock::Kind::real_seconds}; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const& context) override;

  std::span<FieldRow const> fields() const override { return water::kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;

  CarrierOf carrier() override { return CarrierOf(*this); }
  ProcessCounters counters() const override {
    return {.particles = population_.count(), .particle_steps = particle_steps_, .flights = flights_};
  }
  void soil_added(Terrain const& terrain) override;
  void step_beside(Terrain& terrain, StepContext const& context) override;
  void add_running_water(Terrain const& terrain, std::span<RunningWater> water) const override;
  void add_laden_water(SoilId soil, std::span<LadenWater> water) const override {
    population_.add_laden_water(soil, mixed_.kinds(), water);
  }

  void count_airborne(MassBudget& budget) const override {
    budget.accounts[kWater].airborne += births_.waiting();
    population_.count_airborne(budget, mixed_.kinds());
  }
  bool finite() const override { return population_.finite(); }
  std::vector<ParticleTrace> trace_particles(Terrain const& terrain, std::size_t limit) const override;

  void keep(Archive& archive) override;

 private:
  Rule rule(Terrain const& terrain, float dt, int rounds) const;
  std::vector<water::StreamFigures> stream_figures(Terrain const& terrain) const;
  /// Computes the capacity of streams for the bed-load law.
  void survey_bed_load(Terrain const& terrain, Scheduler const& scheduler);
  /// Upper bound of the speed of water, m/s: that on a slope of 45 degrees, where g / 2 balances friction.
  float fastest() const { return std::sqrt(0.5f * water::kGravity / parameters_.friction); }
  /// Number of rounds in a step of `dt`, so that droplets cross at most two cells per round. At most kMostRounds.
  int rounds_of(float dt) const;
  RoundLand land(Terrain const& terrain) const;
  Sums sums();
  /// Adds the droplets that begin in this step.
  void bear(Terrain& terrain, StepContext const& context, int rounds);
  /// Gives a land without water the lakes and streams of the antecedent rain. `rain` is that of the step, m/s.
  void begin_wet(Terrain& terrain, StepContext const& context, double rain);
  /// Rain of the step, m/s.
  double rain(Terrain const& terrain, StepContext const& context) const;
  /// Volume of a new droplet at which the population approaches the requested number, quanta.
  Quanta drop_size(Terrain const& terrain, StepContext const& context) const;
  /// Empties the slots of droplets that have left the land or come to rest, and pours out the water that rests.
  void end_round(Terrain& terrain, StepContext const& context);
  void end_run(std::uint32_t slot);
  /// Allocates what droplets need beside the land while rain is on.
  void make_room(Terrain const& terrain);
  void find_porch(Terrain const& terrain) {
    porch_.renew(grid_, terrain.masks, {terrain.masks, {"water_particles.enabled"}});
  }
  void release();
  void settle_lakes(Lakes& lakes, StepContext const& context);
  /// Settles the lakes and books what they lose. `evaporation`: depth of water, m.
  LakeLosses settled(Lakes& lakes, StepContext const& context, double evaporation);
  static void run_down(Terrain& terrain, StepContext const& context, std::span<LakeOutflow const> flows);
  static void pour(Terrain& terrain, StepContext const& context, std::span<LakePour const> pours);
  /// Water that has come to the surface runs off or comes to rest.
  void let_run(Terrain& terrain, StepContext const& context, water::Springs springs);
  /// Number of soils in a droplet's load; 0 if only sand is loose.
  std::size_t kinds() const { return mixed_.used() ? mixed_.kinds().size() : 0; }
  void run_round(Terrain& terrain, StepContext const& context, Rule const& rule, std::uint32_t round);
  void apply(Terrain& terrain, StepContext const& context);
  void apply_sand(Terrain& terrain, Ledger& ledger, water::CellSums const& sums, std::size_t base, std::size_t count);
  void apply_mixed(Terrain& terrain, Ledger& ledger, water::CellSums const& sums, std::size_t base, std::size_t count);
  WaterParticlesParameters parameters_;
  Grid grid_;
  water::Population population_;
  water::Streams streams_;
  water::Channels channels_;     ///< of this step
  std::vector<Quanta> lowered_;  ///< erosion less deposition
  std::uint64_t particle_steps_ = 0;
  water::Births births_;
  float run_ = 0.0f;                      ///< average duration of a droplet's run, s
  float spilling_ = 0.0f;                 ///< average rate of water over sills, quanta per second
  Quanta base_level_ = 0;                 ///< lowest elevation when the world began
  std::uint64_t flights_ = 0;             ///< number of droplets of rain so far
  std::optional<std::uint64_t> springs_;  ///< version of the spring layer when it was last taken

  // Scratch memory of a round. Everything is zero between rounds, except that caps are negative.
  std::vector<LakePour> pours_;
  std::vector<std::vector<std::size_t>> heaps_;    ///< cells that gain too much, one list per range
  std::vector<std::vector<water::Ending>> ended_;  ///< one list per band
  std::vector<QuantaSum> wish_, gain_;
  std::vector<Quanta> granted_, cap_;
  std::vector<std::uint8_t> touched_, contested_;
  water::MixedBed mixed_;
  water::GroundCover cover_;
  std::vector<water::BedLoad> bed_load_;  ///< empty: the capacity follows from the stream power
  water::Soaking soaking_;
  water::RiverInlets inlets_;
  water::Bands bands_;
  Porch porch_;  ///< where sediment comes to rest that would rest on ground that masks exclude
};

Rule WaterParticles::rule(Terrain const& terrain, float dt, int rounds) const {
  Rule rule = water::rule_of(parameters_, terrain, dt, rounds, mixed_.used());
  if (channels_.sections() == nullptr) rule.channel.per_root = 0.0f;  // no stream is wide enough
  return rule;
}

void WaterParticles::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  release();
  streams_.prepare(grid_);
  release_memory(lowered_);
  particle_steps_ = flights_ = 0;
  run_ = std::min(kExpectedRun, parameters_.lifetime);
  spilling_ = 0.0f;
  births_.prepare();
  springs_.reset();
  base_level_ = *std::ranges::min_element(terrain.columns.elevations());
  mixed_.prepare(terrain);
  population_.prepare(grid_, kinds());
}

void WaterParticles::make_room(Terrain const& terrain) {
  const std::size_t cells = grid_.cells(), segments = terrain.columns.disturbed().size();
  streams_.make_room();
  for (auto* sums : {&wish_, &gain_}) sums->resize(cells);
  for (auto* amounts : {&granted_, &lowered_}) amounts->resize(cells);
  cap_.resize(cells, -1);
  for (auto* marks : {&touched_, &contested_}) marks->resize(segments);
}

void WaterParticles::release() {
  if (streams_.empty()) return;
  streams_.prepare(grid_);
  release_memory(wish_, gain_, granted_, cap_, touched_, contested_, channels_, cover_, soaking_, bed_load_);
}

void WaterParticles::soil_added(Terrain const& terrain) {
  mixed_.prepare(terrain);
  population_.add_kind(kinds());
}

RoundLand WaterParticles::land(Terrain const& terrain) const {
  Columns const& columns = terrain.columns;
  return {.grid = terrain.grid,
          .segments_per_row = columns.segments_per_row(),
          .elevation = columns.elevations().data(),
          .available = mixed_.used() ? mixed_.available() : columns.available_thicknesses().data(),
          .base_soil = columns.ground_soils().data(),
          .flow = streams_.flow(),
          .lakes = &terrain.lakes,
          .sea = &terrain.sea,
          .sections = channels_.sections(),
          .pull = cover_.pull(),
          .soaks = soaking_.shares(),
          .bed_load = bed_load_.empty() ? nullptr : bed_load_.data(),
          .inlets = inlets_.cells(),
          .mixed = mixed_.used() ? mixed_.ground() : water::MixedGround{.ease = cover_.ease()},
          .base_level = base_level_};
}

Sums WaterParticles::sums() {
  return {.wish = wish_.data(),
          .gain = gain_.data(),
          .mixed_gains = mixed_.gains(),
          .soaked = soaking_.soaked(),
          .passage = streams_.passage(),
          .passed = streams_.passed(),
          .touched = touched_.data()};
}

int WaterParticles::rounds_of(float dt) const {
  const float hops = fastest() * dt / grid_.cell_size / water::kLongestHop;
  return std::max(1, static_cast<int>(std::ceil(std::min(hops, static_cast<float>(kMostRounds)))));
}

void WaterParticles::step(Terrain& terrain, StepContext const& context) {
  if (context.step % kSortSteps == 0 && population_.size() > 0) population_.sort_by_row();
  water::follow_sea(parameters_, terrain, context);
  const double rain = this->rain(terrain, context);
  births_.rain(terrain, rain * static_cast<double>(context.dt), parameters_.rain_gradient, context.step);
  births_.well(terrain, static_cast<double>(context.dt));
  let_run(terrain, context, water::take_springs(terrain, springs_));
  const int rounds = rounds_of(context.dt);
  begin_wet(terrain, context, rain);
  bear(terrain, context, rounds);
  const bool runs = population_.size() > 0 || rain > 0.0 || !births_.nothing_comes();
  if (!runs && streams_.forgotten()) return release();
  make_room(terrain);
  find_porch(terrain);
  inlets_.follow(terrain, parameters_.width);
  cover_.survey(terrain, water::kGravity / parameters_.friction, context.scheduler);
  channels_.survey(parameters_.width, terrain.grid, streams_, terrain.columns.elevations().data(), context.scheduler);
  if (population_.size() == 0) return;
  survey_bed_load(terrain, context.scheduler);
  const Rule round_rule = rule(terrain, context.dt / static_cast<float>(rounds), rounds);
  for (int round = 0; round < rounds; ++round) {
    run_round(terrain, context, round_rule, static_cast<std::uint32_t>(round));
  }
}

void WaterParticles::begin_wet(Terrain& terrain, StepContext const& context, double rain) {
  const bool dry = population_.size() == 0 && streams_.empty() && terrain.lakes.empty();
  if (!dry || !(parameters_.antecedent > 0.0f)) return;
  const std::vector<water::Arrival> arrivals =
      births_.arrivals(terrain, {context.seed, context.step, 0}, rain, parameters_.width);
  if (arrivals.empty()) return;
  inlets_.follow(terrain, parameters_.width);
  const float pull = water::kGravity / parameters_.friction;
  cover_.survey(terrain, pull, context.scheduler);
  const water::Antecedent before{
      .seconds = static_cast<double>(parameters_.antecedent),
      .lake_evaporation = static_cast<double>(parameters_.lake_evaporation) * kMillimetresPerHour,
      .droplets = static_cast<double>(std::max(parameters_.population, 1)),
      .river = parameters_.width,
      .routes = {.lifetime = parameters_.lifetime,
                 .evaporation = parameters_.evaporation,
                 .pull = pull,
                 .pulls = cover_.pull(),
                 .base_level = base_level_}};
  const water::AntecedentWater water = water::antecedent_water(terrain, before, arrivals, context.scheduler);
  context.ledger.book_in(kWater, water.brought);
  context.ledger.book_out(WaterWay::evaporated, water.evaporated);
  context.ledger.book_out(kWater, water.left);
  streams_.begin(water.flow, parameters_.memory);
  population_.bear(water.births, 1, 0.0f);
  if (water.run > 0.0f) run_ = water.run;
  spilling_ = water.spilling;
}

double WaterParticles::rain(Terrain const& terrain, StepContext const& context) const {
  return static_cast<double>(parameters_.rain) * kMillimetresPerHour +
         terrain.rainfall.rate(context.time, static_cast<double>(context.dt));
}

Quanta WaterParticles::drop_size(Terrain const& terrain, StepContext const& context) const {
  const auto cell_size = static_cast<double>(terrain.grid.cell_size);
  double rate = rain(terrain, context) * static_cast<double>(terrain.grid.cells());
  for (WaterSource const& source : terrain.sources) {
    if (source.pumps == 0) rate += static_cast<double>(source.discharge) / (cell_size * cell_size);
  }
  const auto wanted = static_cast<double>(std::max(parameters_.population, 1));
  // If more droplets live than are wanted, new ones are larger until there are fewer.
  const double crowd = std::max(1.0, static_cast<double>(population_.size()) / wanted);
  const double size = (rate * kQuantaPerMetre + static_cast<double>(spilling_)) *
                      static_cast<double>(std::max(run_, context.dt)) / wanted * crowd * crowd;
  // Waiting water starts no more droplets at once than may live.
  const double flood = static_cast<double>(births_.waiting()) / wanted;
  return static_cast<Quanta>(std::clamp(std::max(size, flood), kLeastDrop, double{water::kLargestDrop}));
}

void WaterParticles::bear(Terrain& terrain, StepContext const& context, int rounds) {
  const BirthPlan plan =
      births_.plan(terrain, {context.seed, context.step, 0}, {drop_size(terrain, context), parameters_.width});
  if (plan.brought > 0) context.ledger.book_in(kWater, plan.brought);
  if (plan.sand > 0) context.ledger.book_in(kSand, plan.sand);
  flights_ += plan.drops;
  pour(terrain, context, plan.given_up);
  population_.bear(plan.births, rounds, context.dt / static_cast<float>(rounds));
}

void WaterParticles::run_round(Terrain& terrain, StepContext const& context, Rule const& rule, std::uint32_t round) {
  if (mixed_.used()) mixed_.survey(terrain, parameters_.erodibility, context.ledger, context.scheduler);
  soaking_.survey(terrain, streams_.flow(), population_.slots().droplets, rule.dt, context.scheduler);
  const RoundLand land = this->land(terrain);
  const Sums sums = this->sums();
  const Draw draw{context.seed, context.step, round};
  const water::Contest contest{cap_.data(), contested_.data(), granted_.data()};
  const water::Slots slots = population_.slots();
  bands_.sort(terrain.grid, population_.droplets(), rule.bed.brush_radius, context.scheduler);
  std::atomic<std::uint64_t> steps{0};
  ended_.resize(static_cast<std::size_t>(bands_.count()));
  bands_.run(context.scheduler, [&](int band) {
    Tally tally = water::advance(rule, land, sums, draw, {slots, bands_.slots(band)});
    ended_[static_cast<std::size_t>(band)] = std::move(tally.ended);
    if (tally.evaporated > 0) context.ledger.book_out(WaterWay::evaporated, tally.evaporated);
    steps.fetch_add(tally.steps, std::memory_order_relaxed);
  });
  particle_steps_ += steps.load();
  for (std::vector<water::Ending> const& endings : ended_) {
    for (water::Ending const& ending : endings) {
      if (slots.fates[ending.slot] != Fate::rests) continue;
      water::lay_down_load(rule.bed, land, sums, {slots, ending.slot}, ending.phase);
    }
  }

  if (porch_.any()) water::keep_off(land, sums, porch_);
  const Quanta most = rule.bed.most_moved;
  std::atomic<bool> any{false};
  heaps_.resize(static_cast<std::size_t>(terrain.grid.height / kRowGrain + 1));
  context.scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    if (water::find_contested(rule.bed, land, sums, contest, {first, last})) {
      any.store(true, std::memory_order_relaxed);
    }
    heaps_[static_cast<std::size_t>(first / kRowGrain)] = water::find_heaps(land, sums, most, {first, last});
  });
  if (any.load()) {
    bands_.run(context.scheduler, [&](int band) {
      water::change_bed(rule.bed, land, sums, contest, {slots, bands_.slots(band)});
    });
  }
  for (std::vector<std::size_t> const& heaps : heaps_) water::level_heaps(land, sums, most, heaps);
  end_round(terrain, context);
  apply(terrain, context);
  let_run(terrain, context, soaking_.wet(terrain, context.scheduler));
}

void WaterParticles::let_run(Terrain& terrain, StepContext const& context, water::Springs springs) {
  pour(terrain, context, springs.resting);
  if (!springs.running.empty()) births_.spill(std::move(springs.running));
}

void WaterParticles::end_round(Terrain& terrain, StepContext const& context) {
  const water::Slots slots = population_.slots();
  pours_.clear();
  const auto end = [&](std::uint32_t slot) {
    Droplet const& d = slots.droplets[slot];
    if (!terrain.grid.contains(d.place.x, d.place.y)) {
      context.ledger.book_out(kWater, d.volume);
      if (!mixed_.used()) context.ledger.book_out(kSand, d.load);
      for (std::size_t k = 0; k < kinds(); ++k) {
        context.ledger.book_out(mixed_.kinds()[k], std::exchange(slots.parts_of(slot)[k], 0));
      }
      end_run(slot);
    } else if (slots.fates[slot] == Fate::rests) {
      pours_.push_back({terrain.grid.index(d.place.x, d.place.y), d.volume});
      slots.fates[slot] = Fate::runs;
      end_run(slot);
    }
  };
  for (std::vector<water::Ending> const& endings : ended_) {
    for (water::Ending const& ending : endings) end(ending.slot);
  }
  ended_.clear();
  pour(terrain, context, pours_);
}

void WaterParticles::pour(Terrain& terrain, StepContext const& context, std::span<LakePour const> pours) {
  const QuantaSum left = terrain.pour(pours);
  if (left > 0) context.ledger.book_out(kWater, left);
}

// The water runs to the next hollow within the step.
void WaterParticles::run_down(Terrain& terrain, StepContext const& context, std::span<LakeOutflow const> flows) {
  std::vector<LakePour> pours;
  QuantaSum left = 0;
  for (LakeOutflow const& flow : flows) {
    if (flow.beyond == LakeOutflow::kOutside) {
      left += flow.amount;
    } else {
      pours.push_back({flow.beyond, flow.amount});
    }
  }
  context.ledger.book_out(kWater, left);
  pour(terrain, context, pours);
}

void WaterParticles::end_run(std::uint32_t slot) {
  const float weight = 1.0f / std::max(kRunsAveraged * static_cast<float>(population_.size()), 1.0f);
  // The age of a droplet that has not yet begun to run is negative.
  run_ += weight * (std::max(population_.droplets()[slot].age, 0.0f) - run_);
  population_.end(slot);
}

// The lakes and the averaged streams share no data, and the lakes occupy only one thread.
void WaterParticles::step_beside(Terrain& terrain, StepContext const& context) {
  context.scheduler.for_ranges(2, 1, [&](int part, int) {
    if (part == 0) return settle_lakes(terrain.lakes, context);
    if (!streams_.empty()) streams_.remember(context, rounds_of(context.dt), parameters_.memory);
  });
}

// Lakes rise, fall and spill.
void WaterParticles::settle_lakes(Lakes& lakes, StepContext const& context) {
  const float weight = std::min(context.dt / std::max(run_, 1.0f), 1.0f);
  spilling_ -= weight * spilling_;
  if (lakes.empty()) return;
  const double depth = static_cast<double>(parameters_.lake_evaporation) * kMillimetresPerHour * context.dt;
  LakeLosses losses = settled(lakes, context, depth);
  QuantaSum spilled = losses.crossed;
  for (LakeOutflow const& flow : losses.outflows) spilled += flow.amount;
  spilling_ += weight * static_cast<float>(spilled) / context.dt;
  births_.spill(std::move(losses.outflows));
}

LakeLosses WaterParticles::settled(Lakes& lakes, StepContext const& context, double evaporation) {
  LakeLosses losses = lakes.settle({.seconds = context.dt,
                                    .evaporation = evaporation * kQuantaPerMetre,
                                    .soaks = kSoaks,
                                    .retention = parameters_.retention});
  context.ledger.book_out(WaterWay::evaporated, losses.evaporated);
  context.ledger.book_out(WaterWay::soaked, losses.soaked);
  context.ledger.book_out(kWater, losses.left);
  return losses;
}

void WaterParticles::apply(Terrain& terrain, StepContext const& context) {
  const int width = terrain.grid.width;
  const auto segments = static_cast<std::size_t>(terrain.columns.segments_per_row());
  context.scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t segment = static_cast<std::size_t>(first) * segments;
         segment < static_cast<std::size_t>(last) * segments; ++segment) {
      if (touched_[segment] == 0) continue;
      const int begin = static_cast<int>(segment % segments) * kSegment;
      const std::size_t base = terrain.grid.index(begin, static_cast<int>(segment / segments));
      const auto count = static_cast<std::size_t>(std::min(kSegment, width - begin));
      const bool contested = contested_[segment] != 0;
      const water::CellSums sums{.wish = wish_.data() + base,
                                 .gain = gain_.data() + base,
                                 .cap = contested ? cap_.data() + base : nullptr,
                                 .granted = contested ? granted_.data() + base : nullptr,
                                 .lowered = lowered_.data() + base};
      mixed_.used() ? apply_mixed(terrain, context.ledger, sums, base, count)
                    : apply_sand(terrain, context.ledger, sums, base, count);
      touched_[segment] = contested_[segment] = 0;
    }
  });
}

void WaterParticles::apply_sand(Terrain& terrain, Ledger& ledger, water::CellSums const& sums, std::size_t base,
                                std::size_t count) {
  std::array<Quanta, kSegment> taken, delta;
  Quanta const* const available = terrain.columns.available_thicknesses().data() + base;
  for (std::size_t i = 0; i < count; ++i) {
    if (sums.gain[i] <= kRangeEnd) continue;
    terrain.columns.spill(kSand, sums.gain[i] - kRangeEnd);
    sums.gain[i] = kRangeEnd;
  }
  const water::BedChange change =
      water::change_cells(sums, available, std::span(taken).first(count), std::span(delta).first(count));
  for (std::size_t i = 0; i < count && change.opened; ++i) {
    if (taken[i] > available[i]) delta[i] += water::wear_open(terrain, base + i, taken[i], ledger);
  }
  if (!change.moved) return;
  terrain.columns.exchange(kSand, base, std::span<Quanta const>(delta).first(count));
  terrain.columns.disturb(base);
}

void WaterParticles::apply_mixed(Terrain& terrain, Ledger& ledger, water::CellSums const& sums, std::size_t base,
                                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (sums.cap != nullptr) grant(sums, i);
    const QuantaSum rise = mixed_.apply(terrain, ledger, base + i, static_cast<Quanta>(std::exchange(sums.wish[i], 0)));
    sums.lowered[i] = static_cast<Quanta>(std::clamp<QuantaSum>(sums.lowered[i] - rise, -kRangeEnd, kRangeEnd));
  }
}

void WaterParticles::retire(Terrain& terrain, StepContext const& context) {
  // Lakes stay level while the ground below them moves and springs feed them.
  if (!terrain.lakes.empty()) run_down(terrain, context, settled(terrain.lakes, context, 0.0).outflows);
  water::Springs const springs = water::take_springs(terrain, springs_);
  run_down(terrain, context, springs.running);
  pour(terrain, context, springs.resting);
  run_down(terrain, context, births_.stop());
  if (population_.size() == 0) return release();
  make_room(terrain);
  // Each round surveys the soils too, but after a restore no round has run yet.
  if (mixed_.used()) mixed_.survey(terrain, parameters_.erodibility, context.ledger, context.scheduler);
  const water::Slots slots = population_.slots();
  const water::BedRule bed = rule(terrain, context.dt, 1).bed;
  for (std::size_t slot = 0; slot < population_.size(); ++slot) {
    if (slots.droplets[slot].volume == 0) continue;
    water::lay_down_load(bed, land(terrain), sums(), {slots, slot}, 0.5f);
    slots.fates[slot] = Fate::rests;
    ended_.push_back({{static_cast<std::uint32_t>(slot)}});
  }
  find_porch(terrain);
  if (porch_.any()) water::keep_off(land(terrain), sums(), porch_);
  end_round(terrain, context);
  apply(terrain, context);
  population_.clear();
  release();
}

void WaterParticles::survey_bed_load(Terrain const& terrain, Scheduler const& scheduler) {
  if (parameters_.capacity_law != CapacityLaw::meyer_peter_mueller) return bed_load_.clear();
  bed_load_.resize(grid_.cells());
  water::find_bed_load(terrain, water::stream_figures(parameters_, terrain, streams_, scheduler), bed_load_);
}

std::vector<water::StreamFigures> WaterParticles::stream_figures(Terrain const& terrain) const {
  return water::stream_figures(parameters_, terrain, streams_, Scheduler());
}

void WaterParticles::add_running_water(Terrain const& terrain, std::span<RunningWater> water) const {
  const std::vector<water::StreamFigures> figures = stream_figures(terrain);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const glm::vec2 discharge{streams_.flow()[i].x, streams_.flow()[i].y};
    water[i].discharge += discharge;
    if (!(figures[i].depth > 0.0f)) continue;
    water[i].depth += figures[i].depth;
    water[i].velocity += discharge * (figures[i].speed / glm::length(discharge));
  }
}

void WaterParticles::read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const {
  if (index == 0) return streams_.read_discharge(values);
  if (index == 2 || index == 3) {
    std::ranges::transform(stream_figures(terrain), values.begin(), [index](water::StreamFigures const& stream) {
      return index == 2 ? stream.depth : stream.speed;
    });
    return;
  }
  if (index == 4) return population_.read_suspended_load(terrain, values);
  if (index == 5) return streams_.read_direction(values);
  std::ranges::transform(lowered_, values.begin(), [](Quanta lost) { return static_cast<float>(to_metres(lost)); });
}

std::vector<ParticleTrace> WaterParticles::trace_particles(Terrain const& terrain, std::size_t limit) const {
  return population_.traces(terrain, limit, std::max(parameters_.capacity * fastest(), 1e-6f));
}

void WaterParticles::keep(Archive& archive) {
  population_.keep(archive);
  streams_.keep(archive);
  births_.keep(archive, grid_);
  archive.value(run_);
  archive.value(spilling_);
  archive.value(base_level_);
  archive.aside([&] { archive.list(lowered_, grid_.cells()); });
  archive.require(lowered_.size() % grid_.cells() == 0, "the record of erosion by rain differs in size from the land");
  const auto sound = [](float value, float most) { return value >= 0.0f && value <= most; };
  archive.require(sound(run_, kLongestRun) && sound(spilling_, kMostSpilling),
                  "the running time of droplets is out of range");
}

}  // namespace

std::unique_ptr<Process> make_water_particles() { return std::make_unique<WaterParticles>(); }

}  // namespace barchan
