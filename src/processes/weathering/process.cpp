/// Weathering.
///
/// Model. The top of solid ground turns in place into the soil that its row names. This is fastest where the ground is
/// bare and slower under loose cover. It is proportional to the surface area, so that steep ground weathers faster.
/// Free faces of cliffs are hollowed out from the side: a notch grows in each exposed layer, and when a notch is one
/// cell deep, the ground above it falls.
///
/// Source: Heimsath et al. 1997 (rate under cover); Fisher 1866 and Lehmann 1933 (retreat of cliffs above their talus).
///
/// Equations; h: thickness of the cover on the base, k: rate of bare ground:
///   k = rate / (hardness cos(slope of the base)),  dh/dt = k exp(-h / depth)
///   over a time t: h' = h + depth ln(1 + k t exp(-h / depth) / depth), layer by layer
///   no weathering where h > 9.2 depth, because k exp(-h / depth) is less than a ten thousandth of k there
///   notch in a layer of a free face: d(notch)/dt = faces rate / hardness
///
/// Deviations: a notch removes nothing until it is a cell deep; all layers of a cell share one rounding remainder.
/// Limits: there are no overhangs; see docs/models/weathering.md.
#include "processes/weathering/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/math.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "base/slow_clock.hpp"
#include "land/exposure.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "processes/weathering/parameters.hpp"
#include "processes/weathering/stretches.hpp"

namespace barchan {

namespace {

constexpr std::array kAccesses{
    access::reads(LandState::surface, Value::current, "Shows which ground is steep and where the free faces are."),
    access::changes(LandState::cover, Value::current,
                    "Receives the loose soil that weathering makes. A thick cover protects the rock."),
    access::changes(LandState::ground, Value::current, "Turns from solid into loose soil."),
    access::writes(LandState::unsettled, "Marks new loose soil on steep rock, because this soil may slide."),
    access::reads(LandState::soils, Value::given, "Hardness of each soil, and the soil into which it weathers."),
    access::reads(LandState::masks, Value::given, "Reduce the rates of weathering."),
    access::changes(LandState::notches, Value::current,
                    "Grow in the free faces of cliffs until the notched layers fall."),
    access::writes(LandState::ledger, "Records the conversion of one soil into another."),
};

constexpr ProcessInfo kInfo{.id = "weathering",
                            .title = "Weathering",
                            .help = "Turns solid ground into loose soil in place and makes cliffs retreat.",
                            .reference = "Heimsath et al. 1997; Fisher 1866; Lehmann 1933",
                            .accesses = kAccesses};

constexpr std::array<FieldRow, 2> kFields{{
    {"weathering", "Weathering", "mm/a",
     "Thickness of solid ground that weathers per year, measured vertically. The retreat of the free faces of cliffs "
     "is not included."},
    {"notch", "Notch", "",
     "Depth of the notch that weathering cuts into the softest layer of the free face of a cliff, as a fraction of the "
     "cell size. At 1, this layer and all layers above it in the cell fall."},
}};

constexpr int kRowGrain = 16;
constexpr double kMetresPerMillimetre = 0.001;
constexpr double kRound = 1.0;           // mm weathered of bare rock or of cliff faces after which an update is due
constexpr double kParts = 4294967296.0;  // per quantum; unit of the remainders
constexpr double kLowestBase = -8191.0 * kQuantaPerMetre;  // below it nothing weathers
constexpr double kDeepest = 9.2;  // in units of `depth`; the rate is a ten thousandth there and counts as zero
constexpr double kMostAtOnce = 1000.0 * kQuantaPerMetre;

/// Retreat at hardness 1 that hollows out the softest layer of a face; infinite if no layer weathers.
double softest(Terrain const& terrain, std::size_t cell, Quanta foot) {
  double least = std::numeric_limits<double>::max();
  for_each_band(terrain.columns, cell, std::min(foot, terrain.columns.base(cell)), [&](Band band) {
    Soil const& soil = terrain.soils[band.soil];
    const bool cover = band.bottom >= terrain.columns.base(cell);
    if (!cover && terrain.soils[soil.weathers].loose) least = std::min(least, static_cast<double>(soil.hardness));
    return true;
  });
  return least * static_cast<double>(terrain.grid.cell_size);
}

class Weathering final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, weathering_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain&, StepContext const&) override;
  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;
  ProcessClock clock() const override {
    return {ProcessClock::Kind::slow, static_cast<double>(parameters_.years_per_second) * kSecondsPerYear};
  }
  void keep(Archive& archive) override;

