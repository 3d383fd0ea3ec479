// Files that cannot be written, that change while they are read, or whose program is killed: what the user is told, and
// which work is kept.
#include <atomic>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "faults/faults.hpp"
#include "io/file.hpp"
#include "io/io_support.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "world/world.hpp"

namespace barchan::test::files_test {
namespace {

constexpr char const* kSmall =
    "title = \"Small\"\nseed = 3\n[grid]\nwidth = 40\nheight = 32\n[[land.base]]\nshape = \"noise\"\namplitude = 3.0\n"
    "[[land.sand]]\nshape = \"uniform\"\nthickness = 1.5\n[wind_particles]\npopulation = 500\n";

/// A folder with a small scenario.
struct SmallLand {
  SmallLand() { write_bytes(folder / "small.toml", kSmall); }

  std::string path(std::string const& name) const { return "'" + (folder / name).string() + "'"; }
  /// A command line that runs a few steps.
  std::string run(std::string const& options) const {
    return "'" BARCHAN_CLI_PATH "' run " + path("small.toml") + " --threads 1 --quiet " + options;
  }

  TemporaryFolder folder;
};

/// Everything that a run can write, into one folder.
std::string all_outputs(std::string const& folder) {
  std::string options = "--steps 2 --save " + folder + "/w.barchan --picture " + folder + "/p.png --report " + folder +
                        "/r.json --geojson " + folder + "/w.geojson --gauge 'x=0.5 y=0.5' --gauges " + folder +
                        "/g.csv";
  for (std::string const ending : {"tif", "png", "asc", "r16", "r32"}) {
    options += " --export sediment=" + folder + "/e." + ending;
  }
  return options;
}

// The full device of the system stands for a full disk.
TEST(FileFaults, AFullDiskIsSaidOnceForEachOutput) {
  const SmallLand land;
  const auto out = land.folder / "out";
  std::filesystem::create_directory(out);
  std::set<std::string> names;
  for (std::string const name :
       {"w.barchan", "p.png", "r.json", "w.geojson", "g.csv", "e.tif", "e.png", "e.asc", "e.r16", "e.r32"}) {
    std::filesystem::create_symlink("/dev/full", out / name);
    names.insert(name);
  }
  const ProgramResult result = run_shell(land.run(all_outputs(out.string())));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(says(result.output, "The disk is full"));
  for (std::string const& name : names) {
    EXPECT_TRUE(contains(result.output, (out / name).string() + ": cannot be written: the disk is full")) << name;
  }
  std::filesystem::create_symlink("/dev/full", out / "w.soil");
  write_bytes(land.folder / "soils.toml",
              "title = \"Soils\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n");
  const ProgramResult soils = run_shell("'" BARCHAN_CLI_PATH "' run " + land.path("soils.toml") +
                                        " --quiet --steps 0 --save " + (out / "w.soil").string());
  EXPECT_EQ(soils.exit_code, 2);
  EXPECT_TRUE(says(soils.output, "The disk is full"));
}

/// Whether this process may mount file systems in a namespace of its own.
bool can_mount() { return run_shell("unshare -m mount -t tmpfs tmpfs /mnt").exit_code == 0; }

TEST(FileFaults, AFileSystemThatFillsUpKeepsTheOldFile) {
  if (!can_mount()) GTEST_SKIP() << "mounting is not allowed";
  const SmallLand land;
  const ProgramResult result =
      run_shell("unshare -m sh -c \"mount -t tmpfs -o size=48k tmpfs /mnt && echo old > /mnt/w.barchan && " +
                land.run("--steps 2 --save /mnt/w.barchan --report /mnt/r.json") +
                "; echo \\$?; cat /mnt/w.barchan; ls -A /mnt\"");
  EXPECT_TRUE(says(result.output, "The disk is full"));
  EXPECT_TRUE(result.output.ends_with("\n2\nold\nr.json\nw.barchan\n")) << result.output;
}

TEST(FileFaults, AFileThatWouldBeTooLargeKeepsTheOldFile) {
  const SmallLand land;
  write_bytes(land.folder / "w.barchan", "old");
  const ProgramResult result =
      run_shell("(ulimit -f 4; " + land.run("--steps 1 --save " + land.path("w.barchan")) + ")");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(says(result.output, "The file would be larger than allowed"));
  EXPECT_EQ(read_bytes(land.folder / "w.barchan"), "old");
}

TEST(FileFaults, AReadOnlyFileSystemIsSaidBeforeTheSimulation) {
  if (!can_mount()) GTEST_SKIP() << "mounting is not allowed";
  const SmallLand land;
  const ProgramResult result = run_shell("unshare -m sh -c \"mount -t tmpfs -o ro tmpfs /mnt && " +
                                         land.run("--steps 1000000000 --save /mnt/w.barchan") + "\"");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(says(result.output, "The file system is read-only"));
}

/// Begins a command line as a user who is not root.
std::string as_a_user() { return ::geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""; }

TEST(FileFaults, AFolderWithoutPermissionIsSaidBeforeTheSimulation) {
  if (run_shell(as_a_user() + "'" BARCHAN_CLI_PATH "' --version").exit_code != 0) {
    GTEST_SKIP() << "the program cannot be run as another user";
  }
  const SmallLand land;
  write_bytes(land.folder / "old.barchan", "old");
  ::chmod(land.folder.path().c_str(), 0555);
  for (std::string const name : {"new.barchan", "old.barchan"}) {
    const ProgramResult result = run_shell(as_a_user() + land.run("--steps 1000000000 --save " + land.path(name)));
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_TRUE(says(result.output, "You have no permission")) << name;
  }
  ::chmod(land.folder.path().c_str(), 0755);
  ::chmod((land.folder / "small.toml").c_str(), 0);
  const ProgramResult result = run_shell(as_a_user() + land.run("--steps 1"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.output, "small.toml: cannot be read: permission denied")) << result.output;
}

TEST(FileFaults, AFolderForAFileAndAFileForAFolderAreSaid) {
  const SmallLand land;
  std::filesystem::create_directory(land.folder / "w.barchan");
  const ProgramResult folder = run_shell(land.run("--steps 1000000000 --save " + land.path("w.barchan")));
  EXPECT_EQ(folder.exit_code, 2);
  EXPECT_TRUE(says(folder.output, "A folder has the name of the file"));
  const ProgramResult file = run_shell(land.run("--steps 1000000000 --save " + land.path("small.toml/w.barchan")));
  EXPECT_EQ(file.exit_code, 2);
  EXPECT_TRUE(says(file.output, "A file has the name of a folder"));
  const ProgramResult nowhere = run_shell(land.run("--steps 1000000000 --save " + land.path("no/w.barchan")));
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_TRUE(says(nowhere.output, "The folder of the file does not exist"));
}

/// What a run must leave of its files, whenever it is killed: each is missing, the old one or the new one.
void expect_whole(SmallLand const& land, std::string const& moment) {
  const auto out = land.folder / "out";
  for (auto const& entry : std::filesystem::directory_iterator(out)) {
    const std::string name = entry.path().filename().string(), bytes = read_bytes(entry.path());
    if (name.starts_with('.') || bytes == "old") continue;  // a hidden file that may be deleted, or not yet replaced
    if (name == "r.json") {
      EXPECT_EQ(nlohmann::json::parse(bytes, nullptr, false)["step_count"], 2) << moment;
    } else if (name == "w.barchan") {
      EXPECT_NO_THROW(EXPECT_EQ(load_world(out / name).world.step_count(), 2u)) << moment;
    } else {
      EXPECT_EQ(bytes, read_bytes(land.folder / "whole" / name)) << name << ", " << moment;
    }
  }
}

// The program is killed in each of the calls by which it changes files, also in the middle of a write.
TEST(FileFaults, AKilledProgramLeavesTheOldFileOrTheNewOne) {
  const SmallLand land;
  const auto outputs = [&](std::string const& folder) {
    const std::string to = (land.folder / folder).string();
    return land.run("--steps 2 --save " + to + "/w.barchan --export sediment=" + to + "/e.r32 --picture " + to +
                    "/p.png --report " + to + "/r.json");
  };
  std::filesystem::create_directory(land.folder / "whole");
  ASSERT_EQ(run_shell(outputs("whole")).exit_code, 0);
  constexpr int kKilled = 137, kMostCalls = 200;
  int call = 1;
  for (int code = kKilled; code == kKilled && call < kMostCalls; ++call) {
    std::filesystem::remove_all(land.folder / "out");
    std::filesystem::create_directory(land.folder / "out");
    for (char const* name : {"w.barchan", "e.r32", "r.json"}) write_bytes(land.folder / "out" / name, "old");
    code = run_shell(with_shim("BARCHAN_KILL_AT=" + std::to_string(call)) + outputs("out")).exit_code;
    EXPECT_TRUE(code == kKilled || code == 0) << code;
    expect_whole(land, "killed in call " + std::to_string(call));
  }
  EXPECT_GE(call, 20) << "each file takes several calls";
  // A hidden file that a killed program has left is not in the way.
  EXPECT_EQ(run_shell(outputs("out")).exit_code, 0);
}

TEST(FileFaults, AFileThatChangesWhileItIsReadIsRefused) {
  const SmallLand land;
  write_raster(land.folder / "map.png", sample_raster(64, 64));
  write_raster(land.folder / "map.r32", sample_raster(64, 64));
  ASSERT_EQ(run_shell(land.run("--steps 1 --save " + land.path("w.barchan"))).exit_code, 0);
  for (std::string const name : {"small.toml", "map.png", "map.r32", "w.barchan"}) {
    const std::string file = (land.folder / name).string(), whole = read_bytes(file);
    // It is cut short, or another text of the same length or a longer one is written over it.
    for (std::string const& change :
         {std::string(), "BARCHAN_CHANGE_TO=$(head -c " + std::to_string(whole.size()) + " /dev/zero | tr '\\0' x)",
          "BARCHAN_CHANGE_TO=$(head -c " + std::to_string(whole.size() + 9) + " /dev/zero | tr '\\0' x)"}) {
      write_bytes(file, whole);
      const ProgramResult result =
          run_shell(with_shim("BARCHAN_CHANGE='" + std::filesystem::canonical(file).string() + "' " + change) +
                    "'" BARCHAN_CLI_PATH "' check '" + file + "'");
      EXPECT_EQ(result.exit_code, 2) << name << " " << change;
      EXPECT_TRUE(says(result.output, "The file changes while it is read")) << name << " " << change;
    }
  }
}

// GDAL reads through functions of the C library that the shim does not see, so the change is made here.
TEST(FileFaults, AFileThatChangesWhileALibraryReadsItIsRefused) {
  const TemporaryFolder folder;
  const auto file = folder / "map.tif";
  write_raster(file, sample_raster(8, 8));
  const auto check_unchanged = watch_file(file);
  check_unchanged();
  write_bytes(file, read_bytes(file) + "more");
  EXPECT_TRUE(says(input_error_of(check_unchanged), "The file changes while it is read"));
  std::filesystem::remove(file);
  EXPECT_NE(input_error_of(check_unchanged), "");
}

TEST(FileFaults, AnIncompleteWorldIsRefused) {
  const SmallLand land;
  ASSERT_EQ(run_shell(land.run("--steps 1 --save " + land.path("w.barchan"))).exit_code, 0);
  const std::string whole = read_bytes(land.folder / "w.barchan");
  write_bytes(land.folder / "w.barchan", whole.substr(0, whole.size() / 2));
  const ProgramResult result = run_cli("check " + land.path("w.barchan"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(says(result.output, "The file is incomplete"));
}

// Threads of one process, and processes with the same number in two containers, differ in nothing that a name could be
// made of.
TEST(FileFaults, WritersOfOneFileLeaveOneOfTheirs) {
  const TemporaryFolder folder;
  const auto file = folder / "a.bin";
  constexpr int kWriters = 4, kRounds = 30;
  constexpr std::size_t kSize = 200000;
  write_file(file, std::string_view(std::string(kSize, 'o')));
  std::atomic<int> left{kWriters};
  std::vector<std::jthread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&, i] {
      for (int round = 0; round < kRounds; ++round) {
        write_file(file,
                   std::string_view(std::string(kSize - static_cast<std::size_t>(i), static_cast<char>('a' + i))));
      }
      --left;
    });
  }
  do {
    const std::string found = read_text_file(file, 1 << 20);
    ASSERT_EQ(found.find_first_not_of(found.front()), std::string::npos);
    ASSERT_EQ(found.size(), found.front() == 'o' ? kSize : kSize - static_cast<std::size_t>(found.front() - 'a'));
  } while (left > 0);
  writers.clear();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.bin"}) << "no temporary file stays";
}

TEST(FileFaults, TwoProgramsThatSaveTheSameWorldLeaveOneOfTheirs) {
  const SmallLand land;
  const std::string save = " --steps 1 --save " + land.path("w.barchan") + " & ";
  const ProgramResult result =
      run_shell(land.run("--seed 1") + save + land.run("--seed 2") + save + land.run("--seed 3") + save + "wait");
  EXPECT_EQ(result.output, "");
  const std::uint64_t seed = load_world(land.folder / "w.barchan").world.seed();
  EXPECT_TRUE(seed >= 1 && seed <= 3) << seed;
  EXPECT_EQ(land.folder.names(), (std::vector<std::string>{"small.toml", "w.barchan"}));
}

}  // namespace
}  // namespace barchan::test::files_test
