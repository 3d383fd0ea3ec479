/// The rules of docs/architecture.md, checked against the sources.
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/scheduler.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/source_tree.hpp"

namespace barchan::architecture_test {
namespace {

using test::SourceFile;

struct Include {
  std::string path;
  std::size_t line = 0;
};

std::vector<Include> includes_of(SourceFile const& file) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  std::vector<Include> includes;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::smatch match;
    if (std::regex_search(file.lines[i], match, kInclude)) includes.push_back({match[1], i + 1});
  }
  return includes;
}

std::vector<SourceFile> code_files() { return test::source_files("src", {".cpp", ".hpp"}); }

/// Modules, and the modules that each may include. Dependencies only point downwards.
std::map<std::string, std::set<std::string>> const& modules() {
  static const auto kRooms = [] {
    using Names = std::set<std::string>;
    std::map<std::string, Names> seen;
    const auto add = [&](std::string const& module, Names const& on) {
      Names& all = seen[module];
      all.insert(module);
      for (std::string const& below : on) all.insert(seen.at(below).begin(), seen.at(below).end());
    };
    add("base", {});
    add("land", {"base"});
    add("gravity", {"land"});
    add("wind", {"land"});
    add("processes", {"wind"});
    add("eddies", {"processes", "gravity"});
    for (auto const& process : make_processes()) {
      add("processes/" + std::string(process->info().id), {"eddies"});
    }
    add("world", {"processes", "gravity"});
    add("measure", {"land"});
    add("picture", {"world"});
    add("history", {"picture"});
    add("geo", {"land"});
    add("io", {"picture", "measure", "history", "geo"});
    add("render", {"world"});
    add("export", {"io"});
    add("ui", {"render", "export"});
    add("arguments", {"export"});
    add("app", {"ui", "arguments"});
    add("cli", {"arguments"});
    add("api", {"io"});
    return seen;
  }();
  return kRooms;
}

/// For example, "src/gravity/creep.cpp" belongs to module "gravity", "src/processes/slab_dunes/plan.cpp" to module
/// "processes/slab_dunes", and "src/ui/tools/tool.hpp" to module "ui".
std::string module_of(std::string const& path) {
  if (!path.starts_with("src/")) return {};
  const std::size_t end = path.rfind('/');
  const std::string folder = end < 4 ? std::string{} : path.substr(4, end - 4);
  return folder == "ui/tools" ? "ui" : folder;
}

/// The sources that one compilation reads: the file itself, or the files that it groups (BARCHAN_UNITY).
std::vector<std::string> sources_of(std::string const& compiled) {
  if (compiled.find("/Unity/unity_") == std::string::npos) return {compiled};
  std::vector<std::string> sources;
  std::ifstream file(compiled);
  for (std::string line; std::getline(file, line);) {
    const std::size_t begin = line.find('"');
    if (line.starts_with("#include")) sources.push_back(line.substr(begin + 1, line.rfind('"') - begin - 1));
  }
  return sources;
}

/// For each source of this build, the modules in whose include folders the compiler looks.
std::map<std::string, std::set<std::string>> modules_seen() {
  std::ifstream file(std::string(BARCHAN_BINARY_DIR) + "/compile_commands.json");
  std::map<std::string, std::set<std::string>> seen;
  if (!file) return seen;
  const std::string source_root = test::source_root().string() + "/";
  const std::regex any(R"(-I(\S+))");
  const std::regex root("-I" + std::string(BARCHAN_BINARY_DIR) + R"(/modules/(\w+))");
  const auto add = [&](std::string path, std::string const& command) {
    if (!path.starts_with(source_root)) return;
    path.erase(0, source_root.size());
    if (!path.starts_with("src/")) return;
    auto& names = seen[path];
    for (std::sregex_iterator it(command.begin(), command.end(), root), end; it != end; ++it) {
      std::string name = (*it)[1];
      if (name.starts_with("processes_")) name[std::string("processes").size()] = '/';
      names.insert(std::move(name));
    }
    for (std::sregex_iterator it(command.begin(), command.end(), any), end; it != end; ++it) {
      const std::string folder = (*it)[1];
      const bool installed = path.starts_with("src/api/") && folder == source_root + "include";
      EXPECT_TRUE(installed || !folder.starts_with(source_root) || folder.find("/modules/") != std::string::npos)
          << path << " is compiled with an include root that shows it every module: " << folder;
    }
  };
  for (auto const& entry : nlohmann::json::parse(file)) {
    for (std::string& path : sources_of(entry.at("file").get<std::string>())) {
      add(std::move(path), entry.at("command").get<std::string>());
    }
  }
  return seen;
}

