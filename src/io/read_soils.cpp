#include "io/read_soils.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

#include "base/srgb.hpp"
#include "io/read_commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::size_t kLongestId = 32;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kDefaultSoils = kObstacle + 1;

bool is_id(std::string_view id) {
  return !id.empty() && id.size() <= kLongestId && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// One table [soils.NAME], and the soil that it describes.
struct SoilTable {
  TableReader table;
  SoilId soil;
};

bool is_new(SoilTable const& entry) { return entry.soil >= kDefaultSoils; }

/// Adds to `soils` an entry for each name in [soils], and sets whether it is loose.
std::vector<SoilTable> name_soils(TableReader const& all, Soils& soils) {
  std::vector<SoilTable> entries;
  for (std::string_view id : all.keys()) {
    if (!is_id(id) || id == account_id(soils, kWater)) {
      all.mistake(
          id, "[soils]: expected a name of 1 to {} lower-case letters, digits and _, other than 'water', found '{}'",
          kLongestId, printable(id));
      continue;
    }
    auto known = std::find_if(soils.begin(), soils.end(), [id](Soil const& soil) { return soil.id == id; });
    const auto place = static_cast<SoilId>(known - soils.begin());
    const auto named = all.table(id);
    if (!named) continue;
    const TableReader table = named->titled(fmt::format("[soils.{}]", id));
    entries.push_back({table, place});
    if (known != soils.end()) continue;
    if (soils.size() == kMostSoils) {
      all.mistake(id,
                  "[soils]: expected at most {} soils, including rock, sand and obstacle, found more; leave some out",
                  kMostSoils);
      all.refuse_mistakes();
    }
    const auto loose = table.value<bool>("loose");
    if (!loose && table.has("loose")) {
      table.mistake("loose", "'loose' in {}: expected true or false, found {}", table.title(), table.found("loose"));
    }
    soils.push_back(new_soil(std::string(id), loose.value_or(true), place));
  }
  return entries;
}

void refuse_unknown(SoilTable const& entry) {
  std::vector<std::string_view> known{"name", "color"};
  known.push_back("loose");
  for (SoilProperty const& property : soil_properties()) known.push_back(property.row.key);
  for (SoilConversion const& way : soil_conversions()) known.push_back(way.key);
  if (!is_new(entry) && entry.table.has("loose")) {
    entry.table.mistake("loose",
                        "{}: expected 'loose' only for a new soil, found it for a default soil; remove it (rock and "
                        "obstacle are solid, sand is loose)",
                        entry.table.title());
  }
  entry.table.refuse_unknown(known);
}

std::optional<std::array<float, 3>> read_color(TableReader const& table) {
  const std::optional<std::string> text = table.text("color");
  if (!text) return std::nullopt;
  std::uint32_t rgb = 0;
  const char* const end = text->data() + text->size();
  const bool sized = text->size() == 7 && text->front() == '#';
  if (sized && std::from_chars(text->data() + 1, end, rgb, 16).ptr == end) return linear_color(rgb);
  table.mistake("color", "'color' in {}: expected \"#RRGGBB\" in hexadecimal, found '{}'", table.title(),
                printable(*text));
  return std::nullopt;
}

void read_numbers(TableReader const& table, Soil& soil) {
  bool right = true;
  for (SoilProperty const& property : soil_properties()) {
    std::string_view key = property.row.key;
    if (!table.has(key)) continue;
    if (follows_gravity(soil, key)) {
      table.mistake(
          key,
          "'{}' in [soils.sand]: expected the slopes of sand in [gravity], found them in [soils.sand]; set "
          "repose_slope (tangent of the angle of repose) or static_excess (degrees above that angle) in [gravity]",
          key);
      continue;
    }
    const auto value = read_parameter(table, key, table.title(), property.row);
    if (value) property.row.set(&soil, *value);
    right &= value.has_value();
  }
  if (table.has("repose_slope") && !table.has("static_slope")) soil.static_slope = soil.repose_slope;
  if (right && soil.static_slope < soil.repose_slope) {
    table.mistake("static_slope", "'static_slope' in {}: expected at least {}, the value of repose_slope, found {}",
                  table.title(), number_text(static_cast<double>(soil.repose_slope)),
                  number_text(static_cast<double>(soil.static_slope)));
  }
}

std::vector<std::string_view> ids_of(Soils const& soils) {
  std::vector<std::string_view> ids;
  for (Soil const& soil : soils) ids.emplace_back(soil.id);
  return ids;
}

/// Reads the conversions of a soil. `loose` must already be set in all `soils`.
void read_conversions(TableReader const& table, Soils const& soils, Soil& soil) {
  const std::vector<std::string_view> ids = ids_of(soils);
  for (SoilConversion const& way : soil_conversions()) {
    const auto target = table.choice(way.key, ids);
    if (!target) continue;
    if (!may_become(soil, way, soils[*target])) {
      table.mistake(
          way.key,
          "'{}' in {}: expected a loose soil, found '{}', which is solid; choose a loose soil, because moved soil is "
          "loose",
          way.key, table.title(), ids[*target]);
    }
    soil.*way.target = static_cast<SoilId>(*target);
  }
}

void read_name(TableReader const& table, Soils const& soils, Soil& soil) {
  if (const auto name = table.text("name")) {
    if (name->empty() || name->size() > kLongestName) {
      return table.mistake("name", "'name' in {}: expected a name of 1 to {} bytes, found one of {} bytes",
                           table.title(), kLongestName, name->size());
    }
    soil.name = *name;
  }
  for (Soil const& other : soils) {
    if (&other == &soil || other.name != soil.name) continue;
    table.mistake("name",
                  "{}: expected a name that no other soil has, found '{}', which is also the name of [soils.{}]; "
                  "rename one of them",
                  table.title(), printable(soil.name), other.id);
  }
}

}  // namespace

