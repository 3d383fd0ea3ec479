#include "world/soil_command.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/archive.hpp"

namespace barchan {

namespace {

constexpr std::size_t kIdOfName = 32;  // bytes of a name from which its id is made

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f; }

/// A name in quotes, at most `kLongestSoilName` bytes of it, with control characters as in "\x0a".
std::string escaped(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string shown = "'";
  for (const char c : name.substr(0, kLongestSoilName)) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_control(c)) {
      shown += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    } else {
      shown += c;
    }
  }
  return shown + (name.size() > kLongestSoilName ? "...'" : "'");
}

std::invalid_argument wrong(SetSoil const& change, std::string const& what) {
  return std::invalid_argument("soil " + change.soil + "." + change.key + ": " + what);
}

void set_color(Soil& soil, SetSoil const& change) {
  auto const* color = std::get_if<std::array<float, 3>>(&change.value);
  const auto fits = [](float part) { return part >= 0.0f && part <= 1.0f; };
  if (color == nullptr || !std::all_of(color->begin(), color->end(), fits)) {
    throw wrong(change, "expected a colour of three numbers from 0 to 1, found something else");
  }
  soil.color = *color;
}

void set_property(Soil& soil, ParameterRow const& row, SetSoil const& change) {
  auto const* value = std::get_if<double>(&change.value);
  if (value == nullptr) throw wrong(change, "expected a number, found a name or a colour");
  if (const std::string error = parameter_error(row, *value); !error.empty()) throw wrong(change, error);
  if (follows_gravity(soil, row.key)) {
    throw wrong(change,
                "expected a property that can be set, found a slope property of the soil sand, which follows from "
                "gravity.repose_slope and gravity.static_excess; set those parameters instead");
  }
  row.set(&soil, *value);
  if (row.key == "repose_slope") soil.static_slope = std::max(soil.static_slope, soil.repose_slope);
  if (row.key == "static_slope") soil.repose_slope = std::min(soil.static_slope, soil.repose_slope);
}

void set_conversion(Soil& soil, SoilConversion const& way, SetSoil const& change, Soils const& soils) {
  auto const* name = std::get_if<std::string>(&change.value);
  const auto target =
      std::find_if(soils.begin(), soils.end(), [&](Soil const& other) { return name != nullptr && other.id == *name; });
  if (target == soils.end()) {
    throw wrong(change, "expected the id of a soil of this land, found " +
                            (name != nullptr ? escaped(*name) : std::string("a number or a colour")));
  }
  if (!may_become(soil, way, *target))
    throw wrong(change, "expected a loose soil, found '" + *name +
                            "', which is solid; choose a loose soil, because moved soil is loose");
  soil.*way.target = static_cast<SoilId>(target - soils.begin());
}

auto find_soil(Soils const& soils, std::string_view id) {
  const auto found = std::find_if(soils.begin(), soils.end(), [&](Soil const& one) { return one.id == id; });
  if (found == soils.end()) throw std::invalid_argument("expected the id of a soil of this land, found " + escaped(id));
  return found;
}

Soil& soil_named(Soils& soils, std::string_view id) {
  return soils[static_cast<std::size_t>(find_soil(soils, id) - soils.begin())];
}

/// Throws if `name` is invalid or if a soil of this table other than `of` already has it.
void check_name(std::string const& name, Soils const& soils, Soil const* of) {
  const bool bare = name.empty() || name.front() == ' ' || name.back() == ' ';
  if (bare || name.size() > kLongestSoilName || std::any_of(name.begin(), name.end(), is_control)) {
    throw std::invalid_argument("expected a soil name of 1 to " + std::to_string(kLongestSoilName) +
                                " bytes, without control characters and without a space at either end, found " +
                                escaped(name));
  }
  for (Soil const& other : soils) {
    if (&other != of && other.name == name)
      throw std::invalid_argument("expected a soil name that no other soil has, found '" + name +
                                  "'; choose another name");
  }
}

bool id_taken(std::string_view id, Soils const& soils) {
  return id == account_id(soils, kWater) ||
         std::any_of(soils.begin(), soils.end(), [&](auto& one) { return one.id == id; });
}

bool is_id(std::string_view id) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  return !id.empty() && id.size() <= kLongestSoilId && std::all_of(id.begin(), id.end(), fits);
}

Soils changed(Soils soils, SetSoil const& change) {
  Soil& soil = soil_named(soils, change.soil);
  const auto properties = soil_properties();
  const auto property = std::find_if(properties.begin(), properties.end(),
                                     [&](SoilProperty const& one) { return one.row.key == change.key; });
  const auto ways = soil_conversions();
  const auto way = std::find_if(ways.begin(), ways.end(), [&](auto const& one) { return one.key == change.key; });
  if (change.key == "color") {
    set_color(soil, change);
  } else if (property != properties.end()) {
    set_property(soil, property->row, change);
  } else if (way != ways.end()) {
    set_conversion(soil, *way, change, soils);
  } else {
    throw std::invalid_argument("expected a property of a soil, found " + escaped(change.key));
  }
  return soils;
}