 private:
  /// A stretch of a row, and the duration of an update.
  struct Place {
    int y, stretch;
    double years;
  };
  void forget_notches(Terrain& terrain, int y) const;
  void work_on(Terrain& terrain, Exposures const& exposures, Place const& place, Ledger& ledger);
  /// Thickness of cover under which nothing weathers.
  Quanta deepest() const { return to_quanta(kDeepest * static_cast<double>(parameters_.depth)); }
  double pace(double steepness, double cover) const;
  /// Weathers the base of a cell for `years`; `steepness` as in Exposure.
  void turn(Terrain& terrain, std::size_t cell, double steepness, double years, Ledger& ledger);

  WeatheringParameters parameters_;
  Grid grid_;
  /// Weathered rock of each cell below one quantum, as a fraction of one; empty until the first step.
  LandVector<std::uint32_t> remainder_;
  SlowClock clock_;  ///< years
  weathering::Stretches stretches_;
};

void Weathering::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  remainder_.clear();
  clock_ = {};
  stretches_.prepare(terrain.grid);
}

void Weathering::retire(Terrain& terrain, StepContext const&) {
  release_memory(remainder_);
  clock_ = {};
  stretches_.prepare(terrain.grid);
  terrain.notches.end_weathering();
}

void Weathering::step(Terrain& terrain, StepContext const& context) {
  Grid const& grid = terrain.grid;
  const double fastest = static_cast<double>(parameters_.rate) * std::max(1.0, static_cast<double>(parameters_.faces));
  const double years =
      clock_.due(static_cast<double>(context.dt) *
                     slow_pace(context.years_per_second, static_cast<double>(parameters_.years_per_second)),
                 kRound / fastest);
  if (years <= 0.0) return;
  remainder_.resize(grid_.cells());
  terrain.notches.expect_weathering(grid);
  if (!stretches_.survey(terrain, deepest(), context.scheduler) && !terrain.notches.any()) return;
  const Exposures exposures(terrain, stretches_.rows(), context.scheduler);
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      forget_notches(terrain, y);
      for (int stretch = 0; stretch < stretches_of(grid); ++stretch) {
        work_on(terrain, exposures, {y, stretch, years}, context.ledger);
      }
    }
  });
}

/// Forgets the notches in stretches of a row that have no free faces.
void Weathering::forget_notches(Terrain& terrain, int y) const {
  if (!terrain.notches.any(y)) return;
  const std::span<std::uint8_t const> work = stretches_.work(y);
  bool kept = false;
  for (std::size_t x = 0; x < static_cast<std::size_t>(grid_.width); ++x) {
    const bool faces = (work[x / kStretch] & weathering::kFaces) != 0;
    if (!faces) terrain.notches.forget(grid_.index(0, y) + x);
    kept = kept || faces;
  }
  if (!kept) terrain.notches.mark_empty(y);
}

void Weathering::work_on(Terrain& terrain, Exposures const& exposures, Place const& place, Ledger& ledger) {
  Grid const& grid = terrain.grid;
  const std::uint8_t work = stretches_.work(place.y)[static_cast<std::size_t>(place.stretch)];
  if (work == 0) return;
  const int first = place.stretch * kStretch, last = std::min(first + kStretch, grid.width);
  const MaskFactor masks(terrain.masks, {"weathering.enabled", "weathering.rate"});
  const MaskFactor of_faces(terrain.masks, {"weathering.faces"});
  const double retreat = static_cast<double>(parameters_.rate) * kMetresPerMillimetre * place.years *
                         static_cast<double>(parameters_.faces);
  for (int x = first; x < last; ++x) {
    const std::size_t cell = grid.index(x, place.y);
    const double share = static_cast<double>(masks.at(cell));
    if (share == 0.0) continue;
    const Exposure exposure = exposures.of(x, place.y);
    if (exposure.faces > 0.0) {
      terrain.notches.weather(cell, retreat * exposure.faces * share * static_cast<double>(of_faces.at(cell)));
      terrain.notches.let_fall(terrain, cell, {.foot = exposure.foot}, ledger);
    } else if ((work & weathering::kFaces) != 0) {
      terrain.notches.forget(cell);
    }
    if ((work & weathering::kTurns) != 0) turn(terrain, cell, exposure.steepness, place.years * share, ledger);
  }
}

