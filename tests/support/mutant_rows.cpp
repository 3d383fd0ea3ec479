#include "support/mutant_rows.hpp"

#include <regex>

#include <gtest/gtest.h>

#include "support/source_tree.hpp"

namespace barchan::test {

std::vector<MutantRow> mutant_rows() {
  const std::regex row(R"(^\| `(\w+)` \| (.+) \| `(\S+)` \| `(.+)` \| (.+) \|$)");
  std::vector<MutantRow> rows;
  for (SourceFile const& page : source_files("tests/mutants", {"README.md"})) {
    for (std::string const& line : page.lines) {
      std::smatch match;
      if (!line.starts_with("| `")) continue;
      EXPECT_TRUE(std::regex_match(line, match, row)) << line;
      if (!match.empty()) rows.push_back({match[1], match[2], match[3], match[4], match[5]});
    }
  }
  return rows;
}

}  // namespace barchan::test
