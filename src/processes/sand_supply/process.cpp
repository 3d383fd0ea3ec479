/// Sand supply.
///
/// Model. Sand is brought in from outside and deposited on the land: along a line, on a disc that is kept full, along
/// the edges from which the wind comes, or in random discs until a given fraction of the land is covered. It is
/// recorded as inflow. Gravity then lets it slide to its angle of repose.
///
/// Source: the sand injection of Taylor & Keyser 2023 (3.1.1; in 4.2, a small circular source in each step until the
/// target cover is reached), after the sources of Lue et al. 2018 and the refilled disc of Rozier et al. 2019.
///
/// Equations, per step dt:
///   line          rate dt per metre, spread over `band`
///   disc          h = max(h, depth) within `radius`
///   upwind_edge   rate dt (w . n)+ per metre of an edge with inward normal n, over a strip of `band`
///   random_discs  disc_rate dt discs of `depth`, each centred on a bare cell, while cover < target_cover
/// cover is the fraction of cells with more than `cover_depth` of sand.
///
/// Deviations: discs are centred on bare cells only, so that full cover is reached without piling up sand elsewhere.
/// The number of discs per second does not depend on the time step. The cover is measured in every fourth step; the
/// discs of four steps are then deposited, each after checking which cells the previous discs have covered.
///
/// Limits: no cell is filled beyond 100 m of sand, and the net inflow is at most 100 m over the whole land.
#include "processes/sand_supply/process.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/direction.hpp"
#include "base/disc.hpp"
#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/inflow_stock.hpp"
#include "land/terrain.hpp"
#include "processes/sand_supply/discs_kernel.hpp"
#include "processes/sand_supply/inlet.hpp"
#include "processes/sand_supply/parameters.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr std::array kAccesses{
    access::changes(LandState::surface, Value::current, "Rises where sand is deposited."),
    access::changes(LandState::cover, Value::current,
                    "Receives the sand. In the mode `disc`, only cells with less sand than `depth` receive any."),
    access::changes(
        LandState::ground, Value::current,
        "Contains buried sand, which counts towards `target_cover`. New sand may merge with a buried layer of sand."),
    access::writes(LandState::unsettled, "Marks new sand, which may be too steep."),
    access::changes(LandState::ledger, Value::current,
                    "Records the sand that is added. The recorded amount limits further additions."),
    access::reads(LandState::masks, Value::given, "Reduce the sand that is added in each cell."),
    access::reads(LandState::prevailing_wind, Value::given,
                  "Determines which edges are upwind. If `across_wind` is on, it also turns the line (mode `line`)."),
    access::reads(LandState::random_numbers, Value::given,
                  "Determine the places of discs, and whether amounts below a quantum are rounded up or down."),
};

constexpr ProcessInfo kInfo{.id = "sand_supply",
                            .title = "Sand supply",
                            .help = "Brings sand in from outside along lines, along edges or in discs.",
                            .reference = "Taylor & Keyser 2023 (sand injection)",
                            .accesses = kAccesses,
                            .supplies = true};

constexpr std::uint64_t kLookEvery = 4;  // steps between two measurements of the cover
constexpr double kMostOwed = 1e3;        // discs; more than any rate leaves between two measurements
constexpr float kMostBrought = 100.0f;   // mean over the land of inflow less outflow, m
constexpr int kRowGrain = 32;

class SandSupply final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, sand_supply_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const&) override { owed_ = 0.0; }
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain&, StepContext const&) override { owed_ = 0.0; }
  void keep(Archive& archive) override;

 private:
  SupplyLine line(glm::dvec2 wind) const;
  void refill_disc(Terrain const& terrain, SandInlet& inlet) const;
  /// Deposits the discs that are due, while the cover is below the target.
  void scatter_discs(Terrain const& terrain, StepContext const& context, SandInlet& inlet);
  /// Returns the number of covered cells and fills `covered_` with the number in each row.
  QuantaSum look(Terrain const& terrain, Scheduler const& scheduler, Quanta depth);
  /// Finds the bare cell number `which` of the land, using `covered_`.
  std::size_t bare_cell(Terrain const& terrain, QuantaSum which, Quanta depth) const;

  SandSupplyParameters parameters_;
  double owed_ = 0.0;         ///< discs that are due
  std::vector<int> covered_;  ///< scratch memory: covered cells of each row
};

void SandSupply::step(Terrain& terrain, StepContext const& context) {
  if (parameters_.mode != SupplyMode::random_discs) owed_ = 0.0;
  if (InflowStock(terrain.grid, context.ledger).left(kMostBrought) <= 0.0f) return;
  SandInlet inlet(terrain, context);
  const glm::dvec2 wind(context.wind.direction());
  const double amount = static_cast<double>(parameters_.rate) * static_cast<double>(context.dt);
  const auto band = static_cast<double>(parameters_.band);
  switch (parameters_.mode) {
    case SupplyMode::line:
      inlet.lay_along_line(line(wind), amount, band);
      break;
    case SupplyMode::disc:
      refill_disc(terrain, inlet);
      break;
    case SupplyMode::upwind_edge:
      inlet.lay_along_edges(wind, amount, band);
      break;
    case SupplyMode::random_discs:
      scatter_discs(terrain, context, inlet);
      break;
  }
  context.ledger.book_in(kSand, inlet.laid());
}

