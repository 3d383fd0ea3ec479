// Airborne sand under a uniform wind: flying several sub-steps of a row at once has the same result as flying them one
// by one. An empty wake forces single sub-steps over the whole land, because wakes draw in sand between them.
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/slab_dunes/field.hpp"
#include "processes/slab_dunes/wake.hpp"
#include "wind/wind_field.hpp"

namespace barchan::test::even_flight_test {
namespace {

constexpr int kSteps = 5;
constexpr std::size_t kPatch = 13;  // cells of a row that are sandy or bare together

float unit_at(std::size_t cell, std::uint32_t draw) {
  return to_unit(random_words(7, draw, RandomStream::scenario, static_cast<std::uint32_t>(cell))[0]);
}

struct Flight {
  int width, height;
  float azimuth;  ///< degrees
  int substeps, first_way;
  bool flies_out = false;
};

void PrintTo(Flight const& flight, std::ostream* out) {
  *out << flight.width << " x " << flight.height << ", towards " << flight.azimuth << " deg, " << flight.substeps
       << " sub-steps, " << flight.first_way << " of them rising" << (flight.flies_out ? ", to its end" : "");
}

/// Patches of sand on rock, partly in shelter, and the flight of sand over them.
class Desert {
 public:
  Desert(Flight const& flight, int threads) : scheduler_(threads) {
    terrain_.grid = {flight.width, flight.height, 1.0f, Boundary::periodic};
    const std::size_t cells = terrain_.grid.cells();
    std::vector<Quanta> sand(cells);
    trap_.resize(cells);
    hold_.resize(cells);
    for (std::size_t i = 0; i < cells; ++i) {
      const bool patch = unit_at(i / kPatch, 0) < 0.4f;
      sand[i] = patch ? to_quanta(0.02 * static_cast<double>(unit_at(i, 1))) : 0;
      trap_[i] = unit_at(i, 2) < 0.1f ? unit_at(i, 3) : 0.0f;
      hold_[i] = trap_[i];
    }
    terrain_.columns = Columns(terrain_.grid, std::vector<Quanta>(cells, 0), sand);
    wind_.set_prevailing({.direction = flight.azimuth});
    plan_ = {.lift = 40.0f,
             .sand_depth = 40.0f,
             .substeps = flight.substeps,
             .flies_out = flight.flies_out,
             .reach = 0.9f,
             .first_way = flight.first_way,
             .rest = {.bare = 0.1f, .sand = 0.2f}};
    air_.prepare(terrain_.grid);
    change_.prepare(terrain_.grid);
  }

  /// Carries all sand for one step. With a wake, sub-steps are flown one by one.
  void step(std::uint64_t number, LeeWake const* wake) {
    const StepContext context{5, number, 0.1f, wind_, scheduler_, ledger_};
    const SlabShelter shelter{trap_, hold_, {}, wake};
    Quanta const* const lies = terrain_.columns.available_thicknesses().data();
    landed_ += air_.carry({terrain_, kSand, lies, context, plan_, shelter, change_});
    terrain_.columns.exchange(kSand, 0, change_.cells());
    change_.clear();
  }

  /// Everything in which two runs may differ: the ground, the air, sand that has flown past, sand that has landed.
  std::vector<QuantaSum> state() const {
    std::vector<QuantaSum> all{landed_, air_.total()};
    for (std::size_t i = 0; i < terrain_.grid.cells(); ++i) {
      all.insert(all.end(), {terrain_.columns.elevation(i), air_.air(i), air_.passed()[i]});
    }
    return all;
  }
  QuantaSum landed() const { return landed_; }
  QuantaSum matter() const {
    QuantaSum sum = air_.total();
    for (const Quanta lies : terrain_.columns.available_thicknesses()) sum += lies;
    return sum;
  }

 private:
  Scheduler scheduler_;
  Ledger ledger_;
  Terrain terrain_;
  WindField wind_;
  SlabPlan plan_;
  std::vector<float> trap_, hold_;
  AirborneSand air_;
  SparseGrid<Quanta> change_;
  QuantaSum landed_ = 0;
};

class EvenFlight : public testing::TestWithParam<Flight> {};

TEST_P(EvenFlight, SeveralSubstepsInOneGoAreThoseOneByOne) {
  for (const int threads : {1, 3}) {
    Desert together(GetParam(), threads), apart(GetParam(), threads);
    const QuantaSum matter = together.matter();
    const LeeWake empty;
    for (int step = 0; step < kSteps; ++step) {
      together.step(static_cast<std::uint64_t>(step), nullptr);
      apart.step(static_cast<std::uint64_t>(step), &empty);
      ASSERT_EQ(together.state(), apart.state()) << "after step " << step << " on " << threads << " threads";
    }
    EXPECT_EQ(together.matter(), matter);
    EXPECT_GT(together.landed(), 0) << "nothing has flown, so nothing was compared";
  }
}

INSTANTIATE_TEST_SUITE_P(Winds, EvenFlight,
                         testing::Values(Flight{100, 97, 0.0f, 5, 2}, Flight{100, 97, 90.0f, 5, 2},
                                         Flight{100, 97, 180.0f, 5, 0}, Flight{100, 97, 270.0f, 5, 5},
                                         Flight{130, 64, 37.0f, 8, 3}, Flight{130, 65, -52.0f, 8, 3},
                                         Flight{64, 63, 135.0f, 7, 1}, Flight{65, 200, 200.0f, 4, 4},
                                         Flight{70, 1, 60.0f, 6, 2}, Flight{1, 70, 60.0f, 6, 2},
                                         Flight{20, 3, -80.0f, 9, 2}, Flight{96, 96, 60.0f, 90, 2, true},
                                         Flight{96, 100, -75.0f, 90, 0, true}, Flight{40, 20, 80.0f, 70, 3, true}));

}  // namespace
}  // namespace barchan::test::even_flight_test
