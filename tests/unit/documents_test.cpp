/// The documents are right: their links lead somewhere, their commands run, their code compiles, their tables are
/// fresh.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/source_tree.hpp"

namespace barchan {
namespace {

using test::SourceFile;

std::vector<SourceFile> documents() {
  std::vector<SourceFile> pages = test::source_files("docs", {".md"});
  for (std::string const name : {"README.md", "CHANGELOG.md"}) {
    std::ifstream stream(test::source_root() / name);
    SourceFile page{.path = name, .lines = {}};
    for (std::string line; std::getline(stream, line);) page.lines.push_back(std::move(line));
    if (!page.lines.empty()) pages.push_back(std::move(page));
  }
  return pages;
}

/// A fenced block with the line before it, which may say something about it.
struct CodeBlock {
  std::string language;
  std::string remark;
  std::size_t line = 0;
  std::vector<std::string> text;
};

std::vector<CodeBlock> blocks_of(SourceFile const& page) {
  std::vector<CodeBlock> blocks;
  bool inside = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    std::string const& line = page.lines[i];
    if (line.starts_with("```")) {
      if (!inside) blocks.push_back({line.substr(3), i > 0 ? page.lines[i - 1] : "", i + 1, {}});
      inside = !inside;
    } else if (inside) {
      blocks.back().text.push_back(line);
    }
  }
  EXPECT_FALSE(inside) << page.path << ": a code block without an end";
  return blocks;
}

/// A folder that is gone after the test.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "barchan-docs-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct ShellResult {
  int status = -1;
  std::string output;  ///< standard output and error
};

ShellResult shell(std::filesystem::path const& folder, std::string const& command) {
  ShellResult result;
  std::FILE* const pipe = popen(("cd '" + folder.string() + "' && { " + command + "\n} 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.output.append(buffer.data(), count);
  }
  result.status = pclose(pipe);
  return result;
}

TEST(Documents, LinksLeadToFilesThatExist) {
  const std::regex link(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
  for (SourceFile const& page : documents()) {
    const std::filesystem::path folder = (test::source_root() / page.path).parent_path();
    for (std::size_t i = 0; i < page.lines.size(); ++i) {
      std::string const& line = page.lines[i];
      for (std::sregex_iterator it(line.begin(), line.end(), link), end; it != end; ++it) {
        const std::string target = (*it)[1];
        if (target.find("://") != std::string::npos || target.starts_with("mailto:")) continue;
        EXPECT_TRUE(std::filesystem::exists(folder / target)) << page.path << ":" << i + 1 << ": " << target;
      }
    }
  }
}

TEST(Documents, ScriptsAndScenariosThatTheyNameExist) {
  const std::regex name(R"(\b((scripts|assets)/[\w/.-]*\w))");
  for (SourceFile const& page : documents()) {
    for (CodeBlock const& block : blocks_of(page)) {
      if (block.language != "sh") continue;
      for (std::string const& line : block.text) {
        for (std::sregex_iterator it(line.begin(), line.end(), name), end; it != end; ++it) {
          EXPECT_TRUE(std::filesystem::exists(test::source_root() / (*it)[1].str())) << page.path << ": " << line;
        }
      }
    }
  }
}

// Every `barchan-cli` line of a block marked ```sh is run, page by page in one folder, in the order in which it stands.
// The remark `<!-- not run: REASON -->` on the line before a block spares it.
TEST(Documents, CommandLinesRun) {
  const std::string program = std::string("'") + BARCHAN_CLI_PATH + "' ";
  int commands = 0;
  for (SourceFile const& page : documents()) {
    const ScratchFolder folder;
    ASSERT_FALSE(folder.path().empty());
    std::filesystem::create_directory_symlink(test::source_root() / "assets", folder.path() / "assets");
    for (CodeBlock const& block : blocks_of(page)) {
      if (block.language != "sh" || block.remark.starts_with("<!-- not run:")) continue;
      std::string command;
      for (std::string line : block.text) {
        if (command.empty()) {
          static const std::regex kPath(R"(^(\$ )?(\./)?(build/release/)?barchan-cli )");
          if (!std::regex_search(line, kPath)) continue;
          line = std::regex_replace(line, kPath, program);
        }
        const bool continued = line.ends_with("\\");
        command += continued ? line.substr(0, line.size() - 1) : line;
        if (continued) continue;
        const ShellResult result = shell(folder.path(), command);
        EXPECT_EQ(result.status, 0) << page.path << ":" << block.line << ": " << command << "\n" << result.output;
        command.clear();
        ++commands;
      }
    }
  }
  std::printf("%d command lines\n", commands);
}

// Blocks marked `<!-- example: src/... -->` are laid out as the files that they stand for and compiled.
TEST(Documents, ExampleCodeCompiles) {
  const std::regex remark(R"(^<!-- example: src/(\S+) -->$)");
  for (SourceFile const& page : documents()) {
    const ScratchFolder folder;
    ASSERT_FALSE(folder.path().empty());
    std::vector<std::filesystem::path> sources;
    for (CodeBlock const& block : blocks_of(page)) {
      std::smatch match;
      if (block.language != "cpp" || !std::regex_match(block.remark, match, remark)) continue;
      const std::filesystem::path path = folder.path() / match[1].str();
      std::filesystem::create_directories(path.parent_path());
      std::ofstream file(path);
      for (std::string const& line : block.text) file << line << '\n';
      if (path.extension() == ".cpp") sources.push_back(path);
    }
    const std::string root = test::source_root().string();
    for (std::filesystem::path const& source : sources) {
      const ShellResult result =
          shell(folder.path(), std::string(BARCHAN_CXX_COMPILER) +
                                   " -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic " + "-Wshadow -Werror -I. -I'" +
                                   root + "/include' -I'" + root + "/src' '" + source.string() + "'");
      EXPECT_EQ(result.status, 0) << page.path << "\n" << result.output;
    }
  }
}

TEST(Documents, GeneratedTablesAreFresh) {
  const auto lines_of = [](std::string const& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
    return lines;
  };
  for (std::string const subject : {"parameters", "scenarios"}) {
    const ShellResult result = shell("/", std::string("'") + BARCHAN_CLI_PATH + "' " + subject + " --markdown");
    ASSERT_EQ(result.status, 0) << result.output;
    const std::vector<std::string> page = lines_of(test::read_source("docs/" + subject + ".md"));
    const std::vector<std::string> program = lines_of(result.output);
    const auto [found, expected] = std::mismatch(page.begin(), page.end(), program.begin(), program.end());
    EXPECT_TRUE(found == page.end() && expected == program.end())
        << "docs/" << subject << ".md is stale; scripts/docs.sh writes it anew. First difference:\n  page:    "
        << (found == page.end() ? "(ends)" : *found)
        << "\n  program: " << (expected == program.end() ? "(ends)" : *expected);
  }
}

TEST(Documents, TheGlossaryIsInOrder) {
  std::string section;
  std::string before;
  int words = 0;
  for (SourceFile const& page : documents()) {
    if (page.path != "docs/glossary.md") continue;
    for (std::string const& line : page.lines) {
      if (line.starts_with("## ")) before.clear();
      if (!line.starts_with("| ") || line.starts_with("| word")) continue;
      const std::string word = line.substr(2, line.find(" |") - 2);
      EXPECT_LT(before, word) << "the words of a section are in the order of the alphabet";
      before = word;
      ++words;
    }
  }
  EXPECT_GE(words, 60);
}

}  // namespace
}  // namespace barchan
