// The real barchan-cli: its files, its messages and its exit codes.
#include <cmath>
#include <csignal>
#include <ostream>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "support/columns_test_access.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test::cli_test {
namespace {

using Json = nlohmann::json;

/// A small scenario that uses everything, so that runs are short.
std::string small_scenario(TemporaryFolder const& folder) {
  const auto file = folder / "small.toml";
  write_bytes(file, R"(
title = "Small"
seed = 3
[grid]
width = 40
height = 32
[[land.base]]
shape = "noise"
amplitude = 3
wavelength = 20
[[land.sand]]
shape = "uniform"
thickness = 1.5
[wind_particles]
population = 500
[water_particles]
enabled = true
population = 200
)");
  return file.string();
}

Json report_of(std::filesystem::path const& file) { return Json::parse(read_bytes(file)); }

TEST(Cli, NumbersHaveAsManyDigitsAsAPersonReads) {
  const TemporaryFolder folder;
  // A fifth of 20 cells of 100.85 m is 403.40000000000003 m, and a float of 0.1 m is 0.10000000149 m.
  write_bytes(folder / "map.r16", std::string(20 * 20 * 2, '\x10'));
  const ProgramResult map = run_cli("check " + (folder / "map.r16").string() + " --cell-size 100.85");
  EXPECT_NE(map.output.find("0 to 403.4 m, a fifth"), std::string::npos) << map.output;
  write_bytes(folder / "fine.toml",
              "title = \"Fine\"\n[grid]\nwidth = 8\nheight = 8\ncell_size = 0.1\n[[land.sand]]\nshape = \"uniform\"\n");
  const ProgramResult fine = run_cli("check " + (folder / "fine.toml").string());
  EXPECT_NE(fine.output.find("cells of 0.1 m, datum 0 m"), std::string::npos) << fine.output;
}

TEST(Cli, ObstaclesArePlacedAndRemovedBeforeTheFirstStep) {
  const TemporaryFolder folder;
  const auto obstacle_after = [&](std::string const& options) {
    const std::string file = (folder / "r.json").string();
    const ProgramResult result = run_cli("run " + small_scenario(folder) + " --steps 0 --report " + file + options);
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_EQ(report_of(file)["budget"]["error"], 0);
    return report_of(file)["budget"]["soils"]["obstacle"]["lying"].get<std::int64_t>();
  };
  constexpr std::int64_t kMetre = std::int64_t{1} << 18;
  const std::string wall = " --place 'wall azimuth=0 height=3 length=6 width=2'";
  EXPECT_EQ(obstacle_after(wall), 12 * 3 * kMetre);
  EXPECT_EQ(obstacle_after(" --remove all --place 'block width=2 height=1'" + wall), 12 * 3 * kMetre);
}

TEST(Cli, RunWritesAllThatIsAskedFor) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string() + "/";
  const ProgramResult result =
      run_cli("run " + small_scenario(folder) +
              " --steps 60 --seed 9 --threads 2 --set wind.speed=12 --set wind.direction=30 " +
              "--export sediment=" + here + "sand.tif --export elevation=" + here + "z.png --export bedrock=" + here +
              "rock.asc --export wind_path=" + here + "path.r32 --export sediment=" + here + "sand.r16 --picture " +
              here + "map.png --save " + here + "w.barchan --report " + here + "r.json");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(contains(result.output, "60 steps")) << result.output;
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"map.png", "path.r32", "path.r32.json", "r.json", "rock.asc", "sand.r16",
                                      "sand.r16.json", "sand.tif", "small.toml", "w.barchan", "z.png"}));
  const Json report = report_of(folder / "r.json");
  EXPECT_EQ(report["scenario"], "small");
  EXPECT_EQ(report["seed"], 9);
  EXPECT_EQ(report["threads"], 2);
  EXPECT_EQ(report["steps"], 60);
  EXPECT_GT(report["seconds"].get<double>(), 0.0);
  EXPECT_TRUE(std::regex_match(report["hash"].get<std::string>(), std::regex("[0-9a-f]{16}")));
  EXPECT_TRUE(report["budget"]["error"].is_number_integer());
  EXPECT_EQ(report["budget"]["error"], 0);
  EXPECT_TRUE(report["health"].is_array());
  EXPECT_TRUE(report["health"].empty());
  for (char const* soil : {"rock", "sand", "obstacle", "water"}) {
    for (char const* entry : {"opening", "lying", "airborne", "out", "in", "converted", "by_hand"}) {
      EXPECT_TRUE(report["budget"]["soils"][soil][entry].is_number_integer()) << soil << "." << entry;
    }
  }
  for (char const* way : {"evaporated", "soaked", "pumped", "left"}) {
    EXPECT_TRUE(report["budget"]["water_out"][way].is_number_integer()) << way;
  }
  for (char const* process : {"wind_particles", "water_particles"}) {
    EXPECT_GT(report["processes"][process]["seconds"].get<double>(), 0.0) << process;
  }

  // The exported sand equals the sand of the account, to the last quantum.
  const Raster sand = read_raster(folder / "sand.tif");
  EXPECT_EQ(sand.field, "sediment");
  QuantaSum quanta = 0;
  for (float value : sand.values) {
    const double scaled = static_cast<double>(value) * kQuantaPerMetre;
    ASSERT_EQ(scaled, std::floor(scaled)) << "a thickness is a whole number of quanta";
    quanta += static_cast<QuantaSum>(scaled);
  }
  EXPECT_EQ(quanta, report["budget"]["soils"]["sand"]["lying"].get<QuantaSum>());
  const Raster rock = read_raster(folder / "rock.asc");
  const Raster surface = read_raster(folder / "z.png");
  for (std::size_t i = 0; i < rock.values.size(); ++i) {
    EXPECT_NEAR(surface.origin + static_cast<double>(surface.values[i]),
                static_cast<double>(rock.values[i]) + static_cast<double>(sand.values[i]), 1e-3);
  }
}

