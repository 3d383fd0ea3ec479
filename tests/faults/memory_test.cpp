// Lack of memory, of any kind and at any moment: a clear message, no crash and no file that is half written.
#include <gtest/gtest.h>

#include "faults/faults.hpp"
#include "io/io_support.hpp"
#include "io/saved_world.hpp"
#include "world/world.hpp"

namespace barchan::test::faults_memory_test {
namespace {

constexpr char const* kProgram = "'" BARCHAN_CLI_PATH "' ";

TEST(MemoryFaults, EachAllocationMayFail) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_shell("'" BARCHAN_OUT_OF_MEMORY_PATH "' '" BARCHAN_SOURCE_DIR "/tests/corpus/everything.toml' '" +
                folder.path().string() + "'");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  for (std::string const& name : folder.names()) EXPECT_FALSE(name.starts_with('.')) << name << " is half a file";
}

/// How the program ends if memory runs out.
void expect_clear(ProgramResult const& result, std::string const& when) {
  EXPECT_EQ(result.exit_code, 2) << when << ": " << result.output;
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << when << ": " << result.output;
  EXPECT_TRUE(contains(result.output, "memory")) << when << ": " << result.output;
}

// Allocations by the program itself fail, from its first one to those of its last file.
TEST(MemoryFaults, TheProgramSaysItInOneLine) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  const std::string run = std::string(kProgram) + "run '" BARCHAN_SOURCE_DIR "/tests/corpus/everything.toml'" +
                          " --quiet --threads 1 --steps 2 --save " + here + "/w.barchan --export elevation=" + here +
                          "/e.png --report " + here + "/r.json";
  ASSERT_EQ(run_shell(with_shim("BARCHAN_COUNT=" + here + "/count") + run).exit_code, 0);
  const long all = std::stol(read_bytes(folder / "count"));
  EXPECT_GT(all, 5000);
  constexpr int kMoments = 24;
  for (int i = 0; i < kMoments; ++i) {
    // Closer together at the end, where the files are written.
    const double left = 1.0 - static_cast<double>(i) / kMoments;
    const std::string moment =
        std::to_string(1 + static_cast<long>(static_cast<double>(all - 1) * (1.0 - left * left)));
    const std::string variable = i % 2 == 0 ? "BARCHAN_NO_MEMORY_AT=" : "BARCHAN_NO_MEMORY_FROM=";
    expect_clear(run_shell(with_shim(variable + moment) + run), variable + moment);
  }
  EXPECT_EQ(load_world(folder / "w.barchan").world.step_count(), 2u) << "the first run saved it";
}

TEST(MemoryFaults, ALandThatIsTooLargeIsRefusedBeforehand) {
  const TemporaryFolder folder;
  write_bytes(folder / "huge.toml",
              "title = \"Huge\"\n[grid]\nwidth = 16384\nheight = 16384\n[[land.sand]]\nshape = \"uniform\"\n");
  const ProgramResult result =
      run_shell("(ulimit -v 4000000; " + std::string(kProgram) + "run '" + (folder / "huge.toml").string() + "')");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(says(result.output, "The land needs more memory than the machine has"));
}

// The limit is lowered until the system cannot even load the program.
TEST(MemoryFaults, AnyLimitOfTheShellIsSaidOrEnough) {
  const TemporaryFolder folder;
  write_bytes(
      folder / "l.toml",
      "title = \"L\"\n[grid]\nwidth = 512\nheight = 512\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2.0\n");
  const std::string run = std::string(kProgram) + "run '" + (folder / "l.toml").string() +
                          "' --threads 2 --quiet --steps 1 --save " + (folder / "w.barchan").string();
  constexpr int kNotLoaded = 127;
  bool said = false;
  for (int mebibytes = 600; mebibytes >= 30; mebibytes -= mebibytes / 12 + 1) {
    const ProgramResult result = run_shell("(ulimit -v " + std::to_string(mebibytes * 1024) + "; " + run + ")");
    if (result.exit_code == 0 || result.exit_code == kNotLoaded) continue;
    expect_clear(result, std::to_string(mebibytes) + " MiB");
    said |= static_cast<bool>(says(result.output, "Memory runs out"));
  }
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace barchan::test::faults_memory_test
