// Histories on the command line: `run --history` keeps one, and `replay` goes to its moments.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "faults/faults.hpp"
#include "io/io_support.hpp"
#include "io/saved_world.hpp"
#include "io/world_history.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan::test::cli_replay_test {
namespace {

namespace fs = std::filesystem;

/// A run of which parts can be left out.
struct Subject {
  std::string name;
  std::string start;              ///< of the command line, without what becomes an act
  std::vector<std::string> acts;  ///< options, one act each
  int steps = 0;
};

void PrintTo(Subject const& subject, std::ostream* out) { *out << subject.name; }

std::string words(std::vector<std::string> const& acts, std::size_t left_out = ~std::size_t{0}) {
  std::string text;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    if (i != left_out) text += " " + acts[i];
  }
  return text;
}

/// The hash in the line about the outcome; empty if there is none.
std::string hash_in(std::string const& output) {
  std::smatch match;
  return std::regex_search(output, match, std::regex("hash ([0-9a-f]{16})")) ? match[1].str() : "";
}

/// Runs barchan-cli, which must succeed, and returns the hash in its output.
std::string hash_of(std::string const& arguments) {
  const ProgramResult result = run_cli(arguments);
  EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result.output;
  EXPECT_NE(hash_in(result.output), "") << result.output;
  EXPECT_NE(result.output.find("volume error 0"), std::string::npos) << result.output;
  return hash_in(result.output);
}

std::string quoted(fs::path const& file) { return "\"" + file.string() + "\""; }

void refused(std::string const& arguments, std::string const& text) {
  const ProgramResult result = run_cli(arguments);
  EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.output;
  EXPECT_NE(result.output.find(text), std::string::npos) << arguments << "\n" << result.output;
  EXPECT_EQ(std::ranges::count(result.output, '\n'), 1) << result.output;
}

class CliReplayOf : public testing::TestWithParam<Subject> {};

TEST_P(CliReplayOf, EveryMomentAndEveryActLeftOutIsThatOfAFreshRun) {
  auto const& [name, start, acts, steps] = GetParam();
  const TemporaryFolder folder;
  const std::string file = quoted(folder / "h.barchan"), land = fmt::format("run {} --steps {}", start, steps);
  const std::string whole = hash_of(land + words(acts));
  EXPECT_EQ(hash_of(land + words(acts) + " --threads 1 --history " + file), whole) << "a history changes nothing";
  EXPECT_EQ(hash_of("replay " + file), whole);
  std::vector<std::string> others;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    others.push_back(hash_of(land + words(acts, i)));
    EXPECT_EQ(hash_of(fmt::format("replay {} --without {} --threads 2", file, i + 1)), others.back()) << acts[i];
    EXPECT_NE(others.back(), whole) << acts[i] << " does nothing here, so this test shows nothing";
  }
  const int middle = steps / 2;
  const std::string half = fmt::format("run {} --steps {}", start, middle);
  EXPECT_EQ(hash_of(fmt::format("replay {} --until {}", file, middle)), hash_of(half + words(acts)));
  EXPECT_EQ(hash_of(fmt::format("replay {} --until {} --without 1", file, middle)), hash_of(half + words(acts, 0)));
  EXPECT_EQ(hash_of(fmt::format("replay {} --until {} --verify", file, steps)), whole);
  EXPECT_EQ(hash_of(fmt::format("replay {} --until 0", file)), hash_of(fmt::format("run {} --steps 0", start)))
      << "the acts at step 0 come after the moment when it was first reached";
}

INSTANTIATE_TEST_SUITE_P(
    Cases, CliReplayOf,
    testing::Values(
        Subject{"Dunes",
                "dunes --seed 9",
                {"--set wind_particles.population=500", "--set wind.speed=11", "--place \"wall x=0.5 y=0.5 height=5\""},
                40},
        Subject{"SlabDunes", "flat_bed", {"--preset star", "--set wind.direction=40"}, 24},
        Subject{
            "Everything",
            "everything",
            {"--set wind.speed=4", "--place \"cone x=0.4 y=0.4 radius=6 height=5\"", "--storm \"rain=900 duration=9\""},
            12},
        Subject{"Lakes", "lakes", {"--end-source x=0.02", "--source \"x=0.3 y=0.3 discharge=4\""}, 16},
        Subject{"Yardangs", "yardangs", {"--set slab_dunes.abrasion=0.15", "--place \"cylinder x=0.4 radius=5\""}, 24},
        Subject{"Oasis", "oasis", {"--set groundwater.enabled=false", "--set vegetation.growth=0.9"}, 16}),
    [](testing::TestParamInfo<Subject> const& item) { return item.param.name; });