TEST(Architecture, SourcesAreWhereTheTestLooks) {
  for (auto const& [module, below] : modules()) {
    EXPECT_GE(test::source_files("src/" + module, {".cpp"}).size(), 1u) << module;
  }
}

TEST(Architecture, EverySourceFolderIsAModule) {
  for (SourceFile const& file : test::source_files("src", {".cpp", ".hpp"})) {
    EXPECT_TRUE(modules().contains(module_of(file.path))) << file.path;
  }
}

// The compiler itself enforces the direction: it does not find headers of a module above or of another process.
TEST(Architecture, TheCompilerSeesOnlyTheModulesBelow) {
  const auto seen = modules_seen();
  if (seen.empty()) GTEST_SKIP() << "no compile_commands.json: configure with a preset";
  for (SourceFile const& file : test::source_files("src", {".cpp"})) {
    if (!seen.contains(file.path)) {
      EXPECT_TRUE(module_of(file.path) == "render" || module_of(file.path) == "ui" || module_of(file.path) == "app")
          << file.path << " is compiled by nothing";
      continue;
    }
    if (file.path == "src/processes/process_list.cpp") continue;  // the only source that may include all processes
    for (std::string const& module : seen.at(file.path)) {
      EXPECT_TRUE(modules().at(module_of(file.path)).contains(module)) << file.path << " sees " << module;
    }
  }
}

// No path may lead out of the include folders either.
TEST(Architecture, NoIncludeClimbsOutOfItsModule) {
  for (SourceFile const& file : code_files()) {
    for (Include const& include : includes_of(file)) {
      EXPECT_TRUE(include.path.find("..") == std::string::npos && !include.path.starts_with("src/") &&
                  !include.path.starts_with("include/"))
          << file.path << ":" << include.line << ": " << include.path;
    }
  }
}

// Installed headers must not need other headers of Barchan, because programs outside this tree do not have them.
TEST(Architecture, InstalledHeadersIncludeOnlyTheStandardLibraryAndEachOther) {
  const std::regex standard("^(barchan/)?[a-z_]+(\\.hpp)?$");
  const std::vector<SourceFile> installed = test::source_files("include", {".hpp"});
  EXPECT_GE(installed.size(), 1u);
  for (SourceFile const& file : installed) {
    for (Include const& include : includes_of(file)) {
      EXPECT_TRUE(std::regex_match(include.path, standard)) << file.path << ":" << include.line << ": " << include.path;
    }
  }
}

/// Sources that are named by convention: the rows of a module, a process, the main function of a program.
bool named_by_convention(std::string const& stem) {
  return stem == "parameters" || stem == "process" || stem == "main";
}

// `x.cpp` implements `x.hpp`. Several sources `x_part.cpp` may implement a large header. All sources of a module may
// implement the header with the module's name.
TEST(Architecture, SourcesAreNamedAfterTheirHeaders) {
  std::map<std::string, std::set<std::string>> headers;
  const auto stem_of = [](std::string const& path) {
    const std::size_t name = path.rfind('/') + 1;
    return path.substr(name, path.rfind('.') - name);
  };
  for (SourceFile const& file : test::source_files("src", {".hpp"})) {
    headers[module_of(file.path)].insert(stem_of(file.path));
  }
  for (SourceFile const& file : test::source_files("include/barchan", {".hpp"}))
    headers["api"].insert(stem_of(file.path));
  for (SourceFile const& file : test::source_files("src", {".cpp"})) {
    const std::string module = module_of(file.path), stem = stem_of(file.path);
    std::set<std::string> const& here = headers[module];
    if (named_by_convention(stem) || here.contains(module.substr(module.rfind('/') + 1))) continue;
    const bool named = std::any_of(here.begin(), here.end(), [&](std::string const& header) {
      return stem == header || stem.starts_with(header + "_");
    });
    EXPECT_TRUE(named) << file.path << ": there is no header of this name beside it";
  }
}

