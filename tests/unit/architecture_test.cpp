/// The rules of docs/architecture.md, read off the sources themselves.
#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "barchan/process.hpp"
#include "support/source_tree.hpp"

namespace barchan {
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

std::vector<SourceFile> code_files() {
  std::vector<SourceFile> files = test::source_files("src", {".cpp", ".hpp"});
  for (SourceFile& file : test::source_files("include", {".hpp"})) files.push_back(std::move(file));
  return files;
}

/// Layers and what each may include of the others; arrows point down only.
std::map<std::string, std::set<std::string>> const& allowed_layers() {
  static const std::map<std::string, std::set<std::string>> kAllowed{
      {"sim", {"sim"}},
      {"measure", {"measure", "sim"}},
      {"processes", {"processes", "sim"}},
      {"io", {"io", "measure", "processes", "sim"}},
      {"render", {"render", "sim"}},
      {"ui", {"ui", "render", "io", "measure", "sim"}},
      {"app", {"app", "ui", "render", "io", "measure", "processes", "sim"}},
      {"cli", {"cli", "io", "measure", "processes", "sim"}},
  };
  return kAllowed;
}

std::string layer_of(std::string const& path) {
  if (!path.starts_with("src/")) return {};
  const std::size_t end = path.find('/', 4);
  return end == std::string::npos ? std::string{} : path.substr(4, end - 4);
}

/// Layer that owns the public header `barchan/NAME.hpp`: the source folder whose files carry its name, otherwise sim.
std::string public_layer(std::string const& header) {
  // Headers whose sources go by other names.
  if (header == "barchan/world.hpp" || header == "barchan/terrain_view.hpp") return "sim";
  static const std::set<std::string> kFilesInAndOut{"barchan/raster.hpp", "barchan/input_error.hpp",
                                                    "barchan/relief.hpp", "barchan/picture.hpp"};
  if (kFilesInAndOut.contains(header)) return "io";
  const std::size_t begin = header.rfind('/') + 1;
  const std::string name = header.substr(begin, header.rfind('.') - begin);
  for (std::string const layer : {"measure", "io"}) {
    for (SourceFile const& file : test::source_files("src/" + layer, {".cpp"})) {
      if (file.path.substr(file.path.rfind('/') + 1).starts_with(name)) return layer;
    }
  }
  return "sim";
}

TEST(Architecture, SourcesAreWhereTheTestLooks) {
  EXPECT_GE(test::source_files("src/sim", {".cpp"}).size(), 5u);
  EXPECT_GE(test::source_files("src/processes", {".cpp"}).size(), 2u);
  EXPECT_GE(test::source_files("include", {".hpp"}).size(), 10u);
}

TEST(Architecture, EverySourceFolderIsALayer) {
  for (SourceFile const& file : test::source_files("src", {".cpp", ".hpp"})) {
    EXPECT_TRUE(allowed_layers().contains(layer_of(file.path))) << file.path;
  }
}

TEST(Architecture, IncludesPointDownOnly) {
  for (SourceFile const& file : test::source_files("src", {".cpp", ".hpp"})) {
    const std::string layer = layer_of(file.path);
    const auto allowed = allowed_layers().find(layer);
    if (allowed == allowed_layers().end()) continue;  // said by EverySourceFolderIsALayer
    for (Include const& include : includes_of(file)) {
      std::string target;
      if (include.path.starts_with("barchan/")) {
        target = public_layer(include.path);
      } else if (const std::size_t slash = include.path.find('/'); slash != std::string::npos) {
        target = include.path.substr(0, slash);
      }
      if (!allowed_layers().contains(target)) continue;  // a library's header
      EXPECT_TRUE(allowed->second.contains(target))
          << file.path << ":" << include.line << ": " << layer << " may not include " << include.path;
    }
  }
}

TEST(Architecture, PublicHeadersIncludePublicHeadersOfTheirLayerOrBelow) {
  for (SourceFile const& file : test::source_files("include", {".hpp"})) {
    const std::string layer = public_layer(file.path.substr(std::string("include/").size()));
    for (Include const& include : includes_of(file)) {
      EXPECT_FALSE(allowed_layers().contains(include.path.substr(0, include.path.find('/'))))
          << file.path << ":" << include.line << ": a public header includes the private " << include.path;
      if (!include.path.starts_with("barchan/")) continue;
      EXPECT_TRUE(allowed_layers().at(layer).contains(public_layer(include.path)))
          << file.path << ":" << include.line << ": " << layer << " may not include " << include.path;
    }
  }
}

TEST(Architecture, AProcessNeverIncludesAnotherProcess) {
  std::vector<std::string> ids;
  for (auto const& process : make_processes()) ids.emplace_back(process->info().id);
  const auto owner = [&](std::string const& path) -> std::optional<std::string> {
    const std::string name = path.substr(path.rfind('/') + 1);
    for (std::string const& id : ids) {
      if (name.starts_with(id)) return id;
    }
    return std::nullopt;
  };
  for (SourceFile const& file : test::source_files("src/processes", {".cpp", ".hpp"})) {
    const std::optional<std::string> own = owner(file.path);
    if (!own) continue;  // the list itself, and what processes share
    for (Include const& include : includes_of(file)) {
      if (!include.path.starts_with("processes/")) continue;
      const std::optional<std::string> other = owner(include.path);
      EXPECT_TRUE(!other || other == own) << file.path << ":" << include.line << " includes " << include.path;
    }
  }
}

struct Forbidden {
  std::string pattern;  ///< regular expression over code without comments and strings
  std::string reason;
};

void expect_none(std::vector<std::string> const& folders, std::vector<Forbidden> const& list) {
  for (std::string const& folder : folders) {
    for (SourceFile const& file : test::source_files(folder, {".cpp", ".hpp"})) {
      for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::string code = test::code_of(file.lines[i]);
        for (Forbidden const& forbidden : list) {
          EXPECT_FALSE(std::regex_search(code, std::regex(forbidden.pattern)))
              << file.path << ":" << i + 1 << ": " << file.lines[i] << "\n  " << forbidden.reason;
        }
      }
    }
  }
}

