// Closed pipes, full outputs and signals: no file is lost, and the exit code says what happened.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faults/faults.hpp"
#include "io/io_support.hpp"
#include "io/saved_world.hpp"
#include "world/world.hpp"

namespace barchan::test::signals_test {
namespace {

constexpr char const* kProgram = "'" BARCHAN_CLI_PATH "' ";

/// Runs a command and then prints its exit code, which a pipe would hide.
ProgramResult run_in_pipe(std::string const& command, std::string const& reader) {
  const TemporaryFolder folder;
  const std::string code = (folder / "code").string();
  const ProgramResult result = run_shell("( " + command + "; echo $? > " + code + " ) " + reader);
  return {std::stoi(read_bytes(code)), result.output};
}

TEST(SignalFaults, APipeThatNobodyReadsIsNoError) {
  for (std::string const listing : {"parameters", "scenarios", "fields flat_bed", "measure flat_bed --steps 1"}) {
    const ProgramResult result = run_in_pipe(kProgram + listing, "| head -n 1");
    EXPECT_EQ(result.exit_code, 0) << listing;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << listing << ": " << result.output;
  }
}

// The height map gives no range, so the program prints notes before it simulates. By then, nobody reads them any more.
TEST(SignalFaults, APipeThatNobodyReadsCostsNoFile) {
  const TemporaryFolder folder;
  write_bytes(folder / "map.r16", std::string(2 * 32 * 32, '\1'));
  const std::string here = folder.path().string();
  const std::string run = std::string("sleep 0.2; ") + kProgram + "run " + here + "/map.r16 --steps 3 --threads 1 " +
                          "--save " + here + "/w.barchan --export sediment=" + here + "/e.tif --report " + here +
                          "/r.json ";
  for (std::string const reader : {"2>&1 | true", "| true"}) {
    EXPECT_EQ(run_in_pipe(run, reader).exit_code, 0) << reader;
    EXPECT_EQ(load_world(folder / "w.barchan").world.step_count(), 3u) << reader;
    EXPECT_EQ(read_raster(folder / "e.tif").width, 32) << reader;
    EXPECT_EQ(nlohmann::json::parse(read_bytes(folder / "r.json"))["steps"], 3) << reader;
    for (char const* name : {"w.barchan", "e.tif", "r.json"}) std::filesystem::remove(folder / name);
  }
  // A message about an error that nobody reads changes nothing about its exit code.
  EXPECT_EQ(run_in_pipe(std::string("sleep 0.2; ") + kProgram + "check /nowhere.toml", "2>&1 | true").exit_code, 2);
}

TEST(SignalFaults, AFullStandardOutputIsAnError) {
  for (std::string const listing : {"parameters", "fields flat_bed", "measure flat_bed --steps 1", "--help"}) {
    const ProgramResult result = run_shell(kProgram + listing + " > /dev/full");
    EXPECT_EQ(result.exit_code, 2) << listing;
    EXPECT_TRUE(says(result.output, "The output of a program cannot be stored")) << listing;
  }
}

// A file opened next would become the standard output, into which the result is printed.
TEST(SignalFaults, ClosedStandardStreamsDoNotGetIntoFiles) {
  const TemporaryFolder folder;
  const std::string file = (folder / "w.barchan").string();
  EXPECT_EQ(run_shell(kProgram + ("run flat_bed --steps 1 --threads 1 --save " + file + " >&- 2>&- <&-")).exit_code, 0);
  EXPECT_EQ(load_world(file).world.step_count(), 1u);
}

TEST(SignalFaults, TheEndOfTheTerminalIsAnInterruptUnlessItIsIgnored) {
  const TemporaryFolder folder;
  const std::string report = (folder / "r.json").string();
  const auto hang_up = [&](std::string const& begin, std::string const& steps) {
    std::filesystem::remove(report);
    return run_shell(begin + kProgram + "run flat_bed --quiet --threads 1 --steps " + steps + " --report " + report +
                     " & pid=$!; sleep 0.5; kill -HUP $pid; wait $pid");
  };
  EXPECT_EQ(hang_up("", "1000000000").exit_code, 130);
  EXPECT_TRUE(nlohmann::json::parse(read_bytes(report))["interrupted"].get<bool>());
  EXPECT_EQ(hang_up("nohup ", "40").exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(read_bytes(report))["steps"], 40);
}

// Ctrl+C in any of the calls by which the files are written.
TEST(SignalFaults, AnInterruptDuringTheWritingLetsItFinish) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  constexpr int kCalls = 12;
  for (int call = 5; call <= kCalls; ++call) {  // the first four check whether both files can be written
    for (char const* name : {"w.barchan", "r.json"}) std::filesystem::remove(folder / name);
    const ProgramResult result = run_shell(with_shim("BARCHAN_KILL_WITH=2 BARCHAN_KILL_AT=" + std::to_string(call)) +
                                           kProgram + "run flat_bed --quiet --threads 1 --steps 2 --save " + here +
                                           "/w.barchan --report " + here + "/r.json");
    EXPECT_EQ(result.exit_code, 0) << call << ": " << result.output;
    EXPECT_EQ(load_world(folder / "w.barchan").world.step_count(), 2u) << call;
    EXPECT_FALSE(nlohmann::json::parse(read_bytes(folder / "r.json"))["interrupted"].get<bool>()) << call;
  }
}

}  // namespace
}  // namespace barchan::test::signals_test
