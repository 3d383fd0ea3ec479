#include "io/script_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "io/file.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Words of a line. Quotes allow spaces in a word; what follows a # is a comment.
std::vector<std::string> words_of(std::string const& line) {
  std::vector<std::string> words;
  std::istringstream rest(line);
  for (std::string word; (rest >> std::ws).peek() != '#' && rest >> std::quoted(word, '"', '\0');) {
    words.push_back(word);
  }
  return words;
}

}  // namespace

std::vector<ScriptLine> parse_script(std::string_view text, std::string const& name,
                                     std::span<ScriptForm const> forms) {
  std::vector<ScriptLine> script;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    const auto form = std::ranges::find(forms, words[0], &ScriptForm::name);
    if (form == forms.end()) {
      std::vector<std::string_view> names;
      for (ScriptForm const& known : forms) names.push_back(known.name());
      throw InputError("{}:{}: unknown command '{}'; choose one of {}", name, number, printable(words[0]),
                       fmt::join(names, ", "));
    }
    if (words.size() - 1 < form->least || words.size() - 1 > form->most) {
      throw InputError("{}:{}: expected a line such as '{}', found '{}'", name, number, form->form,
                       printable(fmt::format("{}", fmt::join(words, " "))));
    }
    words.erase(words.begin());
    script.push_back({number, static_cast<std::size_t>(form - forms.begin()), std::move(words)});
  }
  return script;
}

std::string read_script(fs::path const& file) {
  constexpr std::uint64_t kMaximumScript = std::uint64_t{4} << 20;
  return read_text_file(file, kMaximumScript);
}

double script_number(std::string_view word) {
  double value = 0.0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  if (result.ec != std::errc{} || result.ptr != word.data() + word.size() || !std::isfinite(value)) {
    throw std::invalid_argument(fmt::format("expected a number, found '{}'", printable(word)));
  }
  return value;
}

int script_count(std::string_view word) {
  const double value = script_number(word);
  constexpr double kMost = 1e9;
  if (!(value >= 0.0 && value <= kMost) || value != std::floor(value)) {
    throw std::invalid_argument(
        fmt::format("expected a whole number from 0 to {:.0f}, found '{}'", kMost, printable(word)));
  }
  return static_cast<int>(value);
}

}  // namespace barchan
