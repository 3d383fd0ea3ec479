// Worlds that were saved by this version and by earlier ones can be opened and have the hashes that they had. Files are
// only ever added.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/saved_world.hpp"
#include "support/lands.hpp"
#include "support/source_tree.hpp"

namespace barchan::test::corpus_test {
namespace {

namespace fs = std::filesystem;

/// Hashes by file, as listed beside the files of tests/corpus.
std::map<std::string, std::string> hashes() {
  std::map<std::string, std::string> list;
  std::ifstream table(source_root() / "tests/corpus/hashes.txt");
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string file, hash;
    if (!line.starts_with('#') && words >> file >> hash) list[file] = hash;
  }
  return list;
}

TEST(Corpus, EverySavedWorldOpensWithItsHashAndRunsOn) {
  const auto expected = hashes();
  EXPECT_GE(expected.size(), 4u);
  for (auto const& [file, hash] : expected) {
    SCOPED_TRACE(file);
    SavedWorld saved = load_world(source_root() / "tests/corpus" / file);
    EXPECT_EQ(fmt::format("{:016x}", saved.world.hash()), hash);
    EXPECT_FALSE(saved.info.scenario.title.empty());
    run(saved.world, 20);
    EXPECT_EQ(unsound(saved.world), "");
  }
}

TEST(Corpus, ReadingsWithoutYearsOfTheCalendarAreKept) {
  const SavedWorld saved = load_world(source_root() / "tests/corpus/gauges/gauges.barchan");
  ASSERT_EQ(saved.info.gauges.size(), 1u);
  auto const& points = saved.info.gauges[0].points;
  ASSERT_EQ(points.size(), 13u);  // of step 0 and 12 steps
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].step, i);
    EXPECT_NEAR(points[i].time, 0.4 * static_cast<double>(i), 1e-6);
    EXPECT_EQ(points[i].years, 0.0);
  }
}

TEST(Corpus, EveryFileHasItsHash) {
  std::set<std::string> found, listed;
  for (auto const& [file, hash] : hashes()) listed.insert(file);
  const fs::path folder = source_root() / "tests/corpus";
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == kSavedWorldEnding) {
      found.insert(entry.path().lexically_relative(folder).generic_string());
    }
  }
  EXPECT_EQ(found, listed);
}

}  // namespace
}  // namespace barchan::test::corpus_test
