#include "io/read_obstacles.hpp"

#include <charconv>
#include <sstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "io/option_words.hpp"
#include "io/read_commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::string_view kNumber = "number";

/// Parses a number of an obstacle. `example` is what the option expects, for messages.
std::uint32_t parse_obstacle_number(std::string const& word, std::string_view example, Complaint const& wrong) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  if (whole && number >= 1 && number <= kMostObstacleNumber) return number;
  throw wrong(fmt::format("expected the number of an obstacle, as in \"{}\", found '{}'", example, printable(word)));
}

}  // namespace

std::optional<std::uint32_t> read_obstacle_number(TableReader const& table, std::string_view key,
                                                  std::string const& title) {
  const auto number = table.titled(title).integer(key, 1, kMostObstacleNumber);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<ChangeObstacle> read_obstacle_change(TableReader const& table) {
  std::vector<std::string_view> known = names_of(obstacle_rows(), &ParameterRow::key);
  known.push_back(kNumber);
  table.refuse_unknown(known);
  table.require(kNumber, "{}: expected number = the number of an obstacle, found none; add it", table.title());
  const auto number = read_obstacle_number(table, kNumber, table.title());
  if (!number) return std::nullopt;
  ChangeObstacle command{.number = *number};
  for (ParameterRow const& row : obstacle_rows()) {
    const auto value = read_parameter(table, row.key, table.title(), row);
    if (!value) continue;
    row.set(&command.obstacle, *value);
    command.keys |= obstacle_key_bit(row.key);
  }
  if (table.keys().size() < 2) {
    table.mistake({}, "{}: expected at least one value to change, as in height = 5.0, found none", table.title());
  }
  return command;
}

ChangeObstacle parse_obstacle_change(std::string_view text, std::string_view option) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  std::istringstream words{std::string(text)};
  std::string word;
  words >> word;
  ChangeObstacle command{.number = parse_obstacle_number(word, "2 x=0.7 azimuth=30", wrong)};
  const std::vector<std::string_view> known = names_of(obstacle_rows(), &ParameterRow::key);
  const ParameterGroup group = obstacle_group(command.obstacle);
  while (words >> word) {
    const auto [key, value] = key_and_value(word, known, "obstacle", group, wrong);
    set_from_text(group, key, value, wrong);
    command.keys |= obstacle_key_bit(key);
  }
  if (command.keys == 0) throw wrong("expected at least one value to change, as in height=5, found none");
  return command;
}

RemoveObstacle parse_remove_obstacle(std::string_view text, std::string_view option) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  return {parse_obstacle_number(std::string(text), "2", wrong)};
}

}  // namespace barchan
