#include "io/option_words.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "io/text.hpp"

namespace barchan {

std::pair<std::string, std::string> key_and_value(std::string const& word, std::span<std::string_view const> known,
                                                  std::string_view of, ParameterGroup const& group,
                                                  Complaint const& wrong) {
  const std::size_t equals = word.find('=');
  const std::string key = word.substr(0, equals);
  if (std::find(known.begin(), known.end(), key) == known.end()) {
    throw wrong(fmt::format("unknown key '{}' of {}{}", printable(key), of, advice(key, known)));
  }
  if (equals == std::string::npos || equals + 1 == word.size()) {
    ParameterRow const* const row = group.find(key);
    throw wrong(fmt::format("expected {0}=value, as in {0}={1}, found '{2}'", key,
                            row != nullptr ? example_value(*row) : "relief.png", printable(word)));
  }
  return {key, word.substr(equals + 1)};
}

void set_from_text(ParameterGroup const& group, std::string const& key, std::string const& value,
                   Complaint const& wrong, Directions directions) {
  ParameterRow const& row = *group.find(key);
  try {
    group.set(row, parse_parameter_value(in_directions(row, directions), value));
  } catch (std::invalid_argument const& error) {
    throw wrong(error.what());
  }
}

std::vector<ParameterRow const*> set_from_words(std::string_view option, std::string_view text,
                                                ParameterGroup const& group) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  const std::vector<std::string_view> known = names_of(group.rows, &ParameterRow::key);
  std::vector<ParameterRow const*> said;
  for (std::string const& word : quoted_words(text)) {
    const auto [key, value] = key_and_value(word, known, fmt::format("a {}", group.id), group, wrong);
    set_from_text(group, key, value, wrong);
    said.push_back(group.find(key));
  }
  return said;
}

}  // namespace barchan
