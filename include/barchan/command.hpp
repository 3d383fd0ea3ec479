/// Commands: the only way in which the outside changes a world, between steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "barchan/archive.hpp"
#include "barchan/obstacle.hpp"

namespace barchan {

/// Sets one parameter. The value must be in the row's range.
struct SetParameter {
  std::string group;
  std::string key;
  double value = 0.0;

  bool operator==(SetParameter const&) const = default;
};

/// Places a body on the rock, under the sand, which is lifted. Where an obstacle stands already the higher one counts.
struct PlaceObstacle {
  Obstacle obstacle{};
  Stamp stamp{};  ///< of a body of shape `stamp`, none otherwise

  bool operator==(PlaceObstacle const&) const = default;
};

/// Takes all obstacle matter away, everywhere or in the cells that a body would cover (its height counts for nothing,
/// and it is no stamp); the sand on it is lowered.
struct RemoveObstacles {
  std::optional<Obstacle> within{};

  bool operator==(RemoveObstacles const&) const = default;
};

using Command = std::variant<SetParameter, PlaceObstacle, RemoveObstacles>;

/// Do both set the same parameter? The later one then stands for both.
bool same_target(Command const& a, Command const& b);
/// For messages: "wind.speed", "place wall", "remove obstacles".
std::string name_of(Command const& command);

void save_command(Command const& command, ArchiveWriter& archive);
/// Throws ArchiveError, also on an obstacle that could never be placed. Parameters are for the caller to check.
Command load_command(ArchiveReader& archive);

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
