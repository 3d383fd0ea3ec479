#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "barchan/io/saved_world.hpp"
#include "barchan/world/world.hpp"
#include "cli/commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

std::string range_text(ParameterRow const& row) {
  switch (row.kind) {
    case ParameterKind::boolean:
      return "true, false";
    case ParameterKind::choice:
      return join(row.choices);
    default:
      return fmt::format("{} to {}", format_parameter_value(row, row.minimum),
                         format_parameter_value(row, row.maximum));
  }
}

/// Columns that the longest of these words takes.
template <class Rows, class Member>
std::size_t widest(Rows const& rows, Member member) {
  std::size_t most = 0;
  for (auto const& row : rows) most = std::max(most, (row.*member).size());
  return most;
}

/// A table's cell: a bar would end it.
std::string cell(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

void print_layer_keys_markdown() {
  fmt::print(
      "## Shapes of `[[land.base]]`, `[[land.sand]]` and `[[land.plants]]`\n\n"
      "| shape | what it is | keys |\n|---|---|---|\n");
  for (int i = 0; i < kLayerShapeCount; ++i) {
    const auto shape = static_cast<LayerShape>(i);
    std::string keys;
    if (shape == LayerShape::heightmap) keys = "`file`, `minimum`, `maximum`, `cell_size`";
    if (shape == LayerShape::noise) keys = "`basis` (perlin, simplex, ridged)";
    for (LayerKey const& key : layer_keys()) {
      if (key.read_by(shape)) keys += fmt::format("{}`{}`", keys.empty() ? "" : ", ", key.key);
    }
    fmt::print("| `{}` | {} | {} |\n", shape_id(shape), cell(shape_help(shape)), keys);
  }
  const LandLayer defaults;
  fmt::print("\n| key | unit | default | range | what it is |\n|---|---|---|---|---|\n");
  for (LayerKey const& key : layer_keys()) {
    fmt::print("| `{}` | {} | {} | {} to {} | {} |\n", key.key, key.range.unit, defaults.*key.member, key.range.minimum,
               key.range.maximum, cell(key.help));
  }
  std::string amounts;
  for (LayerKey const& key : layer_keys()) {
    if (key.range.amount) amounts += fmt::format("{}`{}`", amounts.empty() ? "" : ", ", key.key);
  }
  fmt::print(R"(
- Every layer may say `op = "add"` (default), `"max"`, `"min"` or `"replace"`. It touches only the cells on which its
  shape lies.
- A layer of `land.base` may say `soil = "rock"` (default) or `"obstacle"`. What it raises above the rock is then an
  obstacle that can be taken away.
- Layers of `land.plants` lay plants. What other layers give in metres
  ({}) is the share of the ground under them, at most 1.
)",
             amounts);
}

void print_obstacles_markdown() {
  fmt::print(
      "\n## Obstacles: `place` and `remove` of `[[timeline]]`, `--place` and `--remove`\n\n"
      "| shape | what it is | keys |\n|---|---|---|\n");
  for (int i = 0; i < kObstacleShapeCount; ++i) {
    const auto shape = static_cast<ObstacleShape>(i);
    std::string keys = shape == ObstacleShape::stamp ? "`file`" : "";
    for (std::string_view key : obstacle_keys(shape)) keys += fmt::format("{}`{}`", keys.empty() ? "" : ", ", key);
    fmt::print("| `{}` | {} | {} |\n", obstacle_shape_id(shape), cell(obstacle_shape_help(shape)), keys);
  }
  fmt::print("\n| key | unit | default | range | what it is |\n|---|---|---|---|---|\n");
  for (ParameterRow const& row : obstacle_rows()) {
    fmt::print("| `{}` | {} | {} | {} | {} |\n", row.key, row.unit, format_parameter_value(row, row.default_value),
               range_text(row), cell(row.help));
  }
}

}  // namespace

int list_scenarios(bool as_markdown) {
  if (as_markdown) {
    fmt::print(
        "# Scenarios\n\n<!-- Written by `barchan-cli scenarios --markdown`; do not edit. -->\n\n"
        "| name | title | what it shows | source |\n|---|---|---|---|\n");
    for (ScenarioInfo const& info : shipped_scenarios()) {
      fmt::print("| `{}` | {} | {} | {} |\n", info.id, cell(info.title), cell(info.description), cell(info.source));
    }
    fmt::print("\n");
    print_layer_keys_markdown();
    print_obstacles_markdown();
    return kExitDone;
  }
  const std::size_t width = widest(shipped_scenarios(), &ScenarioInfo::id);
  for (ScenarioInfo const& info : shipped_scenarios()) {
    fmt::print("{:<{}}  {}\n{:<{}}  {}\n{:<{}}  Source: {}\n\n", info.id, width, info.title, "", width,
               info.description, "", width, info.source);
  }
  return kExitDone;
}

int list_parameters(bool as_markdown) {
  if (as_markdown) {
    fmt::print(
        "# Parameters\n\n<!-- Written by `barchan-cli parameters --markdown`; do not edit. -->\n\n"
        "Each is a slider of the panel, a key of a scenario file (`[group]`, `key = value`) and of the command line\n"
        "(`--set group.key=value`).\n");
  }
  for (ParameterGroup const& group : parameter_catalog()) {
    if (as_markdown) {
      fmt::print("\n## `{}`: {}\n\n{}\n\n| key | unit | default | range | what it does |\n|---|---|---|---|---|\n",
                 group.id, group.title, group.help);
    } else {
      fmt::print("{} ({})\n", group.id, group.title);
    }
    const std::size_t width = widest(group.rows, &ParameterRow::key);
    for (ParameterRow const& row : group.rows) {
      const std::string value = format_parameter_value(row, row.default_value);
      if (as_markdown) {
        fmt::print("| `{}` | {} | {} | {} | {} |\n", row.key, row.unit, value, range_text(row), cell(row.help));
      } else {
        const std::string unit = row.unit.empty() ? std::string() : fmt::format(" {}", row.unit);
        fmt::print("  {:<{}}  {}{} ({})\n  {:<{}}  {}\n", row.key, width, value, unit, range_text(row), "", width,
                   row.help);
      }
    }
    if (!as_markdown) fmt::print("\n");
  }
  return kExitDone;
}

int list_fields(std::string const& scenario, RasterHints const& hints) {
  const StartedWorld started = start_world(scenario, {}, hints);
  const std::size_t width = widest(started.world.fields(), &FieldRow::id);
  for (FieldRow const& row : started.world.fields()) {
    fmt::print("{:<{}}  {:<6} {}\n", row.id, width, row.unit.empty() ? "-" : row.unit, row.help);
  }
  return kExitDone;
}

}  // namespace barchan