// -- run --history ---------------------------------------------------------------------------------------------------

constexpr char const* kLand = " --set wind_particles.population=256 --seed 9 ";

TEST(CliHistory, SettingsThatPrepareALandBelongToItsBeginning) {
  const TemporaryFolder folder;
  const std::string file = quoted(folder / "h.barchan");
  // A lifetime below the expected duration of a run changes what the land is prepared for.
  const std::string land = "run lakes --steps 6 --set water_particles.lifetime=2 --place \"block x=0.5 y=0.5\" ";
  const ProgramResult result = run_cli(land + "--history " + file);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(result.output.find("note: the settings of --set and --preset determine how this land is prepared"),
            std::string::npos)
      << result.output;
  EXPECT_EQ(hash_in(result.output), hash_of(land));
  EXPECT_EQ(hash_of("replay " + file + " --without 1"),
            hash_of("run lakes --steps 6 --set water_particles.lifetime=2"));
  const LandOrigin origin =
      decode_origin(decode_history(load_world(folder / "h.barchan").info.history, "h")->tree.node(1).about);
  EXPECT_EQ(origin.order.source, "lakes");
  ASSERT_EQ(origin.order.parameters.size(), 1u);
  EXPECT_FALSE(origin.resumed);
}

TEST(CliHistory, OfASavedWorldGoesOn) {
  const TemporaryFolder folder;
  const std::string first = quoted(folder / "a.barchan"), second = quoted(folder / "b.barchan");
  const std::string bare = quoted(folder / "c.barchan");
  hash_of(fmt::format("run dunes{}--steps 20 --history {} --save {}", kLand, first, bare));
  EXPECT_TRUE(load_world(folder / "c.barchan").info.history.empty()) << "--save is the world alone";
  const std::string more = " --steps 10 --place \"wall x=0.5 y=0.5 height=5\"";
  const std::string whole = hash_of("run " + bare + more);
  EXPECT_EQ(hash_of("run " + first + more + " --history " + second), whole);
  // The first land is still there: 1 is its population, 2 the wall.
  EXPECT_EQ(hash_of("replay " + second + " --without 2"), hash_of("run " + bare + " --steps 10"));
  EXPECT_EQ(hash_of("replay " + second + " --until 15"), hash_of(fmt::format("run dunes{}--steps 15", kLand)));
  // Without --history the old history would no longer fit the world.
  const ProgramResult left = run_cli("run " + first + " --steps 1 --save " + bare);
  EXPECT_NE(left.output.find("the history of this world is left out; --history FILE.barchan keeps it"),
            std::string::npos)
      << left.output;
  EXPECT_TRUE(load_world(folder / "c.barchan").info.history.empty());
  // A world without a history begins one.
  EXPECT_EQ(hash_of("run " + bare + " --steps 4 --history " + second), hash_of("run " + bare + " --steps 4"));
  refused("replay " + second + " --until 3",
          "--until 3: expected a step of the last land of the branch, from 21 to 25");
}

TEST(CliHistory, AWorldThatWasLeftInThePastDoesNotRepeatItsFuture) {
  const TemporaryFolder folder;
  const std::string first = quoted(folder / "a.barchan"), second = quoted(folder / "b.barchan");
  StartedWorld started = start_world("dunes", {.seed = 3, .parameters = {{"wind_particles", "population", 256}}});
  const SavedWorldInfo info = started.info;
  History history(std::move(started.world), usual_history_options(1));
  for (int i = 0; i < 12; ++i) history.step();
  history.apply(SetParameter{"wind", "speed", 3.0});
  for (int i = 0; i < 12; ++i) history.step();
  history.rewind(8);
  history.arrive();
  SavedWorldInfo with = info;
  with.history = encode_history(history.record());
  save_world(folder / "a.barchan", history.world(), with);

  const std::string straight = hash_of("run " + first + " --steps 12");
  EXPECT_EQ(hash_of("run " + first + " --steps 12 --history " + second), straight);
  EXPECT_NE(hash_of("replay " + first + " --until 20"), straight) << "there the wind has changed";
  const ProgramResult list = run_cli("replay " + second + " --list");
  EXPECT_NE(list.output.find("branch \"run from step 8\", steps 0 to 20"), std::string::npos) << list.output;
  EXPECT_EQ(hash_of("replay " + second + " --branch first"), hash_of("replay " + first));
}

