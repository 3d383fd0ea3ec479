/// Commands: the only way in which the outside changes a world, between steps.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "land/obstacle.hpp"
#include "land/rainfall.hpp"
#include "land/source.hpp"
#include "world/command_kind.hpp"
#include "world/soil_command.hpp"

namespace barchan {

/// Sets one parameter. The value must be in the row's range.
struct SetParameter {
  std::string group;
  std::string key;
  double value = 0.0;

  bool operator==(SetParameter const&) const = default;
};

/// All types of commands, in the order in which an entry of a time line carries them out: what it ends, ends before
/// anything new begins.
using Command = std::variant<SetParameter, SetSoil, AddSoil, RenameSoil, RemoveObstacles, RemoveSource, RemoveSources,
                             RemoveStorms, PlaceObstacle, PlaceSource, PlaceStorm, SetRainMap>;

inline Command to_command(SoilCommand const& change) {
  return std::visit([](auto const& kind) { return Command(kind); }, change);
}

/// What is the same for all commands of its type.
CommandRow const& row_of(Command const& command);
/// For messages: "wind.speed", "place wall", "remove obstacles", "soil gravel.hardness",
/// "add soil mud", "rename soil mud".
std::string name_of(Command const& command);
/// What is wrong with it, as one sentence; empty when there is nothing wrong. Without a land only what can be told of a
/// command that waits.
std::string error_of(Command const& command, CommandFacts const& facts);
/// Throws std::invalid_argument, one sentence, when it cannot be applied; nothing has then changed.
void apply_command(Command const& command, WorldEdit& edit);
/// Do both set the same parameter, or the same property of a soil? The later one then stands for both. Never the
/// slopes of a soil, which act on each other.
bool same_target(Command const& earlier, Command const& later);
/// Changes what later commands of a time line are checked against.
void preview_command(Command const& command, CommandPreview& preview);
/// Throws ArchiveError, also on a command that could never be applied. Parameters and soils are for the caller to
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
