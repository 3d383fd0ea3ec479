// Commands that run no step: lists of what is available, and checks of files.
#include <algorithm>
#include <filesystem>
#include <new>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/layer_field.hpp"
#include "io/preset_file.hpp"
#include "io/raster_options.hpp"
#include "io/saved_world.hpp"
#include "io/soil_file.hpp"
#include "io/text.hpp"
#include "land/brush.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

std::string range_text(ParameterRow row) {
  row.bearing = Bearing::none;  // limits are not converted
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

/// Width in columns of the longest of these words.
template <class Rows, class Member>
std::size_t widest(Rows const& rows, Member member) {
  std::size_t most = 0;
  for (auto const& row : rows) most = std::max(most, (row.*member).size());
  return most;
}

/// Text of a table cell; a bar would end the cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Keys that only the layers of some lists have.
void print_extra_keys_markdown() {
  print_out("\n| more keys | used in | unit | range | meaning |\n|---|---|---|---|---|\n");
  for (ExtraKey const& key : extra_keys()) {
    print_out("| `{}` | `land.{}` | {} | {} to {} | {} |\n", key.key, key.list, key.range.unit, key.range.minimum,
              key.range.maximum, cell(key.help));
  }
  print_out("| `{}` | `land.sand` |  | a file | {} |\n", kSandMaskKey, cell(kSandMaskHelp));
  print_out(R"(
A layer of sand with `below_height`, `below_slope` or `mask` must have the operation `add` or `max`. If a layer has
several of these keys, all apply.
)");
}

void print_layer_keys_markdown() {
  print_out(
      "## Shapes of `[[land.base]]`, `[[land.layer]]`, `[[land.sand]]` and `[[land.plants]]`\n\n"
      "| shape | meaning | keys |\n"
      "|---|---|---|\n");
  for (int i = 0; i < kLayerShapeCount; ++i) {
    const auto shape = static_cast<LayerShape>(i);
    std::vector<std::string> keys;
    if (shape == LayerShape::heightmap) {
      keys = {"`file`", "`minimum`", "`maximum`", "`lowest`", "`highest`", "`cell_size`"};
      for (RasterOptionRow const& row : raster_options()) {
        const bool by_numbers = row.key == "range" || row.key == "heights" || row.key == "cell_size";
        if (!by_numbers) keys.push_back(fmt::format("`{}`", row.key));
      }
    }
    if (shape == LayerShape::noise) keys = {"`basis` (perlin, simplex, ridged)"};
    for (LayerKey const& key : layer_keys()) {
      if (key.read_by(shape)) keys.push_back(fmt::format("`{}`", key.key));
    }
    print_out("| `{}` | {} | {} |\n", shape_id(shape), cell(shape_help(shape)), fmt::join(keys, ", "));
  }
  print_out(
      "\nThe key `basis` selects the kind of gradient noise. [Rasters](files.md#rasters) explains the keys that only\n"
      "`heightmap` has. The following table explains all other keys.\n");
  const LandLayer defaults;
  print_out("\n| key | unit | default | range | meaning |\n|---|---|---|---|---|\n");
  for (LayerKey const& key : layer_keys()) {
    print_out("| `{}` | {} | {} | {} to {} | {} |\n", key.key, key.range.unit, defaults.*key.member, key.range.minimum,
              key.range.maximum, cell(key.help));
  }
  std::vector<std::string> amounts;
  for (LayerKey const& key : layer_keys()) {
    if (key.range.amount) amounts.push_back(fmt::format("`{}`", key.key));
  }
  print_out(R"(
- Every layer can have `op = "add"` (default), `"max"`, `"min"` or `"replace"`. A layer changes only the cells that its
  shape covers.
- A layer of `land.base` can have `soil = "rock"` (default) or `"obstacle"`. The part of an obstacle layer that rises
  above the rock is an obstacle, which can be removed.
- A layer of `land.layer` names its `soil`, which is `rock`, `sand`, `obstacle` or a soil of the scenario. With `"add"`,
  the layer is added wherever its thickness is above 0. With `"max"`, it fills the land up to an elevation. With
  `"min"`, the layer has no soil and cuts layers and base down to an elevation. `"replace"` is not allowed.
- Layers of `land.plants`, `land.water_table` and `land.moisture` set the plants, the initial water table and the
  initial moisture. For plants, the keys {}
  give fractions of the ground, at most 1, instead of metres.
)",
            fmt::join(amounts, ", "));
  print_extra_keys_markdown();
}

