/// The documents are correct and easy to scan: links resolve, names exist, commands run, code compiles, tables are
/// current, and no line or paragraph is too long.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "io/land_extras.hpp"
#include "io/layer_field.hpp"
#include "io/new_land.hpp"
#include "land/brush.hpp"
#include "land/cell_layers.hpp"
#include "land/composition.hpp"
#include "land/obstacle.hpp"
#include "land/rainfall.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"
#include "support/banned_phrases.hpp"
#include "support/code_index.hpp"
#include "support/lands.hpp"
#include "support/source_tree.hpp"
#include "world/gauge.hpp"

namespace barchan::documents_test {
namespace {

using test::SourceFile;

std::vector<SourceFile> documents() {
  std::vector<SourceFile> pages = test::source_files("docs", {".md"});
  for (std::string const name :
       {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/mutants/README.md", "bench/results.md"}) {
    std::ifstream stream(test::source_root() / name);
    SourceFile page{.path = name, .lines = {}};
    for (std::string line; std::getline(stream, line);) page.lines.push_back(std::move(line));
    if (!page.lines.empty()) pages.push_back(std::move(page));
  }
  return pages;
}

/// A fenced block with the line before it, which may be a remark about it.
struct CodeBlock {
  std::string language;
  std::string remark;
  std::size_t line = 0;
  std::vector<std::string> text;
};

/// The line without the blanks before it, which a block within a list has.
std::string_view outdented(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

std::vector<CodeBlock> blocks_of(SourceFile const& page) {
  std::vector<CodeBlock> blocks;
  bool inside = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string line(outdented(page.lines[i]));
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

/// Kind of a line of a page outside fenced blocks.
enum class LineKind { blank, heading, table, remark, code, prose };

std::vector<LineKind> kinds_of(SourceFile const& page) {
  std::vector<LineKind> kinds;
  bool fenced = false;
  for (std::string const& line : page.lines) {
    const bool fence = outdented(line).starts_with("```");
    LineKind kind = LineKind::prose;
    if (fenced || fence || line.starts_with("    ")) {
      kind = LineKind::code;
    } else if (line.find_first_not_of(' ') == std::string::npos) {
      kind = LineKind::blank;
    } else if (line.starts_with("#")) {
      kind = LineKind::heading;
    } else if (line.starts_with("|")) {
      kind = LineKind::table;
    } else if (line.starts_with("<!--")) {
      kind = LineKind::remark;
    }
    kinds.push_back(kind);
    fenced = fenced != fence;
  }
  return kinds;
}

/// The anchor by which links refer to a heading: lower-case letters, no punctuation, hyphens for spaces.
std::string anchor_of(std::string const& heading) {
  std::string anchor;
  for (char c : heading.substr(std::min(heading.find_first_not_of("# "), heading.size()))) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    }
  }
  return anchor;
}

std::vector<std::string> anchors_of(SourceFile const& page) {
  const std::vector<LineKind> kinds = kinds_of(page);
  std::vector<std::string> anchors;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == LineKind::heading) anchors.push_back(anchor_of(page.lines[i]));
  }
  return anchors;
}

SourceFile page_of(std::string const& path) {
  for (SourceFile& page : documents()) {
    if (page.path == path) return std::move(page);
  }
  ADD_FAILURE() << path << " is missing";
  return {};
}

/// A folder that is removed after the test.
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

TEST(Documents, NoLineIsTooWideAndNoParagraphTooLong) {
  constexpr std::ptrdiff_t kColumns = 120;
  constexpr int kLines = 6;
  const std::regex item(R"(^ *([-*]|\d+\.) .*)");
  for (SourceFile const& page : documents()) {
    const std::vector<LineKind> kinds = kinds_of(page);
    int lines = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      std::string const& line = page.lines[i];
      const auto columns = std::count_if(line.begin(), line.end(),
                                         [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; });
      EXPECT_TRUE(columns <= kColumns || kinds[i] == LineKind::table) << page.path << ":" << i + 1;
      const bool begins = lines == 0 || std::regex_match(line, item);
      lines = begins ? 1 : lines + 1;
      if (kinds[i] != LineKind::prose) lines = 0;
      EXPECT_NE(lines, kLines + 1) << page.path << ":" << i + 1 << ": a paragraph of more than six lines";
    }
  }
}

