#include "io/read_masks.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "io/option_words.hpp"
#include "io/raster_file.hpp"
#include "io/read_commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

namespace fs = std::filesystem;

std::vector<std::string_view> source_ids() {
  std::vector<std::string_view> ids;
  for (int i = 0; i < kMaskSourceCount; ++i) ids.push_back(mask_source_id(static_cast<MaskSource>(i)));
  return ids;
}

/// Keys that a layer may have besides its source.
std::vector<std::string_view> keys_of(MaskSource source) {
  const auto read = mask_keys(source);
  std::vector<std::string_view> keys(read.begin(), read.end());
  if (!mask_object(source).empty()) keys.emplace_back("of");
  if (source == MaskSource::raster) keys.emplace_back("file");
  return keys;
}

MaskLayer read_layer(TableReader const& table, Scenario const& scenario, fs::path const& folder) {
  const std::vector<std::string_view> sources = source_ids();
  const auto chosen = table.choice("source", sources);
  table.require("source", "{}: expected source = one of {}, found none; add one", table.title(), join(sources));
  if (!chosen) return {};
  const auto source = static_cast<MaskSource>(*chosen);
  MaskLayer layer = usual_mask_layer(source);
  const TableReader titled = table.titled(fmt::format("{} with the source {}", table.title(), sources[*chosen]));
  std::vector<std::string_view> known = keys_of(source);
  known.emplace_back("source");
  titled.refuse_unknown(known);
  const ParameterGroup group = mask_group(layer.numbers);
  for (const std::string_view key : mask_keys(source)) {
    ParameterRow const& row = *group.find(key);
    if (const auto value = read_parameter(titled, key, titled.title(), row)) group.set(row, *value);
  }
  if (const auto of = titled.text("of")) layer.of = *of;
  if (source != MaskSource::raster) return layer;
  const auto file = titled.text("file");
  if (file ? file->empty() : !titled.has("file")) {
    titled.mistake("file", "{}: expected file = \"...\" ({}), found none; add it", titled.title(), raster_endings());
  }
  try {
    if (file && !file->empty()) layer = read_mask_raster(*file, folder, {scenario.place, scenario.grid});
    layer.numbers.combine = static_cast<MaskCombine>(static_cast<int>(group.get(*group.find("combine"))));
  } catch (InputError const& error) {
    titled.mistake("file", "{}", error.what());
  }
  return layer;
}

MaskRecipe read_table(TableReader const& table, Scenario const& scenario, fs::path const& folder) {
  static constexpr auto kKeys = std::to_array<std::string_view>({"id", "follows", "multiplies", "layer"});
  table.refuse_unknown(kKeys);
  MaskRecipe recipe;
  table.require("id", "{}: expected id = \"...\", found none; add it", table.title());
  recipe.id = table.text("id").value_or("");
  if (table.has("follows")) {
    const auto follows = table.value<bool>("follows");
    if (!follows)
      table.mistake("follows", "{}: expected true or false, found {}", table.title(), table.found("follows"));
    recipe.follows = follows.value_or(true);
  }
  recipe.multiplies = table.texts("multiplies");
  for (TableReader const& layer : table.tables("layer", "layer of " + table.title())) {
    recipe.layers.push_back(read_layer(layer, scenario, folder));
  }
  if (recipe.id.empty()) return recipe;  // a mistake that has been recorded
  if (const std::string error = mask_error(recipe, scenario.soils, scenario.grid); !error.empty()) {
    table.mistake({}, "{}: {}", table.title(), error);
  }
  for (std::string const& parameter : recipe.multiplies) {
    const std::string error = masked_parameter_error(parameter, parameter_catalog());
    if (!error.empty()) table.mistake("multiplies", "{}: {}", table.title(), error);
  }
  return recipe;
}