// JSON is UTF-8, but the name of a file can be any bytes.
TEST(Cli, ReportsOnAFileWhoseNameIsNoText) {
  const TemporaryFolder folder;
  const auto file = folder / "\xff.toml";
  std::filesystem::copy_file(small_scenario(folder), file);
  const auto report = folder / "r.json";
  const ProgramResult result = run_cli("run '" + file.string() + "' --quiet --steps 0 --report " + report.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(report_of(report)["scenario"], "\ufffd");
}

TEST(Cli, TheSameWhateverTheThreadsAndAfterSaveAndResume) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string() + "/";
  const std::string scenario = small_scenario(folder);
  std::vector<std::string> hashes;
  for (char const* threads : {"1", "2", "3", "7"}) {
    EXPECT_EQ(run_cli("run " + scenario + " --quiet --steps 40 --threads " + threads + " --report " + here + "r.json")
                  .exit_code,
              0);
    hashes.push_back(report_of(folder / "r.json")["hash"]);
  }
  EXPECT_EQ(run_cli("run " + scenario + " --quiet --steps 17 --save " + here + "w.barchan").exit_code, 0);
  EXPECT_EQ(run_cli("run " + here + "w.barchan --quiet --steps 23 --report " + here + "r.json").exit_code, 0);
  const Json report = report_of(folder / "r.json");
  EXPECT_EQ(report["steps"], 23);
  EXPECT_EQ(report["step_count"], 40);
  EXPECT_EQ(report["scenario"], "small");
  hashes.push_back(report["hash"]);
  for (std::string const& hash : hashes) EXPECT_EQ(hash, hashes.front());
  EXPECT_EQ(run_cli("run " + scenario + " --quiet --seed 4 --steps 40 --report " + here + "r.json").exit_code, 0);
  EXPECT_NE(report_of(folder / "r.json")["hash"], hashes.front());
}

struct BadUsage {
  char const* name;
  char const* arguments;  ///< %s stands for a small scenario, %d for a folder
  char const* expected;
};

void PrintTo(BadUsage const& one, std::ostream* out) { *out << one.name; }

class BadArguments : public testing::TestWithParam<BadUsage> {};

