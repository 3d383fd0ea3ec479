/// Every parameter at the ends of its range and between them, on grids and lands of odd shapes and sizes.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.hpp"
#include "contract/process_test.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::range_test {
namespace {

class RangeContract : public ProcessContract {
 protected:
  /// Returns true for groups whose parameters this test changes: those of the world and of the processes under test.
  bool moves(std::string_view group) const {
    const std::vector<std::string> processes = process_ids();
    if (std::find(processes.begin(), processes.end(), group) == processes.end()) return true;
    return GetParam() == "all" || GetParam() == group;
  }
};
INSTANTIATE_TEST_SUITE_P(Each, RangeContract, testing::ValuesIn(each_process_and_all()), name_of_process);

constexpr Grid kGrid{.width = 36, .height = 28, .cell_size = 1.0f, .boundary = Boundary::open};

/// Fraction of the largest population that is enough for a small grid.
constexpr double kSmallPopulation = 0.02;

/// A value of the row: the minimum for 0, the maximum for 1, interpolated logarithmically if the row is logarithmic.
double value_at(ParameterRow const& row, double share) {
  double value = row.minimum + share * (row.maximum - row.minimum);
  if (row.logarithmic && row.minimum > 0.0)
    value = std::clamp(row.minimum * std::pow(row.maximum / row.minimum, share), row.minimum, row.maximum);
  return row.kind == ParameterKind::real ? value : std::round(value);
}

TEST_P(RangeContract, EachParameterAtItsMinimumAndMaximum) {
  if (GetParam() == "all") GTEST_SKIP() << "each process has had its turn";
  for (double share : {0.0, 1.0}) {
    World world = this->world(kGrid);
    run(world, 3);
    const std::vector<std::byte> start = world.snapshot();
    for (ParameterGroup const& group : world.parameter_groups()) {
      if (!moves(group.id)) continue;
      for (ParameterRow const& row : group.rows) {
        World varied = World::restore(start, make_processes());
        varied.apply(SetParameter{std::string(group.id), std::string(row.key), value_at(row, share)});
        run(varied, 6);
        EXPECT_EQ(unsound(varied), "") << group.id << "." << row.key << " = " << value_at(row, share);
      }
    }
  }
}

TEST_P(RangeContract, AllParametersAtTheirMinimumOrMaximumTogether) {
  for (Boundary boundary : kBoundaries) {
    for (double share : {0.0, 1.0}) {
      Grid grid = kGrid;
      grid.boundary = boundary;
      World world = this->world(grid);
      for (ParameterGroup const& group : world.parameter_groups()) {
        if (!moves(group.id)) continue;
        for (ParameterRow const& row : group.rows) {
          if (row.key == "enabled") continue;
          // The largest population is tested alone above; here it would only be slow.
          const double most = row.kind == ParameterKind::integer ? kSmallPopulation : 1.0;
          world.apply(SetParameter{std::string(group.id), std::string(row.key), value_at(row, share * most)});
        }
      }
      run(world, 8);
      EXPECT_EQ(unsound(world), "") << (share > 0.5 ? "maxima" : "minima");
    }
  }
}

TEST_P(RangeContract, RandomParameters) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    Grid grid = kGrid;
    grid.boundary = kBoundaries[seed % 3];
    grid.cell_size = seed % 2 == 0 ? 0.25f : 4.0f;
    World world = this->world(grid, {.seed = seed});
    for (int round = 0; round < 3; ++round) {
      std::uint32_t draw = 0;
      for (ParameterGroup const& group : world.parameter_groups()) {
        if (!moves(group.id)) continue;
        for (ParameterRow const& row : group.rows) {
          const auto words = random_words(seed, static_cast<std::uint64_t>(round), RandomStream::scenario, ++draw);
          const double most = row.kind == ParameterKind::integer ? kSmallPopulation : 1.0;
          if (row.key == "enabled" && words[1] % 4 != 0) continue;
          const double share = static_cast<double>(to_unit(words[0])) * most;
          world.apply(SetParameter{std::string(group.id), std::string(row.key), value_at(row, share)});
        }
      }
      run(world, 6);
      ASSERT_EQ(unsound(world), "") << "seed " << seed << ", round " << round;
    }
  }
}

