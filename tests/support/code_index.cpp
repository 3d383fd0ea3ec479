#include "support/code_index.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <regex>
#include <sstream>
#include <utility>

#include "support/source_tree.hpp"

namespace barchan::test {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Identifiers of a text in order, each with the first character that follows it.
struct Token {
  std::string_view word;
  char next = '\0';
};
std::vector<Token> tokens_of(std::string_view code) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < code.size();) {
    const std::size_t begin = i;
    while (i < code.size() && is_word(code[i])) ++i;
    if (i == begin) {
      ++i;
      continue;
    }
    const std::size_t next = code.find_first_not_of(" \n", i);
    tokens.push_back({code.substr(begin, i - begin), next == std::string_view::npos ? '\0' : code[next]});
  }
  return tokens;
}

bool ends_with_any(std::string_view path, std::vector<std::string> const& endings) {
  return std::ranges::any_of(endings, [&](std::string const& ending) { return path.ends_with(ending); });
}

/// A line without its comment; C++ and GLSL without strings too.
std::string bare_line(std::string const& path, std::string const& line) {
  static const std::vector<std::string> kSlashes{".cpp", ".hpp", ".vert", ".frag", ".glsl"};
  return ends_with_any(path, kSlashes) ? code_of(line) : line.substr(0, line.find('#'));
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

CodeIndex::CodeIndex() {
  add({"CMakeLists.txt", lines_of(read_source("CMakeLists.txt"))});
  for (std::string const folder : {"src", "include", "tests", "scripts", "cmake", "shaders", "assets"}) {
    for (SourceFile const& source : source_files(
             folder, {".cpp", ".hpp", ".cmake", "CMakeLists.txt", ".sh", ".vert", ".frag", ".glsl", ".toml"})) {
      add(source);
    }
  }
  for (std::string const folder :
       {"src", "include", "tests", "scripts", "cmake", "shaders", "assets", "docs", "bench"}) {
    if (!std::filesystem::is_directory(source_root() / folder)) continue;
    paths_.insert(folder);
    for (auto const& entry : std::filesystem::recursive_directory_iterator(source_root() / folder)) {
      paths_.insert(entry.path().lexically_relative(source_root()).generic_string());
    }
  }
  for (auto const& entry : std::filesystem::directory_iterator(source_root())) {
    if (entry.is_regular_file()) paths_.insert(entry.path().filename().string());
  }
  for (std::string const& path : paths_) names_.insert(path.substr(path.rfind('/') + 1));
}

void CodeIndex::add(SourceFile const& source) {
  std::string code;
  for (std::string const& line : source.lines) {
    code += bare_line(source.path, line) + "\n";
    if (!source.path.starts_with("tests/")) text_ += line + "\n";
  }
  File& file = files_.emplace_back();
  std::string_view before;
  for (Token const& token : tokens_of(code)) {
    static const std::set<std::string, std::less<>> kDefining{"class", "struct", "enum", "union", "namespace"};
    if (kDefining.contains(before) && token.next != ';') file.defines.emplace(token.word);
    file.words.emplace(token.word);
    before = token.word;
  }
  words_.insert(file.words.begin(), file.words.end());
}

bool CodeIndex::looks_like_code(std::string const& text) {
  static const std::regex kForms(R"(~?[A-Za-z_]\w*(::~?\w+)*(\(\w*[&*]?\))?|[\w.-]*/[\w./-]*|--?[A-Za-z][\w=-]*)"
                                 R"(|[A-Z]\w*\.[A-Z]\w*)"
                                 R"(|[\w-]+\.(cpp|hpp|cmake|txt|sh|vert|frag|glsl|toml|soil|md|patch|json))");
  return std::regex_match(text, kForms);
}

bool CodeIndex::has(std::string const& text) const {
  if (!looks_like_code(text)) return true;
  if (text.starts_with('-')) return has_option(text);
  static const std::regex kTest(R"([A-Z]\w*\.[A-Z]\w*)");
  if (std::regex_match(text, kTest)) return has_test(text);
  if (text.find('/') != std::string::npos || text.find('.') != std::string::npos) return has_path(text);
  if (text.find('(') != std::string::npos) return has_call(text);
  return has_qualified(text) || names_.contains(text);
}

bool CodeIndex::has_path(std::string const& path) const {
  const std::string name = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
  const auto ends_so = [&](std::string const& other) { return other.ends_with(name); };
  if (name.starts_with('_')) return std::ranges::any_of(names_, ends_so);
  if (name.find('/') == std::string::npos) return names_.contains(name);
  static constexpr std::array<char const*, 3> kRoots{"", "src/", "tests/"};
  return std::ranges::any_of(kRoots, [&](std::string const& root) { return paths_.contains(root + name); });
}

bool CodeIndex::has_qualified(std::string_view name) const {
  std::vector<std::string_view> parts;
  for (Token const& token : tokens_of(name)) parts.push_back(token.word);
  if (parts.size() == 1) return words_.contains(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto holds = [&](File const& file) {
      return file.defines.contains(parts[i - 1]) && file.words.contains(parts[i]);
    };
    if (std::ranges::none_of(files_, holds)) return false;
  }
  return true;
}

bool CodeIndex::has_call(std::string const& call) const {
  if (!has_qualified(std::string_view(call).substr(0, call.find('(')))) return false;
  const std::vector<Token> inside = tokens_of(std::string_view(call).substr(call.find('(')));
  return std::ranges::all_of(inside, [&](Token const& token) { return words_.contains(token.word); });
}

bool CodeIndex::has_test(std::string const& test) const {
  const std::string suite = test.substr(0, test.find('.')), name = test.substr(test.find('.') + 1);
  return std::ranges::any_of(files_,
                             [&](File const& file) { return file.words.contains(suite) && file.words.contains(name); });
}

bool CodeIndex::has_option(std::string const& option) const {
  for (std::size_t at = text_.find(option); at != std::string::npos; at = text_.find(option, at + 1)) {
    const char before = at > 0 ? text_[at - 1] : ' ';
    const std::size_t end = at + option.size();
    const char after = end < text_.size() ? text_[end] : ' ';
    if (!is_word(before) && before != '-' && !is_word(after) && after != '-') return true;
  }
  return false;
}

}  // namespace barchan::test
