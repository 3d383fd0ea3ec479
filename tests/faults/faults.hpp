/// Helpers of the tests of faults: what docs/troubleshooting.md says, and programs in a system that fails.
#pragma once

#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/source_tree.hpp"

namespace barchan::test {

/// A fault that the page describes.
struct DocumentedFault {
  std::string heading;
  std::vector<std::string> messages;  ///< lines that the user sees; words in capitals such as FILE stand for others
  std::vector<std::string> tests;     ///< that provoke the fault
};

/// The entries of docs/troubleshooting.md: headings of the third level, each with a remark that names its tests and a
/// block with the messages, if there are any. A line that begins with two spaces continues the message above it.
inline std::vector<DocumentedFault> documented_faults() {
  std::vector<DocumentedFault> faults;
  std::istringstream page(read_source("docs/troubleshooting.md"));
  const std::regex tests("<!-- tests?: (.*) -->"), test(R"(\w+\.\w+)");
  bool fenced = false;
  for (std::string line; std::getline(page, line);) {
    std::smatch match;
    if (line.starts_with("```")) {
      fenced = !fenced;
    } else if (fenced) {
      if (faults.empty()) continue;
      std::vector<std::string>& messages = faults.back().messages;
      if (line.starts_with("  ") && !messages.empty()) {
        messages.back() += line.substr(1);
      } else {
        messages.push_back(line);
      }
    } else if (line.starts_with("### ")) {
      faults.push_back({line.substr(4), {}, {}});
    } else if (line.starts_with("## ")) {
      faults.push_back({});  // lines of the next section belong to no fault
    } else if (std::regex_match(line, match, tests) && !faults.empty()) {
      const std::string names = match[1];
      for (std::sregex_iterator it(names.begin(), names.end(), test), end; it != end; ++it) {
        faults.back().tests.push_back(it->str());
      }
    }
  }
  std::erase_if(faults, [](DocumentedFault const& fault) { return fault.heading.empty(); });
  return faults;
}

/// The pattern of a message of the page.
inline std::regex pattern_of(std::string const& message) {
  static const std::regex kStandIn(R"(\b(FILE|FOLDER|LAND|ACTIVITY|REASON|NUMBER|AMOUNT|FOUND)\b)"),
      kSpecial(R"([.*+?^${}()|[\]\\])");
  const std::string escaped = std::regex_replace(message, kSpecial, R"(\$&)");
  return std::regex(std::regex_replace(escaped, kStandIn, "(.+)"));
}

/// Succeeds if `output` has all the messages, as whole lines, that the page gives under this heading.
inline testing::AssertionResult says(std::string const& output, std::string_view heading) {
  for (DocumentedFault const& fault : documented_faults()) {
    if (fault.heading != heading) continue;
    for (std::string const& message : fault.messages) {
      const std::regex pattern = pattern_of(message);
      std::istringstream lines(output);
      bool found = false;
      for (std::string line; std::getline(lines, line);) found |= std::regex_match(line, pattern);
      if (!found) {
        return testing::AssertionFailure()
               << "docs/troubleshooting.md promises '" << message << "', found '" << output << "'";
      }
    }
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "docs/troubleshooting.md has no entry '" << heading << "'";
}

/// Begins a shell command that runs in a system which fails, such as "BARCHAN_KILL_AT=3"; see shim.cpp.
inline std::string with_shim(std::string const& variables) {
  return "env " + variables + " LD_PRELOAD='" BARCHAN_SHIM_PATH "' ";
}

}  // namespace barchan::test
