#include "io/read_strokes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/option_words.hpp"
#include "io/read_commands.hpp"
#include "io/read_obstacles.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr char const* kTitle = "stroke of [[timeline]]";
constexpr auto kOwnKeys = std::to_array<std::string_view>({"material", "spacing", "path", "stencil", "within"});

std::vector<std::string_view> action_ids() {
  std::vector<std::string_view> ids;
  for (int i = 0; i < kBrushActionCount; ++i) ids.push_back(brush_action_id(static_cast<BrushAction>(i)));
  return ids;
}

/// Keys of brush_rows() that an action may have. The material determines which of them the action reads.
std::vector<std::string_view> row_keys(BrushAction action) {
  const auto keys = brush_keys(action, kGroundMaterial);
  std::vector<std::string_view> known(keys.begin(), keys.end());
  for (const std::string_view key : brush_keys(action, kPlantsMaterial)) {
    if (std::ranges::find(known, key) == known.end()) known.push_back(key);
  }
  return known;
}

/// Keys that a stroke may have besides its action.
std::vector<std::string_view> known_keys(BrushAction action) {
  std::vector<std::string_view> known = row_keys(action);
  known.insert(known.end(), kOwnKeys.begin(), kOwnKeys.end());
  return known;
}

/// The points of a list of alternating x and y. Nothing if a coordinate is missing.
std::optional<std::vector<BrushPoint>> points_of(std::span<double const> numbers) {
  if (numbers.empty() || numbers.size() % 2 != 0) return std::nullopt;
  std::vector<BrushPoint> points;
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    points.push_back({static_cast<float>(numbers[i]), static_cast<float>(numbers[i + 1])});
  }
  return points;
}

/// Fills in what was not given: the spacing of the dabs, and the levels, which are then those of the land.
void complete(BrushStroke& stroke, std::span<std::string const> said) {
  const auto has = [&](std::string_view key) { return std::ranges::find(said, key) != said.end(); };
  if (!has("spacing")) stroke.spacing = BrushStroke::kUsualSpacing * stroke.brush.radius;
  const bool levels = stroke.brush.action == BrushAction::flatten || stroke.brush.action == BrushAction::ramp;
  stroke.picks_levels = levels && !has("level") && !has("end_level");
}

/// Why the keys of a stroke do not fit together; empty if they do.
std::string keys_error(BrushStroke const& stroke, std::span<std::string const> said) {
  const auto has = [&](std::string_view key) { return std::ranges::find(said, key) != said.end(); };
  if (stroke.brush.action == BrushAction::ramp && has("level") != has("end_level")) {
    return "expected both level and end_level, or neither, found only one of them; add the other";
  }
  const auto read = brush_keys(stroke.brush.action, stroke.material);
  for (const std::string_view key : row_keys(stroke.brush.action)) {
    if (!has(key) || std::ranges::find(read, key) != read.end()) continue;
    return fmt::format("{}: expected no value for the action {} with the material {}, found one; leave it out", key,
                       brush_action_id(stroke.brush.action), stroke.material);
  }
  return {};
}

/// Parses "0.2,0.5,0.8,0.5".
std::vector<BrushPoint> parse_path(std::string const& text, Complaint const& wrong) {
  std::vector<double> numbers;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const auto number = parsed_number<double>(word);
    if (!number) throw wrong(fmt::format("path: expected numbers separated by commas, found '{}'", printable(word)));
    numbers.push_back(*number);
  }
  const auto points = points_of(numbers);
  if (points) return *points;
  throw wrong(fmt::format("path: expected x and y of each point, as in path=0.2,0.5,0.8,0.5, found {}",
                          counted(numbers.size(), "number")));
}