/// Sends SIGTERM to a run after its first save; returns its exit code.
int cut_short(std::string const& arguments, fs::path const& file) {
  return run_shell(fmt::format("\"{}\" run {} & pid=$!; until [ -e {} ]; do sleep 0.01; done; kill -TERM $pid; wait "
                               "$pid",
                               BARCHAN_CLI_PATH, arguments, quoted(file)))
      .exit_code;
}

TEST(CliHistory, AnInterruptedRunKeepsItsHistoryAndIsResumedWithIt) {
  const TemporaryFolder folder;
  const fs::path file = folder / "h.barchan";
  const std::string land = fmt::format("dunes{}--steps 600 --set wind.speed=9", kLand);
  const std::string whole = hash_of("run " + land);
  ASSERT_EQ(cut_short(land + " --quiet --every 7 --history " + file.string(), file), 130);
  const SavedWorld cut = load_world(file);
  EXPECT_EQ(cut.info.run.last_step, 600u);
  EXPECT_LT(cut.world.step_count(), 600u);
  ASSERT_FALSE(cut.info.history.empty()) << "an interrupted run writes its history";
  fs::copy_file(file, folder / "copy.barchan");

  EXPECT_EQ(hash_of("run --resume " + quoted(file)), whole);
  EXPECT_EQ(load_world(file).info.run.last_step, 0u);
  EXPECT_EQ(hash_of("replay " + quoted(file) + " --without 2"), hash_of(fmt::format("run dunes{}--steps 600", kLand)))
      << "the history reaches back before the interruption";
  EXPECT_EQ(hash_of("replay " + quoted(file) + " --until 3"),
            hash_of(fmt::format("run {} --steps 3", fmt::format("dunes{}--set wind.speed=9", kLand))));

  // The same file may be named, or another one.
  const std::string copy = quoted(folder / "copy.barchan"), other = quoted(folder / "other.barchan");
  EXPECT_EQ(hash_of(fmt::format("run --resume {} --history {} --threads 2", copy, other)), whole);
  EXPECT_EQ(hash_of("replay " + other), whole);
  EXPECT_EQ(hash_of("replay " + copy), whole) << "the resumed file keeps its history as well";
}

TEST(CliHistory, AResumedRunMayBeginAHistory) {
  const TemporaryFolder folder;
  const fs::path file = folder / "w.barchan";
  ASSERT_EQ(cut_short(fmt::format("dunes{}--steps 600 --quiet --every 7 --save {}", kLand, file.string()), file), 130);
  const std::uint64_t cut = load_world(file).world.step_count();
  EXPECT_EQ(hash_of(fmt::format("run --resume {0} --history {0}", quoted(file))),
            hash_of(fmt::format("run dunes{}--steps 600", kLand)));
  refused("replay " + quoted(file) + " --until 0", fmt::format("from {} to 600", cut));
}

TEST(CliHistory, AVerifiedRunWithGaugesIsTheSame) {
  const TemporaryFolder folder;
  const std::string options =
      fmt::format("run lakes --steps 4 --verify --gauge \"x=0.1 y=0.5\" --gauges {}", quoted(folder / "a.csv"));
  const std::string whole = hash_of(options);
  const std::string table = read_bytes(folder / "a.csv");
  EXPECT_EQ(hash_of(options + " --history " + quoted(folder / "h.barchan")), whole);
  EXPECT_EQ(read_bytes(folder / "a.csv"), table);
}

TEST(CliHistory, ABadFileIsRefusedBeforeTheSimulation) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string(), run = "run dunes --steps 100000000 ";
  refused(run + "--history " + here + "/a.world",
          "--history " + here + "/a.world: expected a name that ends in .barchan");
  refused(run + "--history " + here + "/no/a.barchan", "cannot be written: there is no folder");
  refused(run + fmt::format("--history {0}/a.barchan --save {0}/a.barchan", here), "expected one output in this file");
  refused(run + "--every 5 --report " + here + "/r.json",
          "--every 5: expected --save FILE.barchan or --history FILE.barchan as well");
  EXPECT_TRUE(folder.names().empty());
}

// -- replay ----------------------------------------------------------------------------------------------------------

World dunes(double speed) {
  return start_world("dunes",
                     {.seed = 3, .parameters = {{"wind_particles", "population", 256}, {"wind", "speed", speed}}})
      .world;
}