void print_soils_markdown() {
  print_out(R"(
## Soils: `[soils.NAME]`

| key | unit | rock | sand | range | meaning | read by |
|---|---|---|---|---|---|---|
)");
  const Soils soils = default_soils();
  for (SoilProperty const& property : soil_properties()) {
    ParameterRow const& row = property.row;
    print_out("| `{}` | {} | {} | {} | {} | {} | {} |\n", row.key, row.unit,
              format_parameter_value(row, row.get(&soils[kRock])), format_parameter_value(row, row.get(&soils[kSand])),
              range_text(row), cell(row.help), property.readers.empty() ? "not used yet" : property.readers);
  }
  print_out("\n| key | meaning |\n|---|---|\n");
  for (SoilConversion const& way : soil_conversions()) print_out("| `{}` | {} |\n", way.key, cell(way.help));
  print_out(R"(
- All keys are optional. A new soil starts with the values of sand or, if `loose = false`, with those of rock. A soil
  also has a `name`, which users see, and a `color` such as `"#D9A066"`.
- By default, a loose soil is not converted, and every conversion of a solid soil leads to sand. Conversions must lead
  to loose soils, with one exception: `weathers` of a solid soil may name a solid soil. A soil whose `weathers` names a
  solid soil does not weather.
- `rock`, `sand` and `obstacle` can be changed too, except for the slopes of sand, which `[gravity]` sets.
)");
}

void print_rows_markdown(std::span<ParameterRow const> rows) {
  print_out("\n| key | unit | default | values | meaning |\n|---|---|---|---|---|\n");
  for (ParameterRow const& row : rows) {
    print_out("| `{}` | {} | {} | {} | {} |\n", row.key, row.unit, format_parameter_value(row, row.default_value),
              range_text(row), cell(help_with_convention(row)));
  }
}

void print_sources_markdown() {
  print_out(
      "\n"
      "## Sources: `[[water_source]]`, `water_source` and `end_source` of `[[timeline]]`, `--source`, "
      "`--end-source`\n\n"
      "A source brings water to the surface at a place. A well is a source that takes water out of the ground.\n"
      "A source acts from the beginning of the world or from a later time.\n"
      "`end_source = {{ x = 0.25 }}` of `[[timeline]]` and `--end-source` end the first source that has all given\n"
      "values. `end_sources = true` and `--end-source all` end all sources.\n");
  print_rows_markdown(source_rows());
}

void print_storms_markdown() {
  print_out(
      "\n"
      "## Storms: `[[storm]]`, `storm` of `[[timeline]]`, `--storm`\n\n"
      "A storm brings rain for a limited time, in addition to the steady rain of `[water_particles]`. No rain falls\n"
      "unless the process `water_particles` is `enabled`.\n"
      "`end_storms = true` of `[[timeline]]` ends all storms.\n");
  print_rows_markdown(storm_rows());
  print_out(
      "\n"
      "## Rain map: `[rain_map]`, `rain_map` of `[[timeline]]`, `--rain-map`\n\n"
      "`file` is a raster ({}) of the same size as the land.\n"
      "A georeferenced raster can have another size if it covers the land.\n"
      "Each cell gives a relative amount of rain, 0 or more.\n"
      "Instead of a file, a scenario can compose the map from layers `[[rain_map.layer]]`. They work like layers of\n"
      "`[[land.sand]]`, but give relative amounts of rain instead of metres.\n"
      "`rain_map = \"even\"` of `[[timeline]]` removes the map.\n",
      raster_endings());
}

void print_things_markdown() {
  print_out(
      "\n"
      "## Things for scale: `[[things]]`\n\n"
      "Palms and people show the scale of a land. They are only drawn and have no effect on wind, sand or water.\n"
      "They stand on the initial land. Rising ground buries them, and falling ground lowers them.\n"
      "A thing on an obstacle is not shown. A saved world keeps its things. A land can have at most {} things.\n\n"
      "| key | unit | default | values | meaning |\n"
      "|---|---|---|---|---|\n"
      "| `kind` |  | required | palm, person | Kind of thing. No two palms are alike. |\n"
      "| `x` |  | required | 0 to 1 | Distance from the west edge, as a fraction of the land's width. |\n"
      "| `y` |  | required | 0 to 1 | Distance from the south edge, as a fraction of the land's length from south to "
      "north. |\n"
      "| `height` | m | {} for a palm, {} for a person | {} to {} | Height of the top above the foot. |\n",
      kMostThings, kPalmHeight, kPersonHeight, kLowestThing, kHighestThing);
}