/// Sets the value of a key that is not the key of a row. Returns false for the key of a row.
bool take(BrushStroke& stroke, std::string const& key, std::string const& value, Complaint const& wrong) {
  if (key == "material") {
    stroke.material = value;
  } else if (key == "within") {
    stroke.within = value;
  } else if (key == "stencil") {
    stroke.stencil = read_stamp(value, {});
  } else if (key == "path") {
    stroke.points = parse_path(value, wrong);
  } else if (key == "spacing") {
    const auto spacing = parsed_number<double>(value);
    if (!spacing) throw wrong(fmt::format("spacing: expected a length in m, found '{}'", printable(value)));
    stroke.spacing = static_cast<float>(*spacing);
  } else {
    return false;
  }
  return true;
}

}  // namespace

BrushStroke read_stroke(TableReader const& table, Scenario const& scenario, std::filesystem::path const& folder) {
  BrushStroke stroke;
  const std::vector<std::string_view> actions = action_ids();
  const auto chosen = table.titled(kTitle).choice("action", actions);
  table.require("action", "{}: expected action = one of {}, found none; add one", kTitle, join(actions));
  if (!chosen) return stroke;
  stroke.brush.action = static_cast<BrushAction>(*chosen);
  std::vector<std::string_view> known = known_keys(stroke.brush.action);
  known.emplace_back("action");
  table.titled(fmt::format("{} with the action {}", kTitle, actions[*chosen])).refuse_unknown(known);
  const ParameterGroup group = brush_group(stroke.brush);
  std::vector<std::string> said;
  for (std::string_view key : table.keys()) said.emplace_back(key);
  for (std::string_view key : row_keys(stroke.brush.action)) {
    ParameterRow const& row = *group.find(key);
    if (const auto value = read_parameter(table, key, kTitle, row)) group.set(row, *value);
  }
  const TableReader titled = table.titled(kTitle);
  stroke.material = titled.text("material").value_or(stroke.material);
  stroke.within = titled.text("within").value_or("");
  stroke.spacing = static_cast<float>(titled.number("spacing", 0.0, 10000.0, "m").value_or(0.0));
  const auto points = points_of(table.numbers("path"));
  if (!points) {
    table.mistake("path", "{}: expected x and y of each point, as in path = [0.2, 0.5, 0.8, 0.5], found {}", kTitle,
                  table.found("path"));
    return stroke;
  }
  stroke.points = *points;
  complete(stroke, said);
  try {
    if (const auto file = titled.text("stencil")) stroke.stencil = read_stamp(*file, folder);
  } catch (InputError const& error) {
    table.mistake("stencil", "{}", error.what());
  }
  std::string fault = stroke_error(stroke, scenario.soils, &scenario.grid);
  if (fault.empty()) fault = stroke_work_error(stroke, scenario.grid);
  for (std::string const& error : {keys_error(stroke, said), fault}) {
    if (!error.empty()) table.mistake({}, "{}: {}", kTitle, error);
  }
  return stroke;
}

BrushStroke parse_stroke(std::string_view text, std::string_view option) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  const std::vector<std::string> words = quoted_words(text);
  const std::string first = words.empty() ? std::string() : words.front();
  const std::vector<std::string_view> actions = action_ids();
  const auto action = std::ranges::find(actions, first);
  if (action == actions.end()) {
    throw wrong(
        fmt::format("expected an action and its values, as in \"raise material=sand path=0.2,0.5,0.8,0.5\", "
                    "found '{}'{}",
                    printable(first), advice(first, actions, "the actions are")));
  }
  BrushStroke stroke;
  stroke.brush.action = static_cast<BrushAction>(action - actions.begin());
  const std::vector<std::string_view> known = known_keys(stroke.brush.action);
  const ParameterGroup group = brush_group(stroke.brush);
  std::vector<std::string> said;
  for (std::string const& word : std::span(words).subspan(1)) {
    const auto [key, value] = key_and_value(word, known, fmt::format("the action {}", *action), group, wrong);
    said.push_back(key);
    if (!take(stroke, key, value, wrong)) set_from_text(group, key, value, wrong);
  }
  complete(stroke, said);
  for (std::string const& error : {keys_error(stroke, said), stroke_error(stroke)}) {
    if (!error.empty()) throw wrong(error);
  }
  return stroke;
}

}  // namespace barchan
