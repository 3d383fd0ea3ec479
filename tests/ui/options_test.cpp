// Invalid arguments of the window program: one line, exit code 2, nothing written.
#include <algorithm>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "ui/program.hpp"

namespace options_test {
namespace {

using barchan_test::Workspace;

struct WrongWords {
  char const* name;
  char const* arguments;
  char const* expected;
};

class WrongOptions : public testing::TestWithParam<WrongWords> {};

TEST_P(WrongOptions, EndWithCodeTwoAndOneLine) {
  const Workspace workspace;
  const auto run = workspace.run(std::string("flat_bed ") + GetParam().arguments);
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find(GetParam().expected), std::string::npos) << run.output;
  EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '\n'), 1) << run.output;
  EXPECT_LT(run.output.size(), 300u) << run.output;
  EXPECT_TRUE(std::filesystem::is_empty(workspace.folder()));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, WrongOptions,
    testing::Values(WrongWords{"Unknown", "--bogus", "barchan: unknown option '--bogus'; see 'barchan --help'"},
                    WrongWords{"ScaleNoText", "--scale big", "--scale: expected a number, found 'big'"},
                    WrongWords{"SeedNegative", "--seed -1", "--seed: expected a whole number"},
                    WrongWords{"StepsTooMany", "--steps 99999999999999999999", "2^64"},
                    WrongWords{"ScaleNoNumber", "--scale nan", "from 0.5 to 4"},
                    WrongWords{"ScaleZero", "--scale 0", "from 0.5 to 4"},
                    WrongWords{"SizeZero", "--size 0x0", "WIDTHxHEIGHT"},
                    WrongWords{"RangeNoNumbers", "--range 4", "as in 0:350"},
                    WrongWords{"HintsOfNoMap", "--cell-size 2", "leave these options out"},
                    WrongWords{"PictureEnding", "--picture a.jpg", "ends in .png"},
                    WrongWords{"PictureNowhere", "--steps 100000000 --picture no/a.png", "no/a.png: cannot be written"},
                    WrongWords{"PictureFolder", "--steps 100000000 --picture ../.", ".png"},
                    WrongWords{"ShadersNowhere", "--shaders no/such/folder", "expected a folder of shaders"},
                    WrongWords{"SliceOfNoAxis", "--slice z=0.5", "expected x=FRACTION or y=FRACTION"},
                    WrongWords{"SliceOffTheLand", "--slice x=1.5", "with a fraction from 0 to 1"},
                    WrongWords{"DialogsOfNoKind", "--file-dialogs gtk", "--file-dialogs: expected native or own"},
                    WrongWords{"FramesOfNoPicture", "--frames 3", "--frames needs --picture FILE.png"},
                    WrongWords{"FramesNone", "--frames 0 --picture a.png", "from 1 to 99999"},
                    WrongWords{"FramesNegative", "--frames -2 --picture a.png", "--frames: expected a whole number"},
                    WrongWords{"EveryOfNoFrames", "--every 3 --picture a.png", "--every and --orbit need --frames N"},
                    WrongWords{"OrbitNoNumber", "--frames 3 --orbit nan --picture a.png", "expected an angle from"},
                    WrongWords{"FramesNowhere", "--frames 3 --picture no/a.png", "no/a-0001.png: cannot be written"},
                    WrongWords{"ScriptMissing", "--script none.txt", "none.txt"},
                    WrongWords{"Parameter", "--set wind.sped=3", "did you mean 'speed'?"}),
    [](testing::TestParamInfo<WrongWords> const& item) { return std::string(item.param.name); });

TEST(Options, AFullDiskEndsWithCodeTwoAndLeavesTheOldPicture) {
  const Workspace workspace;
  workspace.write("old.png", "the old one");
  const auto land = workspace.tiny();
  const auto run = workspace.shell("ulimit -f 4; '" BARCHAN_WINDOW_PATH "' --offscreen '" + land +
                                   "' --size 320x240 --picture old.png");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("old.png: cannot be written"), std::string::npos) << run.output;
  EXPECT_EQ(workspace.shell("cat old.png").output, "the old one");
  EXPECT_EQ(workspace.shell("ls -A | grep part").output, "");
}

TEST(Options, HelpSetsEveryScenarioApartFromItsTitle) {
  const auto run = Workspace().shell("'" BARCHAN_WINDOW_PATH "' --help");
  for (barchan::ScenarioInfo const& info : barchan::shipped_scenarios()) {
    const std::size_t line = run.output.find("\n  " + info.id + "  ");
    ASSERT_NE(line, std::string::npos) << info.id;
    const std::size_t title = run.output.find_first_not_of(' ', line + 3 + info.id.size());
    EXPECT_TRUE(run.output.substr(title).starts_with(info.title)) << info.id;
  }
}

}  // namespace
}  // namespace options_test
