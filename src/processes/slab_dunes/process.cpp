/// Slab dunes.
///
/// Model. In every step the open wind lifts a slab of sand from each cell. Sand hops along the wind and comes to rest
/// at random, more often on sand than on bare ground. In the wind shadow downwind of a crest it always comes to rest.
/// Slopes that become too steep slide down. These rules alone produce barchans and transverse, linear and star dunes,
/// depending on wind and sand supply.
///
/// Source: Werner 1995; Paris et al. 2019; Taylor & Keyser 2023. The idea of the airborne field: Nilles et al. 2024.
/// Plants: Baas & Nield 2007; Nield & Baas 2008. Stress over relief: Jackson & Hunt 1975; Kroy et al. 2002.
///
/// Equations; S: wind shadow, T: shear stress relative to flat ground, v: plant density, ps and pns: probabilities of
/// rest on sand and on bare ground, l: hop length:
///   lift    min(sand, lift_rate dt (1 - S) T^(3/2) (1 - v)) per step
///   caught  v, the fraction of passing sand that plants stop per hop
///   rest    S + (1 - S) (pns + (ps - pns) min(1, sand / slab)) after each hop; for the field see plan.cpp
///   flux    on flat sand lift_rate dt l / ps per step and metre of width, for any ps and l
///   creep   reptation x flux x slope, downhill
///   repose  GrainFlows::run_down
///
/// Deviations from the papers: hops may have any length and direction. Wakes are tested along the whole hop, because
/// longer hops would jump over a wake that is tested only at their end. Sand that bounces too often is deposited, never
/// lost. The thickness of a slab follows from the time step. The height of the crest determines the length of a wake.
#include "processes/slab_dunes/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/math.hpp"
#include "base/random.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "eddies/eddy.hpp"
#include "gravity/grain_flows.hpp"
#include "gravity/slide.hpp"
#include "land/terrain.hpp"
#include "processes/slab_dunes/blasting.hpp"
#include "processes/slab_dunes/field.hpp"
#include "processes/slab_dunes/hops.hpp"
#include "processes/slab_dunes/parameters.hpp"
#include "processes/slab_dunes/plan.hpp"
#include "processes/slab_dunes/reptation.hpp"
#include "processes/slab_dunes/shelter.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr std::array<FieldRow, 3> kFields{{
    {"slab_airborne", "Airborne slabs", "m", "Sand that slabs carry in the air over a cell, as a thickness.",
     FieldRamp::sequential, FieldRole::airborne_sand},
    {"slab_flux", "Slab flux", "m2/s",
     "Volume of sand that slabs carry per second through each metre of width across the wind, averaged over the last "
     "20 s. The field `wind_direction` gives the direction of the present wind.",
     FieldRamp::sequential, FieldRole::sand_flux},
    {"echo_belt", "Echo belt", "1/hop",
     "Rate, per hop, at which the eddy upwind of a wall or a cliff lets flying sand come to rest. An echo dune grows "
     "there.",
     FieldRamp::sequential},
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
    access::reads(LandState::slope_strength, Value::this_step,
                  "Changes the slope at which sand on slip faces comes to rest."),
    access::writes(LandState::slides, "Include the sand that flows down slip faces."),
    access::reads(LandState::damp, Value::this_step, "Shows which sand is damp. Wind does not lift damp sand."),
    access::changes(LandState::notches, Value::current, "Grow where flying sand hollows out the feet of cliffs."),
    access::changes(LandState::ledger, Value::current,
                    "Records the sand that crosses open edges. The inflow stock follows from this record."),
    access::reads(LandState::masks, Value::given,
                  "Reduce the wind near the ground, and the wear of rock and obstacles. Where a mask of the wind "
                  "speed or of the whole process is 0, no sand is lifted or deposited."),
    access::reads(LandState::prevailing_wind, Value::given, "Drives the sand."),
    access::reads(LandState::wind_field, Value::given,
                  "Gives the speed-up, the turning, the shear stress and the shadow of the wind over the relief."),
    access::reads(LandState::random_numbers, Value::given,
                  "Determine where slabs are lifted, how they hop and where they land."),
};

constexpr ProcessInfo kInfo{
    .id = "slab_dunes",
    .title = "Slab dunes",
    .help = "Slabs of sand hop along the wind and build barchan, transverse, linear and star dunes.",
    .reference = "Werner 1995; Paris et al. 2019; Taylor & Keyser 2023",
    .accesses = kAccesses,
    .state_version = 2};

