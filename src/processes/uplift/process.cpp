/// Uplift.
///
/// Model. Rock rises from below and lifts everything on it, either uniformly or more on one side. Cells at open edges
/// do not rise: they are the base level to which the land drains. The rise is applied in whole quanta.
///
/// Source: the uplift term of landscape evolution models, as in Howard 1994 and Whipple and Tucker 1999.
///
/// Equations: dz/dt = rate s,  s = 1 - tilt (1 - p). p is the position along the azimuth, from 0 to 1 over the land. At
/// open edges s = 0. The total rise over any time is s times the integral of the rate, rounded to whole quanta.
///
/// Deviations: none. Limits: there are no faults and no flexure; see docs/models/uplift.md.
#include "processes/uplift/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/direction.hpp"
#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "base/slow_clock.hpp"
#include "land/ledger.hpp"
#include "land/terrain.hpp"
#include "processes/uplift/parameters.hpp"

namespace barchan {

namespace {

constexpr std::array kAccesses{
    access::changes(LandState::surface, Value::current,
                    "Rises with the rock. The limit is 7000 m above the datum or 7000 m above the lowest ground, "
                    "whichever is lower."),
    access::changes(LandState::ground, Value::current, "Gains bedrock from below."),
    access::reads(LandState::masks, Value::given, "Reduce the rate of uplift."),
    access::writes(LandState::unsettled, "Marks slopes that change because neighbours rise by different amounts."),
    access::writes(LandState::ledger, "Records the bedrock that is added."),
};

constexpr ProcessInfo kInfo{.id = "uplift",
                            .title = "Uplift",
                            .help = "Raises the bedrock and everything on it, except at open edges.",
                            .reference = "Howard 1994; Whipple and Tucker 1999",
                            .accesses = kAccesses,
                            .supplies = true,
                            .state_version = 2};

constexpr int kRowGrain = 16;
constexpr int kShareBits = 15;     // bits of a cell's fraction of the rate
constexpr int kFractionBits = 32;  // bits of the fraction of a quantum
/// A rise by this many fractions of a quantum is a whole number of quanta for every cell's fraction of the rate.
constexpr int kCycleBits = kShareBits + kFractionBits;
constexpr std::int64_t kCycle = std::int64_t{1} << kCycleBits;
constexpr double kMetresPerMillimetre = 0.001;
constexpr double kRound = 1.0;           // mm of uplift after which an update is due
constexpr double kParts = 4294967296.0;  // per quantum
constexpr double kMostAtOnce = 10.0;     // m per step
/// Limit above the datum and above the lowest cell. It leaves space for what lies, or may come to lie, on the rock.
constexpr QuantaSum kHighest = QuantaSum{7000} * kQuantaPerMetre;

/// Progress of the full rate, in fractions of a quantum: from `begun` within a cycle, further by `rise`.
struct Rise {
  std::int64_t begun = 0, rise = 0;

  /// Whole quanta that a cell of this fraction gains. The total does not depend on the number of steps.
  std::int64_t of(std::int64_t share) const {
    const std::int64_t end = begun + rise;
    return share * (end >> kCycleBits) + (share * (end & (kCycle - 1)) >> kCycleBits) - (share * begun >> kCycleBits);
  }
};

class Uplift final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, uplift_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const&) override { begin(); }
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain&, StepContext const&) override { begin(); }
  ProcessClock clock() const override {
    return {ProcessClock::Kind::slow, static_cast<double>(parameters_.years_per_second) * kSecondsPerYear, reached_};
  }
  void keep(Archive& archive) override;

 private:
  void begin() {
    begun_ = 0;
    clock_ = {};
    reached_ = 1.0;
  }
  LandVector<std::int64_t> shares(Terrain const& terrain) const;

  UpliftParameters parameters_;
  /// Position within a cycle, in fractions of a quantum; less than kCycle.
  std::int64_t begun_ = 0;
  SlowClock clock_;       ///< mm
  double reached_ = 1.0;  ///< fraction of the asked rise that the land rose last
};

/// Fraction of the rate at each cell, in units of 2^-kShareBits.
LandVector<std::int64_t> Uplift::shares(Terrain const& terrain) const {
  Grid const& grid = terrain.grid;
  const MaskFactor masks(terrain.masks, {"uplift.enabled", "uplift.rate"});
  const bool open = grid.boundary == Boundary::open;
  const glm::dvec2 way(unit_vector(static_cast<double>(parameters_.azimuth)));
  const double reach = std::abs(way.x) + std::abs(way.y);
  const double tilt = grid.periodic() ? 0.0 : static_cast<double>(parameters_.tilt);
  LandVector<std::int64_t> shares(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (open && grid.on_edge(x, y)) continue;
      const double along = way.x * ((x + 0.5) / grid.width - 0.5) + way.y * ((y + 0.5) / grid.height - 0.5);
      const double even = 1.0 - tilt * (0.5 - along / reach);
      const double share = even * static_cast<double>(masks.at(grid.index(x, y)));
      shares[grid.index(x, y)] = static_cast<std::int64_t>(share * (1 << kShareBits) + 0.5);
    }
  }
  return shares;
}

void Uplift::step(Terrain& terrain, StepContext const& context) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const double years = static_cast<double>(context.dt) *
                       slow_pace(context.years_per_second, static_cast<double>(parameters_.years_per_second));
  const double risen = clock_.due(static_cast<double>(parameters_.rate) * years, kRound);
  if (risen <= 0.0) return;
  const double asked = risen * kMetresPerMillimetre, metres = std::min(asked, kMostAtOnce);
  reached_ = metres / asked;
  const Rise rise{begun_, static_cast<std::int64_t>(metres * kQuantaPerMetre * kParts)};
  begun_ = (rise.begun + rise.rise) & (kCycle - 1);
  const LandVector<std::int64_t> share = shares(terrain);
  const auto elevations = columns.elevations();
  const QuantaSum lowest = *std::ranges::min_element(elevations);
  const QuantaSum limit = kHighest + std::min<QuantaSum>(lowest, 0);
  LandVector<Quanta> gain(grid.cells());
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    QuantaSum brought = 0;
    for (std::size_t cell = grid.index(0, first); cell < grid.index(0, last); ++cell) {
      const QuantaSum room = std::max<QuantaSum>(limit - columns.elevation(cell), 0);
      gain[cell] = static_cast<Quanta>(std::min<QuantaSum>(rise.of(share[cell]), room));
      columns.raise(cell, gain[cell]);
      brought += gain[cell];
    }
    context.ledger.book_in(kRock, brought);
  });
  // Ground that rises together with its neighbours is not disturbed.
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      const std::size_t east = grid.index(grid.resolve_x(x + 1), y), north = grid.index(x, grid.resolve_y(y + 1));
      for (const std::size_t other : {east, north}) {
        if (gain[cell] == gain[other]) continue;
        columns.disturb(cell);
        columns.disturb(other);
      }
    }
  }
}

void Uplift::keep(Archive& archive) {
  clock_.keep(archive);
  archive.value(begun_);
  archive.require(begun_ >= 0 && begun_ < kCycle, "the progress of the uplift is out of range");
  archive.aside([&] {
    if (archive.version() >= 2) archive.value(reached_);
    archive.require(reached_ >= 0.0 && reached_ <= 1.0, "the completed fraction of the rise is out of range");
  });
}

}  // namespace

std::unique_ptr<Process> make_uplift() { return std::make_unique<Uplift>(); }

}  // namespace barchan
