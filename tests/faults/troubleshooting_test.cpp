// docs/troubleshooting.md: each fault is provoked by a test, which compares the messages of the page with those of the
// program.
#include <map>

#include <gtest/gtest.h>

#include "faults/faults.hpp"

namespace barchan::test::troubleshooting_test {
namespace {

/// For each test of the project, the text of its file.
std::map<std::string, std::string> files_of_tests() {
  const std::regex test(R"(^TEST(?:_F|_P)?\((\w+), (\w+)\).*)");
  std::map<std::string, std::string> files;
  for (SourceFile const& file : source_files("tests", {"_test.cpp"})) {
    for (std::string const& line : file.lines) {
      std::smatch match;
      if (std::regex_match(line, match, test)) files[match[1].str() + "." + match[2].str()] = read_source(file.path);
    }
  }
  return files;
}

TEST(Documents, EachFaultIsProvokedByATestThatComparesItsMessage) {
  const auto files = files_of_tests();
  const std::vector<DocumentedFault> faults = documented_faults();
  EXPECT_GE(faults.size(), 20u);
  for (DocumentedFault const& fault : faults) {
    EXPECT_FALSE(fault.tests.empty()) << fault.heading << ": name its tests, as in <!-- tests: Suite.Name -->";
    bool compared = fault.messages.empty();
    for (std::string const& test : fault.tests) {
      const auto file = files.find(test);
      EXPECT_NE(file, files.end()) << fault.heading << ": there is no test " << test;
      compared |= file != files.end() && file->second.find('"' + fault.heading + '"') != std::string::npos;
    }
    EXPECT_TRUE(compared) << fault.heading << ": none of its tests compares the message with this entry";
  }
}

TEST(Documents, AMessageOfTheTroubleshootingPageIsComparedWordByWord) {
  const std::regex message = pattern_of("FILE: found NUMBER (REASON); go on.");
  EXPECT_TRUE(std::regex_match("/a b.toml: found 3 (no x); go on.", message));
  for (char const* other :
       {"/a.toml: found 3 (no x); go on!", "/a.toml: found (no x); go on.", "/a.toml: found 3 x; go on."}) {
    EXPECT_FALSE(std::regex_match(other, message)) << other;
  }
}

}  // namespace
}  // namespace barchan::test::troubleshooting_test
