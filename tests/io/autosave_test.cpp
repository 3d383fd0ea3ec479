// Automatic saves: places, locks, what is offered and what is removed; and the list of recent files.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/autosave.hpp"
#include "io/date.hpp"
#include "io/file.hpp"
#include "io/recent_files.hpp"
#include "io_support.hpp"
#include "processes/process.hpp"
#include "world/world.hpp"

namespace barchan::test::autosave_test {
namespace {

namespace fs = std::filesystem;

World tiny_world() {
  return make_world(parse_scenario(
      "title = \"Tiny\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n", "tiny.toml", {}));
}

void save_to(fs::path const& file, std::int64_t time) {
  SavedWorldInfo info;
  info.scenario.title = "Tiny";
  info.autosave = {.time = time, .unsaved = 90.0, .acts = 3, .file = "/tmp/mine.barchan", .picture = {1, 1, {1, 2, 3}}};
  save_world(file, tiny_world(), info);
}

std::size_t count_files(fs::path const& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Autosave, OffersWhatAProgramLeft) {
  const TemporaryFolder folder;
  const fs::path data = folder / "data/autosave";
  EXPECT_TRUE(find_lost_works(data).works.empty());
  {
    const AutosavePlace place(data);
    save_to(place.file(), 1000);
    // It is not lost as long as its program runs.
    EXPECT_TRUE(find_lost_works(data).works.empty());
  }
  const LostWorks lost = find_lost_works(data);
  ASSERT_EQ(lost.works.size(), 1u);
  AutosaveInfo const& info = lost.works.front().info.autosave;
  EXPECT_EQ(info.time, 1000);
  EXPECT_EQ(info.unsaved, 90.0);
  EXPECT_EQ(info.acts, 3u);
  EXPECT_EQ(info.file, "/tmp/mine.barchan");
  EXPECT_EQ(info.picture.rgb[2], 3);
  // Nobody else is offered it as long as it is held.
  EXPECT_TRUE(find_lost_works(data).works.empty());
}

TEST(Autosave, SurvivesTheDeathOfItsProgram) {
  const TemporaryFolder folder;
  const fs::path data = folder / "data";
  const pid_t child = ::fork();
  if (child == 0) {
    AutosavePlace place(data);
    save_to(place.file(), 5);
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  LostWorks lost = find_lost_works(data);
  ASSERT_EQ(lost.works.size(), 1u);
  lost.works.front().place.clear();
  lost.works.clear();
  EXPECT_EQ(count_files(data), 0u);
}

TEST(Autosave, TwoProgramsUseDifferentPlaces) {
  const TemporaryFolder folder;
  const AutosavePlace one(folder / "data"), two(folder / "data");
  EXPECT_NE(one.file(), two.file());
}

TEST(Autosave, KeepsTheNewestFive) {
  const TemporaryFolder folder;
  const fs::path data = folder / "data";
  for (int i = 0; i < 8; ++i) {
    const AutosavePlace place(data);
    save_to(place.file(), 100 + (i * 5) % 8);  // not in the order of their names
  }
  std::vector<std::int64_t> times;
  {
    const LostWorks lost = find_lost_works(data);
    for (LostWork const& work : lost.works) times.push_back(work.info.autosave.time);
  }
  EXPECT_EQ(times, (std::vector<std::int64_t>{107, 106, 105, 104, 103}));
  EXPECT_EQ(count_files(data), 5u);
}

TEST(Autosave, NeverOffersABrokenFile) {
  const TemporaryFolder folder;
  const fs::path data = folder / "data";
  {
    const AutosavePlace whole(data), broken(data);
    save_to(whole.file(), 1);
    write_file(broken.file(), "BARCHAN but not really");
  }
  const LostWorks lost = find_lost_works(data);
  EXPECT_EQ(lost.works.size(), 1u);
  ASSERT_EQ(lost.notices.size(), 1u);
  EXPECT_TRUE(contains(lost.notices.front(), "expected a saved Barchan world"));
  EXPECT_EQ(count_files(data), 2u + 1u);  // both worlds, and the lock of the one that is held
}

TEST(Autosave, RemovesWhatIsLeftOfAnInterruptedSave) {
  const TemporaryFolder folder;
  const fs::path data = folder / "data";
  const AutosavePlace living(data);
  const std::string name = living.file().filename().string();
  write_file(data / ("." + name + ".1-0.part"), "half");
  write_file(data / ".20200101-000000-1.barchan.1-0.part", "half");
  write_file(data / "20200101-000000-1.lock", "");
  find_lost_works(data);
  EXPECT_TRUE(fs::exists(data / ("." + name + ".1-0.part")));
  EXPECT_EQ(count_files(data), 2u);
}

TEST(Autosave, AnAbandonedPlaceLeavesNothing) {
  const TemporaryFolder folder;
  {
    AutosavePlace place(folder / "data");
    place.abandon();
    save_to(place.file(), 1);
  }
  EXPECT_EQ(count_files(folder / "data"), 0u);
}

TEST(Autosave, AFolderThatCannotBeUsedGivesAClearLine) {
  const TemporaryFolder folder;
  write_file(folder / "file", "x");
  const std::string error = input_error_of([&] { AutosavePlace place(folder / "file/data"); });
  EXPECT_TRUE(contains(error, "file/data: this folder cannot be created: ")) << error;
  EXPECT_TRUE(find_lost_works(folder / "file/data").works.empty());
}

TEST(RecentFiles, ListsTheNewestFirst) {
  const TemporaryFolder folder;
  RecentFiles recent(folder / "data/recent.txt");
  EXPECT_TRUE(recent.files().empty());
  for (int i = 0; i < 14; ++i) {
    const fs::path file = folder / ("f" + std::to_string(i) + ".barchan");
    write_file(file, "x");
    recent.add(file);
  }
  recent.add(folder / "f7.barchan");
  recent.wait();
  std::vector<fs::path> files = recent.files();
  ASSERT_EQ(files.size(), RecentFiles::kMost);
  EXPECT_EQ(files[0], folder / "f7.barchan");
  EXPECT_EQ(files[1], folder / "f13.barchan");
  EXPECT_EQ(std::ranges::count(files, folder / "f7.barchan"), 1);
  // Another window sees the same list. Files that are gone are left out.
  fs::remove(folder / "f13.barchan");
  files = RecentFiles(folder / "data/recent.txt").files();
  EXPECT_EQ(files[1], folder / "f12.barchan");
}

TEST(RecentFiles, ADamagedListIsNoError) {
  const TemporaryFolder folder;
  write_file(folder / "recent.txt", std::string("\0\xff relative\n\n/no/such/file\n", 29));
  RecentFiles recent(folder / "recent.txt");
  EXPECT_TRUE(recent.files().empty());
  write_file(folder / "a.toml", "x");
  recent.add(folder / "a.toml");
  recent.wait();
  EXPECT_EQ(recent.files().size(), 1u);
}

TEST(Date, IsSaidAsAPersonWould) {
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  constexpr std::int64_t kNow = 1'790'000'000;  // 21 September 2026, 14:13:20
  EXPECT_EQ(time_text(kNow - 60, kNow), "today at 14:12");
  EXPECT_EQ(time_text(kNow - 15 * 3600, kNow), "yesterday at 23:13");
  EXPECT_EQ(time_text(kNow - 3 * 24 * 3600, kNow), "on 18 September 2026 at 14:13");
  // The clock of another machine may be ahead.
  EXPECT_EQ(time_text(kNow + 2 * 24 * 3600, kNow), "on 23 September 2026 at 14:13");
  EXPECT_EQ(stamp_of(kNow), "20260921-141320");
}

}  // namespace
}  // namespace barchan::test::autosave_test
