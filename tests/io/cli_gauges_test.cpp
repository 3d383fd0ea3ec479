// barchan-cli run --gauge: its table and its errors.
#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/gauges.hpp"
#include "io_support.hpp"

namespace barchan::test::cli_gauges_test {
namespace {

std::vector<std::vector<std::string>> table_of(std::string const& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

TEST(CliGauges, WriteEveryStepAndChangeNoHash) {
  const TemporaryFolder folder;
  const std::string run = "run lakes --steps 40 --quiet --source \"x=0.5 y=0.5 discharge=20\" --report ";
  const std::string with = (folder / "with.json").string(), without = (folder / "without.json").string();
  const std::string file = (folder / "gauges.csv").string();
  const ProgramResult result =
      run_cli(run + with + " --gauge \"x=0.5 y=0.5 name=spring\" --gauge \"x=0.02 y=1\" " + "--gauges " + file);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  ASSERT_EQ(run_cli(run + without).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(read_bytes(with))["hash"], nlohmann::json::parse(read_bytes(without))["hash"]);
  const auto rows = table_of(read_bytes(file));
  ASSERT_EQ(rows.size(), 42u) << "a heading, the beginning and 40 steps";
  EXPECT_EQ(rows[0],
            (std::vector<std::string>{"step", "time_s", "spring_discharge_m3_s", "spring_depth_m", "spring_level_m",
                                      "gauge2_discharge_m3_s", "gauge2_depth_m", "gauge2_level_m"}));
  for (std::size_t row = 1; row < rows.size(); ++row) {
    ASSERT_EQ(rows[row].size(), 8u);
    EXPECT_EQ(rows[row][0], std::to_string(row - 1));
  }
  EXPECT_EQ(rows[1][2], "0.000000") << "no water in the beginning";
  EXPECT_GT(std::stod(rows.back()[2]) + std::stod(rows.back()[3]), 0.01) << "water in the end";
}

TEST(CliGauges, ParseNamesAndPlaces) {
  const auto gauges = parse_gauges(std::vector<std::string>{"x=0.25 y=1", "name=mouth y=0 x=0.5"});
  ASSERT_EQ(gauges.size(), 2u);
  EXPECT_EQ(gauges[0].name, "gauge1");
  EXPECT_EQ(gauges[0].x, 0.25f);
  EXPECT_EQ(gauges[0].y, 1.0f);
  EXPECT_EQ(gauges[1].name, "mouth");
  EXPECT_EQ(gauges[1].x, 0.5f);
}

TEST(CliGauges, RefuseInOneLine) {
  const TemporaryFolder folder;
  const std::string file = " --gauges " + (folder / "g.csv").string(), good = " --gauge \"x=0.5 y=0.5\"";
  for (auto const& [arguments, words] :
       {std::pair<std::string, std::string>{file + " --gauge \"x=1.2 y=0.5\"",
                                            "x: expected a number from 0 to 1, found 1.2"},
        {file + " --gauge \"x=0.2 y=-1\"", "y: expected a number from 0 to 1"},
        {file + " --gauge \"x=nan y=0\"", "--gauge x=nan y=0: "},
        {file + " --gauge \"x=0.5\"", "expected both x and y"},
        {file + " --gauge \"\"", "expected both x and y"},
        {file + " --gauge \"x=0.5 y=0.5 nam=a\"", "unknown key 'nam'; did you mean 'name'?"},
        {file + " --gauge \"x=0.5 y=\"", "expected y=value, as in y=0.5, found 'y='"},
        {file + " --gauge \"x=0.5 y=0.5 name\"", "expected name=value, as in name=mouth, found 'name'"},
        {file + " --gauge \"x=0.5 y=0.5 name=a\" --gauge \"x=0.6 y=0.5 name=a\"", "there is already a gauge 'a'"},
        {file, "add --gauge"},
        {good, "add --gauges FILE.csv"},
        {good + " --gauges g.txt", "ends in .csv"},
        {good + " --gauges " + (folder / "no/g.csv").string(), "cannot be written"}}) {
    const ProgramResult result = run_cli("run flat_bed --steps 100000000" + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.output;
    EXPECT_TRUE(contains(result.output, words)) << arguments << "\n" << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
}

}  // namespace
}  // namespace barchan::test::cli_gauges_test
