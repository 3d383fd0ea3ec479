// The locale of the user, the system's clock and a missing home: none of them changes a result.
#include <clocale>
#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faults/faults.hpp"
#include "faults/locale.hpp"
#include "io/file.hpp"
#include "io/gauges.hpp"
#include "io/geojson.hpp"
#include "io/io_support.hpp"
#include "io/layer_field.hpp"
#include "io/report.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "world/gauge.hpp"
#include "world/world.hpp"

namespace barchan::test::environment_test {
namespace {

constexpr char const* kProgram = "'" BARCHAN_CLI_PATH "' ";
constexpr char const* kLand = BARCHAN_SOURCE_DIR "/tests/corpus/everything.toml";
/// A land that a soil file can hold.
constexpr char const* kSoilLand =
    "title = \"Soils\"\nseed = 3\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n"
    "thickness = 2.5\n";

/// All texts that are read and written, and the hash of the world between them, in the locale of this process.
std::vector<std::string> texts(TemporaryFolder const& folder) {
  WorldOptions options;
  options.parameters.push_back(parse_parameter_setting("wind.speed=7.25"));
  options.commands.emplace_back(parse_source("x=0.25 y=0.5 discharge=1.5"));
  StartedWorld started = start_world(kLand, options);
  World& world = started.world;
  for (int i = 0; i < 3; ++i) world.step();
  write_raster(folder / "e.asc", export_field(world, "elevation"));
  write_raster(folder / "e.r32", export_field(world, "elevation"));
  write_bytes(folder / "soils.toml", kSoilLand);
  const std::string soils = (folder / "soils.toml").string();
  save_soils(folder / "s.soil", soils_of_world(soils, start_world(soils).world).file);
  std::vector<std::string> all{std::to_string(world.hash()), make_report(world, {}), water_geojson(world)};
  for (char const* name : {"e.asc", "e.r32.json", "s.soil"}) all.push_back(read_bytes(folder / name));
  all.push_back(section_csv(cut(world.terrain(), {1.5, 1.5}, {60.5, 50.5}), world.terrain().soils, 2.5));
  const std::vector<Gauge> gauges = parse_gauges(std::vector<std::string>{"x=0.25 y=0.5"});
  const std::vector<GaugeReading> readings = read_gauges(world, gauges);
  all.push_back(gauge_line(3, world.time(), std::vector<GaugeReading const*>{&readings.front()}));
  // What was written is read again.
  for (char const* name : {"e.asc", "e.r32"}) all.push_back(std::to_string(read_raster(folder / name).values.at(7)));
  all.push_back(std::to_string(start_world((folder / "s.soil").string()).world.hash()));
  return all;
}

// Programs that use the library may have set a locale; std::to_string is the only part of this that follows it.
TEST(EnvironmentFaults, ADecimalCommaOfTheProcessChangesNoText) {
  const GermanLocale german;
  if (!german.available()) GTEST_SKIP() << "localedef cannot make the locale de_DE";
  const TemporaryFolder folder;
  const std::vector<std::string> before = texts(folder);
  ::setenv("LOCPATH", german.folder().c_str(), 1);
  ASSERT_NE(std::setlocale(LC_ALL, "de_DE"), nullptr);
  const std::string comma = std::localeconv()->decimal_point;
  std::vector<std::string> after = texts(folder);
  std::setlocale(LC_ALL, "C");
  ::unsetenv("LOCPATH");
  EXPECT_EQ(comma, ",");
  for (std::string& text : after) {
    if (text.find_first_not_of("0123456789,") == std::string::npos) std::replace(text.begin(), text.end(), ',', '.');
  }
  EXPECT_EQ(before, after);
}

TEST(EnvironmentFaults, ADecimalCommaOfTheUserChangesNoOutput) {
  const GermanLocale german;
  if (!german.available()) GTEST_SKIP() << "localedef cannot make the locale de_DE";
  const TemporaryFolder folder;
  const auto run = [&](std::string const& begin, std::string const& name) {
    const std::string to = (folder / name).string();
    const ProgramResult result =
        run_shell(begin + kProgram + "run '" + kLand + "' --threads 1 --steps 3 --set wind.speed=7.25 " +
                  "--source 'x=0.25 y=0.5 discharge=1.5' --export elevation=" + to + ".asc --geojson " + to +
                  ".geojson --report " + to + ".json && " + begin + kProgram + "parameters");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    const std::size_t first_line = result.output.find('\n');
    return result.output.substr(first_line) + read_bytes(to + ".asc") + read_bytes(to + ".geojson") +
           nlohmann::json::parse(read_bytes(to + ".json"))["hash"].dump();
  };
  EXPECT_EQ(run("", "a"), run(german.variables() + " ", "b"));
}

TEST(EnvironmentFaults, AClockThatJumpsChangesNothing) {
  const TemporaryFolder folder;
  const auto run = [&](std::string const& begin, std::string const& name) {
    const std::string to = (folder / name).string();
    const ProgramResult result =
        run_shell(begin + kProgram + "run '" + kLand + "' --threads 2 --quiet --steps 20 --save " + to +
                  ".barchan --report " + to + ".json");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    const auto report = nlohmann::json::parse(read_bytes(to + ".json"));
    EXPECT_GT(report["seconds"], 0.0) << name;
    EXPECT_LT(report["seconds"], 3600.0) << name;
    return report["hash"].get<std::string>() + read_bytes(to + ".barchan");
  };
  const auto date = [](std::string const& begin) { return std::stol(run_shell(begin + "date +%s").output); };
  ASSERT_GT(std::abs(date("") - date(with_shim("BARCHAN_JUMPING_CLOCK=1"))), 3600) << "the clock jumps";
  EXPECT_EQ(run("", "steady"), run(with_shim("BARCHAN_JUMPING_CLOCK=1"), "jumping"));
}

// A jump of the date must not reach the simulation, the frames or the progress.
TEST(EnvironmentFaults, NoSourceReadsTheDate) {
  const std::regex date(
      R"(\b(system_clock|high_resolution_clock|file_clock|gettimeofday|CLOCK_REALTIME|localtime|gmtime)\b)"
      R"(|\bstd::time\b|[^\w.>:]time\((nullptr|NULL|0)\))");
  int files = 0;
  for (std::string const folder : {"src", "include"}) {
    for (SourceFile const& file : source_files(folder, {".cpp", ".hpp"})) {
      if (file.path == "src/io/date.cpp") continue;  // only automatic saves use it
      ++files;
      for (std::size_t i = 0; i < file.lines.size(); ++i) {
        EXPECT_FALSE(std::regex_search(code_of(file.lines[i]), date)) << file.path << ":" << i + 1;
      }
    }
  }
  EXPECT_GE(files, 300);
}

TEST(EnvironmentFaults, TheProgramNeedsNoHomeAndNoVariables) {
  const TemporaryFolder folder;
  const ProgramResult result = run_shell("cd '" + folder.path().string() + "' && env -i " + kProgram +
                                         "run flat_bed --quiet --threads 1 --steps 1 --save w.barchan");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(load_world(folder / "w.barchan").world.step_count(), 1u);
}

TEST(EnvironmentFaults, AFilmNeedsFfmpeg) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const ProgramResult result =
      run_shell("env PATH='" + folder.path().string() + "' " + kProgram +
                "export flat_bed --threads 1 --steps 2 --every 1 --maps picture --film mp4 --out '" + out + "'");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(says(result.output, "There is no ffmpeg for a film"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace barchan::test::environment_test