std::array<float, 3> linear_color(std::uint32_t rgb) {
  std::array<float, 3> color{};
  for (std::size_t i = 0; i < 3; ++i) {
    color[i] = static_cast<float>(srgb::decoded((rgb >> (16 - 8 * i) & 0xffu) / 255.0));
  }
  return color;
}

Soil new_soil(std::string id, bool loose, SoilId place) {
  const Soils models = default_soils();
  Soil soil = models[loose ? kSand : kRock];
  soil.id = std::move(id);
  soil.name = soil.id;
  std::replace(soil.name.begin(), soil.name.end(), '_', ' ');
  if (soil.name[0] >= 'a' && soil.name[0] <= 'z') soil.name[0] = static_cast<char>(soil.name[0] - 'a' + 'A');
  for (SoilConversion const& way : soil_conversions()) soil.*way.target = loose ? place : kSand;
  return soil;
}

std::vector<SetSoil> read_soil_changes(TableReader const& table, Soils const& soils) {
  std::vector<std::string_view> known{"id", "color"};
  for (SoilProperty const& property : soil_properties()) known.push_back(property.row.key);
  for (SoilConversion const& way : soil_conversions()) known.push_back(way.key);
  table.refuse_unknown(known);
  const std::vector<std::string_view> ids = ids_of(soils);
  const auto which = table.choice("id", ids);
  table.require("id", "{}: expected the id of a soil, as in id = \"sand\", found none; add it", table.title());
  std::vector<SetSoil> changes;
  if (!which) return changes;
  const auto add = [&](std::string_view key, SetSoil::Value value) {
    changes.push_back({soils[*which].id, std::string(key), std::move(value)});
    try {
      changed_soils(soils, changes.back());
    } catch (std::invalid_argument const& error) {
      table.mistake(key, "{}: {}", table.title(), error.what());
    }
  };
  for (SoilProperty const& property : soil_properties()) {
    std::string_view key = property.row.key;
    if (!table.has(key)) continue;
    if (const auto value = read_parameter(table, key, table.title(), property.row)) add(key, *value);
  }
  for (SoilConversion const& way : soil_conversions()) {
    if (const auto target = table.choice(way.key, ids)) add(way.key, std::string(ids[*target]));
  }
  if (const auto color = read_color(table)) add("color", *color);
  if (table.keys().size() == 1) {
    table.mistake("id", "{}: expected a property to set, as in hardness = 2.0, found none; add one", table.title());
  }
  return changes;
}

Soils read_soils(TableReader const& root) {
  Soils soils = default_soils();
  const auto all = root.table("soils");
  if (!all) return soils;
  for (SoilTable const& entry : name_soils(*all, soils)) {
    Soil& soil = soils[entry.soil];
    refuse_unknown(entry);
    read_numbers(entry.table, soil);
    soil.color = read_color(entry.table).value_or(soil.color);
    read_conversions(entry.table, soils, soil);
    read_name(entry.table, soils, soil);
  }
  return soils;
}

}  // namespace barchan
