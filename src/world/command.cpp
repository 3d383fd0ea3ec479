#include "world/command.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/archive.hpp"
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

void keep(Archive& archive, PlaceSource& command) {
  archive.value(command.source);
  archive.require(source_error(command.source).empty(), "a source that cannot be");
}

void keep(Archive&, RemoveSources&) {}

void keep(Archive& archive, RemoveSource& command) {
  archive.value(command.source);
  archive.require(source_error(command.source).empty(), "a source that cannot be");
}

void keep(Archive& archive, PlaceStorm& command) {
  archive.value(command.storm);
  archive.require(storm_error(command.storm).empty(), "a storm that cannot be");
}

void keep(Archive&, RemoveStorms&) {}

void keep(Archive& archive, SetRainMap& command) {
  RainMap& map = command.map;
  archive.text(map.name);
  archive.value(map.width);
  archive.value(map.height);
  archive.list(map.shares);
  if (archive.reading()) archive.require(rain_map_error(map).empty(), "a rain map that cannot be");
}

bool is_slope(std::string_view key) { return key == "repose_slope" || key == "static_slope"; }

}  // namespace

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
  if (auto const* added = std::get_if<AddSoil>(&command)) return "add soil " + added->id;
  if (auto const* renamed = std::get_if<RenameSoil>(&command)) return "rename soil " + renamed->soil;
  if (auto const* place = std::get_if<PlaceObstacle>(&command)) {
    return "place " + std::string(obstacle_shape_id(place->obstacle.shape));
  }
  if (std::holds_alternative<PlaceSource>(command)) return "place source";
  if (std::holds_alternative<RemoveSources>(command)) return "remove sources";
  if (std::holds_alternative<RemoveSource>(command)) return "remove source";
  if (std::holds_alternative<PlaceStorm>(command)) return "place storm";
  if (std::holds_alternative<RemoveStorms>(command)) return "remove storms";
  if (std::holds_alternative<SetRainMap>(command)) return "rain map";
  return "remove obstacles";
}

void keep(Archive& archive, Command& command) {
  auto kind = static_cast<std::uint8_t>(command.index());
  archive.value(kind);
  archive.require(kind < std::variant_size_v<Command>, "a command of an unknown kind");
  static constexpr std::array<Command (*)(), std::variant_size_v<Command>> kKinds{
      [] { return Command(SetParameter{}); },    [] { return Command(PlaceObstacle{}); },
      [] { return Command(RemoveObstacles{}); }, [] { return Command(SetSoil{}); },
      [] { return Command(AddSoil{}); },         [] { return Command(RenameSoil{}); },
      [] { return Command(PlaceSource{}); },     [] { return Command(RemoveSources{}); },
      [] { return Command(PlaceStorm{}); },      [] { return Command(RemoveStorms{}); },
      [] { return Command(SetRainMap{}); },      [] { return Command(RemoveSource{}); }};
  if (archive.reading()) command = kKinds[kind]();
  try {
    std::visit([&](auto& which) { keep(archive, which); }, command);
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
}

}  // namespace barchan