/// A file whose history has two lands and two branches: the second land has a soil, then a change of it, and it forks.
void save_two_lands(fs::path const& file) {
  StartedWorld started = start_world("dunes", {.seed = 3, .parameters = {{"wind_particles", "population", 256}}});
  SavedWorldInfo info = started.info;
  History history(std::move(started.world), usual_history_options(1),
                  encode_origin({{"dunes", 3, {}, {}}, info, false}));
  history.apply(SetParameter{"wind", "speed", 3.0});
  for (int i = 0; i < 6; ++i) history.step();
  history.replace(dunes(9.0), {.number = 1, .title = "open dunes"}, encode_origin({{"dunes", 3, {}, {}}, info, false}));
  for (int i = 0; i < 5; ++i) history.step();
  history.apply(AddSoil{"mud", "Mud", true, ""});
  for (int i = 0; i < 5; ++i) history.step();
  history.apply(SetSoil{"mud", "hardness", 0.25});
  for (int i = 0; i < 5; ++i) history.step();
  history.rewind(8);
  history.arrive();
  history.apply(PlaceObstacle{{.height = 4.0f, .length = 5.0f, .width = 2.0f}});
  for (int i = 0; i < 4; ++i) history.step();
  history.apply(SetParameter{"wind", "speed", 5.0});
  history.undo();
  info.gauges = {{{"Middle", 0.5f, 0.5f}, {{2, 0.8, {}}, {8, 3.2, {}}, {11, 4.4, {}}}, 1}};
  info.history = encode_history(history.record());
  save_world(file, history.world(), info);
}

TEST(CliReplay, ListsActsAndBranches) {
  const TemporaryFolder folder;
  save_two_lands(folder / "h.barchan");
  const std::string file = quoted(folder / "h.barchan");
  const ProgramResult present = run_cli("replay " + file + " --list");
  EXPECT_EQ(present.exit_code, 0);
  EXPECT_EQ(present.output, R"(dunes: branch "place wall", steps 0 to 12

 act        step  state         title
   1           0  earlier land  wind.speed
   2           6  new land      open dunes
   3           5                add soil mud
   4           8                place wall
   5          12  undone        wind.speed

 last step  acts           branch
        12     5  present  place wall
        15     4           first
)");
  const ProgramResult first = run_cli("replay " + file + " --list --branch first");
  EXPECT_NE(first.output.find("   4          10                soil mud.hardness\n"), std::string::npos)
      << first.output;
  EXPECT_NE(first.output.find("        15     4  present  first\n"), std::string::npos) << first.output;
}

TEST(CliReplay, GoesToTheEndOfAnyBranch) {
  const TemporaryFolder folder;
  save_two_lands(folder / "h.barchan");
  const std::string file = quoted(folder / "h.barchan");
  World world = dunes(9.0);
  for (int i = 0; i < 5; ++i) world.step();
  world.apply(AddSoil{"mud", "Mud", true, ""});
  for (int i = 0; i < 5; ++i) world.step();
  world.apply(SetSoil{"mud", "hardness", 0.25});
  for (int i = 0; i < 5; ++i) world.step();
  EXPECT_EQ(hash_of("replay " + file + " --branch first --verify"), fmt::format("{:016x}", world.hash()));
  EXPECT_EQ(hash_of("replay " + file), fmt::format("{:016x}", load_world(folder / "h.barchan").world.hash()));
}

TEST(CliReplay, AnUndoneChangeOfTheLandIsNoPartOfThePresentBranch) {
  const TemporaryFolder folder;
  SavedWorldInfo info = start_world("dunes").info;
  History history(dunes(9.0), usual_history_options(1));
  history.apply(SetParameter{"wind", "speed", 6.0});
  for (int i = 0; i < 6; ++i) history.step();
  history.apply(PlaceObstacle{{.height = 4.0f, .length = 5.0f, .width = 2.0f}});
  for (int i = 0; i < 6; ++i) history.step();
  history.undo();
  history.arrive();
  info.history = encode_history(history.record());
  save_world(folder / "h.barchan", history.world(), info);

  const std::string replay = "replay " + quoted(folder / "h.barchan"), other = quoted(folder / "w.barchan");
  World world = dunes(6.0);
  for (int i = 0; i < 4; ++i) world.step();
  EXPECT_EQ(hash_of(replay + " --until 4"), fmt::format("{:016x}", world.hash()));
  for (int i = 0; i < 2; ++i) world.step();
  EXPECT_EQ(hash_of(replay + " --verify"), fmt::format("{:016x}", world.hash()));
  EXPECT_EQ(run_cli(replay + " --list").output.find("place wall"), std::string::npos);
  refused(replay + " --without 2", "from 1 to 1");
  // A run goes on without the wall.
  for (int i = 0; i < 3; ++i) world.step();
  EXPECT_EQ(hash_of("run " + quoted(folder / "h.barchan") + " --steps 3 --history " + other),
            fmt::format("{:016x}", world.hash()));
  EXPECT_NE(run_cli("replay " + other + " --list").output.find("present  without place wall\n"), std::string::npos);
}