void print_obstacles_markdown() {
  print_out(
      "\n"
      "## Obstacles: `place` and `remove` of `[[timeline]]`, `--place` and `--remove`\n\n"
      "`change_obstacle` of `[[timeline]]` and `--change-obstacle` read the `number` of an obstacle and any keys of\n"
      "its shape. `remove_obstacle` and `--remove-obstacle` read only the `number`.\n\n"
      "| shape | what it is | keys |\n"
      "|---|---|---|\n");
  for (int i = 0; i < kObstacleShapeCount; ++i) {
    const auto shape = static_cast<ObstacleShape>(i);
    std::vector<std::string> keys;
    if (shape == ObstacleShape::stamp) keys = {"`file`"};
    for (std::string_view key : obstacle_keys(shape)) keys.push_back(fmt::format("`{}`", key));
    print_out("| `{}` | {} | {} |\n", obstacle_shape_id(shape), cell(obstacle_shape_help(shape)),
              fmt::join(keys, ", "));
  }
  print_rows_markdown(obstacle_rows());
}

void print_brush_markdown() {
  print_out(
      "\n"
      "## Strokes of a brush: `stroke` of `[[timeline]]`, `--stroke`\n\n"
      "A stroke also has the keys `material`, `path`, `spacing`, `stencil` and `within`, which\n"
      "[files](files.md#strokes-of-a-brush) explains. For plants and masks, `raise` and `lower` read\n"
      "`strength` instead of `amount`.\n\n"
      "| action | keys |\n"
      "|---|---|\n");
  for (int i = 0; i < kBrushActionCount; ++i) {
    const auto action = static_cast<BrushAction>(i);
    std::vector<std::string> keys;
    for (std::string_view key : brush_keys(action, kGroundMaterial)) keys.push_back(fmt::format("`{}`", key));
    print_out("| `{}` | {} |\n", brush_action_id(action), fmt::join(keys, ", "));
  }
  print_rows_markdown(brush_rows());
}

void print_masks_markdown() {
  print_out(
      "\n"
      "## Masks: `[[mask]]`, `mask` and `remove_mask` of `[[timeline]]`, `--mask`\n\n"
      "A mask has the keys `id`, `follows`, `multiplies` and `layer`, which [files](files.md#masks) explains.\n"
      "Each layer has a `source`:\n\n"
      "| source | meaning | keys |\n"
      "|---|---|---|\n");
  for (int i = 0; i < kMaskSourceCount; ++i) {
    const auto source = static_cast<MaskSource>(i);
    std::vector<std::string> keys;
    for (std::string_view key : mask_keys(source)) keys.push_back(fmt::format("`{}`", key));
    if (!mask_object(source).empty()) keys.push_back(fmt::format("`of` ({})", mask_object(source)));
    if (source == MaskSource::raster) keys.emplace_back("`file`");
    print_out("| `{}` | {} | {} |\n", mask_source_id(source), cell(mask_source_help(source)), fmt::join(keys, ", "));
  }
  print_rows_markdown(mask_rows());
}

/// Help of a parameter, with what masks can do to it.
std::string help_of(ParameterRow const& row) {
  if (!row.masked) return help_with_convention(row);
  const bool whole = row.kind == ParameterKind::boolean;
  return fmt::format("{} [Masks](files.md#masks) can multiply {}.", help_with_convention(row),
                     whole ? "the effect of this process" : "this parameter");
}

/// Prints what the process of a parameter group reads and writes, or nothing if the group belongs to no process.
void print_accesses_markdown(std::string_view group) {
  for (auto const& process : make_processes()) {
    if (process->info().id != group) continue;
    print_out(
        "\nReads and writes:\n\n| state | unit | intent | value read | role in this process "
        "|\n|---|---|---|---|---|\n");
    const ParameterGroup parameters = process->parameters();
    for (LandAccess const& access : process->info().accesses) {
      std::string help(access.help);
      if (!access.only.key.empty()) {
        ParameterRow const& row = *parameters.find(access.only.key);
        help +=
            fmt::format(" This applies only if `{}` is `{}`.", row.key, format_parameter_value(row, access.only.value));
      }
      LandStateRow const& state = row_of(access.state);
      print_out("| `{}` | {} | {} | {} | {} |\n", state.id, state.unit, name_of(access.intent),
                access.reads() ? name_of(access.value) : "", cell(help));
    }
  }
}

