/// Limits on the size and shape of functions, checked against the sources: at most 60 lines and five arguments; results
/// are returned; conditional operators are not nested.
#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "support/source_tree.hpp"

namespace barchan::function_shape_test {
namespace {

using test::SourceFile;

constexpr std::ptrdiff_t kMostLines = 60;
constexpr std::size_t kMostArguments = 5;
/// The comment above a longer function gives the reason for its length, with these words.
constexpr std::string_view kReason = "is not divided";

/// Code without comments and strings as one text with the same line numbers.
std::string code_of(SourceFile const& file) {
  std::string code;
  for (std::string const& line : file.lines) code += test::code_of(line) + "\n";
  return code;
}

std::size_t line_of(std::string const& code, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::vector<SourceFile> sources() {
  std::vector<SourceFile> files = test::source_files("src", {".cpp", ".hpp"});
  for (SourceFile& file : test::source_files("include", {".hpp"})) files.push_back(std::move(file));
  return files;
}

/// The text between the bracket at `open` and its closing bracket, cut at the commas between them; empty if the bracket
/// is not closed.
std::vector<std::string> parts_between(std::string const& code, std::size_t open, std::size_t& close) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (close = open + 1; close < code.size(); ++close) {
    const char c = code[close];
    if (c == ';') return {};
    if (c == ')' && depth == 0) return parts;
    if (std::string_view("([{<").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(")]}>").find(c) != std::string_view::npos) --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c == '\n' ? ' ' : c;
    }
  }
  return {};
}

struct Signature {
  std::size_t line = 0;
  std::string name;
  std::vector<std::string> parameters;
};

/// Declarations and definitions of functions: after a name, a list in brackets of types with names.
std::vector<Signature> signatures_of(std::string const& code) {
  // A type with its qualifiers, a name, and optionally a default.
  static const std::regex kParameter(R"(^\s*(?:const )?[\w:]+(?:<.*>)?(?:::\w+)?(?: const)?(?:&&|[&*]| const)* )"
                                     R"((?:const )?\w+(?:\[\w*\])?(?: = .*|\{.*\})?\s*$)");
  static const std::regex kCall(
      R"(^(if|for|while|switch|requires|catch|return|sizeof|alignas|decltype|static_assert|throw)$)");
  std::vector<Signature> list;
  for (std::size_t open = code.find('('); open != std::string::npos; open = code.find('(', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(code[begin - 1])) != 0 || code[begin - 1] == '_')) {
      --begin;
    }
    const std::string name = code.substr(begin, open - begin);
    if (name.empty() || std::regex_match(name, kCall)) continue;
    std::size_t close = open;
    const std::vector<std::string> parts = parts_between(code, open, close);
    const bool all = !parts.empty() && std::all_of(parts.begin(), parts.end(), [](std::string const& part) {
      return std::regex_match(part, kParameter) && part.find("return ") == std::string::npos;
    });
    if (all) list.push_back({line_of(code, open), name, parts});
  }
  return list;
}

TEST(FunctionShape, NoFunctionHasMoreThanFiveArguments) {
  std::size_t seen = 0;
  for (SourceFile const& file : sources()) {
    for (Signature const& signature : signatures_of(code_of(file))) {
      EXPECT_LE(signature.parameters.size(), kMostArguments)
          << file.path << ":" << signature.line << ": " << signature.name << " has " << signature.parameters.size();
      ++seen;
    }
  }
  EXPECT_GT(seen, 1500u) << "the test reads hardly any function";
}

// A function returns its results. An object that it changes is passed as an object of that type, a buffer of the caller
// as a span.
TEST(FunctionShape, NoArgumentIsThereToBeFilled) {
  const std::regex result(
      R"(^\s*(std::vector<.*>|std::string|bool|int|float|double|std::size_t|Quanta(Sum)?)& \w+\s*$)");
  for (SourceFile const& file : sources()) {
    if (file.path == "src/base/archive.hpp") continue;  // fills what it reads and leaves what it writes
    for (Signature const& signature : signatures_of(code_of(file))) {
      for (std::string const& parameter : signature.parameters) {
        EXPECT_FALSE(std::regex_match(parameter, result))
            << file.path << ":" << signature.line << ": " << signature.name << " fills" << parameter;
      }
    }
  }
}