TEST_P(BadArguments, EndWithCodeTwoAndOneLine) {
  const TemporaryFolder folder;
  std::string arguments = GetParam().arguments;
  const auto replace = [&](std::string const& mark, std::string const& text) {
    for (std::size_t at = 0; (at = arguments.find(mark, at)) != std::string::npos; at += text.size()) {
      arguments.replace(at, mark.size(), text);
    }
  };
  replace("%s", small_scenario(folder));
  replace("%d", folder.path().string());
  const ProgramResult result = run_cli(arguments);
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_TRUE(contains(result.output, GetParam().expected)) << result.output;
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"small.toml"}) << "nothing was written";
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadArguments,
    testing::Values(
        BadUsage{"NoCommand", "", "expected a subcommand, found none; choose one of run, measure"},
        BadUsage{"UnknownCommand", "open dunes",
                 "barchan-cli: unknown subcommand 'open'; choose one of run, measure, section, export, replay, "
                 "scenarios, parameters, exports, fields, presets, check\n"},
        BadUsage{"MisspelledCommand", "mesure dunes", "unknown subcommand 'mesure'; did you mean 'measure'?"},
        BadUsage{"OptionBeforeTheCommand", "--threads 2 run %s",
                 "expected a subcommand before all options, found '--threads'"},
        BadUsage{"UnknownOption", "run %s --stpes 4", "run: unknown option '--stpes'; did you mean '--steps'?"},
        BadUsage{"UnknownOptionWithValues", "measure %s --section 1 2 3",
                 "barchan-cli: measure: unknown option '--section'; see 'barchan-cli measure --help'\n"},
        BadUsage{"UnknownOptions", "run %s --height=3 7 --map",
                 "run: unknown options '--height', '--map'; see 'barchan-cli run --help'"},
        BadUsage{"UnknownOptionInPlaceOfARequiredOne", "section %s --form 1,1 --to 2,2",
                 "section: unknown option '--form'; did you mean '--from'?"},
        BadUsage{"TwoScenarios", "run %s dunes desert",
                 "run: unexpected arguments 'dunes', 'desert'; remove them, or see 'barchan-cli run --help'"},
        BadUsage{"NoScenario", "run",
                 "run: expected a scenario or --resume FILE, found neither; give a shipped scenario's name, a"},
        BadUsage{"NoScenarioToMeasure", "measure",
                 "measure: expected the argument 'scenario', found none; give a shipped scenario's name, a scenario"},
        BadUsage{"NoValueAtTheEnd", "run %s --steps",
                 "run: expected a value after --steps, found none; see 'barchan-cli run --help'"},
        BadUsage{"OptionTwice", "run %s --steps 1 --steps 2", "run: expected --steps once, found it 2 times; keep one"},
        BadUsage{"FlagWithAValue", "run %s --quiet=very", "run: --quiet: expected no value, found 'very'"},
        BadUsage{"NoNumber", "check %s --cell-size wide", "--cell-size: expected a number of metres, found 'wide'"},
        BadUsage{"UnknownScenario", "run dunse --steps 1", "did you mean 'dunes'?"},
        BadUsage{"StepsText", "run %s --steps many", "--steps"},
        BadUsage{"StepsNegative", "run %s --steps -4", "--steps"},
        BadUsage{"StepsTooMany", "run %s --steps 99999999999999999999", "from 0 to 2^64 - 1"},
        BadUsage{"SeedNegative", "run %s --seed -1", "--seed: expected a whole number"},
        BadUsage{"SizeOfAScenario", "run %s --size 4x4", "leave these options out"},
        BadUsage{"ThreadsZero", "run %s --threads 0", "--threads: expected a whole number from 1 to 256, found '0'"},
        BadUsage{"UnknownGroup", "run %s --set wnd.speed=3", "did you mean 'wind'?"},
        BadUsage{"UnknownParameter", "run %s --set wind.sped=3", "did you mean 'speed'?"},
        BadUsage{"OutOfRange", "run %s --set wind.speed=-3", "wind.speed=-3"},
        BadUsage{"ObstacleKey", "run %s --place 'wall heigth=3'", "did you mean 'height'?"},
        BadUsage{"ObstacleShape", "run %s --remove 'wal'", "did you mean 'wall'?"},
        BadUsage{"SourceToEnd", "run %s --end-source x=0.5",
                 "expected a source with x = 0.5, found none; there are no sources"},
        BadUsage{"SourceOnAWall",
                 "run %s --place 'block x=0.5 y=0.5 width=4 height=3' --source 'x=0.5 y=0.5 discharge=1'",
                 "barchan-cli: --source: expected a place without an obstacle, found an obstacle at"},
        BadUsage{"NoValue", "run %s --set wind.speed", "expected group.parameter=value"},
        BadUsage{"UnknownField", "run %s --steps 100000000 --export sedment=%d/a.tif", "did you mean 'sediment'?"},
        BadUsage{"UnknownEnding", "run %s --steps 100000000 --export sediment=%d/a.jpg",
                 "expected a file name that ends in"},
        BadUsage{"ExportWithoutFile", "run %s --export sediment", "expected field=FILE"},
        BadUsage{"NowhereToWrite", "run %s --steps 100000000 --report %d/no/r.json",
                 "no/r.json: cannot be written: there is no folder '"},
        BadUsage{"FolderAsReport", "run %s --steps 100000000 --report %d", "found a folder"},
        BadUsage{"SidecarTwice", "run %s --export sediment=%d/a.r16 --report %d/a.r16.json",
                 "expected one output in this file"},
        BadUsage{"TwiceTheSameFile", "run %s --export sediment=%d/a.tif --export elevation=%d/a.tif",
                 "expected one output in this file"},
        BadUsage{"PictureEnding", "run %s --picture %d/a.jpg", "ends in .png"},
        BadUsage{"SaveEnding", "run %s --save %d/a.world", "ends in .barchan"},
        BadUsage{"NotASavedWorld", "run %d/none.barchan", "there is no such file"},
        BadUsage{"Size", "check %s --size 4by4", "as in 1024x512"},
        BadUsage{"Range", "check %s --range 4", "as in 0:350"},
        BadUsage{"FieldsOfNothing", "fields nothing_at_all",
                 "expected the name of a scenario or a file, found neither"}),
    [](testing::TestParamInfo<BadUsage> const& item) { return std::string(item.param.name); });