/// Rate in m/a at which a base of hardness 1 weathers under `cover` metres.
double Weathering::pace(double steepness, double cover) const {
  const double bare = static_cast<double>(parameters_.rate) * kMetresPerMillimetre * steepness;
  return bare * static_cast<double>(math::decay(static_cast<float>(cover / static_cast<double>(parameters_.depth))));
}

void Weathering::turn(Terrain& terrain, std::size_t cell, double steepness, double years, Ledger& ledger) {
  while (years > 0.0) {
    const SoilId base = terrain.columns.base_soil(cell);
    Soil const& solid = terrain.soils[base];
    // As a thickness of base, which may yield a thicker cover.
    const double depth = static_cast<double>(parameters_.depth) / ledger.swelling(base, solid.weathers);
    const double room = std::min(static_cast<double>(terrain.columns.base(cell)) - kLowestBase, kMostAtOnce);
    if (!terrain.soils[solid.weathers].loose || !(room > 0.0)) return;
    if (terrain.columns.sediment(cell) >= deepest()) return;
    const double begun = static_cast<double>(remainder_[cell]) / kParts;
    const double cover = (static_cast<double>(terrain.columns.sediment(cell)) + begun) / kQuantaPerMetre;
    const double here = pace(steepness, cover) / static_cast<double>(solid.hardness);
    if (!(here > 0.0)) return;
    const double made = depth * math::logarithm_from_one(here * years / depth) * kQuantaPerMetre + begun;
    const auto whole = static_cast<Quanta>(std::min(std::floor(made), room));
    const Quanta turned = terrain.columns.weather(cell, whole, solid.weathers, ledger);
    if (turned == whole) {
      const double rest = (made - std::floor(made)) * kParts;
      remainder_[cell] = static_cast<std::uint32_t>(std::min(std::floor(rest), kParts - 1.0));
      return;
    }
    if (turned == 0) return;  // at an end of the range of elevations
    // The layer was used up early; the remaining time acts on the next one.
    const auto reached = static_cast<float>((turned - begun) / kQuantaPerMetre / depth);
    years -= depth / here * static_cast<double>(math::decayed(reached) / math::decay(reached));
    remainder_[cell] = 0;
  }
}

void Weathering::read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const {
  Grid const& grid = terrain.grid;
  if (!enabled()) return;
  const Exposures exposures(terrain);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      Soil const& solid = terrain.soils[terrain.columns.base_soil(cell)];
      const Exposure exposure = exposures.of(x, y);
      if (index == 0 && terrain.soils[solid.weathers].loose && terrain.columns.sediment(cell) < deepest()) {
        const double here = pace(exposure.steepness, to_metres(terrain.columns.sediment(cell)));
        values[cell] = static_cast<float>(here / (kMetresPerMillimetre * static_cast<double>(solid.hardness)));
      }
      if (index == 1 && exposure.faces > 0.0) {
        values[cell] =
            static_cast<float>(std::min(terrain.notches.weathered(cell) / softest(terrain, cell, exposure.foot), 1.0));
      }
    }
  }
}

void Weathering::keep(Archive& archive) {
  clock_.keep(archive);
  archive.list(remainder_, grid_.cells());
  archive.require(remainder_.empty() || remainder_.size() == grid_.cells(),
                  "the record of weathering differs in size from the land");
}

}  // namespace

std::unique_ptr<Process> make_weathering() { return std::make_unique<Weathering>(); }

}  // namespace barchan
