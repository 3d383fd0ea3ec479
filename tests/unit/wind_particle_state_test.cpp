#include "processes/wind_particles/state.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace barchan::test::wind_particle_state_test {
namespace {

TEST(WindParticleState, IsSortedByRowsAndAlongThemAndLosesNobody) {
  const Grid grid{37, 11, 1.0f, Boundary::open};
  WindParticleState particles;
  particles.resize(500);
  std::mt19937 random(3);
  std::vector<std::pair<std::int32_t, std::int32_t>> cells;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles.cell_x[i] = static_cast<std::int32_t>(random() % 37);
    particles.cell_y[i] = static_cast<std::int32_t>(random() % 11);
    particles.load[i] = static_cast<std::int32_t>(i);
    particles.path[i] = static_cast<float>(i);
    cells.emplace_back(particles.cell_x[i], particles.cell_y[i]);
  }
  particles.sort(grid);
  std::vector<bool> seen(cells.size(), false);
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const auto was = static_cast<std::size_t>(particles.load[i]);
    seen[was] = true;
    EXPECT_EQ(particles.path[i], static_cast<float>(was)) << "all of a particle stays together";
    EXPECT_EQ(std::pair(particles.cell_x[i], particles.cell_y[i]), cells[was]);
    if (i == 0) continue;
    const auto place = [&](std::size_t k) { return std::pair(particles.cell_y[k], particles.cell_x[k] / 8); };
    EXPECT_LE(place(i - 1), place(i));
    if (place(i - 1) == place(i)) {
      EXPECT_LT(particles.load[i - 1], particles.load[i]) << "else as they were";
    }
  }
  EXPECT_EQ(std::ranges::count(seen, true), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST(WindParticleState, OfNobodyIsSortedToo) {
  WindParticleState particles;
  particles.sort({1, 1, 1.0f, Boundary::periodic});
  EXPECT_TRUE(particles.empty());
}

}  // namespace
}  // namespace barchan::test::wind_particle_state_test
