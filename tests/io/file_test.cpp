// Files appear whole or not at all.
#include "io/file.hpp"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "io_support.hpp"

namespace barchan::test::file_test {
namespace {

TEST(WriteFile, ReplacesTheOldOneAndKeepsItsMode) {
  const TemporaryFolder folder;
  const auto file = folder / "a.txt";
  write_file(file, std::string_view("old"));
  ::chmod(file.c_str(), 0640);
  write_file(file, std::string_view("new"));
  EXPECT_EQ(read_bytes(file), "new");
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.txt"}) << "no temporary file stays";
}

// Opening a pipe without a writer would wait for ever.
TEST(ReadFile, RefusesAPipeAtOnce) {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe.toml";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string line = input_error_of([&] { read_file(pipe); });
  EXPECT_TRUE(line.ends_with("expected a regular file, found a device or a pipe; copy it to a file first")) << line;
}

TEST(WriteFile, WritesThroughALink) {
  const TemporaryFolder folder;
  write_file(folder / "real.txt", std::string_view("old"));
  std::filesystem::create_symlink("real.txt", folder / "link.txt");
  write_file(folder / "link.txt", std::string_view("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(read_bytes(folder / "real.txt"), "new");
}

TEST(WriteFile, AFullDeviceIsSaid) {
  const std::string line = input_error_of([] { write_file("/dev/full", std::string_view("text")); });
  EXPECT_EQ(line, "/dev/full: cannot be written: the disk is full; free some space and try again");
}

TEST(WriteFile, WhenTheDiskEndsTheOldFileStaysWhole) {
  const TemporaryFolder folder;
  const auto file = folder / "a.bin";
  write_file(file, std::string_view("the old content"));
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const struct rlimit tiny { 4096, before.rlim_max };
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tiny), 0);
  const std::string line = input_error_of([&] { write_file(file, std::string_view(std::string(100000, 'x'))); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(contains(line, "larger than the system allows")) << line;
  EXPECT_EQ(read_bytes(file), "the old content");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.bin"}) << "no temporary file stays";
}

TEST(WriteFile, FoldersAndMissingFoldersAreRefusedBeforehand) {
  const TemporaryFolder folder;
  for (auto write : {+[](std::filesystem::path const& path) { write_file(path, std::string_view("x")); },
                     +[](std::filesystem::path const& path) { check_writable(path); }}) {
    EXPECT_TRUE(contains(input_error_of([&] { write(folder.path()); }), "found a folder"));
    EXPECT_TRUE(contains(input_error_of([&] { write(folder / "no/where.txt"); }),
                         "cannot be written: there is no folder '" + (folder / "no").string() + "'; create it"));
    EXPECT_TRUE(contains(input_error_of([&] { write(""); }), "found none; give one"));
  }
  check_writable(folder / "fine.txt");
  EXPECT_TRUE(folder.names().empty()) << "checking leaves nothing behind";
}

}  // namespace
}  // namespace barchan::test::file_test
