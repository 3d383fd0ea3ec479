#include "io/toml_reader.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <toml++/toml.h>

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

}  // namespace

TableReader TableReader::parse(std::string_view text, std::string const& name) {
  try {
    return {std::make_shared<toml::table const>(toml::parse(text, name)), name, "the file"};
  } catch (toml::parse_error const& error) {
    throw InputError("{}:{}: expected TOML, found a mistake: {}", name, error.source().begin.line,
                     printable(error.description()));
  }
}

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

std::uint32_t TableReader::line_of(std::string_view key) const {
  toml::node const* node = table_->get(key);
  return std::max<std::uint32_t>((node != nullptr ? node->source() : table_->source()).begin.line, 1);
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
  // In the order of the file, so that the first mistake is named first.
  toml::key const* first = nullptr;
  for (auto const& [key, node] : *table_) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    if (first == nullptr || key.source().begin.line < first->source().begin.line) first = &key;
  }
  if (first == nullptr) return;
  const bool no_slip = elsewhere != nullptr && did_you_mean(first->str(), known).empty();
  const std::string_view home = no_slip ? elsewhere(first->str()) : std::string_view();
  throw InputError("{}:{}: unknown key '{}' in {}{}", file_, first->source().begin.line, printable(first->str()),
                   title_, home.empty() ? advice(first->str(), known) : fmt::format("; it belongs in [{}]", home));
}

std::optional<double> TableReader::number(std::string_view key, double minimum, double maximum,
                                          std::string_view unit) const {
  if (!has(key)) return std::nullopt;
  const auto number = value<double>(key);
  if (number && *number >= minimum && *number <= maximum) return number;
  throw error(key, "'{}' in {}: expected {}{} to {}{}{}, found {}", key, title_, number ? "" : "a number, ", minimum,
              maximum, unit.empty() ? "" : " ", unit, found(key));
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, std::int64_t minimum,
                                                 std::int64_t maximum) const {
  if (!has(key)) return std::nullopt;
  const auto whole = value<std::int64_t>(key);
  if (whole && *whole >= minimum && *whole <= maximum) return whole;
  throw error(key, "'{}' in {}: expected a whole number, {} to {}, found {}", key, title_, minimum, maximum,
              found(key));
}

std::optional<std::string> TableReader::text(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  auto text = value<std::string>(key);
  if (!text) throw error(key, "'{}' in {}: expected a text in quotes, found {}", key, title_, found(key));
  return text;
}

std::optional<std::size_t> TableReader::choice(std::string_view key, std::span<std::string_view const> choices) const {
  const std::optional<std::string> word = text(key);
  if (!word) return std::nullopt;
  const auto chosen = std::find(choices.begin(), choices.end(), *word);
  if (chosen != choices.end()) return static_cast<std::size_t>(chosen - choices.begin());
  throw error(key, "'{}' in {}: expected one of {}, found '{}'{}", key, title_, join(choices), printable(*word),
              did_you_mean(*word, choices));
}

std::optional<TableReader> TableReader::table(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  toml::table const* inner = table_->get(key)->as_table();
  if (inner == nullptr) throw error(key, "expected a table [{}], found {}", key, found(key));
  return TableReader({table_, inner}, file_, fmt::format("[{}]", key));
}

std::vector<TableReader> TableReader::tables(std::string_view key, std::string const& title) const {
  std::vector<TableReader> readers;
  if (!has(key)) return readers;
  const auto wrong = [&](toml::node const& node) {
    return error(key, "expected tables {}, found {}", title, describe(node));
  };
  toml::array const* array = table_->get(key)->as_array();
  if (array == nullptr) throw wrong(*table_->get(key));
  for (toml::node const& element : *array) {
    if (!element.is_table()) throw wrong(element);
    readers.push_back(TableReader({table_, element.as_table()}, file_, title));
  }
  return readers;
}

}  // namespace barchan
