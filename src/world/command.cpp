#include "barchan/world/command.hpp"

#include <stdexcept>

#include "land/obstacle_cells.hpp"

namespace barchan {

namespace {

// The word with which a saved command begins: a parameter's group, which has no blank in it, or one of these.
constexpr std::string_view kPlace = "place obstacle";
constexpr std::string_view kRemove = "remove obstacles";

void save(SetParameter const& command, ArchiveWriter& archive) {
  archive.put_string(command.group);
  archive.put_string(command.key);
  archive.put(command.value);
}

void save(PlaceObstacle const& command, ArchiveWriter& archive) {
  archive.put_string(kPlace);
  archive.put(command.obstacle);
  archive.put(command.stamp.width);
  archive.put(command.stamp.height);
  archive.put_vector(command.stamp.shares);
}

void save(RemoveObstacles const& command, ArchiveWriter& archive) {
  archive.put_string(kRemove);
  archive.put<std::uint8_t>(command.within ? 1 : 0);
  if (command.within) archive.put(*command.within);
}

PlaceObstacle load_place(ArchiveReader& archive) {
  constexpr std::size_t kMostCells = std::size_t{Stamp::kMaximumSide} * Stamp::kMaximumSide;
  PlaceObstacle command;
  command.obstacle = archive.get<Obstacle>();
  command.stamp.width = archive.get<std::int32_t>();
  command.stamp.height = archive.get<std::int32_t>();
  command.stamp.shares = archive.get_vector<std::uint16_t>(kMostCells);
  return command;
}

RemoveObstacles load_remove(ArchiveReader& archive) {
  RemoveObstacles command;
  if (archive.get<std::uint8_t>() != 0) command.within = archive.get<Obstacle>();
  return command;
}

}  // namespace

bool same_target(Command const& a, Command const& b) {
  auto const* first = std::get_if<SetParameter>(&a);
  auto const* second = std::get_if<SetParameter>(&b);
  return first != nullptr && second != nullptr && first->group == second->group && first->key == second->key;
}

std::string name_of(Command const& command) {
  if (auto const* set = std::get_if<SetParameter>(&command)) return set->group + "." + set->key;
  if (auto const* place = std::get_if<PlaceObstacle>(&command)) {
    return "place " + std::string(obstacle_shape_id(place->obstacle.shape));
  }
  return std::string(kRemove);
}

void save_command(Command const& command, ArchiveWriter& archive) {
  std::visit([&](auto const& kind) { save(kind, archive); }, command);
}

Command load_command(ArchiveReader& archive) {
  std::string word = archive.get_string();
  try {
    if (word == kPlace) {
      PlaceObstacle command = load_place(archive);
      check_obstacle(command);
      return command;
    }
    if (word == kRemove) {
      RemoveObstacles command = load_remove(archive);
      check_obstacle(command);
      return command;
    }
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
  std::string key = archive.get_string();
  const auto value = archive.get<double>();
  return SetParameter{std::move(word), std::move(key), value};
}

}  // namespace barchan