TEST(Architecture, TheSimulationKnowsNoWindowNoFileAndNoClock) {
  const std::regex headers(
      R"(^(GL/|GLFW/|glad/|EGL/|imgui|iostream$|fstream$|filesystem$|chrono$|ctime$|cstdio$|stdio\.h$|random$|thread$))"
      R"(|^(omp\.h$|png\.h$|tiffio\.h$|toml|nlohmann/|CLI/))");
  for (std::string const folder : {"src/sim", "src/processes", "src/measure"}) {
    for (SourceFile const& file : test::source_files(folder, {".cpp", ".hpp"})) {
      for (Include const& include : includes_of(file)) {
        // The scheduler is the one place that knows of threads.
        if (file.path == "src/sim/scheduler.cpp" && include.path == "thread") continue;
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
  expect_none({"src/sim", "src/processes"},
              {
                  {R"(\b(std::)?(a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh|cbrt|hypot|erf|tgamma)f?\s*\()",
                   "differs between C libraries; sim/math.hpp has ours"},
                  {R"(\b(std::)?(exp|exp2|expm1|log|log2|log10|log1p|pow)f?\s*\()",
                   "differs between C libraries; sim/math.hpp has ours"},
                  {R"(\b(std::)?fmaf?\s*\()", "a fused product rounds otherwise than a product and a sum"},
                  {R"(\bs?rand\s*\()", "hidden state; random_words is a pure function"},
                  {R"(\bstd::(mt19937|minstd_rand|random_device|default_random_engine|\w+_distribution))",
                   "hidden state, and distributions differ between libraries"},
                  {R"(\bstd::(unordered_map|unordered_set)\b)", "its order differs between libraries"},
                  {R"(\b(std::)?(cout|cerr|clog|printf|fprintf|puts)\b)", "the simulation has no output"},
                  {R"(\b(std::)?(exit|abort|terminate|getenv)\s*\()", "ending the program is the program's affair"},
                  {R"(\bstatic\s+(?!constexpr|const\b|inline constexpr|_?assert|_cast)\w[\w:<>, ]*\s+\w+\s*(=|;|\{))",
                   "no mutable state outside a world"},
                  {R"(\bstd::(reduce|transform_reduce|execution)\b)", "the order of a sum is part of the result"},
                  {R"(\batomic_ref<\s*(float|double))", "sums of floats depend on their order; sum integers"},
              });
}

TEST(Architecture, NothingIsLeftUndone) {
  // Put together from halves so that this file does not find itself.
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
  EXPECT_EQ(test::code_of(R"(call("sin(x) // no", 2);  // exp(1))"), R"(call("", 2);  )");
  EXPECT_EQ(test::code_of(R"(a = "\"";)"), R"(a = "";)");
  EXPECT_EQ(test::code_of("/// only words"), "");
}

}  // namespace
}  // namespace barchan
