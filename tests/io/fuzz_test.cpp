// Every kept input of the fuzz targets, and every input that once broke one, ends in a result or in a clear error.
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "support/source_tree.hpp"
#include "targets.hpp"

namespace barchan::test {
namespace {

namespace fs = std::filesystem;

constexpr double kMostSeconds = 5.0;  // of processor time per input

double seconds_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

fs::path folder_of(char const* kind, fuzz::Target const& target) {
  return source_root() / "tests/fuzz" / kind / target.name;
}

std::vector<std::byte> contents(fs::path const& file) {
  return fs::file_size(file) == 0 ? std::vector<std::byte>{} : read_file(file);
}

class Fuzz : public testing::TestWithParam<fuzz::Target> {};

TEST_P(Fuzz, KeptInputsEndInAResultOrAClearError) {
  int inputs = 0;
  for (char const* kind : {"corpus", "found"}) {
    const fs::path folder = folder_of(kind, GetParam());
    if (!fs::exists(folder)) continue;
    for (auto const& entry : fs::directory_iterator(folder)) {
      SCOPED_TRACE(entry.path());
      const std::vector<std::byte> bytes = contents(entry.path());
      const double begin = seconds_now();
      EXPECT_NO_THROW(GetParam().run(bytes));
      EXPECT_LT(seconds_now() - begin, kMostSeconds);
      ++inputs;
    }
  }
  EXPECT_GE(inputs, 5);
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](testing::TestParamInfo<fuzz::Target> const& item) { return std::string(item.param.name); });

TEST(FuzzTargets, AreTheFilesOfTheirFolder) {
  std::set<std::string> listed, sources, folders;
  for (fuzz::Target const& target : fuzz::targets()) listed.insert(std::string(target.name));
  const std::string prefix = "fuzz_";
  for (auto const& entry : fs::directory_iterator(source_root() / "tests/fuzz")) {
    const std::string stem = entry.path().stem().string();
    if (stem.starts_with(prefix)) sources.insert(stem.substr(prefix.size()));
  }
  for (char const* kind : {"corpus", "found"}) {
    for (auto const& entry : fs::directory_iterator(source_root() / "tests/fuzz" / kind)) {
      if (entry.is_directory()) folders.insert(entry.path().filename().string());
    }
  }
  EXPECT_EQ(listed, sources);
  EXPECT_EQ(listed, folders);
}

// libFuzzer mutates small inputs best, and the repository stays small.
TEST(FuzzTargets, HaveSmallInputs) {
  constexpr std::uintmax_t kLargest = 4096, kMostTogether = 400 * 1024;
  std::uintmax_t together = 0;
  for (auto const& entry : fs::recursive_directory_iterator(source_root() / "tests/fuzz/corpus")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_LE(entry.file_size(), kLargest) << entry.path();
    together += entry.file_size();
  }
  EXPECT_LE(together, kMostTogether);
}

}  // namespace
}  // namespace barchan::test
