/// Commands: the only way in which the outside changes a world, between steps.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "barchan/land/obstacle.hpp"

namespace barchan {

class Archive;

/// Sets one parameter. The value must be in the row's range.
struct SetParameter {
  std::string group;
  std::string key;
  double value = 0.0;

  bool operator==(SetParameter const&) const = default;
};

using Command = std::variant<SetParameter, PlaceObstacle, RemoveObstacles>;

/// Do both set the same parameter? The later one then stands for both.
bool same_target(Command const& a, Command const& b);
/// For messages: "wind.speed", "place wall", "remove obstacles".
std::string name_of(Command const& command);

/// Throws ArchiveError, also on an obstacle that could never be placed. Parameters are for the caller to check.
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
