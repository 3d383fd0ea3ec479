#include "io/toml_reader.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "io/mistakes.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

std::string describe(toml::node const& node) {
  if (auto const* text = node.as_string()) return fmt::format("the text '{}'", printable(text->get()));
  if (auto const* value = node.as_integer()) return fmt::format("{}", value->get());
  if (auto const* value = node.as_floating_point()) return fmt::format("{}", value->get());
  if (auto const* value = node.as_boolean()) return value->get() ? "true" : "false";
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  return "a date or time";
}

std::optional<double> number_of(toml::node const& node) {
  return node.is_number() ? node.value<double>() : std::nullopt;
}

constexpr std::size_t kLongestReason = 120;

/// Position of a node. Tables that are only implied by dotted keys have none; theirs is the beginning of the file.
Place place_of(toml::source_region const& source) {
  return {std::max<std::size_t>(source.begin.line, 1), std::max<std::size_t>(source.begin.column, 1)};
}

/// Finds the first key with more than kDeepestKey parts, which would nest as many tables. The parser and the
/// destructors of its tables recurse once per table.
class DeepKeyFinder {
 public:
  explicit DeepKeyFinder(std::string_view text) : text_(text) {}

  std::optional<Place> find() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '.') {
        if (++dots_ >= kDeepestKey) return Place{line_, at_ - line_begin_ + 1};
      } else if (!is_part_of_key(c)) {
        dots_ = 0;
      }
      step();
    }
    return std::nullopt;
  }

 private:
  static constexpr int kDeepestKey = 64;

  static bool is_part_of_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == ' ' || c == '\t';
  }

  void step() {
    if (text_[at_++] != '\n') return;
    ++line_;
    line_begin_ = at_;
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool many_lines = text_.substr(at_).starts_with(three);
    const std::string_view end = many_lines ? std::string_view(three) : std::string_view(three).substr(0, 1);
    for (std::size_t i = 0; i < end.size(); ++i) step();
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) {
      if (!many_lines && text_[at_] == '\n') return;  // a mistake that the parser reports
      if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size()) step();
      step();
    }
    for (std::size_t i = 0; i < end.size() && at_ < text_.size(); ++i) step();
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1, line_begin_ = 0;
  int dots_ = 0;
};

}  // namespace

struct TableReader::File {
  toml::table root;
  Mistakes mistakes;
};

TableReader TableReader::parse(std::string_view text, std::string const& name) {
  auto file = std::make_shared<File>(File{{}, Mistakes(name)});
  if (const auto deep = DeepKeyFinder(text).find()) {
    file->mistakes.add(*deep, "expected a key of at most 64 parts, found a longer one; shorten it");
    file->mistakes.refuse();
  }
  try {
    file->root = toml::parse(text);  // it would copy the name where no exception may come out
  } catch (toml::parse_error const& error) {
    file->mistakes.add(place_of(error.source()), fmt::format("expected valid TOML, found a mistake: {}",
                                                             printable(error.description(), kLongestReason)));
    file->mistakes.refuse();
  }
  toml::table const* const root = &file->root;
  return {std::move(file), root, "the file"};
}

void TableReader::refuse_mistakes() const { file_->mistakes.refuse(); }

bool TableReader::has(std::string_view key) const { return table_->contains(key); }

std::vector<std::string_view> TableReader::keys() const {
  std::vector<toml::key const*> found;
  for (auto const& [key, node] : *table_) found.push_back(&key);
  std::sort(found.begin(), found.end(), [](toml::key const* a, toml::key const* b) {
    const auto place = [](toml::key const* key) { return key->source().begin; };
    return std::pair(place(a).line, place(a).column) < std::pair(place(b).line, place(b).column);
  });
  std::vector<std::string_view> keys;
  for (toml::key const* key : found) keys.push_back(key->str());
  return keys;
}

std::size_t TableReader::line() const { return place_of(table_->source()).line; }

void TableReader::note(std::string_view key, std::string text) const {
  toml::node const* node = table_->get(key);
  file_->mistakes.add(place_of(node != nullptr ? node->source() : table_->source()), std::move(text));
}

