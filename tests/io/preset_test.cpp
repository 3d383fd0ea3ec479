// Presets: each sets existing parameters to values in their ranges and makes the kind of dune that it names.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/preset.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"

namespace barchan::test::preset_test {
namespace {

using Json = nlohmann::json;

constexpr char kBareLand[] = R"(
title = "Bare"
seed = 5
[grid]
width = 160
height = 160
[[land.base]]
shape = "uniform"
thickness = 0.0
)";

std::vector<std::string> names_of(Preset const& preset) {
  std::vector<std::string> names;
  for (SetParameter const& setting : preset.settings) names.push_back(setting.group + "." + setting.key);
  return names;
}

TEST(Presets, SetTheSameParametersEachToAValueInItsRange) {
  ASSERT_EQ(presets().size(), 4u);
  std::set<std::string> ids;
  for (Preset const& preset : presets()) {
    SCOPED_TRACE(preset.id);
    ids.insert(preset.id);
    EXPECT_GE(preset.help.size(), 20u);
    EXPECT_EQ(names_of(preset), names_of(presets().front())) << "one preset after another leaves no trace of the first";
    const std::vector<std::string> names = names_of(preset);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    for (SetParameter const& setting : preset.settings) {
      const auto groups = parameter_catalog();
      const auto group =
          std::find_if(groups.begin(), groups.end(), [&](ParameterGroup const& g) { return g.id == setting.group; });
      ASSERT_NE(group, groups.end()) << setting.group;
      ParameterRow const* row = group->find(setting.key);
      ASSERT_NE(row, nullptr) << setting.key;
      EXPECT_EQ(parameter_error(*row, setting.value), "");
    }
  }
  EXPECT_EQ(ids, (std::set<std::string>{"barchan", "transverse", "linear", "star"}));
}

struct Regime {
  char const* preset;
  int steps;
};

class PresetOnBareLand : public testing::TestWithParam<Regime> {};

TEST_P(PresetOnBareLand, MakesItsKindOfDune) {
  const TemporaryFolder folder;
  const auto land = folder / "bare.toml";
  write_bytes(land, kBareLand);
  const ProgramResult result = run_cli("measure '" + land.string() + "' --threads 1 --preset " + GetParam().preset +
                                       " --steps " + std::to_string(GetParam().steps) + " 2>/dev/null");
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const Json report = Json::parse(result.output, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << result.output;
  EXPECT_EQ(report["class"], GetParam().preset) << result.output.substr(0, 2000);
}

INSTANTIATE_TEST_SUITE_P(Each, PresetOnBareLand,
                         testing::Values(Regime{"barchan", 1500}, Regime{"transverse", 800}, Regime{"linear", 1200},
                                         Regime{"star", 800}),
                         [](auto const& regime) { return std::string(regime.param.preset); });

TEST(Presets, GiveWayToSettingsAndRefuseUnknownNames) {
  const TemporaryFolder folder;
  const auto land = folder / "bare.toml";
  write_bytes(land, kBareLand);
  const std::string start = "run '" + land.string() + "' --steps 40 --quiet --threads 1 ";
  const auto hash = [&](std::string const& arguments) {
    const auto report = folder / "report.json";
    const ProgramResult result = run_cli(start + arguments + " --report '" + report.string() + "'");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    return Json::parse(read_bytes(report))["hash"].get<std::string>();
  };
  EXPECT_NE(hash("--preset star"), hash("--preset linear"));
  EXPECT_NE(hash("--preset star --set sand_supply.radius=10"), hash("--preset star"));
  EXPECT_EQ(hash("--set sand_supply.radius=30 --preset star"), hash("--preset star"));
  const ProgramResult wrong = run_cli(start + "--preset stars");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(contains(wrong.output, "did you mean 'star'")) << wrong.output;
}

}  // namespace
}  // namespace barchan::test::preset_test