constexpr float kFluxMemory = 20.0f;        // averaging time of the flux, s
constexpr float kLeastFlux = 1e-9f;         // m2/s; a smaller flux counts as none
constexpr std::uint64_t kTightenSteps = 8;  // steps between two searches for cells without flux
constexpr float kStreak = 0.5f;             // height above the ground at which flying sand is drawn, m
constexpr float kRiseOfHop = 1.0f / 12.0f;  // height to which sand rises, relative to the length of its hop
constexpr int kPassesPerCell = 4;           // passes in which grain flows move one cell further
constexpr int kRowGrain = 64;

class SlabDunes final : public Process, public AirCarrier {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, slab_dunes_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const& context) override;

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;

  CarrierOf carrier() override { return CarrierOf(*this); }
  ProcessCounters counters() const override { return {.laid_down = laid_down_}; }
  double flat_flux(Terrain const& terrain, float wind_speed) const override {
    return flux_over_flat_ground(parameters_, terrain.soils[kSand], wind_speed);
  }
  ProcessClock clock() const override { return {.kind = ProcessClock::Kind::sand}; }
  void soil_added(Terrain const& terrain) override { loose_ = loose_soils(terrain.soils); }
  void count_airborne(MassBudget& budget) const override {
    if (!in_the_air_) return;
    for (SoilInFlight const& flight : flights_) budget.accounts[flight.soil].airborne += flight.field.total();
  }
  bool finite() const override { return true; }  // all that it holds is whole quanta
  void add_airborne(SoilId soil, std::span<float> air) const override;
  std::vector<ParticleTrace> trace_particles(Terrain const& terrain, std::size_t limit) const override;

  void keep(Archive& archive) override;

 private:
  /// One soil that flies or may fly. Soils do not affect each other in the air.
  struct SoilInFlight {
    SoilId soil = kSand;
    AirborneSand field;
    SlabHops hops;
  };

  /// Moves the soils that fly and those that the wind can lift, in the order of the table.
  void carry_soils(Terrain& terrain, StepContext const& context, SlabShelter const& shelter);
  /// Allocates what slabs need beside the land, while they fly.
  void make_room(Terrain const& terrain);
  void release();
  std::vector<SoilInFlight>::iterator add_flight(Grid const& grid, SoilId soil);
  /// Available thickness of a soil, per cell.
  Quanta const* available(Terrain const& terrain, SoilId soil, Scheduler const& scheduler);
  SparseGrid<Quanta> const& air(SoilInFlight const& flight) const {
    return parameters_.transport == Transport::field ? flight.field.passed() : flight.hops.impacts();
  }
  /// Sand that flies past, summed over all soils.
  SparseGrid<Quanta> const& all_air();
  void carry(Terrain& terrain, StepContext const& context, SoilInFlight& flight, SlabShelter const& shelter);
  /// Deposits all sand in the air.
  void lay_down(Terrain& terrain, Scheduler const& scheduler);
  /// Adds `change_` to the columns and clears it.
  void apply(Terrain& terrain, SoilId soil, Scheduler const& scheduler);
  void clear_strip(Terrain& terrain, StepContext const& context);
  /// Moves the sand of `change_` off ground that masks exclude.
  void keep_off_closed_ground();
  void find_porch(Terrain const& terrain) { porch_.renew(grid_, terrain.masks, slab_factor(terrain)); }
  void average_flux(Grid const& grid, StepContext const& context, float reach, SparseGrid<Quanta> const& air);
  Quanta in_the_air(std::size_t cell) const {
    Quanta sum = 0;
    for (SoilInFlight const& flight : flights_) sum += flight.field.air(cell);
    return sum;
  }

  SlabDunesParameters parameters_;
  Grid grid_;
  SoilSet loose_ = 0;
  std::vector<SoilInFlight> flights_;  ///< sand first; empty before the first step
  LandVector<Quanta> available_;       ///< scratch memory for lands with several soils
  SparseGrid<Quanta> air_;             ///< scratch memory
  ReverseEddy eddy_;
  SandBlasting blasting_;
  LeeWake wake_;
  ShelterMaps maps_;
  GrainFlows grain_flows_;
  Porch porch_;
  SparseGrid<Quanta> change_;  ///< zero between the parts of a step
  SparseGrid<float> flux_;     ///< time average, m2/s
  float flux_time_ = 0.0f;     ///< s over which it has been averaged, at most kFluxMemory
  QuantaSum laid_down_ = 0;
  bool in_the_air_ = false;     ///< there may be sand in the air
  glm::vec2 wind_{1.0f, 0.0f};  ///< of the last step, m/s; only for the picture
};

