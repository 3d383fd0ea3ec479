#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "io/input_error.hpp"
#include "world/renamed_parameters.hpp"

namespace barchan {

namespace {

/// Damerau-Levenshtein distance with adjacent swaps.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::size_t> before(columns), previous(columns), current(columns);
  for (std::size_t j = 0; j < columns; ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({changed, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

/// Longest word that is compared. No key is longer.
constexpr std::size_t kLongestWord = 64;

}  // namespace

std::string_view closest_match(std::string_view word, std::span<std::string_view const> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string_view best;
  for (std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<std::string_view const> candidates) {
  const std::string_view match = closest_match(word, candidates);
  return match.empty() ? std::string() : fmt::format("; did you mean '{}'?", printable(match));
}

namespace {

/// The new name of a group or of a key of a parameter that has been renamed; empty otherwise.
std::string_view renamed(std::string_view word) {
  const auto parts = [](std::string_view name) {
    const std::size_t dot = name.find('.');
    return std::array{name.substr(0, dot), name.substr(dot + 1)};
  };
  for (RenamedKey const& row : kRenamedParameters) {
    const auto old = parts(row.old), now = parts(row.now);
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i] == word && now[i] != word) return now[i];
    }
  }
  return {};
}

}  // namespace

std::string advice(std::string_view word, std::span<std::string_view const> candidates, std::string_view otherwise) {
  const std::string_view now = renamed(word);
  if (!now.empty() && std::ranges::count(candidates, now) > 0) return fmt::format("; it is now called '{}'", now);
  const std::string near = did_you_mean(word, candidates);
  return near.empty() ? fmt::format("; {} {}", otherwise, join(candidates)) : near;
}

std::string join(std::span<std::string_view const> words) {
  constexpr std::size_t kLongestList = 700;
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (list.size() > kLongestList) return fmt::format("{} and {} more", list, words.size() - i);
    list += (i > 0 ? ", " : "") + printable(words[i]);
  }
  return list;
}

std::string number_text(double value) { return fmt::format("{:.6g}", value); }

template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}
template std::optional<int> parsed_number(std::string_view);
template std::optional<double> parsed_number(std::string_view);
template std::optional<std::uint64_t> parsed_number(std::string_view);

template <class Number>
std::optional<std::pair<Number, Number>> number_pair(std::string_view text, std::string_view signs) {
  const std::size_t at = std::min(text.find_first_of(signs), text.size());
  const auto first = parsed_number<Number>(text.substr(0, at));
  const auto second = at < text.size() ? parsed_number<Number>(text.substr(at + 1)) : std::nullopt;
  return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}
template std::optional<std::pair<int, int>> number_pair(std::string_view, std::string_view);
template std::optional<std::pair<double, double>> number_pair(std::string_view, std::string_view);

std::string grouped_digits(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t position = digits.size(); position > 3; position -= 3) digits.insert(position - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string memory_text(double bytes) {
  constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024.0 && unit + 1 < kUnits.size()) {
    bytes /= 1024.0;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} bytes", bytes) : fmt::format("{:.1f} {}", bytes, kUnits[unit]);
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string shown;
  std::size_t end = std::min(longest, text.size());
  // Do not cut within a UTF-8 character.
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) --end;
  for (char c : text.substr(0, end)) shown += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  if (text.size() > longest) shown += "...";
  return shown;
}

std::uint64_t whole_number(std::string_view option, std::string_view text) {
  if (const auto number = parsed_number<std::uint64_t>(text)) return *number;
  throw InputError("{}: expected a whole number from 0 to 2^64 - 1, found '{}'", option, printable(text));
}

std::pair<double, double> elevation_range(std::string_view text) {
  if (const auto range = number_pair<double>(text, ":")) return *range;
  throw InputError(
      "expected the lowest and the highest elevation in m, separated by a colon, as in 0:350, found '{}'; correct them",
      printable(text));
}

std::string extension_text(std::string_view extension) {
  return extension.empty() ? "no extension" : fmt::format("the extension '{}'", printable(extension));
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (end > at) parts.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::vector<std::string> quoted_words(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(kSpaces); at < text.size(); at = text.find_first_not_of(kSpaces, at)) {
    std::string word;
    while (at < text.size() && kSpaces.find(text[at]) == std::string_view::npos) {
      const std::size_t closing = text[at] == '"' ? text.find('"', at + 1) : std::string_view::npos;
      if (closing != std::string_view::npos) {
        word += text.substr(at + 1, closing - at - 1);
        at = closing + 1;
      } else {
        word += text[at++];
      }
    }
    words.push_back(std::move(word));
  }
  return words;
}

std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') result += '\\';
    if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\u{:04x}", byte);
    } else {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace barchan
