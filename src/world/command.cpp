#include "barchan/world/command.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "barchan/base/archive.hpp"
#include "land/obstacle_cells.hpp"

namespace barchan {

namespace {

void keep(Archive& archive, SetParameter& command) {
  archive.text(command.group);
  archive.text(command.key);
  archive.value(command.value);
}

void keep(Archive& archive, PlaceObstacle& command) {
  constexpr std::size_t kMostCells = std::size_t{Stamp::kMaximumSide} * Stamp::kMaximumSide;
  archive.value(command.obstacle);
  archive.value(command.stamp.width);
  archive.value(command.stamp.height);
  archive.list(command.stamp.shares, kMostCells);
  if (archive.reading()) check_obstacle(command);
}

void keep(Archive& archive, RemoveObstacles& command) {
  bool within = command.within.has_value();
  archive.value(within);
  if (!within) return;
  if (archive.reading()) command.within.emplace();
  archive.value(*command.within);
  if (archive.reading()) check_obstacle(command);
}

void keep(Archive& archive, SetSoil& command) {
  archive.text(command.soil);
  archive.text(command.key);
  auto kind = static_cast<std::uint8_t>(command.value.index());
  archive.value(kind);
  archive.require(kind < std::variant_size_v<SetSoil::Value>, "a value of a soil of an unknown kind");
  static constexpr std::array<SetSoil::Value (*)(), std::variant_size_v<SetSoil::Value>> kKinds{
      [] { return SetSoil::Value(0.0); }, [] { return SetSoil::Value(std::array<float, 3>{}); },
      [] { return SetSoil::Value(std::string()); }};
  if (archive.reading()) command.value = kKinds[kind]();
  if (auto* name = std::get_if<std::string>(&command.value)) return archive.text(*name);
  if (auto* color = std::get_if<std::array<float, 3>>(&command.value)) return archive.value(*color);
  archive.value(std::get<double>(command.value));
}

bool is_slope(std::string_view key) { return key == "repose_slope" || key == "static_slope"; }

std::invalid_argument wrong(SetSoil const& change, std::string const& what) {
  return std::invalid_argument(name_of(change) + ": " + what);
}

void set_color(Soil& soil, SetSoil const& change) {
  auto const* color = std::get_if<std::array<float, 3>>(&change.value);
  const auto fits = [](float part) { return part >= 0.0f && part <= 1.0f; };
  if (color == nullptr || !std::all_of(color->begin(), color->end(), fits)) {
    throw wrong(change, "expected three numbers from 0 to 1");
  }
  soil.color = *color;
}

void set_property(Soil& soil, ParameterRow const& row, SetSoil const& change) {
  auto const* value = std::get_if<double>(&change.value);
  if (value == nullptr) throw wrong(change, "expected a number");
  if (const std::string error = parameter_error(row, *value); !error.empty()) throw wrong(change, error);
  if (follows_cascade(soil, row.key)) {
    throw wrong(change, "the slopes of sand follow from cascade.roughness and cascade.static_excess; set those");
  }
  row.set(&soil, *value);
  if (row.key == "repose_slope") soil.static_slope = std::max(soil.static_slope, soil.repose_slope);
  if (row.key == "static_slope") soil.repose_slope = std::min(soil.static_slope, soil.repose_slope);
}

void set_conversion(Soil& soil, SoilConversion const& way, SetSoil const& change, Soils const& soils) {
  auto const* name = std::get_if<std::string>(&change.value);
  const auto target =
      std::find_if(soils.begin(), soils.end(), [&](Soil const& other) { return name != nullptr && other.id == *name; });
  if (target == soils.end()) throw wrong(change, "expected the name of a soil of this land");
  if (!may_become(soil, way, *target)) throw wrong(change, "what moves becomes loose; '" + *name + "' is solid");
  soil.*way.target = static_cast<SoilId>(target - soils.begin());
}

}  // namespace

Soils changed_soils(Soils soils, SetSoil const& change) {
  const auto soil = std::find_if(soils.begin(), soils.end(), [&](Soil const& one) { return one.id == change.soil; });
  if (soil == soils.end()) throw std::invalid_argument("there is no soil '" + change.soil + "'");
  const auto properties = soil_properties();
  const auto property = std::find_if(properties.begin(), properties.end(),
                                     [&](SoilProperty const& one) { return one.row.key == change.key; });
  const auto ways = soil_conversions();
  const auto way = std::find_if(ways.begin(), ways.end(), [&](auto const& one) { return one.key == change.key; });
  if (change.key == "color") {
    set_color(*soil, change);
  } else if (property != properties.end()) {
    set_property(*soil, property->row, change);
  } else if (way != ways.end()) {
    set_conversion(*soil, *way, change, soils);
  } else {
    throw std::invalid_argument("soils have no property '" + change.key + "'");
  }
  return soils;
}

bool same_target(Command const& a, Command const& b) {
  auto const* first = std::get_if<SetParameter>(&a);
  auto const* second = std::get_if<SetParameter>(&b);
  if (first != nullptr && second != nullptr) return first->group == second->group && first->key == second->key;
  auto const* soil = std::get_if<SetSoil>(&a);
  auto const* other = std::get_if<SetSoil>(&b);
  if (soil == nullptr || other == nullptr || is_slope(soil->key)) return false;
  return soil->soil == other->soil && soil->key == other->key;
}

std::string name_of(Command const& command) {
  if (auto const* set = std::get_if<SetParameter>(&command)) return set->group + "." + set->key;
  if (auto const* soil = std::get_if<SetSoil>(&command)) return "soil " + soil->soil + "." + soil->key;
  if (auto const* place = std::get_if<PlaceObstacle>(&command)) {
    return "place " + std::string(obstacle_shape_id(place->obstacle.shape));
  }
  return "remove obstacles";
}

void keep(Archive& archive, Command& command) {
  auto kind = static_cast<std::uint8_t>(command.index());
  archive.value(kind);
  archive.require(kind < std::variant_size_v<Command>, "a command of an unknown kind");
  static constexpr std::array<Command (*)(), std::variant_size_v<Command>> kKinds{
      [] { return Command(SetParameter{}); }, [] { return Command(PlaceObstacle{}); },
      [] { return Command(RemoveObstacles{}); }, [] { return Command(SetSoil{}); }};
  if (archive.reading()) command = kKinds[kind]();
  try {
    std::visit([&](auto& which) { keep(archive, which); }, command);
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
}

}  // namespace barchan