Soils changed(Soils soils, AddSoil const& change) {
  if (soils.size() == kMostSoils) {
    throw std::invalid_argument("expected fewer than " + std::to_string(kMostSoils) + " soils on this land, found " +
                                std::to_string(kMostSoils) + "; change an existing soil instead");
  }
  if (!is_id(change.id)) {
    throw std::invalid_argument("expected an id of 1 to " + std::to_string(kLongestSoilId) +
                                " bytes: lower-case letters, digits, _ and characters beyond ASCII, found " +
                                escaped(change.id) + "; choose another id");
  }
  if (id_taken(change.id, soils)) {
    throw std::invalid_argument("expected an id that no other soil has, found " + escaped(change.id) +
                                "; choose another id");
  }
  check_name(change.name, soils, nullptr);
  const Soils models = change.like.empty() ? default_soils() : soils;
  const auto fresh = models.begin() + (change.loose ? kSand : kRock);
  const auto model = change.like.empty() ? fresh : find_soil(models, change.like);
  const auto own = static_cast<SoilId>(model - models.begin()), place = static_cast<SoilId>(soils.size());
  Soil soil = *model;
  soil.id = change.id;
  soil.name = change.name;
  // A conversion of the model to itself becomes a conversion of the new soil to itself.
  for (SoilConversion const& way : soil_conversions()) {
    if (soil.*way.target == own) soil.*way.target = place;
  }
  soils.push_back(std::move(soil));
  return soils;
}

Soils changed(Soils soils, RenameSoil const& change) {
  Soil& soil = soil_named(soils, change.soil);
  check_name(change.name, soils, &soil);
  soil.name = change.name;
  return soils;
}

/// Changes that give the soil of `soils` with the id of `wanted` the values of `wanted`. Its conversions refer to `to`.
std::vector<SetSoil> settings(Soils const& soils, Soil const& wanted, Soils const& to) {
  Soil const& now = *find_soil(soils, wanted.id);
  std::vector<SetSoil> changes;
  if (now.color != wanted.color) changes.push_back({wanted.id, "color", wanted.color});
  for (SoilProperty const& property : soil_properties()) {
    ParameterRow const& row = property.row;
    const double value = row.get(&wanted);
    if (row.get(&now) == value || follows_gravity(wanted, row.key)) continue;
    changes.push_back({wanted.id, std::string(row.key), value});
  }
  for (SoilConversion const& way : soil_conversions()) {
    std::string const& target = to[wanted.*way.target].id;
    if (soils[now.*way.target].id != target) changes.push_back({wanted.id, std::string(way.key), target});
  }
  return changes;
}

}  // namespace

Soils changed_soils(Soils soils, SoilCommand const& change) {
  return std::visit([&](auto const& kind) { return changed(std::move(soils), kind); }, change);
}

std::vector<SoilCommand> soil_changes(Soils const& from, Soils const& to) {
  std::vector<SoilCommand> changes;
  Soils soils = from;
  const auto add = [&](SoilCommand change) {
    soils = changed_soils(std::move(soils), change);
    changes.push_back(std::move(change));
  };
  for (Soil const& wanted : to) {
    if (!id_taken(wanted.id, soils)) add(AddSoil{wanted.id, wanted.name, wanted.loose, {}});
  }
  for (Soil const& wanted : to) {
    if (find_soil(soils, wanted.id)->name != wanted.name) add(RenameSoil{wanted.id, wanted.name});
    for (SetSoil& change : settings(soils, wanted, to)) add(std::move(change));
  }
  return changes;
}

std::string free_soil_id(std::string_view name, Soils const& soils) {
  std::string plain;
  for (const char c : name.substr(0, kIdOfName)) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool kept = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
    if (kept || (!plain.empty() && plain.back() != '_')) plain += kept ? low : '_';
  }
  while (!plain.empty() && plain.back() == '_') plain.pop_back();
  if (plain.empty()) plain = "soil";
  std::string id = plain;
  for (int number = 2; id_taken(id, soils); ++number) id = plain + '_' + std::to_string(number);
  return id;
}

std::string free_soil_name(std::string_view name, Soils const& soils) {
  const auto taken = [&](std::string_view free) {
    return std::any_of(soils.begin(), soils.end(), [&](Soil const& one) { return one.name == free; });
  };
  std::string free(name);
  // After "Sand 2" comes "Sand 3".
  const std::size_t end = name.find_last_not_of("0123456789");
  if (end != name.npos && end > 0 && end + 1 < name.size() && name[end] == ' ') name = name.substr(0, end);
  for (int number = 2; taken(free); ++number) {
    const std::string tail = ' ' + std::to_string(number);
    free = std::string(name.substr(0, kLongestSoilName - tail.size())) + tail;
  }
  return free;
}

void keep(Archive& archive, SetSoil& command) {
  archive.text(command.soil);
  archive.text(command.key);
  auto kind = static_cast<std::uint8_t>(command.value.index());
  archive.value(kind);
  archive.require(kind < std::variant_size_v<SetSoil::Value>, "the value of a soil property has an unknown type");
  static constexpr std::array<SetSoil::Value (*)(), std::variant_size_v<SetSoil::Value>> kKinds{
      [] { return SetSoil::Value(0.0); }, [] { return SetSoil::Value(std::array<float, 3>{}); },
      [] { return SetSoil::Value(std::string()); }};
  if (archive.reading()) command.value = kKinds[kind]();
  if (auto* name = std::get_if<std::string>(&command.value)) return archive.text(*name);
  if (auto* color = std::get_if<std::array<float, 3>>(&command.value)) return archive.value(*color);
  archive.value(std::get<double>(command.value));
}

void keep(Archive& archive, AddSoil& command) {
  archive.text(command.id);
  archive.text(command.name);
  archive.value(command.loose);
  archive.text(command.like);
}

void keep(Archive& archive, RenameSoil& command) {
  archive.text(command.soil);
  archive.text(command.name);
}

}  // namespace barchan