TEST(Cli, ASavedWorldRefusesASeed) {
  const TemporaryFolder folder;
  const std::string world = (folder / "w.barchan").string();
  ASSERT_EQ(run_cli("run " + small_scenario(folder) + " --quiet --steps 1 --save " + world).exit_code, 0);
  const ProgramResult result = run_cli("run " + world + " --seed 5");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.output, "expected no --seed with a saved world"));
}

TEST(Cli, HelpVersionAndListings) {
  for (char const* arguments : {"--help", "run --help", "check --help"}) {
    const ProgramResult help = run_cli(arguments);
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_GT(help.output.size(), 200u);
  }
  EXPECT_EQ(run_cli("--version").output, "barchan-cli " BARCHAN_VERSION "\n");
  const ProgramResult scenarios = run_cli("scenarios");
  const ProgramResult parameters = run_cli("parameters");
  const ProgramResult markdown = run_cli("parameters --markdown");
  EXPECT_EQ(scenarios.exit_code + parameters.exit_code + markdown.exit_code, 0);
  for (ScenarioInfo const& info : shipped_scenarios()) {
    EXPECT_TRUE(contains(scenarios.output, info.id)) << info.id;
    EXPECT_TRUE(contains(scenarios.output, info.description)) << info.id;
  }
  for (ParameterGroup const& group : parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      EXPECT_TRUE(contains(parameters.output, std::string(row.help))) << group.id << "." << row.key;
      EXPECT_TRUE(contains(markdown.output, "| `" + std::string(row.key) + "` | " + std::string(row.unit) + " | "));
    }
  }
  const ProgramResult fields = run_cli("fields flat_bed");
  EXPECT_EQ(fields.exit_code, 0);
  for (char const* field : {"elevation", "bedrock", "sediment", "wind_path"})
    EXPECT_TRUE(contains(fields.output, field));
}

TEST(Cli, CheckNamesEachFile) {
  const TemporaryFolder folder;
  const std::string good = small_scenario(folder);
  write_raster(folder / "map.tif", sample_raster(8, 6));
  write_bytes(folder / "bad.toml", "title = \"x\"\nsed = 3\n");
  write_bytes(folder / "bad.png", "no image");
  const std::string here = folder.path().string() + "/";
  const ProgramResult fine = run_cli("check " + good + " " + here + "map.tif");
  EXPECT_EQ(fine.exit_code, 0) << fine.output;
  EXPECT_TRUE(contains(fine.output, "small.toml: ok, scenario 'Small', 40 x 32 cells of 1 m")) << fine.output;
  EXPECT_TRUE(contains(fine.output, "map.tif: ok, raster of 8 x 6 cells of 2.5 m")) << fine.output;
  const ProgramResult bad = run_cli("check " + good + " " + here + "bad.toml " + here + "bad.png");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_TRUE(contains(bad.output, "small.toml: ok"));
  EXPECT_TRUE(contains(bad.output, "bad.toml:2:1: unknown key 'sed'"));
  EXPECT_TRUE(contains(bad.output, "bad.png: expected a PNG image"));
}

TEST(Cli, AFullDiskEndsWithCodeTwoAndLeavesTheOldFile) {
  const TemporaryFolder folder;
  const std::string scenario = small_scenario(folder);
  EXPECT_EQ(run_cli("run " + scenario + " --quiet --steps 1 --report /dev/full").exit_code, 2);
  write_bytes(folder / "w.barchan", "the old one");
  const ProgramResult result = run_shell("ulimit -f 4; \"" BARCHAN_CLI_PATH "\" run " + scenario +
                                         " --quiet --steps 1 --save " + (folder / "w.barchan").string());
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_TRUE(contains(result.output, "w.barchan: cannot be written")) << result.output;
  EXPECT_EQ(read_bytes(folder / "w.barchan"), "the old one");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"small.toml", "w.barchan"}));
}

