// barchan-cli section: its table and its errors.
#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test::cli_section_test {
namespace {

/// A level bed of 2 m of sand on rock, 24 x 16 cells of 0.5 m.
std::string bed(TemporaryFolder const& folder, std::string const& boundary) {
  const auto file = folder / "bed.toml";
  write_bytes(file, "title = \"Bed\"\n[grid]\nwidth = 24\nheight = 16\ncell_size = 0.5\nboundary = \"" + boundary +
                        "\"\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2\n");
  return file.string();
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(CliSection, WritesALayerARow) {
  const TemporaryFolder folder;
  const ProgramResult result = run_cli("section " + bed(folder, "open") + " --from 1,4.25 --to 3,4.25 --depth 1.5");
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const std::vector<std::string> lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 9u) << result.output;
  EXPECT_EQ(lines[0], "distance_m,x,y,top_m,bottom_m,soil");
  EXPECT_EQ(lines[1], "0.250000,1.250000,4.250000,2.000000,0.000000,sand");
  EXPECT_EQ(lines[2], "0.250000,1.250000,4.250000,0.000000,-1.500000,rock");
  EXPECT_EQ(lines[8], "1.750000,2.750000,4.250000,0.000000,-1.500000,rock");
}

TEST(CliSection, WritesAFileOfALandAfterSteps) {
  const TemporaryFolder folder;
  const std::string scenario = bed(folder, "periodic"), file = (folder / "cut.csv").string();
  const std::string line = " --from 11,1 --to 13,1";
  const ProgramResult result = run_cli("section " + scenario + line + " --steps 20 --out " + file);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "");
  const std::string stepped = read_bytes(file);
  EXPECT_EQ(lines_of(stepped).size(), 9u) << stepped;
  EXPECT_NE(stepped, run_cli("section " + scenario + line).output) << "the wind has moved sand";
  const std::string world = (folder / "w.barchan").string();
  ASSERT_EQ(run_cli("run " + scenario + " --quiet --steps 20 --save " + world).exit_code, 0);
  EXPECT_EQ(run_cli("section " + world + line).output, stepped);
}

TEST(CliSection, HelpSaysAll) {
  const ProgramResult help = run_cli("section --help");
  EXPECT_EQ(help.exit_code, 0);
  for (char const* option : {"--from", "--to", "--depth", "--out", "--steps", "--set"}) {
    EXPECT_TRUE(contains(help.output, option)) << option;
  }
}

TEST(CliSection, RefusesInOneLine) {
  const TemporaryFolder folder, round;
  const std::string scenario = bed(folder, "open"), repeated = bed(round, "periodic");
  const std::string line = " --from 1,1 --to 2,2";
  for (auto const& [arguments, words] :
       {std::pair<std::string, std::string>{"section", "expected the argument 'scenario', found none"},
        {"section " + scenario, "expected the option --from X,Y, found none; add it"},
        {"section " + scenario + " --from 1,1", "expected the option --to X,Y, found none; add it"},
        {"section dunse" + line, "did you mean 'dunes'?"},
        {"section " + scenario + " --from 1 --to 2,2", "--from 1: expected a place"},
        {"section " + scenario + " --from 1,1 --to 2,2,3", "--to"},
        {"section " + scenario + " --from 1,1 --to nan,2", "--to"},
        {"section " + scenario + " --from 1,1 --to 1,1", "expected two different points"},
        {"section " + scenario + " --from 1,1 --to 13,1",
         "expected a point 0 to 12 m from the west and 0 to 8 m from the south, found 13,1, which lies off the land; "
         "check"},
        {"section " + repeated + " --from 1,1 --to 1,17",
         "expected a point -12 to 24 m from the west and -8 to 16 m from the south, found 1,17, which lies too "
         "far beyond the edges; check"},
        {"section " + scenario + " --from -1,1 --to 3,1 --steps 100000000", "off the land"},
        {"section " + scenario + line + " --depth -1", "--depth"},
        {"section " + scenario + line + " --depth inf", "--depth"},
        {"section " + scenario + line + " --steps 100000000 --out " + (folder / "no/s.csv").string(),
         "cannot be written"}}) {
    const ProgramResult result = run_cli(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.output;
    EXPECT_TRUE(contains(result.output, words)) << arguments << "\n" << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
}

}  // namespace
}  // namespace barchan::test::cli_section_test