TEST(CliReplay, SaysWhichCommandsLoseTheirMeaning) {
  const TemporaryFolder folder;
  save_two_lands(folder / "h.barchan");
  const std::string replay = "replay " + quoted(folder / "h.barchan") + " --branch first --without 3 ";
  const ProgramResult result = run_cli(replay);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output.starts_with("note: left out: soil mud.hardness at step 10: ")) << result.output;
  World world = dunes(9.0);
  for (int i = 0; i < 15; ++i) world.step();
  EXPECT_EQ(hash_in(result.output), fmt::format("{:016x}", world.hash()));
  EXPECT_EQ(run_cli(replay + "--quiet").output, "");
  // At step 4 there was no mud.
  const ProgramResult before = run_cli(replay + "--until 4");
  EXPECT_NE(before.output.find(
                "note: act 3 took place at step 5, so the world of step 4 is the same with and without this act"),
            std::string::npos)
      << before.output;
}

TEST(CliReplay, WritesTheWorldThatItReaches) {
  const TemporaryFolder folder;
  save_two_lands(folder / "h.barchan");
  const std::string file = quoted(folder / "h.barchan"), other = quoted(folder / "w.barchan");
  const std::string earlier = hash_of(fmt::format("replay {} --until 9 --save {} --picture {} --export elevation={}",
                                                  file, other, quoted(folder / "p.png"), quoted(folder / "z.r32")));
  const SavedWorld saved = load_world(folder / "w.barchan");
  EXPECT_EQ(fmt::format("{:016x}", saved.world.hash()), earlier);
  EXPECT_EQ(saved.world.step_count(), 9u);
  ASSERT_EQ(saved.info.gauges.size(), 1u);
  EXPECT_EQ(saved.info.gauges[0].points.size(), 2u) << "later readings have not happened";
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"h.barchan", "p.png", "w.barchan", "z.r32", "z.r32.json"}));
  EXPECT_EQ(hash_of("replay " + other), hash_of("replay " + file)) << "the future is still there";
  hash_of("replay " + file + " --without 4 --save " + other);
  EXPECT_NE(run_cli("replay " + other + " --list").output.find("present  without place wall\n"), std::string::npos);
  EXPECT_TRUE(load_world(folder / "w.barchan").info.gauges[0].points.empty()) << "this world has never been gauged";
}

TEST(CliReplay, VerificationFindsAMomentThatIsNotWhatItWas) {
  const TemporaryFolder folder;
  History history(dunes(9.0), {.make_processes = make_processes, .threads = 1, .step_seconds = 0.6});
  for (int i = 0; i < 24; ++i) history.step();
  StartedWorld started = start_world("dunes");
  HistoryRecord record = history.record();
  ASSERT_GE(record.checkpoints.size(), 4u) << "a checkpoint every other step";
  started.info.history = encode_history(record);
  save_world(folder / "good.barchan", history.world(), started.info);
  const ProgramResult good = run_cli("replay " + quoted(folder / "good.barchan") + " --verify");
  EXPECT_EQ(good.exit_code, 0) << good.output;
  // The first checkpoint is compared with nothing; the last moment is compared as well.
  EXPECT_NE(
      good.output.find(fmt::format("24 steps simulated again from the beginning of the land; {} moments compared, "
                                   "all equal",
                                   record.checkpoints.size())),
      std::string::npos)
      << good.output;

  World other = dunes(9.5);
  const std::size_t bad = record.checkpoints.size() / 2;
  const std::uint64_t step = record.checkpoints[bad].at.step;
  while (other.step_count() < step) other.step();
  record.checkpoints[bad].snapshot = std::make_shared<Snapshot>(other.snapshot());
  started.info.history = encode_history(record);
  save_world(folder / "bad.barchan", history.world(), started.info);
  const ProgramResult result = run_cli("replay " + quoted(folder / "bad.barchan") + " --verify --quiet");
  EXPECT_EQ(result.exit_code, 3) << result.output;
  EXPECT_NE(result.output.find(
                fmt::format("bad.barchan: step {}: expected the recorded hash {:016x}, found ", step, other.hash())),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find(" of cell ("), std::string::npos) << result.output;
  EXPECT_EQ(std::ranges::count(result.output, '\n'), 1) << result.output;
}