TEST(Cli, AnIllWorldEndsWithCodeThree) {
  const TemporaryFolder folder;
  const Scenario scenario = load_scenario_file(small_scenario(folder));
  World world = make_world(scenario);
  ColumnsTestAccess::add_sand(ColumnsTestAccess::columns(world), 5, -1);
  const std::string file = (folder / "w.barchan").string();
  save_world(file, world, {scenario.info, scenario.views.front().camera});
  const std::string report = (folder / "r.json").string();
  const ProgramResult result = run_cli("run " + file + " --quiet --steps 3 --report " + report);
  EXPECT_EQ(result.exit_code, 3) << result.output;
  EXPECT_TRUE(contains(result.output, "budget_broken")) << result.output;
  EXPECT_EQ(report_of(report)["budget"]["error"], 1);
  EXPECT_EQ(report_of(report)["health"], Json::array({"budget_broken"}));
}

TEST(Cli, AnInterruptStopsBetweenStepsAndStillWrites) {
  for (const std::string signal : {"INT", "TERM"}) {
    const TemporaryFolder folder;
    const std::string report = (folder / "r.json").string(), saved = (folder / "w.barchan").string();
    const ProgramResult result =
        run_shell("\"" BARCHAN_CLI_PATH "\" run " + small_scenario(folder) + " --quiet --steps 1000000000 --report " +
                  report + " --save " + saved + " & pid=$!; sleep 0.7; kill -" + signal + " $pid; wait $pid");
    EXPECT_EQ(result.exit_code, 130) << signal << ": " << result.output;
    const Json json = report_of(report);
    EXPECT_TRUE(json["interrupted"].get<bool>()) << signal;
    EXPECT_LT(json["steps"].get<std::uint64_t>(), 1000000000u);
    EXPECT_EQ(json["budget"]["error"], 0);
    EXPECT_EQ(json["step_count"].get<std::uint64_t>(), load_world(saved, 1).world.step_count()) << signal;
  }
}

TEST(Cli, AVerifiedRunReportsThatAllStepsAreEqual) {
  const TemporaryFolder folder;
  const std::string report = (folder / "r.json").string();
  const ProgramResult result = run_cli("run " + small_scenario(folder) + " --steps 4 --verify --report " + report);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(contains(result.output, "each step was simulated twice, and both results were equal")) << result.output;
  EXPECT_EQ(report_of(report)["verified"], (Json{{"equal", true}, {"difference", nullptr}}));
}

TEST(Cli, AnOutputThatFailsDoesNotCostTheOthers) {
  const TemporaryFolder folder;
  const std::string saved = (folder / "w.barchan").string(), report = (folder / "r.json").string();
  // /dev/full accepts a file and refuses its content.
  const ProgramResult result = run_cli("run " + small_scenario(folder) + " --quiet --steps 3 --export sediment=" +
                                       (folder / "full.r32").string() + " --save " + saved + " --report " + report);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  std::filesystem::remove(saved);
  std::filesystem::remove(report);
  std::filesystem::create_symlink("/dev/full", folder / "full.tif");
  const ProgramResult failed = run_cli("run " + small_scenario(folder) + " --quiet --steps 3 --export sediment=" +
                                       (folder / "full.tif").string() + " --save " + saved + " --report " + report);
  EXPECT_EQ(failed.exit_code, 2) << failed.output;
  EXPECT_TRUE(contains(failed.output, "full.tif: cannot be written: the disk is full")) << failed.output;
  EXPECT_EQ(load_world(saved, 1).world.step_count(), 3u);
  EXPECT_EQ(report_of(report)["step_count"], 3);
}

TEST(Cli, RunsAHeightMap) {
  const TemporaryFolder folder;
  Raster raster = sample_raster(33, 17);
  write_raster(folder / "map.r16", raster);
  std::filesystem::remove(folder / "map.r16.json");
  const std::string map = (folder / "map.r16").string();
  const ProgramResult refused = run_cli("run " + map + " --steps 2");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.output, "--size WxH")) << refused.output;
  const ProgramResult result = run_cli("run " + map + " --size 33x17 --range 0:20 --cell-size 2 --steps 2 --report " +
                                       (folder / "r.json").string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(contains(result.output, "the uppermost 1 m of the land are read as sand on rock"));
  const Json report = report_of(folder / "r.json");
  EXPECT_EQ(report["grid"]["width"], 33);
  EXPECT_EQ(report["grid"]["cell_size"], 2.0);
  EXPECT_EQ(report["budget"]["error"], 0);
}

}  // namespace
}  // namespace barchan::test::cli_test
