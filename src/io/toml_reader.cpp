#include "io/toml_reader.hpp"

#include <cmath>

#include <fmt/format.h>

#include "io/text.hpp"

namespace barchan {

namespace {

std::string unit_suffix(std::string_view unit) { return unit.empty() ? "" : fmt::format(" {}", unit); }

}  // namespace

toml::table parse_toml(std::string_view text, std::string const& name) {
  try {
    return toml::parse(text, name);
  } catch (toml::parse_error const& error) {
    throw InputError("{}:{}: expected TOML, found a mistake: {}", name, error.source().begin.line,
                     printable(error.description()));
  }
}

std::string describe(toml::node const& node) {
  if (auto const* text = node.as_string()) return fmt::format("the text '{}'", printable(text->get()));
  if (auto const* value = node.as_integer()) return fmt::format("{}", value->get());
  if (auto const* value = node.as_floating_point()) return fmt::format("{}", value->get());
  if (auto const* value = node.as_boolean()) return value->get() ? "true" : "false";
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  return "a date or time";
}

InputError TableReader::error(std::string_view key, std::string const& message) const {
  toml::node const* node = table_.get(key);
  const auto line = node != nullptr ? node->source().begin.line : table_.source().begin.line;
  return InputError("{}:{}: {}", file_, std::max<std::uint32_t>(line, 1), message);
}

void TableReader::refuse_unknown(std::span<std::string_view const> known,
                                 std::string_view (*elsewhere)(std::string_view key)) const {
  // In the order of the file, so that the first mistake is named first.
  toml::key const* first = nullptr;
  for (auto const& [key, node] : table_) {
    bool found = false;
    for (std::string_view candidate : known) found = found || candidate == key.str();
    if (found) continue;
    if (first == nullptr || key.source().begin.line < first->source().begin.line) first = &key;
  }
  if (first == nullptr) return;
  std::string advice = did_you_mean(first->str(), known);
  if (advice.empty() && elsewhere != nullptr) {
    const std::string_view home = elsewhere(first->str());
    if (!home.empty()) advice = fmt::format("; it belongs in [{}]", home);
  }
  if (advice.empty()) advice = fmt::format("; known are {}", join(known));
  throw InputError("{}:{}: unknown key '{}' in {}{}", file_, first->source().begin.line, printable(first->str()),
                   title_, advice);
}

std::optional<double> TableReader::number(std::string_view key, double minimum, double maximum,
                                          std::string_view unit) const {
  toml::node const* node = table_.get(key);
  if (node == nullptr) return std::nullopt;
  const std::string range = fmt::format("{} to {}{}", minimum, maximum, unit_suffix(unit));
  const std::optional<double> value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value) {
    throw error(key, fmt::format("'{}' in {}: expected a number, {}, found {}", key, title_, range, describe(*node)));
  }
  if (!(*value >= minimum && *value <= maximum)) {
    throw error(key, fmt::format("'{}' in {}: expected {}, found {}", key, title_, range, describe(*node)));
  }
  return value;
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, std::int64_t minimum,
                                                 std::int64_t maximum) const {
  toml::node const* node = table_.get(key);
  if (node == nullptr) return std::nullopt;
  auto const* value = node->as_integer();
  if (value == nullptr || value->get() < minimum || value->get() > maximum) {
    throw error(key, fmt::format("'{}' in {}: expected a whole number, {} to {}, found {}", key, title_, minimum,
                                 maximum, describe(*node)));
  }
  return value->get();
}

std::optional<std::string> TableReader::text(std::string_view key) const {
  toml::node const* node = table_.get(key);
  if (node == nullptr) return std::nullopt;
  auto const* value = node->as_string();
  if (value == nullptr) {
    throw error(key, fmt::format("'{}' in {}: expected a text in quotes, found {}", key, title_, describe(*node)));
  }
  return value->get();
}

std::optional<std::size_t> TableReader::choice(std::string_view key, std::span<std::string_view const> choices) const {
  const std::optional<std::string> word = text(key);
  if (!word) return std::nullopt;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == *word) return i;
  }
  throw error(key, fmt::format("'{}' in {}: expected one of {}, found '{}'{}", key, title_, join(choices),
                               printable(*word), did_you_mean(*word, choices)));
}

std::optional<TableReader> TableReader::table(std::string_view key) const {
  toml::node const* node = table_.get(key);
  if (node == nullptr) return std::nullopt;
  toml::table const* inner = node->as_table();
  if (inner == nullptr) {
    throw error(key, fmt::format("expected a table [{}], found {}", key, describe(*node)));
  }
  return TableReader(*inner, file_, fmt::format("[{}]", key));
}

std::vector<TableReader> TableReader::tables(std::string_view key, std::string const& title) const {
  std::vector<TableReader> readers;
  toml::node const* node = table_.get(key);
  if (node == nullptr) return readers;
  toml::array const* array = node->as_array();
  const std::string complaint = fmt::format("expected tables {}, found ", title);
  if (array == nullptr) throw error(key, complaint + describe(*node));
  for (toml::node const& element : *array) {
    if (!element.is_table()) throw error(key, complaint + describe(element));
    readers.emplace_back(*element.as_table(), file_, title);
  }
  return readers;
}

}  // namespace barchan