void SlabDunes::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  loose_ = loose_soils(terrain.soils);
  release();
  laid_down_ = 0;
  in_the_air_ = false;
}

void SlabDunes::make_room(Terrain const& terrain) {
  if (flights_.empty()) add_flight(grid_, kSand);
  if (change_.empty()) grain_flows_.prepare(terrain);
  if (change_.empty()) change_.prepare(grid_);
  if (flux_.empty()) {
    flux_.prepare(grid_);
    flux_time_ = 0.0f;
  }
}

void SlabDunes::release() {
  release_memory(flights_, available_, air_, change_, flux_, wake_, maps_, grain_flows_);
  eddy_.prepare();
  blasting_.prepare();
}

std::vector<SlabDunes::SoilInFlight>::iterator SlabDunes::add_flight(Grid const& grid, SoilId soil) {
  SoilInFlight flight;
  flight.soil = soil;
  flight.field.prepare(grid);
  flight.hops.prepare(grid);
  const auto place = std::ranges::upper_bound(flights_, soil, {}, &SoilInFlight::soil);
  return flights_.insert(place, std::move(flight));
}

void SlabDunes::carry_soils(Terrain& terrain, StepContext const& context, SlabShelter const& shelter) {
  // Each soil is tested only when its turn comes, because the soils before it may have uncovered it in this step.
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    const auto soil = static_cast<SoilId>(i);
    auto flight = std::ranges::lower_bound(flights_, soil, {}, &SoilInFlight::soil);
    if (flight == flights_.end() || flight->soil != soil) {
      if ((terrain.soils_for_the_wind() & soil_bit(soil)) == 0) continue;
      flight = add_flight(terrain.grid, soil);
    }
    carry(terrain, context, *flight, shelter);
  }
}

Quanta const* SlabDunes::available(Terrain const& terrain, SoilId soil, Scheduler const& scheduler) {
  Columns const& columns = terrain.columns;
  const bool free = terrain.cell_layers.quanta(CellLayer::damp).empty() && !porch_.any();
  if (free && columns.cover_soils_anywhere() == soil_bit(soil)) return columns.available_thicknesses().data();
  available_.resize(columns.size());
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::span<Quanta> row = std::span(available_).subspan(terrain.grid.index(0, y), width);
      const std::span<Quanta const> lies = columns.available_row(y, soil, row);
      const std::span<Quanta const> lifts = terrain.dry_row(y, lies, row);  // damp sand is not lifted
      if (lifts.data() != row.data()) std::ranges::copy(lifts, row.begin());
    }
  });
  for (const std::int32_t closed : porch_.closed()) available_[static_cast<std::size_t>(closed)] = 0;
  return available_.data();
}

SparseGrid<Quanta> const& SlabDunes::all_air() {
  if (flights_.size() == 1) return air(flights_.front());
  air_.prepare(grid_);
  LandVector<Quanta>& sum = air_.open_cells();
  for (SoilInFlight const& flight : flights_) {
    std::ranges::transform(sum, air(flight).cells(), sum.begin(), std::plus<>());
  }
  return air_;
}

void SlabDunes::carry(Terrain& terrain, StepContext const& context, SoilInFlight& flight, SlabShelter const& shelter) {
  const SlabPlan plan = plan_slabs(parameters_, terrain, flight.soil, context);
  Quanta const* const lies = available(terrain, flight.soil, context.scheduler);
  const float falls = terrain.soils[flight.soil].settling_speed / Soil{}.settling_speed;
  const SlabShelter its = falls < 1.0f ? maps_.of_light_soil(shelter, falls, porch_, context.scheduler) : shelter;
  const SlabStep slabs{terrain, flight.soil, lies, context, plan, its, change_};
  laid_down_ += parameters_.transport == Transport::field ? flight.field.carry(slabs) : flight.hops.carry(slabs);
  apply(terrain, flight.soil, context.scheduler);
}

