/// Every scenario that is shipped: exact, healthy, and the same on any number of threads, after saving and in every
/// build.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "barchan/io/report.hpp"
#include "barchan/io/saved_world.hpp"
#include "barchan/io/scenario.hpp"
#include "io/io_support.hpp"
#include "support/lands.hpp"

namespace barchan::test {
namespace {

constexpr int kSteps = 12;

std::vector<std::string> ids() {
  std::vector<std::string> list;
  for (ScenarioInfo const& info : shipped_scenarios()) list.push_back(info.id);
  return list;
}

class ShippedScenario : public testing::TestWithParam<std::string> {
 protected:
  World world(int threads) const {
    WorldOptions options;
    options.threads = threads;
    return barchan::make_world(load_shipped_scenario(GetParam()), options);
  }
};
INSTANTIATE_TEST_SUITE_P(Each, ShippedScenario, testing::ValuesIn(ids()),
                         [](auto const& scenario) { return scenario.param; });

TEST_P(ShippedScenario, IsExactAndHealthyAndTheSameOnAnyNumberOfThreads) {
  World one = world(1);
  run(one, kSteps);
  EXPECT_EQ(unsound(one), "");
  for (int threads : {2, 3, 7}) {
    World many = world(threads);
    run(many, kSteps);
    EXPECT_EQ(many.hash(), one.hash()) << threads << " threads";
  }
}

TEST_P(ShippedScenario, ContinuesFromASavedWorld) {
  World whole = world(2);
  run(whole, kSteps / 2);
  const SavedWorldInfo info{.scenario = load_shipped_scenario(GetParam()).info, .camera = {}};
  SavedWorld saved = decode_world(encode_world(whole, info), "saved.barchan");
  EXPECT_EQ(saved.info.scenario.id, GetParam());
  EXPECT_EQ(saved.world.hash(), whole.hash());
  run(whole, kSteps / 2);
  run(saved.world, kSteps / 2);
  EXPECT_EQ(saved.world.hash(), whole.hash());
}

TEST_P(ShippedScenario, ExportsExactlyTheSandThatLiesOnTheGround) {
  World world = this->world(2);
  run(world, kSteps);
  const Raster sediment = export_field(world, "sediment");
  QuantaSum sum = 0;
  QuantaSum most_lost = 0;
  for (std::size_t i = 0; i < sediment.cells(); ++i) {
    sum += static_cast<QuantaSum>(std::llround(static_cast<double>(sediment.values[i]) * kQuantaPerMetre));
    // Exact below 64 m; above, a float's last bit is 2, 4, ... quanta and half of it may be lost.
    for (Quanta q = 64 * kQuantaPerMetre; q <= world.terrain().columns.loose(i) && q > 0; q *= 2) {
      most_lost += q / (64 * kQuantaPerMetre);
    }
  }
  EXPECT_LE(std::abs(sum - world.budget().accounts[kSand].ground), most_lost);
}

TEST_P(ShippedScenario, DescribesItself) {
  const Scenario scenario = load_shipped_scenario(GetParam());
  EXPECT_FALSE(scenario.info.title.empty());
  EXPECT_GE(scenario.info.description.size(), 20u);
  EXPECT_GE(scenario.info.source.size(), 10u);
}

/// The hash that a command line program reports.
std::string reported_hash(std::string const& program, std::string const& scenario) {
  const TemporaryFolder folder;
  const std::string report = (folder / "report.json").string();
  const std::string command = "'" + program + "' run " + scenario + " --steps " + std::to_string(kSteps) +
                              " --threads 2 --quiet --report '" + report + "'";
  if (std::system(command.c_str()) != 0) return "failed: " + command;
  const std::string text = read_bytes(report);
  const std::size_t at = text.find("\"hash\": \"");
  return at == std::string::npos ? "no hash in " + text : text.substr(at + 9, 16);
}

TEST_P(ShippedScenario, HasTheSameHashInTheDeveloperBuild) {
  char const* const developer = std::getenv("BARCHAN_DEV_CLI");
  if (developer == nullptr) GTEST_SKIP() << "scripts/test.sh builds the other program and names it in BARCHAN_DEV_CLI";
  const std::string release = reported_hash(BARCHAN_CLI_PATH, GetParam());
  EXPECT_EQ(release.size(), 16u) << release;
  EXPECT_EQ(reported_hash(developer, GetParam()), release);
}

}  // namespace
}  // namespace barchan::test
