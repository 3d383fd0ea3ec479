/// Every shipped scenario: exact, healthy, and the same on any number of threads, after saving and in every build.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include "io/io_support.hpp"
#include "io/layer_field.hpp"
#include "io/report.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "support/shipped_worlds.hpp"
#include "support/source_tree.hpp"
#include "world/world.hpp"

namespace barchan::test::shipped_scenarios_test {
namespace {

constexpr int kSteps = 12;

/// Small scenarios that together cover every process, time lines, storms, rivers and many soils. They run on more
/// numbers of threads than the others, and also in the build of the preset check. scripts/golden.sh runs all scenarios
/// in other builds.
constexpr std::array<std::string_view, 8> kRepresentative{"article",   "obstacle_removed", "nabkha",   "wet_interdune",
                                                          "landslide", "rising_range",     "meanders", "everything"};

bool representative(std::string const& id) { return std::ranges::count(kRepresentative, id) > 0; }

/// Numbers of threads that are compared with three: one, an even and an odd number, the largest of which exceeds the
/// processors of most machines. The contract tests run each process on all of these numbers. The golden table was
/// written on all threads of a machine. So a run of any other scenario on three threads shows that two numbers agree.
std::vector<int> other_thread_counts(std::string const& id) {
  if (long_run() || representative(id)) return {1, 2, 7};
  return {};
}

/// A row of the golden table; its hash is empty if there is none.
struct GoldenRow {
  std::string scenario;
  std::uint64_t seed = 0;
  int steps = 0;
  std::string hash;
};

GoldenRow golden_row(std::string const& scenario) {
  for (SourceFile const& file : source_files("tests/golden", {"hashes.txt"})) {
    for (std::string const& line : file.lines) {
      GoldenRow row;
      std::istringstream words(line);
      if (words >> row.scenario >> row.seed >> row.steps >> row.hash && row.scenario == scenario) return row;
    }
  }
  return {};
}

/// Hashes of the fields of a scenario after the steps of its golden row: "elevation 0123456789abcdef", in order.
std::vector<std::string> golden_fields(std::string const& scenario) {
  std::vector<std::string> rows;
  for (SourceFile const& file : source_files("tests/golden", {"fields.txt"})) {
    for (std::string const& line : file.lines) {
      if (line.starts_with(scenario + " ")) rows.push_back(line.substr(scenario.size() + 1));
    }
  }
  return rows;
}

/// The same for a world. Fields are compared byte for byte: refactoring may change how a state is stored and hashed,
/// but no value.
std::vector<std::string> field_hashes(World const& world) {
  std::vector<std::string> rows;
  for (FieldRow const& row : world.fields()) {
    const std::vector<float> values = world.field(row.id).value();
    rows.push_back(fmt::format("{} {:016x}", row.id, XXH3_64bits(values.data(), values.size() * sizeof(float))));
  }
  return rows;
}

class ShippedScenario : public testing::TestWithParam<std::string> {
 protected:
  World world(int threads, std::optional<std::uint64_t> seed = std::nullopt) const {
    WorldOptions options;
    options.seed = seed;
    options.threads = threads;
    return barchan::make_world(load_shipped_scenario(GetParam()), options);
  }
};
INSTANTIATE_TEST_SUITE_P(Each, ShippedScenario, testing::ValuesIn(shipped_ids()),
                         [](auto const& scenario) { return scenario.param; });

TEST_P(ShippedScenario, IsExactAndHealthyAndHasItsGoldenHashOnAnyNumberOfThreads) {
  const GoldenRow row = golden_row(GetParam());
  ASSERT_FALSE(row.hash.empty()) << "no row in tests/golden/hashes.txt; scripts/golden.sh --write makes it";
  World world = this->world(3, row.seed);
  // Worlds on other numbers of threads take only the first steps, because a difference spreads in each step.
  const int first = long_run() ? row.steps : std::max(row.steps / 5, 8);
  run(world, first);
  // Hashing a world on the way must not change it.
  const std::uint64_t then = world.hash();
  for (const int threads : other_thread_counts(GetParam())) {
    World other = this->world(threads, row.seed);
    run(other, first);
    EXPECT_EQ(unsound(other), "");
    EXPECT_EQ(other.hash(), then) << threads << " threads";
  }
  run(world, row.steps - first);
  EXPECT_EQ(unsound(world), "");
  EXPECT_EQ(fmt::format("{:016x}", world.hash()), row.hash);
  const std::vector<std::string> fields = field_hashes(world);
  if (char const* const table = std::getenv("BARCHAN_WRITE_FIELDS")) {
    std::ofstream file(table, std::ios::app);
    for (std::string const& field : fields) file << GetParam() << ' ' << field << '\n';
  } else {
    EXPECT_EQ(fields, golden_fields(GetParam())) << "scripts/golden.sh --write writes tests/golden/fields.txt";
  }
}

/// Exact below 64 m. Above that, the last bit of a float is 2, 4, ... quanta, and rounding may lose half of it.
void expect_export_of_what_lies_loose(World const& world) {
  const Raster sediment = export_field(world, "sediment");
  QuantaSum sum = 0;
  QuantaSum most_lost = 0;
  for (std::size_t i = 0; i < sediment.cells(); ++i) {
    sum += static_cast<QuantaSum>(std::llround(static_cast<double>(sediment.values[i]) * kQuantaPerMetre));
    for (Quanta q = 64 * kQuantaPerMetre; q <= world.terrain().columns.sediment(i) && q > 0; q *= 2) {
      most_lost += q / (64 * kQuantaPerMetre);
    }
  }
  // On these lands, no loose soil lies under a solid one.
  const MassBudget books = world.budget();
  QuantaSum loose = 0;
  for (std::size_t soil = 0; soil < world.terrain().soils.size(); ++soil) {
    if (world.terrain().soils[soil].loose) loose += books.accounts[soil].lying;
  }
  EXPECT_LE(std::abs(sum - loose), most_lost);
}

TEST_P(ShippedScenario, ContinuesFromASavedWorldAndExportsExactlyWhatLiesLoose) {
  World whole = world(2);
  run(whole, kSteps / 2);
  const SavedWorldInfo info{.scenario = load_shipped_scenario(GetParam()).info, .camera = {}};
  SavedWorld saved = decode_world(encode_world(whole, info), "saved.barchan");
  EXPECT_EQ(saved.info.scenario.id, GetParam());
  EXPECT_EQ(saved.world.hash(), whole.hash());
  run(whole, kSteps / 2);
  run(saved.world, kSteps / 2);
  EXPECT_EQ(saved.world.hash(), whole.hash());
  expect_export_of_what_lies_loose(whole);
}

TEST_P(ShippedScenario, DescribesItself) {
  const Scenario scenario = load_shipped_scenario(GetParam());
  EXPECT_FALSE(scenario.info.title.empty());
  EXPECT_GE(scenario.info.description.size(), 20u);
  EXPECT_GE(scenario.info.source.size(), 10u);
}

class CheckBuild : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, CheckBuild,
                         testing::ValuesIn(std::vector<std::string>(kRepresentative.begin(), kRepresentative.end())),
                         [](auto const& scenario) { return scenario.param; });

TEST_P(CheckBuild, HasTheGoldenHash) {
  char const* const other = std::getenv("BARCHAN_CHECK_CLI");
  if (other == nullptr) GTEST_SKIP() << "scripts/test.sh builds the other program and names it in BARCHAN_CHECK_CLI";
  const GoldenRow row = golden_row(GetParam());
  const TemporaryFolder folder;
  const std::string report = (folder / "report.json").string();
  const std::string command = fmt::format("'{}' run {} --seed {} --steps {} --threads 2 --quiet --report '{}'", other,
                                          row.scenario, row.seed, row.steps, report);
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  EXPECT_NE(read_bytes(report).find("\"hash\": \"" + row.hash + "\""), std::string::npos) << read_bytes(report);
}

TEST(RepresentativeScenarios, CoverEveryProcess) {
  std::set<std::string> acting;
  for (const std::string_view id : kRepresentative) {
    const World world = barchan::make_world(load_shipped_scenario(id), {});
    for (auto const& process : world.processes()) {
      const std::string name(process->info().id);
      if (world.parameter(name, "enabled") > 0.0) acting.insert(name);
    }
  }
  const std::vector<std::string> all = process_ids();
  EXPECT_EQ(acting, std::set<std::string>(all.begin(), all.end()));
}

TEST(GoldenTable, HasARowForEachScenarioAndNoOther) {
  std::vector<std::string> rows;
  for (SourceFile const& file : source_files("tests/golden", {"hashes.txt"})) {
    for (std::string const& line : file.lines) {
      if (!line.empty() && line.front() != '#') rows.push_back(line.substr(0, line.find(' ')));
    }
  }
  std::vector<std::string> shipped = shipped_ids();
  std::sort(rows.begin(), rows.end());
  std::sort(shipped.begin(), shipped.end());
  EXPECT_EQ(rows, shipped);
}

}  // namespace
}  // namespace barchan::test::shipped_scenarios_test