std::string TableReader::found(std::string_view key) const { return describe(*table_->get(key)); }

template <class Value>
std::optional<Value> TableReader::value(std::string_view key) const {
  toml::node const* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if constexpr (std::is_same_v<Value, double>) return number_of(*node);
  return node->value_exact<Value>();
}
template std::optional<double> TableReader::value(std::string_view) const;
template std::optional<std::int64_t> TableReader::value(std::string_view) const;
template std::optional<bool> TableReader::value(std::string_view) const;
template std::optional<std::string> TableReader::value(std::string_view) const;

std::vector<double> TableReader::numbers(std::string_view key) const {
  std::vector<double> numbers;
  toml::array const* array = table_->get(key) != nullptr ? table_->get(key)->as_array() : nullptr;
  if (array == nullptr) return {};
  for (toml::node const& element : *array) {
    const std::optional<double> number = number_of(element);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

void TableReader::refuse_unknown(std::span<std::string_view const> known,
                                 std::string_view (*elsewhere)(std::string_view key)) const {
  for (auto const& [key, node] : *table_) {
    const std::string_view word = key.str();
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const bool no_slip = elsewhere != nullptr && did_you_mean(word, known).empty();
    const std::string_view home = no_slip ? elsewhere(word) : std::string_view();
    file_->mistakes.add(place_of(key.source()),
                        fmt::format("unknown key '{}' in {}{}", printable(word), title_,
                                    home.empty() ? advice(word, known) : fmt::format("; it belongs in [{}]", home)));
  }
}

std::optional<double> TableReader::number(std::string_view key, double minimum, double maximum,
                                          std::string_view unit) const {
  if (!has(key)) return std::nullopt;
  const auto number = value<double>(key);
  if (number && *number >= minimum && *number <= maximum) return number;
  mistake(key, "'{}' in {}: expected {}{} to {}{}{}, found {}", key, title_, number ? "" : "a number from ", minimum,
          maximum, unit.empty() ? "" : " ", unit, found(key));
  return std::nullopt;
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, std::int64_t minimum,
                                                 std::int64_t maximum) const {
  if (!has(key)) return std::nullopt;
  const auto whole = value<std::int64_t>(key);
  if (whole && *whole >= minimum && *whole <= maximum) return whole;
  mistake(key, "'{}' in {}: expected a whole number from {} to {}, found {}", key, title_, minimum, maximum,
          found(key));
  return std::nullopt;
}

std::optional<std::string> TableReader::text(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  auto text = value<std::string>(key);
  if (!text) mistake(key, "'{}' in {}: expected text in quotes, found {}", key, title_, found(key));
  return text;
}

std::optional<std::size_t> TableReader::choice(std::string_view key, std::span<std::string_view const> choices) const {
  const std::optional<std::string> word = text(key);
  if (!word) return std::nullopt;
  const auto chosen = std::find(choices.begin(), choices.end(), *word);
  if (chosen != choices.end()) return static_cast<std::size_t>(chosen - choices.begin());
  mistake(key, "'{}' in {}: expected one of {}, found '{}'{}", key, title_, join(choices), printable(*word),
          did_you_mean(*word, choices));
  return std::nullopt;
}

std::optional<TableReader> TableReader::table(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  if (auto const* inner = table_->get(key)->as_table()) return TableReader(file_, inner, fmt::format("[{}]", key));
  mistake(key, "expected a table [{}], found {}", printable(key), found(key));
  return std::nullopt;
}

std::vector<TableReader> TableReader::tables(std::string_view key, std::string const& title) const {
  std::vector<TableReader> readers;
  if (!has(key)) return readers;
  const auto wrong = [&](toml::node const& node) {
    file_->mistakes.add(place_of(node.source()),
                        fmt::format("expected one or more tables {}, found {}", title, describe(node)));
  };
  toml::array const* array = table_->get(key)->as_array();
  if (array == nullptr) {
    wrong(*table_->get(key));
    return readers;
  }
  for (toml::node const& element : *array) {
    if (element.is_table()) {
      readers.push_back(TableReader(file_, element.as_table(), title));
    } else {
      wrong(element);
    }
  }
  return readers;
}

}  // namespace barchan