void print_land_states_markdown() {
  print_out(R"(
## What processes read and write

The tables *Reads and writes* name the parts of the world that processes share. The intent is `in` if the process only
reads a state, `out` if it only writes the state, and `inout` if it does both. The column *value read* contains one of
four words. `current` is the value at the moment when the process acts. `this step` is the value that other processes
wrote in this step, and `last step` is the value that they wrote in the previous step. `given` is a value that no
process writes.

| state | unit | what it is |
|---|---|---|
)");
  for (LandStateRow const& row : land_state_rows()) print_out("| `{}` | {} | {} |\n", row.id, row.unit, cell(row.help));
}

/// Kind of a file in a few words, and notices for the user.
struct FileFacts {
  std::string description;
  std::vector<std::string> notices;
};

/// Describes the land that a height map gives.
std::string describe_map(World const& world) {
  const std::vector<float> elevation = *world.field("elevation");
  const auto [low, high] = std::ranges::minmax(elevation);
  const std::string& system = world.terrain().place.name;
  return fmt::format("raster of {} x {} cells of {} m, {:.6g} to {:.6g} m{}{}", world.grid().width, world.grid().height,
                     number_text(static_cast<double>(world.grid().cell_size)), low, high, system.empty() ? "" : ", ",
                     system);
}

/// Composes the land as `run` does, so that both give the same verdict. Throws InputError.
FileFacts facts_of_file(std::string const& file, RasterHints const& hints) {
  const std::filesystem::path path(file);
  if (path.extension() == kPresetEnding) {
    const Preset preset = read_preset(path);
    return {fmt::format("preset '{}' of {}", preset.title, counted(preset.settings.size(), "parameter")), {}};
  }
  if (is_saved_world(path)) {
    const SavedWorld saved = load_world(path);
    return {fmt::format("saved world '{}', {} x {} cells, step {}, seed {}, hash {:016x}", saved.info.scenario.title,
                        saved.world.grid().width, saved.world.grid().height, saved.world.step_count(),
                        saved.world.seed(), saved.world.hash()),
            saved.notices};
  }
  const StartedWorld started = start_world(file, {}, is_raster_path(path) ? hints : RasterHints{});
  World const& world = started.world;
  if (is_raster_path(path)) return {describe_map(world), started.notices};
  return {fmt::format("scenario '{}', {} x {} cells of {} m, datum {} m", started.info.scenario.title,
                      world.grid().width, world.grid().height, number_text(static_cast<double>(world.grid().cell_size)),
                      number_text(world.terrain().datum)),
          started.notices};
}

int list_scenarios(bool as_markdown) {
  if (as_markdown) {
    print_out(
        "# Scenarios\n\n"
        "<!-- Written by `barchan-cli scenarios --markdown`; do not edit. -->\n\n"
        "| name | title | what it shows | source |\n"
        "|---|---|---|---|\n");
    for (ScenarioInfo const& info : shipped_scenarios()) {
      print_out("| `{}` | {} | {} | {} |\n", info.id, cell(info.title), cell(info.description), cell(info.source));
    }
    print_out("\n");
    print_layer_keys_markdown();
    print_soils_markdown();
    print_obstacles_markdown();
    print_brush_markdown();
    print_masks_markdown();
    print_sources_markdown();
    print_storms_markdown();
    print_things_markdown();
    return kExitDone;
  }
  const std::size_t width = widest(shipped_scenarios(), &ScenarioInfo::id);
  for (ScenarioInfo const& info : shipped_scenarios()) {
    print_out("{:<{}}  {}\n{:<{}}  {}\n{:<{}}  Source: {}\n\n", info.id, width, info.title, "", width, info.description,
              "", width, info.source);
  }
  return kExitDone;
}

