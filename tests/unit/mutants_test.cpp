// The mutants of tests/mutants match the sources: each patch applies at exactly one place and has its row in the table;
// each row names an existing test and patch. scripts/mutants.sh shows that they are caught.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/mutant_rows.hpp"
#include "support/source_tree.hpp"

namespace barchan::mutants_test {
namespace {

using test::SourceFile;

// Names of the tests of this program, as a filter takes them.
std::set<std::string> tests_here() {
  std::set<std::string> names;
  testing::UnitTest const& program = *testing::UnitTest::GetInstance();
  for (int s = 0; s < program.total_test_suite_count(); ++s) {
    testing::TestSuite const& suite = *program.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      names.insert(std::string(suite.name()) + "." + suite.GetTestInfo(t)->name());
    }
  }
  return names;
}

// Number of places in `lines` at which the lines `wanted` follow one another.
int occurrences(std::vector<std::string> const& lines, std::vector<std::string> const& wanted) {
  int count = 0;
  for (auto at = lines.begin();; ++at, ++count) {
    at = std::search(at, lines.end(), wanted.begin(), wanted.end());
    if (at == lines.end()) return count;
  }
}

// A replacement in one place of a patch, with the lines around it.
struct Hunk {
  std::string file;
  std::vector<std::string> before, after;

  // Numbers of unchanged lines at its beginning and at its end.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> context() const {
    const auto first = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto last = std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend());
    return {first.first - before.begin(), last.first - before.rbegin()};
  }
};

std::vector<Hunk> hunks_of(SourceFile const& patch) {
  std::vector<Hunk> hunks;
  std::string file;
  for (std::string const& line : patch.lines) {
    if (line.starts_with("--- a/")) {
      file = line.substr(6);
    } else if (line.starts_with("+++ ")) {
      EXPECT_EQ(line, "+++ b/" + file) << patch.path;
    } else if (line.starts_with("@@ ")) {
      hunks.push_back({file, {}, {}});
    } else if (line.empty() || hunks.empty()) {
      ADD_FAILURE() << patch.path << ": not a line of a patch: '" << line << "'";
    } else {
      if (line[0] != '+') hunks.back().before.push_back(line.substr(1));
      if (line[0] != '-') hunks.back().after.push_back(line.substr(1));
    }
  }
  return hunks;
}

TEST(Mutants, EachPatchAppliesAtOnePlaceAndChangesTheSource) {
  const std::vector<SourceFile> patches = test::source_files("tests/mutants", {".patch"});
  EXPECT_GE(patches.size(), 20u);
  for (SourceFile const& patch : patches) {
    const std::vector<Hunk> hunks = hunks_of(patch);
    EXPECT_FALSE(hunks.empty()) << patch.path;
    for (Hunk const& hunk : hunks) {
      EXPECT_NE(hunk.before, hunk.after) << patch.path;
      // If fewer unchanged lines follow the change than precede it, `patch` assumes that the file ends there.
      EXPECT_LE(hunk.context().first, hunk.context().second) << patch.path << ": lines around the change";
      EXPECT_TRUE(hunk.file.starts_with("src/")) << patch.path << ": a mutant spoils the program, not its tests";
      const std::filesystem::path path = hunk.file;
      int found = 0;
      for (SourceFile const& source : test::source_files(path.parent_path().string(), {path.filename().string()})) {
        if (source.path == hunk.file) found = occurrences(source.lines, hunk.before);
      }
      EXPECT_EQ(found, 1) << patch.path << ": places in " << hunk.file << " that read\n"
                          << testing::PrintToString(hunk.before);
    }
  }
}

TEST(Mutants, EachHasARowThatNamesATestAndABound) {
  const std::vector<test::MutantRow> rows = test::mutant_rows();
  const std::set<std::string> tests = tests_here();
  const std::regex bound(R"(at (least|most) -?\d+(\.\d+)?|fails)");
  std::multiset<std::string> in_table;
  for (test::MutantRow const& row : rows) {
    in_table.insert(row.patch);
    EXPECT_TRUE(tests.contains(row.test)) << row.patch << ": there is no test " << row.test;
    EXPECT_TRUE(std::regex_match(row.reaches, bound)) << row.patch << ": '" << row.reaches << "'";
  }
  std::multiset<std::string> in_folder;
  for (SourceFile const& patch : test::source_files("tests/mutants", {".patch"})) {
    in_folder.insert(std::filesystem::path(patch.path).stem().string());
  }
  EXPECT_EQ(in_table, in_folder);
}

}  // namespace
}  // namespace barchan::mutants_test
