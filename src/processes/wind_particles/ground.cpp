#include "processes/wind_particles/ground.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr float kClimbBare = 1.43f;  // steepest slope of bare ground that sand passes: 55 degrees (Tsoar 1983)
constexpr Quanta kBare = 262;        // 1 mm; thinner sand leaves the ground bare

/// Mean elevation in quanta, rounded down. Shifting the land by whole quanta shifts it equally.
Quanta mean_elevation(ColumnsCount const& sums, Grid const& grid) {
  const QuantaSum total = sums.total();
  const auto cells = static_cast<QuantaSum>(grid.cells());
  return static_cast<Quanta>(total / cells - (total % cells < 0 ? 1 : 0));
}

}  // namespace

float flat_capacity_of(WindParticlesParameters const& parameters, Grid const& grid, float wind_speed,
                       std::size_t population) {
  const float ratio = wind_speed / kReferenceSpeed;
  const float share = parameters.saturation * ratio * ratio * static_cast<float>(grid.cells()) /
                      std::max(static_cast<float>(population), 1.0f);
  return std::min(share * static_cast<float>(kQuantaPerMetre), static_cast<float>(kLargestCapacity));
}

void WindGround::prepare(Terrain const& terrain) {
  smooth_.prepare(terrain.grid);
  cells_.assign(terrain.grid.cells(), {});
  flat_capacity_ = 0.0f;
}

float WindGround::capacity(std::size_t cell) const { return std::bit_cast<float>(cells_[cell].capacity); }

void WindGround::survey(Terrain const& terrain, StepContext const& context, WindParticlesParameters const& parameters,
                        std::size_t population, SandExchange& exchange) {
  Grid const& grid = terrain.grid;
  const glm::vec2 wind = context.wind.direction();
  const Quanta mean = mean_elevation(counter_.count(terrain.columns, context.scheduler), grid);
  flat_capacity_ = flat_capacity_of(parameters, grid, context.wind.speed(), population);
  const kernel::GroundRule rule{.inverse_cell = 1.0f / grid.cell_size,
                                .wind_x = wind.x,
                                .wind_y = wind.y,
                                .flat_capacity = flat_capacity_,
                                .most_capacity = static_cast<float>(kLargestCapacity),
                                .slope_gain = parameters.slope_gain,
                                .inverse_climb = 1.0f / parameters.climb,
                                .inverse_climb_bare = 1.0f / std::max(parameters.climb, kClimbBare),
                                .speed_up = parameters.speed_up,
                                .bare = kBare,
                                .mean = mean,
                                .inverse_vent = 1.0f / parameters.vent};
  std::array<float, kMostSoils> wear{};
  std::ranges::transform(terrain.soils, wear.begin(), wear_of);
  smooth_.fill(terrain, mean, parameters.slope_reach, context.scheduler);
  if (parameters.abrasion > 0.0f) exchange.faces().look(terrain, context.scheduler);
  exchange.begin_look(terrain);
  context.scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    RowWindow heights(grid, terrain.columns.elevations(), 3, Beyond::nearest);
    std::vector<float> hardness(static_cast<std::size_t>(grid.width));
    std::vector<Quanta> room(hardness.size());
    for (int y = first; y < last; ++y) {
      heights.fetch(y - 1, y + 1);
      const std::size_t begin = grid.index(0, y);
      const auto soils = terrain.columns.ground_soils().subspan(begin, hardness.size());
      std::ranges::transform(soils, hardness.begin(), [&](SoilId soil) { return wear[soil]; });
      const std::span<Quanta const> dry = exchange.look_row(terrain, y, room);
      for (std::size_t x = 0; x < dry.size() && dry.data() == room.data(); ++x) {
        if (terrain.columns.available(begin + x) >= kBare) hardness[x] = 0.0f;  // damp sand is not rock
      }
      const kernel::SurveyRow row{.elevation = heights.around(y, 0),
                                  .smooth = smooth_.rows(grid, y),
                                  .available = dry.data(),
                                  .shadow = context.wind.shadow().data() + begin,
                                  .bubble = context.wind.bubble().data() + begin,
                                  .hardness = hardness.data()};
      kernel::survey_row(rule, row, static_cast<std::size_t>(grid.width), cells_.data() + begin,
                         exchange.cells().data() + begin);
    }
  });
}

void WindGround::shelter(WindShelter const& shelter, Grid const& grid, Scheduler const& scheduler) {
  if (shelter.hold().empty()) return;
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    const std::size_t begin = grid.index(0, first), end = grid.index(0, last);
    kernel::shelter_cells(shelter.hold().data() + begin, shelter.guard().data() + begin, end - begin,
                          cells_.data() + begin);
  });
}

}  // namespace barchan