SupplyLine SandSupply::line(glm::dvec2 wind) const {
  const glm::dvec2 fixed(unit_vector(static_cast<double>(parameters_.angle)));
  return {.middle = {parameters_.x, parameters_.y},
          .along = parameters_.across_wind != 0 ? glm::dvec2(-wind.y, wind.x) : fixed,
          .length = static_cast<double>(parameters_.length)};
}

void SandSupply::refill_disc(Terrain const& terrain, SandInlet& inlet) const {
  Grid const& grid = terrain.grid;
  const QuantaSum full = to_quanta(static_cast<double>(parameters_.depth));
  for_each_cell_of_disc(grid, static_cast<double>(parameters_.x) * grid.width,
                        static_cast<double>(parameters_.y) * grid.height,
                        static_cast<double>(parameters_.radius) / static_cast<double>(grid.cell_size),
                        [&](std::size_t cell, double) { inlet.lay(cell, full - terrain.columns.sediment(cell)); });
}

void SandSupply::scatter_discs(Terrain const& terrain, StepContext const& context, SandInlet& inlet) {
  owed_ += static_cast<double>(parameters_.disc_rate) * static_cast<double>(context.dt);
  if (context.step % kLookEvery != 0) return;
  Grid const& grid = terrain.grid;
  const Quanta cover_depth = to_quanta(static_cast<double>(parameters_.cover_depth));
  const QuantaSum thickness = to_quanta(static_cast<double>(parameters_.depth));
  const double radius = static_cast<double>(parameters_.radius) / static_cast<double>(grid.cell_size);
  const auto cells = static_cast<QuantaSum>(grid.cells());
  const double wanted = static_cast<double>(parameters_.target_cover) * static_cast<double>(cells);
  QuantaSum covered = look(terrain, context.scheduler, cover_depth);
  for (std::uint32_t disc = 0; owed_ >= 1.0 && static_cast<double>(covered) < wanted; ++disc, owed_ -= 1.0) {
    const std::uint64_t draw = random_words(context.seed, context.step, RandomStream::sand_supply, disc)[0];
    const auto which = static_cast<QuantaSum>(draw * static_cast<std::uint64_t>(cells - covered) >> 32);
    const std::size_t centre = bare_cell(terrain, which, cover_depth);
    const std::size_t width = static_cast<std::size_t>(grid.width);
    for_each_cell_of_disc(grid, static_cast<double>(centre % width) + 0.5, static_cast<double>(centre / width) + 0.5,
                          radius, [&](std::size_t cell, double) {
                            const bool bare = terrain.columns.sediment(cell) <= cover_depth;
                            inlet.lay(cell, thickness);
                            if (!bare || terrain.columns.sediment(cell) <= cover_depth) return;
                            ++covered_[cell / width];
                            ++covered;
                          });
  }
  // Discs that were not needed are dropped, so that when the cover falls again they come one by one.
  owed_ = std::min(owed_, 1.0);
}

QuantaSum SandSupply::look(Terrain const& terrain, Scheduler const& scheduler, Quanta depth) {
  Grid const& grid = terrain.grid;
  covered_.resize(static_cast<std::size_t>(grid.height));
  const auto width = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> room(width);
    for (int y = first; y < last; ++y) {
      covered_[static_cast<std::size_t>(y)] =
          kernel::count_covered(terrain.columns.sediment_row(y, room).data(), width, depth);
    }
  });
  QuantaSum sum = 0;
  for (int count : covered_) sum += count;
  return sum;
}

std::size_t SandSupply::bare_cell(Terrain const& terrain, QuantaSum which, Quanta depth) const {
  Grid const& grid = terrain.grid;
  int y = 0;
  while (which >= grid.width - covered_[static_cast<std::size_t>(y)]) {
    which -= grid.width - covered_[static_cast<std::size_t>(y++)];
  }
  std::size_t cell = grid.index(0, y);
  while (terrain.columns.sediment(cell) > depth || which-- > 0) ++cell;
  return cell;
}

void SandSupply::keep(Archive& archive) {
  archive.value(owed_);
  archive.require(owed_ >= 0.0 && owed_ < kMostOwed,
                  "the number of discs that the sand supply still has to place is out of range");
}

}  // namespace

std::unique_ptr<Process> make_sand_supply() { return std::make_unique<SandSupply>(); }

}  // namespace barchan
