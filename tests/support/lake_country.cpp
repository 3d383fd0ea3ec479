#include "support/lake_country.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/lands.hpp"

namespace barchan::test {

World lake_country(LakeCountry const& country, int steps, int threads) {
  WorldSetup setup;
  setup.grid = {country.width, country.height, country.cell_size, country.boundary};
  setup.seed = 11;
  const double along_x = std::cos(country.turned * std::numbers::pi / 180.0),
               along_y = std::sin(country.turned * std::numbers::pi / 180.0);
  for_each_cell(setup.grid, [&](int x, int y) {
    const double dx = x - kLakeX, dy = y - kLakeY;
    const double along = dx * along_x + dy * along_y, across = std::abs(dy * along_x - dx * along_y);
    const double away = std::hypot(dx, dy);
    const double ground =
        20.0 - 0.1 * along + 0.15 * across - std::max(0.0, 4.0 - 0.4 * away) + std::max(0.0, 4.5 - 1.5 * away);
    setup.base.push_back(to_quanta(ground));
    setup.sand.push_back(0);
  });
  setup.parameters = {{"water_particles", "rain", 0.0},
                      {"water_particles", "population", 2000.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "capacity", 0.001},
                      {"water_particles", "erosion", 0.0001}};
  World world = make_world(std::move(setup), "water_particles", threads);
  const double reach = std::min(kLakeX - 4.0, (kLakeY - 2.0) / std::max(along_y, 0.01));
  world.apply(PlaceSource{{static_cast<float>((kLakeX - reach * along_x) / country.width),
                           static_cast<float>((kLakeY + 0.5 - reach * along_y) / country.height),
                           static_cast<float>(country.discharge)}});
  run(world, steps);
  return world;
}

}  // namespace barchan::test