/// Reads a word such as "multiplies=wind.speed,weathering.rate" or "follows=false". Returns false for any other word.
bool take(MaskRecipe& recipe, std::string const& word, Complaint const& wrong) {
  const std::size_t equals = word.find('=');
  const std::string key = word.substr(0, equals);
  if (equals == std::string::npos || (key != "multiplies" && key != "follows")) return false;
  const std::string value = word.substr(equals + 1);
  if (key == "multiplies") {
    recipe.multiplies = split(value, ',');
  } else if (value == "true" || value == "false") {
    recipe.follows = value == "true";
  } else {
    throw wrong(fmt::format("follows: expected true or false, found '{}'", printable(value)));
  }
  return true;
}

/// Reads a word such as "low=10" of a layer.
void take(MaskLayer& layer, std::string const& word, LandCells const& land, Complaint const& wrong,
          Directions directions) {
  const MaskSource source = layer.numbers.source;
  MaskNumbers numbers = layer.numbers;
  const ParameterGroup group = mask_group(numbers);
  const auto [key, value] =
      key_and_value(word, keys_of(source), fmt::format("the source {}", mask_source_id(source)), group, wrong);
  if (key == "of") {
    layer.of = value;
  } else if (key == "file") {
    layer.raster = land.later ? MaskRaster{1, 1, {0.0f}} : read_mask_raster(value, {}, land).raster;
  } else {
    set_from_text(group, key, value, wrong, directions);
    layer.numbers = numbers;
  }
}

}  // namespace

std::vector<MaskRecipe> read_masks(TableReader const& root, Scenario const& scenario, fs::path const& folder) {
  std::vector<MaskRecipe> recipes;
  Masks masks;
  for (TableReader const& table : root.tables("mask", "[[mask]]")) {
    recipes.push_back(read_table(table, scenario, folder));
    MaskRecipe const& recipe = recipes.back();
    std::string error = masks.find(recipe.id) != nullptr
                            ? "expected an id that no other mask has, found '" + recipe.id + "'; choose another id"
                            : masks.fit_error(recipe);
    if (!error.empty()) table.mistake({}, "[[mask]]: {}", error);
    masks.put(recipe);
  }
  return recipes;
}

MaskRecipe read_mask(TableReader const& table, Scenario const& scenario, fs::path const& folder) {
  return read_table(table.titled("mask of [[timeline]]"), scenario, folder);
}

SetMask parse_mask(std::string_view text, std::string_view option, LandCells const& land, Directions directions) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  SetMask command;
  MaskRecipe& recipe = command.recipe;
  const std::vector<std::string_view> sources = source_ids();
  bool first = true;
  for (std::string const& part : split(text, '|')) {
    std::vector<std::string> words = quoted_words(part);
    if (std::exchange(first, false) && !words.empty()) {
      recipe.id = words.front();
      words.erase(words.begin());
    }
    bool begun = false;
    for (std::string const& word : words) {
      if (!begun && take(recipe, word, wrong)) continue;
      if (std::exchange(begun, true)) {
        take(recipe.layers.back(), word, land, wrong, directions);
        continue;
      }
      const auto source = std::ranges::find(sources, word);
      if (source == sources.end()) {
        throw wrong(fmt::format("expected the source of a layer, found '{}'{}", printable(word),
                                advice(word, sources, "the sources are")));
      }
      recipe.layers.push_back(usual_mask_layer(static_cast<MaskSource>(source - sources.begin())));
    }
  }
  if (recipe.id.empty()) {
    throw wrong(
        "expected an id and layers, as in \"town multiplies=wind.speed height low=10 high=20 | invert\", found "
        "none");
  }
  if (const std::string error = mask_error(recipe); !error.empty()) throw wrong(error);
  for (std::string const& parameter : recipe.multiplies) {
    const std::string error = masked_parameter_error(parameter, parameter_catalog());
    if (!error.empty()) throw wrong(error);
  }
  return command;
}

MaskLayer read_mask_raster(fs::path const& file, fs::path const& folder, LandCells const& land) {
  Raster raster = aligned(read_fractions(folder / file), land.place, land.grid, file.string());
  MaskLayer layer = usual_mask_layer(MaskSource::raster);
  layer.raster = {raster.width, raster.height, std::move(raster.values)};
  return layer;
}

}  // namespace barchan