TEST(Documents, LinksLeadToFilesAndHeadingsThatExist) {
  const std::regex link(R"(\]\(([^)#\s]*)(#([^)]*))?\))");
  std::map<std::filesystem::path, std::vector<std::string>> anchors;
  for (SourceFile const& page : documents()) anchors[page.path] = anchors_of(page);
  for (SourceFile const& page : documents()) {
    const std::filesystem::path folder = std::filesystem::path(page.path).parent_path();
    for (std::size_t i = 0; i < page.lines.size(); ++i) {
      std::string const& line = page.lines[i];
      for (std::sregex_iterator it(line.begin(), line.end(), link), end; it != end; ++it) {
        const std::string target = (*it)[1];
        if (target.find("://") != std::string::npos || target.starts_with("mailto:")) continue;
        const std::filesystem::path file =
            target.empty() ? std::filesystem::path(page.path) : (folder / target).lexically_normal();
        EXPECT_TRUE(std::filesystem::exists(test::source_root() / file)) << page.path << ":" << i + 1 << ": " << target;
        if (!(*it)[2].matched) continue;
        const auto found = anchors.find(file);
        EXPECT_TRUE(found != anchors.end() &&
                    std::find(found->second.begin(), found->second.end(), (*it)[3].str()) != found->second.end())
            << page.path << ":" << i + 1 << ": no heading for " << (*it)[0];
      }
    }
  }
}

// Paths in an example that a page creates are not checked.
TEST(Documents, FilesThatTheyNameExist) {
  const std::regex path(R"((^|[^\w/.])((src|include|tests|cmake|scripts|shaders|assets|bench|docs)/[\w./-]*[\w/]))");
  const std::regex example(R"(^<!-- example: src/processes/(\w+)/.*)");
  int named = 0;
  for (SourceFile const& page : documents()) {
    const std::vector<LineKind> kinds = kinds_of(page);
    std::string made_up = "<none>";
    for (std::string const& line : page.lines) {
      std::smatch match;
      if (std::regex_match(line, match, example)) made_up = match[1];
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == LineKind::code || kinds[i] == LineKind::remark) continue;
      std::string const& line = page.lines[i];
      for (std::sregex_iterator it(line.begin(), line.end(), path), end; it != end; ++it) {
        const std::string name = (*it)[2];
        if (name.find(made_up) != std::string::npos) continue;
        EXPECT_TRUE(std::filesystem::exists(test::source_root() / name)) << page.path << ":" << i + 1 << ": " << name;
        ++named;
      }
    }
  }
  EXPECT_GE(named, 30);
}

// The index lists the decisions of all pages in their order. Rejected alternatives are not decisions.
TEST(Documents, EveryDecisionStandsInTheIndex) {
  const std::string folder = "docs/decisions/", index_page = folder + "README.md";
  const std::regex entry(R"(^- \[(.+)\]\((\w+\.md)#(.+)\)$)");
  std::map<std::string, std::vector<std::string>> index, decisions;
  for (std::string const& line : page_of(index_page).lines) {
    std::smatch match;
    if (!std::regex_match(line, match, entry)) continue;
    index[match[2]].push_back(match[1]);
    EXPECT_EQ(match[3], anchor_of(match[1])) << line;
  }
  std::size_t count = 0;
  for (SourceFile const& page : test::source_files("docs/decisions", {".md"})) {
    if (page.path == index_page) continue;
    std::vector<std::string>& of_page = decisions[page.path.substr(folder.size())];
    for (std::string const& line : page.lines) {
      if (line.starts_with("## ") && line != "## Tried and dropped") of_page.push_back(line.substr(3));
    }
    count += of_page.size();
  }
  EXPECT_GE(count, 30u);
  EXPECT_EQ(index, decisions);
}