void SlabDunes::step(Terrain& terrain, StepContext const& context) {
  make_room(terrain);
  find_porch(terrain);
  const SlabPlan plan = plan_slabs(parameters_, terrain, kSand, context);
  wind_ = context.wind.direction() * context.wind.speed();
  if (parameters_.echo == 0) eddy_.prepare();
  const bool eddies = parameters_.echo != 0 && eddy_.renew(terrain, context,
                                                           {.tallest = parameters_.cliff_height,
                                                            .least = plan.hop * kRiseOfHop,
                                                            .flight = plan.hop / plan.after_hop.sand});
  if (eddies) wake_.renew(terrain, context, ReverseEddy::kSteep, parameters_.cliff_height);
  const SlabShelter shelter = maps_.renew(terrain, context, plan, eddies ? &eddy_ : nullptr, eddies ? &wake_ : nullptr);
  const bool field = parameters_.transport == Transport::field;
  if (!field && in_the_air_) lay_down(terrain, context.scheduler);
  carry_soils(terrain, context, shelter);
  in_the_air_ = field;
  SparseGrid<Quanta> const& air = all_air();
  const float reach = field ? plan.reach : 1.0f;
  average_flux(terrain.grid, context, reach, air);
  if (parameters_.abrasion > 0.0f) {
    blasting_.wear(terrain, context,
                   {.abrasion = parameters_.abrasion,
                    .height = parameters_.abrasion_height,
                    .rock_hardness = parameters_.rock_hardness,
                    .obstacle_hardness = parameters_.obstacle_hardness,
                    .variation = parameters_.hardness_variation,
                    .patch = parameters_.hardness_patch,
                    .sand_depth = plan.sand_depth,
                    .way = reach * terrain.grid.cell_size},
                   air.cells());
  }
  if (parameters_.reptation > 0.0f) {
    for (SoilInFlight const& flight : flights_) {
      Quanta const* const lies = available(terrain, flight.soil, context.scheduler);
      const Impacts impacts{lies, this->air(flight)};
      reptate(terrain, parameters_.reptation, impacts, context.scheduler, change_);
      apply(terrain, flight.soil, context.scheduler);
    }
  }
  grain_flows_.run_down(terrain, kPassesPerCell * parameters_.avalanche_reach,
                        {context.step, context.scheduler, context.ledger}, porch_);
  if (eddies) clear_strip(terrain, context);
}

/// Clears the soils that lie there now. A soil may have slid there in this step, and not have been in flight before.
void SlabDunes::clear_strip(Terrain& terrain, StepContext const& context) {
  const SoilSet soils = terrain.soils_for_the_wind();
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    const auto soil = static_cast<SoilId>(i);
    if ((soils & soil_bit(soil)) == 0) continue;
    eddy_.clear_strip(terrain, soil, context, change_.open_cells(), porch_);
    apply(terrain, soil, context.scheduler);
  }
}

void SlabDunes::lay_down(Terrain& terrain, Scheduler const& scheduler) {
  for (SoilInFlight& flight : flights_) {
    flight.field.lay_down(change_);
    apply(terrain, flight.soil, scheduler);
  }
  in_the_air_ = false;
}

void SlabDunes::retire(Terrain& terrain, StepContext const& context) {
  if (in_the_air_) {
    make_room(terrain);
    find_porch(terrain);
    lay_down(terrain, context.scheduler);
  }
  release();
}

void SlabDunes::keep_off_closed_ground() {
  for (const std::int32_t closed : porch_.closed()) {
    const auto cell = static_cast<std::size_t>(closed);
    const Quanta rests = change_[cell];
    if (rests == 0) continue;
    change_.add(cell, -rests);
    change_.add(porch_.of(cell), rests);
  }
}

void SlabDunes::apply(Terrain& terrain, SoilId soil, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  keep_off_closed_ground();
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    if (!change_.any(first, last)) return;
    for (int y = first; y < last; ++y) {
      if (!change_.any(y)) continue;
      for_cell_runs(grid, change_.marks(y), [&](CellRun run) {
        terrain.columns.exchange(soil, grid.index(0, y) + run.first, {change_.row(y) + run.first, run.count});
      });
      change_.clear_row(y);
    }
  });
}

void SlabDunes::average_flux(Grid const& grid, StepContext const& context, float reach, SparseGrid<Quanta> const& air) {
  // Until the memory is full, the flux is the mean over the time so far.
  flux_time_ = std::min(flux_time_ + context.dt, kFluxMemory);
  const float rate = std::max(1.0f - math::decay(context.dt / kFluxMemory), context.dt / flux_time_);
  const float per_quantum = kMetresPerQuantum * grid.cell_size * reach / context.dt;
  const bool tightens = context.step % kTightenSteps == 0;
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    if (!air.any(first, last) && !flux_.any(first, last)) return;
    for (int y = first; y < last; ++y) {
      if (!air.any(y) && !flux_.any(y)) continue;
      add_marks(air.marks(y), flux_.open_marks(y));
      Quanta const* const flies = air.row(y);
      float* const flux = flux_.row(y);
      for_cell_runs(grid, flux_.marks(y), [&](CellRun run) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
          const float next = flux[i] + rate * (static_cast<float>(flies[i]) * per_quantum - flux[i]);
          flux[i] = next > kLeastFlux ? next : 0.0f;
        }
      });
    }
    if (tightens) flux_.tighten_rows(first, last);
  });
}