int list_parameters(bool as_markdown, Directions directions) {
  if (as_markdown) {
    print_out(
        "# Parameters\n\n<!-- Written by `barchan-cli parameters --markdown`; do not edit. -->\n\nEach parameter can "
        "be set by a slider of the panel, by a key of a scenario file (`[group]`, `key = value`) and on the\ncommand "
        "line (`--set group.key=value`). The section [What processes read and write]"
        "(#what-processes-read-and-write)\nexplains the tables *Reads and writes*.\n\nDirections on this page "
        "follow the mathematical convention, which files use unless they say otherwise. The window\nand the command "
        "line use the meteorological convention; see [directions](files.md#directions).\n");
  }
  for (ParameterGroup const& group : parameter_catalog()) {
    if (as_markdown) {
      print_out("\n## `{}`: {}\n\n{}\n\n| key | unit | default | values | what it does |\n|---|---|---|---|---|\n",
                group.id, group.title, group.help);
    } else {
      print_out("{} ({})\n", group.id, group.title);
    }
    const std::size_t width = widest(group.rows, &ParameterRow::key);
    for (ParameterRow const& usual : group.rows) {
      // The page describes files, whose directions are mathematical unless they say otherwise.
      const ParameterRow row = in_directions(usual, as_markdown ? Directions::mathematical : directions);
      const std::string value = format_parameter_value(row, row.default_value);
      if (as_markdown) {
        print_out("| `{}` | {} | {} | {} | {} |\n", row.key, row.unit, value, range_text(row), cell(help_of(row)));
      } else {
        const std::string unit = row.unit.empty() ? std::string() : fmt::format(" {}", row.unit);
        print_out("  {:<{}}  {}{} ({})\n  {:<{}}  {}\n", row.key, width, value, unit, range_text(row), "", width,
                  help_with_convention(row));
      }
    }
    as_markdown ? print_accesses_markdown(group.id) : print_out("\n");
  }
  if (as_markdown) print_land_states_markdown();
  return kExitDone;
}

}  // namespace

int list(ListArguments const& arguments) {
  if (arguments.what == ListArguments::What::exports) return list_exports(arguments.as_markdown);
  const bool scenarios = arguments.what == ListArguments::What::scenarios;
  return scenarios ? list_scenarios(arguments.as_markdown)
                   : list_parameters(arguments.as_markdown, arguments.directions);
}

int list_presets(PresetsArguments const& arguments) {
  if (arguments.presets.empty()) {
    const std::size_t width = widest(presets(), &Preset::id);
    for (Preset const& one : presets()) print_out("{:<{}}  {}\n", one.id, width, one.help);
    return kExitDone;
  }
  const Preset first = preset_named(arguments.presets.front());
  if (arguments.presets.size() == 1) {
    print_out("{}", preset_text(first));
    return kExitDone;
  }
  const auto text_of = [&](PresetDifference const& difference, std::optional<double> const& value) {
    const auto group = std::ranges::find(parameter_catalog(), difference.group, &ParameterGroup::id);
    if (!value) return std::string("-");
    return format_parameter_value(in_directions(*group->find(difference.key), arguments.directions), *value);
  };
  const std::vector<PresetDifference> differences = preset_differences(first, preset_named(arguments.presets.back()));
  if (differences.empty()) print_out("The presets do not differ.\n");
  for (PresetDifference const& one : differences) {
    print_out("{}.{}: {} | {}\n", one.group, one.key, text_of(one, one.first), text_of(one, one.second));
  }
  return kExitDone;
}

int list_fields(FieldsArguments const& arguments) {
  const StartedWorld started = start_world(arguments.scenario, {}, arguments.hints);
  const std::vector<LayerFieldRow> layers = layer_field_rows(started.world);
  const std::size_t width = std::max(widest(started.world.fields(), &FieldRow::id), widest(layers, &LayerFieldRow::id));
  const auto print = [&](auto const& row) {
    print_out("{:<{}}  {:<6} {}\n", row.id, width, row.unit.empty() ? "-" : row.unit, row.help);
  };
  for (FieldRow const& row : started.world.fields()) print(row);
  for (LayerFieldRow const& row : layers) print(row);
  return kExitDone;
}

int check_files(CheckArguments const& arguments) {
  int code = kExitDone;
  for (std::string const& file : arguments.files) {
    try {
      const FileFacts facts = facts_of_file(file, arguments.hints);
      print_out("{}: ok, {}\n", file, facts.description);
      for (std::string const& notice : facts.notices) print_out("  note: {}\n", notice);
    } catch (InputError const& error) {
      print_error("{}\n", told_whole(error));
      code = kExitBadInput;
    } catch (std::bad_alloc const& error) {
      print_error("{}: {}\n", file, unexpected_error(error));
      code = kExitBadInput;
    }
  }
  return code;
}

}  // namespace barchan