// The table under `## Files` lists the sources of the folder in the line above it, without their extensions.
TEST(Documents, ModelPagesListTheFilesOfTheirFolders) {
  const std::regex place(R"(^These files are in `(src/[\w/]+)/`.*)");
  const std::regex name("`(\\w+)`");
  // Several pages may share a folder.
  std::map<std::string, std::set<std::string>> listed;
  for (SourceFile const& page : test::source_files("docs/models", {".md"})) {
    std::string folder;
    bool files = false;
    for (std::string const& line : page.lines) {
      std::smatch match;
      if (line.starts_with("## ")) files = line == "## Files";
      if (files && std::regex_match(line, match, place)) folder = match[1];
      if (!files || !line.starts_with("| `")) continue;
      const std::string cell = line.substr(0, line.find('|', 1));
      for (std::sregex_iterator it(cell.begin(), cell.end(), name), end; it != end; ++it) {
        EXPECT_TRUE(listed[folder].insert((*it)[1]).second) << page.path << ": " << (*it)[1] << " has a page already";
      }
    }
    EXPECT_FALSE(folder.empty()) << page.path << ": `## Files` says where they are";
  }
  for (auto const& [folder, names] : listed) {
    std::set<std::string> found;
    for (SourceFile const& file : test::source_files(folder, {".cpp", ".hpp"})) {
      found.insert(std::filesystem::path(file.path).stem().string());
    }
    EXPECT_EQ(names, found) << folder;
  }
  for (auto const& entry : std::filesystem::directory_iterator(test::source_root() / "src/processes")) {
    const std::string folder = "src/processes/" + entry.path().filename().string();
    EXPECT_TRUE(!entry.is_directory() || listed.contains(folder)) << folder << " has no page in docs/models";
  }
}

TEST(Documents, TheTreeOfTheArchitectureHasEveryModule) {
  const SourceFile page = page_of("docs/architecture.md");
  std::vector<CodeBlock> const blocks = blocks_of(page);
  ASSERT_FALSE(blocks.empty());
  std::string tree;
  for (std::string const& line : blocks.front().text) tree += line + "\n";
  for (auto const& entry : std::filesystem::recursive_directory_iterator(test::source_root() / "src")) {
    if (!entry.is_directory()) continue;
    EXPECT_NE(tree.find("─ " + entry.path().filename().string() + "/"), std::string::npos) << entry.path();
  }
}

// Identifiers, members (`Type::member`), options, files and paths between backticks; see test::CodeIndex.
TEST(Documents, WhatTheArchitectureNamesExists) {
  const test::CodeIndex index;
  for (std::string const made_up :
       {"Columns::transfer", "no_such_function", "World::State::no_such_member", "keep(NoSuchArchive&)",
        "src/land/no_such.hpp", "no_such.hpp", "--no-such-option"}) {
    EXPECT_FALSE(index.has(made_up)) << made_up;
  }
  for (std::string const real : {"Columns::erode", "World::step", "keep(Archive&)", "src/land/columns.hpp", "unit/",
                                 "process.cpp", "_kernel.cpp", "--report", "-ffp-contract=off"}) {
    EXPECT_TRUE(test::CodeIndex::looks_like_code(real) && index.has(real)) << real;
  }
  // Common names of types of the language.
  const std::set<std::string> spared{"int32"};
  const std::regex span("`([^`]+)`");
  int named = 0;
  for (std::string const path : {"docs/architecture.md", "docs/start_here.md"}) {
    const SourceFile page = page_of(path);
    const std::vector<LineKind> kinds = kinds_of(page);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == LineKind::code || kinds[i] == LineKind::remark) continue;
      std::string const& line = page.lines[i];
      for (std::sregex_iterator it(line.begin(), line.end(), span), end; it != end; ++it) {
        const std::string text = (*it)[1];
        if (!test::CodeIndex::looks_like_code(text) || spared.contains(text)) continue;
        EXPECT_TRUE(index.has(text)) << path << ":" << i + 1 << ": nothing in the sources is called " << text;
        ++named;
      }
    }
  }
  EXPECT_GE(named, 100);
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

// Every `barchan-cli` line of a block marked ```sh is run, in order, with one folder per page. The remark `<!-- not
// run: REASON -->` on the line before a block excludes it.
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
        // Whether a command works does not depend on the number of steps.
        static const std::regex kManySteps(R"(--steps \d{3,})");
        command = std::regex_replace(command, kManySteps, "--steps 30");
        const ShellResult result = shell(folder.path(), command);
        EXPECT_EQ(result.status, 0) << page.path << ":" << block.line << ": " << command << "\n" << result.output;
        command.clear();
        ++commands;
      }
    }
  }
  std::printf("%d command lines\n", commands);
}