void SlabDunes::read_field(std::size_t index, Terrain const&, std::span<float> values) const {
  if (index == 1) {
    std::ranges::copy(flux_.cells(), values.begin());
    return;
  }
  if (index == 2) {
    std::copy(eddy_.belt().begin(), eddy_.belt().end(), values.begin());
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(in_the_air(i)) * kMetresPerQuantum;
}

void SlabDunes::add_airborne(SoilId soil, std::span<float> air) const {
  for (SoilInFlight const& flight : flights_) {
    if (flight.soil != soil || flight.field.total() == 0) continue;
    for (std::size_t i = 0; i < air.size(); ++i) air[i] += static_cast<float>(flight.field.air(i)) * kMetresPerQuantum;
  }
}

std::vector<ParticleTrace> SlabDunes::trace_particles(Terrain const& terrain, std::size_t limit) const {
  std::vector<ParticleTrace> traces;
  if (!in_the_air_ || limit == 0) return traces;
  const std::size_t cells = terrain.grid.cells();
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  Quanta most = 1;
  for (std::size_t i = 0; i < cells; ++i) most = std::max(most, in_the_air(i));
  const std::size_t stride = (cells + limit - 1) / limit;
  for (std::size_t i = stride / 2; i < cells; i += stride) {
    const Quanta air = in_the_air(i);
    if (air == 0) continue;
    const auto place =
        random_words(static_cast<std::uint64_t>(air), 0, RandomStream::slab_dunes, static_cast<std::uint32_t>(i));
    const auto x = static_cast<float>(i % width) + to_unit(place[0]);
    const auto y = static_cast<float>(i / width) + to_unit(place[1]);
    const auto ground = static_cast<float>(to_metres(terrain.columns.elevation(i)));
    const auto flight = std::ranges::max_element(flights_, {}, [i](auto const& one) { return one.field.air(i); });
    traces.push_back(
        {.position = {x * terrain.grid.cell_size, y * terrain.grid.cell_size, ground + kStreak * to_unit(place[2])},
         .velocity = {wind_.x, wind_.y, 0.0f},
         .load = static_cast<float>(air) / static_cast<float>(most),
         .soil = flight->soil});
  }
  return traces;
}

void SlabDunes::keep(Archive& archive) {
  archive.value(in_the_air_);
  // Soils without airborne matter are not saved. carry_soils() finds them again on the surface.
  std::vector<SoilId> soils;
  for (SoilInFlight const& flight : flights_) {
    if (flight.soil == kSand || flight.field.total() > 0) soils.push_back(flight.soil);
  }
  archive.list(soils, kMostSoils);
  const bool sand_first = soils.empty() ? !in_the_air_ : soils.front() == kSand;
  archive.require(sand_first && std::ranges::is_sorted(soils, std::less_equal<>()),
                  "the airborne soils are out of order");
  if (archive.reading()) flights_.clear();
  for (const SoilId soil : soils) {
    archive.require(soil < kMostSoils && (loose_ & soil_bit(soil)) != 0, "an airborne soil is not loose");
    if (archive.reading()) add_flight(grid_, soil);
  }
  for (SoilInFlight& flight : flights_) {
    if (!std::ranges::binary_search(soils, flight.soil)) continue;
    flight.field.keep(archive);
    archive.require(in_the_air_ || flight.field.total() == 0, "there are airborne slabs that should have landed");
  }
  archive.aside([&] {
    if (archive.reading()) soils.empty() ? release_memory(flux_) : flux_.prepare(grid_);
    flux_.keep(archive);
    if (archive.reading()) flux_time_ = soils.empty() ? 0.0f : kFluxMemory;  // which version 1 does not tell
    if (archive.version() >= 2) archive.value(flux_time_);
    archive.require(flux_time_ >= 0.0f && flux_time_ <= kFluxMemory, "the averaging time of the flux is out of range");
  });
}

}  // namespace

std::unique_ptr<Process> make_slab_dunes() { return std::make_unique<SlabDunes>(); }

}  // namespace barchan