// Two types with the same name in one namespace violate the one-definition rule, and no linker reports it.
TEST(Architecture, NoTypeIsDefinedInTwoHeaders) {
  const std::regex definition(
      R"(^(?:template <.*> )?(?:class|struct|enum class|union) (?:alignas\(\w+\) )?([\w:]+)(?![\w:<])[^;]*$)");
  const std::regex opened(R"(^namespace ([\w:]+) \{$)");
  std::map<std::string, std::string> defined;
  for (SourceFile const& file : test::source_files("src", {".hpp"})) {
    std::string space;
    for (std::string const& line : file.lines) {
      std::smatch match;
      if (std::regex_match(line, match, opened)) space = match[1];
      const std::string code = test::code_of(line);
      if (!std::regex_match(code, match, definition)) continue;
      const std::string name = space + "::" + match[1].str();
      const auto [before, first] = defined.emplace(name, file.path);
      EXPECT_TRUE(first) << name << " is defined in " << before->second << " and in " << file.path;
    }
  }
  EXPECT_GE(defined.size(), 300u);
}

/// Folders whose code must not depend on windows, files or clocks.
constexpr std::array<char const*, 9> kSimulation{"src/base",  "src/land",    "src/gravity",
                                                 "src/wind",  "src/eddies",  "src/processes",
                                                 "src/world", "src/measure", "src/picture"};

struct Forbidden {
  std::regex pattern;  ///< applied to code without comments and strings
  std::string reason;
  std::vector<std::string> but_in{};  ///< files in which it is allowed
};

void expect_none(std::vector<std::string> const& folders, std::vector<Forbidden> const& list) {
  for (std::string const& folder : folders) {
    for (SourceFile const& file : test::source_files(folder, {".cpp", ".hpp"})) {
      for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::string code = test::code_of(file.lines[i]);
        for (Forbidden const& forbidden : list) {
          if (std::ranges::count(forbidden.but_in, file.path) > 0) continue;
          EXPECT_FALSE(std::regex_search(code, forbidden.pattern))
              << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  " << forbidden.reason;
        }
      }
    }
  }
}

TEST(Architecture, TheSimulationUsesNoWindowNoFileAndNoClock) {
  const std::regex headers(
      R"(^(GL/|GLFW/|glad/|EGL/|imgui|iostream$|fstream$|filesystem$|chrono$|ctime$|cstdio$|stdio\.h$|random$|thread$))"
      R"(|^(omp\.h$|png\.h$|tiffio\.h$|toml|nlohmann/|CLI/))");
  for (std::string const folder : kSimulation) {
    for (SourceFile const& file : test::source_files(folder, {".cpp", ".hpp"})) {
      for (Include const& include : includes_of(file)) {
        // Only the scheduler may use threads.
        if (file.path == "src/base/scheduler.cpp" && include.path == "thread") continue;
        EXPECT_FALSE(std::regex_search(include.path, headers))
            << file.path << ":" << include.line << ": " << file.lines[include.line - 1];
      }
    }
  }
  for (SourceFile const& file : test::source_files("include", {".hpp"})) {
    for (Include const& include : includes_of(file)) {
      EXPECT_FALSE(std::regex_search(include.path, std::regex("^(GL/|GLFW/|glad/|EGL/|imgui)")))
          << file.path << ":" << include.line << ": public headers know no window";
    }
  }
}