// Blocks marked `<!-- example: src/... -->` are written to these files and compiled.
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
  for (std::string const subject : {"parameters", "scenarios", "exports"}) {
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

TEST(Documents, TheGlossaryIsInOrderAndEachWordStandsOnce) {
  std::string before;
  std::set<std::string> words;
  for (std::string const& line : page_of("docs/glossary.md").lines) {
    if (line.starts_with("## ")) before.clear();
    if (!line.starts_with("| ") || line.starts_with("| word")) continue;
    const std::string word = line.substr(2, line.find(" |") - 2);
    EXPECT_LT(before, word) << "the words of a section are in the order of the alphabet";
    EXPECT_TRUE(words.insert(word).second) << word << " has one meaning";
    before = word;
  }
  EXPECT_GE(words.size(), 60u);
}

/// A line as people read it, without code in backticks and without the targets of links.
std::string read_out(std::string const& line) {
  static const std::regex kCode("`[^`]*`"), kTarget(R"(\]\([^)]*\))");
  return std::regex_replace(std::regex_replace(line, kCode, "`"), kTarget, "]");
}

/// A text for users, and its origin.
struct ReadText {
  std::string source, text;
};

/// Help texts and titles of all rows.
std::vector<ReadText> texts_of_rows() {
  std::vector<ReadText> texts;
  const auto add = [&](std::string const& source, std::string_view text) {
    texts.push_back({source, std::string(text)});
  };
  const auto add_rows = [&](std::string const& group, std::span<ParameterRow const> rows) {
    for (ParameterRow const& row : rows) {
      add(group + "." + std::string(row.key), row.label);
      add(group + "." + std::string(row.key), row.help);
    }
  };
  const World world = test::make_world(test::make_setup({.width = 8, .height = 8}), "none");
  for (ParameterGroup const& group : world.parameter_groups()) {
    add(std::string(group.id), group.title);
    add(std::string(group.id), group.help);
    add_rows(std::string(group.id), group.rows);
  }
  for (auto const& process : world.processes()) add(std::string(process->info().id), process->info().help);
  for (FieldRow const& row : world.fields()) add("field " + std::string(row.id), row.help);
  for (LayerFieldRow const& row : layer_field_rows(world)) add("field " + row.id, row.help);
  for (CellLayerRow const& row : cell_layer_rows()) add("cell layer " + std::string(row.field.id), row.field.help);
  for (HealthRow const& row : health_rows(~0u)) add("health " + std::string(row.id), row.text);
  add_rows("obstacle", obstacle_rows());
  add_rows("brush", brush_rows());
  add_rows("source", source_rows());
  add_rows("storm", storm_rows());
  add_rows("gauge", gauge_rows());
  add_rows("new_land", new_land_rows());
  for (SoilProperty const& property : soil_properties()) add_rows("soil", std::span(&property.row, 1));
  for (SoilConversion const& way : soil_conversions()) add("soil " + std::string(way.key), way.help);
  for (LayerKey const& key : layer_keys()) add("layer " + std::string(key.key), key.help);
  for (ExtraKey const& key : extra_keys()) add("layer " + std::string(key.key), key.help);
  for (int shape = 0; shape < kLayerShapeCount; ++shape) add("shape", shape_help(static_cast<LayerShape>(shape)));
  for (int shape = 0; shape < kObstacleShapeCount; ++shape) {
    add("obstacle shape", obstacle_shape_help(static_cast<ObstacleShape>(shape)));
  }
  return texts;
}

// Code is not checked, nor is the glossary's list of words that are not used.
TEST(Documents, NoBannedPhrasing) {
  for (SourceFile const& page : documents()) {
    const std::vector<LineKind> kinds = kinds_of(page);
    std::string section;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (page.lines[i].starts_with("## ")) section = page.lines[i];
      if (kinds[i] == LineKind::code || kinds[i] == LineKind::remark || section == "## Words we do not use") continue;
      const std::string line = read_out(page.lines[i]);
      const bool goes_on = kinds[i] == LineKind::prose && i + 1 < kinds.size() && kinds[i + 1] == LineKind::prose;
      for (test::FoundPhrase const& found :
           test::find_banned_phrases(goes_on ? line + " " + read_out(page.lines[i + 1]) : line)) {
        EXPECT_GT(found.at, line.size()) << page.path << ":" << i + 1 << ": \"" << found.text << "\". Write "
                                         << found.instead << ".";
      }
    }
  }
  const std::vector<ReadText> texts = texts_of_rows();
  EXPECT_GE(texts.size(), 300u);
  for (ReadText const& read : texts) {
    for (test::FoundPhrase const& found : test::find_banned_phrases(read.text)) {
      ADD_FAILURE() << read.source << ": \"" << found.text << "\". Write " << found.instead << ".\n  " << read.text;
    }
  }
}

}  // namespace
}  // namespace barchan::documents_test
