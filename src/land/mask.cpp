#include "land/mask.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/archive.hpp"

namespace barchan {

namespace {

constexpr std::array<std::string_view, kMaskSourceCount> kSources{"fill", "height",  "slope",    "aspect", "curvature",
                                                                  "soil", "wetness", "distance", "noise",  "raster",
                                                                  "mask", "invert",  "blur",     "levels"};
constexpr std::array<std::string_view, 5> kCombinations{"multiply", "add", "subtract", "minimum", "maximum"};

constexpr std::array<std::string_view, kMaskSourceCount> kSourceHelp{
    "The same value everywhere.",
    "Height of the surface above sea level, in m. The layer is 1 from `low` to `high`.",
    "Steepness of the surface, in degrees. The layer is 1 from `low` to `high`.",
    "Direction towards which the ground slopes down. The layer is 1 within `width` of `direction`, and 0 on level "
    "ground.",
    "Curvature of the surface, smoothed over `radius`, in 1/km; positive on ridges and negative in hollows. The layer "
    "is 1 from `low` to `high`.",
    "Thickness of one soil at the surface, in m. The layer is 1 where this thickness lies from `low` to `high`. The "
    "thickness is 0 where another soil lies at the surface. Bedrock counts as 20000 m thick.",
    "Wetness of the ground. The layer is 1 under lakes, under the sea and on damp ground. It falls to 0 where the "
    "ground is dry down to the depth `fade`, in m.",
    "Distance to the nearest cell with standing water or with a given soil at its surface, in m. The layer is 1 from "
    "`low` to `high`. If there is no such cell, the layer is 0.",
    "Random values from 0 to 1 in smooth patches. Values below `low` become 0, and values above `high` become 1.",
    "Values of a raster file of the land's size. In an image without a range, black counts as 0 and white as 1. In "
    "all other files, the values must be from 0 to 1.",
    "Values of another mask, which must have been added before this one.",
    "One minus the value: 0 becomes 1, and 1 becomes 0.",
    "Mean of the values over a distance of `radius`.",
    "Stretches the values. Values below `low` become 0, and values above `high` become 1.",
};

using N = MaskNumbers;
constexpr std::array kRows{
    row::choice<&N::source>(
        "source", "Source", kSources,
        "Data from which the layer is computed, or the change that the layer makes to the layers before it."),
    row::choice<&N::combine>(
        "combine", "Combine", kCombinations,
        "Operation that combines the layer with the layers before it: `multiply`, `add`, `subtract`, or the "
        "`minimum` or the `maximum` of both values. The first layer is combined with 1 everywhere."),
    row::number<&N::value>("value", "Value", "", {0.0, 1.0},
                           "Value of the layer in every cell. Higher: higher values of the mask or, if the layer is "
                           "subtracted, lower values."),
    row::number<&N::low>(
        "low", "From", "", {-20000.0, 20000.0},
        "Lower end of the range in which the layer is 1. For noise and levels, it is the value that becomes 0. "
        "Higher: fewer places are selected."),
    row::number<&N::high>(
        "high", "To", "", {-20000.0, 20000.0},
        "Upper end of the range in which the layer is 1. Higher: more places are selected. For noise and levels, it "
        "is the value that becomes 1, and a higher value selects fewer places fully."),
    row::number<&N::fade>("fade", "Fade", "", {0.0, 20000.0},
                          "Distance over which the value falls from 1 to 0 outside the range, in the unit of the "
                          "source. Higher: a softer edge. At 0, the edge is sharp."),
    row::direction(Bearing::heading,
                   row::number<&N::direction>("direction", "Direction", "deg", {0.0, 360.0},
                                              "Direction in which the selected slopes face. Higher: slopes that face "
                                              "another direction are selected.")),
    row::number<&N::width>("width", "Width", "deg", {0.0, 180.0},
                           "Largest angle from `direction` at which the layer is 1. Higher: more slopes are selected."),
    row::number<&N::radius>("radius", "Radius", "m", {0.0, 10000.0},
                            "Distance over which values are averaged. Higher: a smoother mask."),
    row::number<&N::wavelength>("wavelength", "Wavelength", "m", {0.01, 100000.0, kByRatio},
                                "Distance from one patch to the next. Higher: larger patches."),
    row::number<&N::octaves>("octaves", "Octaves", "", {1, 12},
                             "Number of octaves of the noise, each with half the wavelength of the previous one. "
                             "Higher: finer detail."),
    row::number<&N::seed>("seed", "Seed", "", {0, 1000000},
                          "Seed of the random values. Another seed gives other patches."),
};
static_assert(sizeof(MaskNumbers) == kRows.size() * 4, "every number of a layer has its row");

constexpr auto kFill = std::to_array<std::string_view>({"combine", "value"});
constexpr auto kBand = std::to_array<std::string_view>({"combine", "low", "high", "fade"});
constexpr auto kAspect = std::to_array<std::string_view>({"combine", "direction", "width", "fade"});
constexpr auto kCurvature = std::to_array<std::string_view>({"combine", "low", "high", "fade", "radius"});
constexpr auto kWetness = std::to_array<std::string_view>({"combine", "fade"});
constexpr auto kNoise = std::to_array<std::string_view>({"combine", "wavelength", "octaves", "seed", "low", "high"});
constexpr auto kPlain = std::to_array<std::string_view>({"combine"});
constexpr auto kBlur = std::to_array<std::string_view>({"radius"});
constexpr auto kLevels = std::to_array<std::string_view>({"low", "high"});
constexpr std::array<std::span<std::string_view const>, kMaskSourceCount> kKeys{
    kFill, kBand, kBand, kAspect, kCurvature, kBand, kWetness, kBand, kNoise, kPlain, kPlain, {}, kBlur, kLevels};

constexpr float kEverything = 20000.0f;

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Phrase for the beginning of a message about a mask.
std::string about(MaskRecipe const& recipe) { return "mask " + quoted(recipe.id) + ": "; }

std::string id_error(std::string_view id) {
  const auto small = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  const bool sound = !id.empty() && id.size() <= 32 && id[0] >= 'a' && id[0] <= 'z' && std::ranges::all_of(id, small);
  if (sound) return {};
  return "mask: expected an id of 1 to 32 lower-case letters, digits and underscores that begins with a letter, "
         "found " +
         quoted(id);
}

std::string layer_error(MaskLayer const& layer) {
  MaskNumbers copy = layer.numbers;
  const ParameterGroup group = mask_group(copy);
  for (ParameterRow const& row : kRows) {
    if (std::string error = parameter_error(row, group.get(row)); !error.empty()) return error;
  }
  const auto read = mask_keys(layer.numbers.source);
  const bool range = std::ranges::find(read, "high") != read.end();
  if (range && layer.numbers.low > layer.numbers.high) {
    ParameterRow const& low = *group.find("low");
    ParameterRow const& high = *group.find("high");
    return "low: expected at most the value of high, " + format_parameter_value(high, group.get(high)) + ", found " +
           format_parameter_value(low, group.get(low));
  }
  const std::string_view object = mask_object(layer.numbers.source);
  if (object.empty() != layer.of.empty()) {
    return object.empty()
               ? "'of': expected no value for the source " + std::string(mask_source_id(layer.numbers.source)) +
                     ", found " + quoted(layer.of) + "; leave it out"
               : "'of': expected " + std::string(object) + ", found none; add it";
  }
  MaskRaster const& raster = layer.raster;
  const bool needed = layer.numbers.source == MaskSource::raster;
  const bool given = raster.width != 0 || raster.height != 0 || !raster.values.empty();
  if (needed != given)
    return needed ? "raster: expected a raster, found none; name its file"
                  : "raster: expected no raster for this source, found one; leave it out";
  if (!given) return {};
  const Grid limits{Grid::kMaximumSide, Grid::kMaximumSide};
  if (!limits.contains(raster.width - 1, raster.height - 1) ||
      raster.values.size() != Grid{raster.width, raster.height}.cells()) {
    return "raster: expected 1 to 16384 cells per side and a value for each, found " + std::to_string(raster.width) +
           " x " + std::to_string(raster.height) + " with " + std::to_string(raster.values.size()) + " values";
  }
  const bool sound = std::ranges::all_of(raster.values, [](float value) { return value >= 0.0f && value <= 1.0f; });
  return sound ? std::string() : "raster: expected values from 0 to 1, found others; scale them";
}

/// What is wrong with the object of a layer on a land with these soils.
std::string object_error(MaskLayer const& layer, Soils const& soils) {
  const MaskSource source = layer.numbers.source;
  if (source != MaskSource::soil && source != MaskSource::distance) return {};
  if (source == MaskSource::distance && layer.of == kWaterObject) return {};
  if (std::ranges::find(soils, layer.of, &Soil::id) != soils.end()) return {};
  return "'of': expected " + std::string(mask_object(source)) + ", found " + quoted(layer.of);
}

bool is_one(float value) { return value == 1.0f; }

}  // namespace

std::span<ParameterRow const> mask_rows() { return kRows; }

ParameterGroup mask_group(MaskNumbers& numbers) { return {"mask", "Mask", "One layer of a mask.", kRows, &numbers}; }

std::string_view mask_source_id(MaskSource source) { return kSources.at(static_cast<std::size_t>(source)); }
std::string_view mask_source_help(MaskSource source) { return kSourceHelp.at(static_cast<std::size_t>(source)); }
std::span<std::string_view const> mask_keys(MaskSource source) { return kKeys.at(static_cast<std::size_t>(source)); }

std::string_view mask_object(MaskSource source) {
  if (source == MaskSource::soil) return "a soil of this land";
  if (source == MaskSource::distance) return "water or a soil of this land";
  if (source == MaskSource::mask) return "another mask";
  return {};
}

MaskLayer usual_mask_layer(MaskSource source) {
  MaskLayer layer{.numbers = {.source = source}};
  MaskNumbers& numbers = layer.numbers;
  if (source == MaskSource::height || source == MaskSource::curvature) numbers.high = kEverything;
  if (source == MaskSource::slope) {
    numbers.low = 30.0f;
    numbers.high = 90.0f;
    numbers.fade = 5.0f;
  }
  if (source == MaskSource::soil) {
    numbers.low = 0.001f;
    numbers.high = kEverything;
  }
  if (source == MaskSource::distance) {
    numbers.high = 10.0f;
    numbers.fade = 10.0f;
  }
  if (source == MaskSource::noise) {
    numbers.low = 0.4f;
    numbers.high = 0.6f;
  }
  if (source == MaskSource::aspect) numbers.fade = 20.0f;
  if (source == MaskSource::wetness) numbers.fade = 0.5f;
  if (source == MaskSource::soil) layer.of = "sand";
  if (source == MaskSource::distance) layer.of = kWaterObject;
  return layer;
}

std::string mask_error(MaskRecipe const& recipe) {
  if (std::string error = id_error(recipe.id); !error.empty()) return error;
  if (recipe.layers.size() > kMostMaskLayers) {
    return about(recipe) + "expected at most " + std::to_string(kMostMaskLayers) + " layers, found " +
           std::to_string(recipe.layers.size());
  }
  for (MaskLayer const& layer : recipe.layers) {
    if (const std::string error = layer_error(layer); !error.empty()) {
      return about(recipe) + "layer with the source " + std::string(mask_source_id(layer.numbers.source)) + ": " +
             error;
    }
  }
  if (recipe.multiplies.size() > kMostMultiplied) {
    return about(recipe) + "expected at most " + std::to_string(kMostMultiplied) + " parameters, found " +
           std::to_string(recipe.multiplies.size());
  }
  for (auto it = recipe.multiplies.begin(); it != recipe.multiplies.end(); ++it) {
    if (std::find(recipe.multiplies.begin(), it, *it) == it) continue;
    return about(recipe) + "expected each parameter once, found " + quoted(*it) + " twice; leave one out";
  }
  return {};
}

std::string mask_error(MaskRecipe const& recipe, Soils const& soils, Grid const& grid) {
  if (std::string error = mask_error(recipe); !error.empty()) return error;
  for (MaskLayer const& layer : recipe.layers) {
    if (const std::string error = object_error(layer, soils); !error.empty()) {
      return about(recipe) + "layer with the source " + std::string(mask_source_id(layer.numbers.source)) + ": " +
             error;
    }
    MaskRaster const& raster = layer.raster;
    if (layer.numbers.source != MaskSource::raster || (raster.width == grid.width && raster.height == grid.height)) {
      continue;
    }
    return about(recipe) + "expected a raster of " + std::to_string(grid.width) + " x " + std::to_string(grid.height) +
           " values, the size of the land, found " + std::to_string(raster.width) + " x " +
           std::to_string(raster.height);
  }
  return {};
}

std::string masked_parameter_error(std::string_view parameter, std::span<ParameterGroup const> groups) {
  std::string known;
  for (ParameterGroup const& group : groups) {
    for (ParameterRow const& row : group.rows) {
      if (!row.masked) continue;
      const std::string name = std::string(group.id) + "." + std::string(row.key);
      if (name == parameter) return {};
      known += (known.empty() ? "" : ", ") + name;
    }
  }
  return "expected a parameter that masks can multiply, found " + quoted(parameter) + "; choose one of " + known;
}

Mask const* Masks::find(std::string_view id) const {
  const auto found = std::ranges::find_if(list_, [&](Mask const& mask) { return mask.recipe.id == id; });
  return found != list_.end() ? &*found : nullptr;
}

Mask* Masks::open(std::string_view id) {
  Mask const* const found = find(id);
  return found != nullptr ? &list_[static_cast<std::size_t>(found - list_.data())] : nullptr;
}

std::string Masks::fit_error(MaskRecipe const& recipe) const {
  const Mask* const known = find(recipe.id);
  if (known == nullptr && list_.size() >= kMostMasks) {
    return "mask: expected at most " + std::to_string(kMostMasks) + " masks on a land, found one more, " +
           quoted(recipe.id) + "; remove one first";
  }
  // A mask reads only masks before it, so that no two depend on each other.
  for (MaskLayer const& layer : recipe.layers) {
    if (layer.numbers.source != MaskSource::mask) continue;
    const Mask* const read = find(layer.of);
    if (read != nullptr && (known == nullptr || read < known)) continue;
    const std::string other = layer.of == recipe.id ? "another" : quoted(layer.of);
    return about(recipe) + "layer with the source mask: expected a mask that comes before " + quoted(recipe.id) +
           " in the list, found " + quoted(layer.of) + "; choose an earlier mask, or add " + other + " before " +
           quoted(recipe.id);
  }
  return {};
}

std::string Masks::removal_error(std::string_view id) const {
  if (find(id) == nullptr) return "mask: expected the id of a mask on this land, found " + quoted(id);
  for (Mask const& mask : list_) {
    for (MaskLayer const& layer : mask.recipe.layers) {
      if (layer.numbers.source != MaskSource::mask || layer.of != id) continue;
      return "mask: expected a mask that no other mask reads, found " + quoted(id) + ", which the mask " +
             quoted(mask.recipe.id) + " reads; remove " + quoted(mask.recipe.id) + " first";
    }
  }
  return {};
}

Mask& Masks::put(MaskRecipe const& recipe) {
  Mask* mask = open(recipe.id);
  if (mask == nullptr) mask = &list_.emplace_back();
  mask->recipe = recipe;
  return *mask;
}

void Masks::remove(std::string_view id) {
  std::erase_if(list_, [&](Mask const& mask) { return mask.recipe.id == id; });
  mark_changed();
}

void Masks::mark_changed() {
  ++changes_;
  products_.clear();
  for (Mask const& mask : list_) {
    for (std::string const& parameter : mask.recipe.multiplies) {
      const auto known = std::ranges::find(products_, parameter, &Product::parameter);
      if (known == products_.end()) {
        products_.push_back({parameter, mask.values});
      } else {
        std::ranges::transform(known->values, mask.values, known->values.begin(), std::multiplies<>());
      }
    }
  }
  std::erase_if(products_, [](Product const& one) { return std::ranges::all_of(one.values, is_one); });
  for (Product& one : products_)
    one.nowhere = std::ranges::all_of(one.values, [](float value) { return value == 0.0f; });
}

Masks::Product const* Masks::product(std::string_view parameter) const {
  const auto found = std::ranges::find(products_, parameter, &Product::parameter);
  return found != products_.end() ? &*found : nullptr;
}

std::span<float const> Masks::of(std::string_view parameter) const {
  Product const* const found = product(parameter);
  return found != nullptr ? std::span<float const>(found->values) : std::span<float const>();
}

bool Masks::exclude_all(std::string_view parameter) const {
  Product const* const found = product(parameter);
  return found != nullptr && found->nowhere;
}

void Masks::keep(Archive& archive, Soils const& soils, Grid const& grid) {
  const auto kept = [&](Mask const& mask) { return !archive.hashing() || !std::ranges::all_of(mask.values, is_one); };
  const std::size_t count = archive.count(static_cast<std::size_t>(std::ranges::count_if(list_, kept)));
  archive.require(count <= kMostMasks, "there are more masks than a land can have");
  if (archive.reading()) list_.assign(count, {});
  for (Mask& mask : list_) {
    if (kept(mask)) keep_mask(archive, mask, grid.cells());
  }
  if (!archive.reading()) return;
  Masks before;
  for (Mask const& mask : list_) {
    std::string error = mask_error(mask.recipe, soils, grid);
    if (error.empty()) error = before.fit_error(mask.recipe);
    archive.require(error.empty(), error);
    archive.require(before.find(mask.recipe.id) == nullptr, "two masks have the same id");
    before.put(mask.recipe);
  }
  mark_changed();
}

void keep_recipe(Archive& archive, MaskRecipe& recipe) {
  archive.text(recipe.id);
  archive.value(recipe.follows);
  recipe.multiplies.resize(archive.count(recipe.multiplies.size(), kMostMultiplied));
  for (std::string& parameter : recipe.multiplies) archive.text(parameter);
  recipe.layers.resize(archive.count(recipe.layers.size(), kMostMaskLayers));
  for (MaskLayer& layer : recipe.layers) {
    archive.value(layer.numbers);
    archive.text(layer.of);
    archive.value(layer.raster.width);
    archive.value(layer.raster.height);
    archive.list(layer.raster.values);
  }
}

void keep_mask(Archive& archive, Mask& mask, std::size_t cells) {
  keep_recipe(archive, mask.recipe);
  archive.table(mask.values, cells);
  const bool sound = std::ranges::all_of(mask.values, [](float value) { return value >= 0.0f && value <= 1.0f; });
  archive.require(sound, "a value of a mask is out of range");
}

MaskFactor::MaskFactor(Masks const& masks, std::initializer_list<std::string_view> parameters) {
  for (const std::string_view parameter : parameters) {
    const std::span<float const> values = masks.of(parameter);
    if (!values.empty()) factors_.at(count_++) = values.data();
  }
}

void Porch::renew(Grid const& grid, Masks const& masks, MaskFactor const& factor) {
  if (factor.none()) {
    nearest_.clear();
    closed_.clear();
    seen_ = 0;
    return;
  }
  if (seen_ == masks.changes()) return;
  seen_ = masks.changes();
  nearest_.assign(grid.cells(), -1);
  closed_.clear();
  std::vector<std::int32_t> front;  // grows outwards from the open cells, in a fixed order
  for (std::size_t cell = 0; cell < nearest_.size(); ++cell) {
    const auto index = static_cast<std::int32_t>(cell);
    if (factor.at(cell) > 0.0f) {
      nearest_[cell] = index;
      front.push_back(index);
    } else {
      closed_.push_back(index);
    }
  }
  if (front.empty() || closed_.empty()) {
    nearest_.clear();
    return;
  }
  for (std::size_t i = 0; i < front.size(); ++i) {
    const int x = front[i] % grid.width, y = front[i] / grid.width;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const std::size_t near = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
      if (nearest_[near] >= 0) continue;
      nearest_[near] = nearest_[static_cast<std::size_t>(front[i])];
      front.push_back(static_cast<std::int32_t>(near));
    }
  }
}

}  // namespace barchan