TEST(Architecture, NoHashDependsOnTheCLibraryOrOnHiddenState) {
  expect_none(
      {"src/base", "src/land", "src/gravity", "src/wind", "src/processes", "src/world"},
      {
          {std::regex(R"(\b(std::)?(a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh|cbrt|hypot|erf|tgamma)f?\s*\()"),
           "differs between C libraries; base/math.hpp has ours"},
          {std::regex(R"(\b(std::)?(exp|exp2|expm1|log|log2|log10|log1p|pow)f?\s*\()"),
           "differs between C libraries; base/math.hpp has ours"},
          {std::regex(R"(\b(std::)?fmaf?\s*\()"), "a fused product rounds otherwise than a product and a sum"},
          {std::regex(R"(\bs?rand\s*\()"), "hidden state; random_words is a pure function"},
          {std::regex(R"(\bstd::(mt19937|minstd_rand|random_device|default_random_engine|\w+_distribution))"),
           "hidden state, and distributions differ between libraries"},
          {std::regex(R"(\bstd::(unordered_map|unordered_set)\b)"), "its order differs between libraries"},
          {std::regex(R"(\b(std::)?(cout|cerr|clog|printf|fprintf|puts)\b)"), "the simulation has no output"},
          {std::regex(R"(\b(std::)?(exit|abort|terminate|getenv)\s*\()"), "ending the program is the program's affair"},
          {std::regex(
               R"(\bstatic\s+(?!constexpr|const\b|inline constexpr|_?assert|_cast)\w[\w:<>, ]*\s+\w+\s*(=|;|\{))"),
           "no mutable state outside a world",
           {"src/base/land_vector.cpp", "src/land/ledger.hpp", "src/world/fields.cpp"}},
          {std::regex(R"(\bstd::(reduce|transform_reduce|execution)\b)"), "the order of a sum is part of the result"},
          {std::regex(R"(\batomic_ref<\s*(float|double))"), "sums of floats depend on their order; sum integers"},
      });
}

// Code that forgets a type of command must not compile, so no code may ask for a single type (world/command_kind.hpp).
TEST(Architecture, CommandsAreDistinguishedByVisitsAlone) {
  const std::string types =
      "SetParameter|SetSoil|AddSoil|RenameSoil|RemoveObstacles?|RemoveSources?|RemoveStorms|ChangeObstacle|"
      "PlaceObstacle|PlaceSource|ChangeSource|PlaceStorm|SetRainMap|SetMask|RemoveMask|BrushStroke";
  expect_none({"src"}, {{std::regex("(get_if|holds_alternative|std::get)<(" + types + ")>"), "visit the variant"}});
}

TEST(Architecture, NothingIsLeftUndone) {
  // Composed of halves, so that this file does not match.
  const std::regex marks(std::string("\\bTO") + "DO\\b|\\bFIX" + "ME\\b|\\bHA" + "CK\\b");
  const std::vector<std::string> endings{".cpp", ".hpp",  ".sh",   ".cmake", ".txt",
                                         ".md",  ".toml", ".vert", ".frag",  ".glsl"};
  for (std::string const folder :
       {"src", "include", "tests", "bench", "scripts", "cmake", "shaders", "docs", "assets"}) {
    for (SourceFile const& file : test::source_files(folder, endings)) {
      for (std::size_t i = 0; i < file.lines.size(); ++i) {
        EXPECT_FALSE(std::regex_search(file.lines[i], marks)) << file.path << ":" << i + 1 << ": " << file.lines[i];
      }
    }
  }
}

TEST(Architecture, NoFileIsTooLongOrTooWide) {
  constexpr std::size_t kLines = 800;
  constexpr std::ptrdiff_t kColumns = 120;
  std::vector<SourceFile> files = code_files();
  for (std::string const folder : {"tests", "bench"}) {
    for (SourceFile& file : test::source_files(folder, {".cpp", ".hpp"})) files.push_back(std::move(file));
  }
  for (SourceFile const& file : files) {
    EXPECT_LE(file.lines.size(), kLines) << file.path;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto columns = std::count_if(file.lines[i].begin(), file.lines[i].end(),
                                         [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; });
      EXPECT_LE(columns, kColumns) << file.path << ":" << i + 1;
      EXPECT_EQ(file.lines[i].find('\t'), std::string::npos) << file.path << ":" << i + 1 << ": a tabulator";
    }
  }
}

TEST(Architecture, EveryHeaderBeginsWithItsSubjectAndIsIncludedOnce) {
  for (SourceFile const& file : code_files()) {
    if (!file.path.ends_with(".hpp")) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_TRUE(file.lines.front().starts_with("///")) << file.path << ": the first line says what the header is";
    EXPECT_NE(std::find(file.lines.begin(), file.lines.end(), "#pragma once"), file.lines.end()) << file.path;
  }
}

TEST(Architecture, CodeOfLeavesOutCommentsAndStrings) {
  EXPECT_EQ(test::code_of(R"(call("sin(x) // no", 2);  // exp(1))"), R"(call("", 2);)");
  EXPECT_EQ(test::code_of(R"(a = "\"";)"), R"(a = "";)");
  EXPECT_EQ(test::code_of("/// only words"), "");
}

}  // namespace
}  // namespace barchan::architecture_test