TEST(CliReplay, AMomentOutOfReachIsRefused) {
  const TemporaryFolder folder;
  History history(dunes(9.0), {.make_processes = make_processes, .threads = 1, .step_seconds = 0.6});
  for (int i = 0; i < 12; ++i) history.step();
  HistoryRecord record = history.record();
  std::erase_if(record.checkpoints, [](Checkpoint const& one) { return one.at.step < 8; });
  SavedWorldInfo info = start_world("dunes").info;
  info.history = encode_history(record);
  save_world(folder / "h.barchan", history.world(), info);
  const std::string replay = "replay " + quoted(folder / "h.barchan");
  refused(replay + " --until 3", "the history no longer reaches back to step 3");
  EXPECT_TRUE(says(run_cli(replay + " --until 3").output, "A moment of the history is out of reach"));
  refused(replay + " --verify",
          "the checkpoint with which the land began has been removed; choose another moment or branch");
  hash_of(replay + " --until 10");
}

TEST(CliReplay, BadInputEndsWithOneLine) {
  const TemporaryFolder folder;
  const fs::path good = folder / "h.barchan", bare = folder / "bare.barchan", damaged = folder / "damaged.barchan";
  save_two_lands(good);
  SavedWorld saved = load_world(good);
  const std::vector<std::byte> bytes = std::exchange(saved.info.history, {});
  save_world(bare, saved.world, saved.info);
  saved.info.history.assign(bytes.begin(), bytes.end() - 9);
  save_world(damaged, saved.world, saved.info);
  saved.info.history = bytes;
  saved.info.gauges.clear();
  save_world(folder / "other.barchan", dunes(9.0), saved.info);

  refused("replay", "replay: expected the argument 'file', found none; give a saved world with a history (.barchan)");
  refused("replay nowhere.png", "nowhere.png: expected a picture that contains its world, found no file");
  refused("replay dunes", "dunes: expected a saved world, whose name ends in .barchan, found another ending");
  refused("replay " + quoted(folder / "no.barchan"), "there is no such file");
  refused("replay " + quoted(bare), "found a world without a history; begin a history with 'run ");
  refused("replay " + quoted(damaged), "expected the history of the world, found a fault: ");
  EXPECT_TRUE(says(run_cli("replay " + quoted(damaged)).output, "The history of a world cannot be used"));
  refused("run " + quoted(damaged) + " --history " + quoted(good), "keeps the world without its history");
  refused("replay " + quoted(folder / "other.barchan"),
          "expected the history of this world, found the history of another world");
  const std::string replay = "replay " + quoted(good);
  refused(replay + " --branch place", "found another name; choose one of place wall, first");
  refused(replay + " --branch frist", "did you mean 'first'?");
  refused(replay + " --without 0", "--without 0: expected the number of an act, from 1 to 5; see --list");
  refused(replay + " --without 6", "--without 6: expected the number of an act, from 1 to 5; see --list");
  refused(replay + " --without -1", "--without: expected a whole number");
  refused(replay + " --without 1", "found 'wind.speed', which belongs to an earlier land");
  refused(replay + " --without 2", "found 'open dunes', which begins a land");
  refused(replay + " --until 13", "--until 13: expected a step of the last land of the branch, from 0 to 12");
  refused(replay + " --until x", "--until: expected a whole number");
  refused(replay + " --list --until 3",
          "--list: expected no --until together with --list, which only prints the history, found both");
  refused(replay + " --list --save a.barchan", "--list: expected no --save together with --list");
  refused(replay + " --verify --without 3", "--verify: expected --verify or --without, found both");
  refused(replay + " --save " + (folder / "a.soil").string(), "a.soil: expected a name that ends in .barchan");
  refused(replay + " --picture " + (folder / "a.jpg").string(), "a.jpg: expected a name that ends in .png");
  refused(replay + " --picture " + (folder / "no/a.png").string(), "there is no folder");
  refused(replay + " --export elevatoin=" + (folder / "a.tif").string(), "did you mean 'elevation'?");
  refused(replay + " --export elevation", "expected field=FILE");
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"bare.barchan", "damaged.barchan", "h.barchan", "other.barchan"}));
}

}  // namespace
}  // namespace barchan::test::cli_replay_test
