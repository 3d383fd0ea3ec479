#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/io_support.hpp"
#include "io/saved_world.hpp"

namespace barchan::test::cli_resume_test {
namespace {

namespace fs = std::filesystem;

constexpr char const* kLand = " --set wind_particles.population=256 --seed 9 ";
constexpr int kSteps = 160;

std::uint64_t hash_of(fs::path const& file) { return load_world(file).world.hash(); }

/// The world of a run that nothing interrupts.
std::uint64_t unbroken(TemporaryFolder const& folder, std::string const& scenario) {
  const fs::path file = folder / "whole.barchan";
  EXPECT_EQ(run_cli(fmt::format("run {}{}--steps {} --save \"{}\" --quiet", scenario, kLand, kSteps, file.string()))
                .exit_code,
            0);
  return hash_of(file);
}

/// Sends `signal` to a run some time after its first save; returns its exit code.
int cut_short(fs::path const& file, std::string const& scenario, std::string const& signal, double seconds) {
  return run_shell(fmt::format("\"{}\" run {}{}--steps {} --every 7 --save \"{}\" --quiet & pid=$!; "
                               "until [ -e \"{}\" ]; do sleep 0.01; done; sleep {}; kill -{} $pid; wait $pid",
                               BARCHAN_CLI_PATH, scenario, kLand, kSteps, file.string(), file.string(), seconds,
                               signal))
      .exit_code;
}

TEST(CliResume, AKilledRunContinuesToTheSameWorld) {
  const TemporaryFolder folder;
  for (std::string const& scenario : {std::string("dunes"), std::string("storm")}) {
    const std::uint64_t whole = unbroken(folder, scenario);
    const fs::path file = folder / "cut.barchan";
    int cuts = 0;
    for (const double seconds : {0.0, 0.05, 0.2}) {
      fs::remove(file);
      const int code = cut_short(file, scenario, "KILL", seconds);
      const std::uint64_t reached = load_world(file).world.step_count();
      if (code == 0) {
        EXPECT_EQ(reached, kSteps);
        continue;
      }
      ++cuts;
      EXPECT_EQ(reached % 7, 0u);
      const ProgramResult rest = run_cli(fmt::format("run --resume \"{}\" --threads 2", file.string()));
      EXPECT_EQ(rest.exit_code, 0) << rest.output;
      EXPECT_EQ(hash_of(file), whole) << scenario << " killed after " << seconds << " s, at step " << reached;
      const ProgramResult again = run_cli(fmt::format("run --resume \"{}\"", file.string()));
      EXPECT_EQ(again.exit_code, 2) << "it has ended";
      EXPECT_NE(again.output.find("found a world with no run to finish"), std::string::npos) << again.output;
    }
    EXPECT_GE(cuts, 1) << scenario;
  }
}

TEST(CliResume, AnInterruptedRunContinuesToTheSameWorld) {
  const TemporaryFolder folder;
  const std::uint64_t whole = unbroken(folder, "dunes");
  const fs::path file = folder / "cut.barchan";
  ASSERT_EQ(cut_short(file, "dunes", "TERM", 0.05), 130);
  const UnfinishedRun run = load_world(file).info.run;
  EXPECT_EQ(run.last_step, kSteps);
  EXPECT_EQ(run.every, 7u);
  EXPECT_EQ(run_cli(fmt::format("run --resume \"{}\" --quiet", file.string())).exit_code, 0);
  EXPECT_EQ(hash_of(file), whole);
  EXPECT_EQ(load_world(file).info.run.last_step, 0u);
}

TEST(CliResume, WhatWouldChangeTheRunIsRefused) {
  const TemporaryFolder folder;
  const std::string file = (folder / "cut.barchan").string();
  ASSERT_EQ(cut_short(file, "dunes", "TERM", 0.0), 130);
  const std::string resume = fmt::format("run --resume \"{}\" ", file);
  const auto refused = [](std::string const& arguments, std::string const& text) {
    const ProgramResult result = run_cli(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.output.find(text), std::string::npos) << result.output;
    EXPECT_EQ(std::ranges::count(result.output, '\n'), 1) << result.output;
  };
  refused(resume + "dunes", "expected no scenario");
  refused(resume + "--steps 5", "expected no --steps");
  refused(resume + "--set wind.speed=3", "expected no --set");
  refused(resume + "--save other.barchan", "expected no --save");
  refused("run", "expected a scenario or --resume FILE, found neither");
  refused("run --resume dunes", "found a scenario");
  refused("run --resume " + file + ".no", "there is no such file");
  refused("run dunes --every 5", "expected --save FILE.barchan or --history FILE.barchan as well");
  refused("run dunes --every 5 --save a.soil", "expected --save FILE.barchan or --history FILE.barchan as well");
  refused("run dunes --every 0 --save a.barchan", "expected a number of steps above 0");
  refused("run dunes --every -1 --save a.barchan", "--every");
  EXPECT_EQ(load_world(file).info.run.last_step, kSteps) << "the file is as it was";
}

TEST(CliResume, ASaveThatFailsDoesNotEndTheRun) {
  const TemporaryFolder folder;
  // The folder goes away after the first save and is back for the last one.
  const ProgramResult result =
      run_shell(fmt::format("cd \"{0}\" && mkdir in && timeout 60 \"{1}\" run dunes{2}--steps {3} --every 7 --save "
                            "in/a.barchan --quiet 2>log & "
                            "pid=$!; cd \"{0}\"; until [ -e in/a.barchan ]; do sleep 0.01; done; mv in out; until grep "
                            "-q saved log; do sleep "
                            "0.01; done; mv out in; wait $pid; code=$?; cat log; exit $code",
                            (folder / ".").string(), BARCHAN_CLI_PATH, kLand, 8 * kSteps));
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(result.output.find("the run continues, but the world could not be saved at step"), std::string::npos)
      << result.output;
  EXPECT_EQ(load_world(folder / "in/a.barchan").world.step_count(), 8u * kSteps);
}

}  // namespace
}  // namespace barchan::test::cli_resume_test
