/// Commands: the only way in which the outside changes a world, between steps.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "land/obstacle.hpp"
#include "land/rainfall.hpp"
#include "land/source.hpp"
#include "world/soil_command.hpp"

namespace barchan {

class Archive;

/// Sets one parameter. The value must be in the row's range.
struct SetParameter {
  std::string group;
  std::string key;
  double value = 0.0;

  bool operator==(SetParameter const&) const = default;
};

using Command = std::variant<SetParameter, PlaceObstacle, RemoveObstacles, SetSoil, AddSoil, RenameSoil, PlaceSource,
                             RemoveSources, PlaceStorm, RemoveStorms, SetRainMap, RemoveSource>;

inline Command to_command(SoilCommand const& change) {
  return std::visit([](auto const& kind) { return Command(kind); }, change);
}

/// Do both set the same parameter, or the same property of a soil? The later one then stands for both. Never the
/// slopes of a soil, which act on each other.
bool same_target(Command const& a, Command const& b);
/// For messages: "wind.speed", "place wall", "remove obstacles", "soil gravel.hardness",
/// "add soil mud", "rename soil mud".
std::string name_of(Command const& command);

/// Throws ArchiveError, also on an obstacle that could never be placed. Parameters and soils are for the caller to
/// check.
void keep(Archive& archive, Command& command);

/// A command that waits for its time on the world's clock.
struct TimedCommand {
  double at = 0.0;  ///< s, >= 0: applied before the first step that begins then or later
  Command command;

  bool operator==(TimedCommand const&) const = default;
};

/// A command together with the number of the step before which it applies.
struct StampedCommand {
  std::uint64_t step = 0;
  Command command;

  bool operator==(StampedCommand const&) const = default;
};

}  // namespace barchan