TEST_P(RangeContract, OddGrids) {
  constexpr std::pair<int, int> kSizes[] = {{1, 1}, {1, 2}, {2, 1},   {1, 40},  {40, 1},
                                            {2, 2}, {3, 3}, {16, 17}, {17, 16}, {33, 5}};
  for (auto [width, height] : kSizes) {
    for (Boundary boundary : kBoundaries) {
      for (int threads : {1, 3}) {
        World world =
            this->world({.width = width, .height = height, .cell_size = 1.0f, .boundary = boundary}, {}, threads);
        run(world, 8);
        EXPECT_EQ(unsound(world), "") << width << " x " << height << ", boundary " << static_cast<int>(boundary);
      }
    }
  }
}

TEST_P(RangeContract, WindFromEveryQuarter) {
  for (double direction : {0.0, 37.0, 90.0, 135.0, 180.0, 222.0, 270.0, 315.0, 360.0}) {
    for (Boundary boundary : kBoundaries) {
      WorldSetup setup = make_setup({.width = 37, .height = 23, .cell_size = 1.0f, .boundary = boundary});
      setup.parameters.push_back({"wind", "direction", direction});
      World world = this->world(std::move(setup));
      run(world, 15);
      EXPECT_EQ(unsound(world), "") << direction << " degrees, boundary " << static_cast<int>(boundary);
    }
  }
}

TEST_P(RangeContract, OddCellSizes) {
  for (float cell_size : {0.01f, 0.25f, 3.0f, 30.0f, 1000.0f}) {
    World world = this->world({.width = 30, .height = 26, .cell_size = cell_size, .boundary = Boundary::open});
    run(world, 12);
    EXPECT_EQ(unsound(world), "") << cell_size << " m";
  }
}

TEST_P(RangeContract, OddLands) {
  const Grid grid{.width = 40, .height = 30, .cell_size = 1.0f, .boundary = Boundary::open};
  struct Land {
    std::string name;
    WorldSetup setup;
  };
  std::vector<Land> lands;
  lands.push_back({"flat rock", make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false})});
  lands.push_back({"flat sand", make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false})});
  std::fill(lands.back().setup.sand.begin(), lands.back().setup.sand.end(), 4 * kQuantaPerMetre);
  lands.push_back({"bare mountains", make_setup(grid, {.rock_relief = 2000.0, .sand_thickness = 0.0})});
  lands.push_back({"all obstacle", make_setup(grid)});
  lands.back().setup.obstacle.assign(grid.cells(), 3 * kQuantaPerMetre);
  lands.push_back({"one quantum of sand", make_setup(grid, {.sand_thickness = 0.0})});
  std::fill(lands.back().setup.sand.begin(), lands.back().setup.sand.end(), 1);
  lands.push_back({"a tower", make_setup(grid, {.rock_relief = 0.0, .obstacle = false})});
  lands.back().setup.base[grid.index(20, 15)] = 3000 * kQuantaPerMetre;
  lands.push_back(
      {"a pillar of sand", make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false})});
  lands.back().setup.sand[grid.index(20, 15)] = 1000 * kQuantaPerMetre;
  lands.push_back({"a shaft", make_setup(grid, {.rock_relief = 0.0, .obstacle = false})});
  lands.back().setup.base[grid.index(0, 0)] = -3000 * kQuantaPerMetre;
  for (Land const& land : lands) {
    for (Boundary boundary : kBoundaries) {
      WorldSetup setup = land.setup;
      setup.grid.boundary = boundary;
      World world = this->world(std::move(setup));
      run(world, 20);
      EXPECT_EQ(unsound(world), "") << land.name << ", boundary " << static_cast<int>(boundary);
    }
  }
}

}  // namespace
}  // namespace barchan::test::range_test