/// Returns whether a conditional operator is nested in the one whose `?` is at `question`. The arguments of a call are
/// separate expressions.
bool holds_another(std::string const& code, std::size_t question) {
  std::vector<bool> calls;  // for each open bracket: whether a call's name precedes it
  for (std::size_t i = question + 1; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '?' && std::find(calls.begin(), calls.end(), true) == calls.end()) return true;
    if (c == '(' || c == '[' || c == '{') {
      calls.push_back(c != '(' || std::isalnum(static_cast<unsigned char>(code[i - 1])) != 0 || code[i - 1] == '_');
    }
    if (calls.empty() && std::string_view(")]},;").find(c) != std::string_view::npos) return false;
    if (c == ')' || c == ']' || c == '}') calls.pop_back();
  }
  return false;
}

TEST(FunctionShape, NoConditionalOperatorStandsInsideAnother) {
  EXPECT_TRUE(holds_another("a ? b : c ? d : e;", 2));
  EXPECT_TRUE(holds_another("a ? b : (c ? d : e);", 2));
  EXPECT_FALSE(holds_another("f(a ? b : c, d ? e : g);", 4));
  EXPECT_FALSE(holds_another("a ? f(b ? c : d) : e;", 2));
  for (SourceFile const& file : sources()) {
    const std::string code = code_of(file);
    for (std::size_t at = code.find('?'); at != std::string::npos; at = code.find('?', at + 1)) {
      EXPECT_FALSE(holds_another(code, at))
          << file.path << ":" << line_of(code, at) << ": " << file.lines[line_of(code, at) - 1];
    }
  }
}

/// Returns whether the comment directly above line `first` gives a reason for its length.
bool gives_reason(SourceFile const& file, std::size_t first) {
  for (std::size_t i = first; i-- > 0;) {
    const std::size_t text = file.lines[i].find_first_not_of(' ');
    if (text == std::string::npos || file.lines[i].compare(text, 2, "//") != 0) return false;
    if (file.lines[i].find(kReason) != std::string::npos) return true;
  }
  return false;
}

TEST(FunctionShape, NoFunctionIsLongerThanSixtyLinesWithoutAReason) {
  static const std::regex kBegin(R"(^.*\)[^()]*\{$)");
  static const std::regex kOther(
      R"(^ *(namespace|struct|class|enum|union|extern|if|for|while|switch|\} else)\b|= *\{+$)");
  for (SourceFile const& file : sources()) {
    std::size_t first = 0;    // line at which the statement began that line i ends
    std::ptrdiff_t open = 0;  // number of its open brackets
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code = test::code_of(file.lines[i]);
      open += std::count(code.begin(), code.end(), '(') - std::count(code.begin(), code.end(), ')');
      const bool ends =
          code.empty() || (open <= 0 && std::string_view(";}{:").find(code.back()) != std::string_view::npos);
      if (std::regex_match(code, kBegin) && !std::regex_search(code, kOther)) {
        const std::string end = std::string(file.lines[first].find_first_not_of(' '), ' ') + "}";
        auto close = i + 1;
        while (close < file.lines.size() && !file.lines[close].starts_with(end)) ++close;
        const auto lines = static_cast<std::ptrdiff_t>(close - i) - 1;
        EXPECT_TRUE(lines <= kMostLines || gives_reason(file, first))
            << file.path << ":" << i + 1 << ": " << lines << " lines: " << file.lines[i];
      }
      if (!ends) continue;
      first = i + 1;
      open = 0;
    }
  }
}

}  // namespace
}  // namespace barchan::function_shape_test
