/// Commands: every change that the outside makes to a world, between steps, is a command.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "land/brush.hpp"
#include "land/landmarks.hpp"
#include "land/mask.hpp"
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

/// All types of commands, in the order in which an entry of a time line carries them out: it removes old things before
/// it adds new ones.
using Command = std::variant<SetParameter, SetSoil, AddSoil, RenameSoil, RemoveObstacles, RemoveObstacle, RemoveSource,
                             RemoveSources, RemoveStorms, RemoveMask, ChangeObstacle, PlaceObstacle, PlaceSource,
                             ChangeSource, PlaceStorm, SetRainMap, SetMask, BrushStroke, SetGauges, SetThings>;

inline Command to_command(SoilCommand const& change) {
  return std::visit([](auto const& kind) { return Command(kind); }, change);
}

/// The row that all commands of the same type share.
CommandRow const& row_of(Command const& command);
/// Name for messages: "wind.speed", "place wall", "remove obstacles", "soil gravel.hardness",
/// "add soil mud", "rename soil mud".
std::string name_of(Command const& command);
/// Returns one sentence that says what is wrong with the command, or an empty string if it is valid. Without a land,
/// checks only what can be checked of a waiting command.
std::string error_of(Command const& command, CommandFacts const& facts);
/// The command with everything decided that it leaves to the land, such as the number of a new body. What is recorded
/// does not depend on changes of the past.
Command settled(Command command, CommandFacts const& facts);
/// Applies the command. If it cannot be applied, throws std::invalid_argument (one sentence) and changes nothing.
void apply_command(Command const& command, WorldEdit& edit);
/// Commands that, applied after `command`, set the values that it would replace now. Empty if it changes the land. The
/// command must be valid.
std::vector<Command> inverse_of(Command const& command, CommandFacts const& facts);
/// Returns true if both set the same parameter or the same property of a soil, so that the later one replaces the
/// earlier one. Never true for the slopes of a soil, which act on each other.
bool same_target(Command const& earlier, Command const& later);
/// Lets `earlier` continue with `later`, if applying the result gives the same world as applying one after the other,
/// with nothing between them. Returns false if they stay two commands.
bool join(Command& earlier, Command const& later);
/// Updates `preview`, against which later commands of a time line are checked.
void preview_command(Command const& command, CommandPreview& preview);
/// Reads or writes a command. Throws ArchiveError, including on a command that could never be applied. The caller must
/// check parameters and soils.
void keep(Archive& archive, Command& command);

/// A command that waits for its time on the world's clock.
struct TimedCommand {
  double at = 0.0;  ///< s, >= 0: applied before the first step that begins at this time or later
  Command command;

  bool operator==(TimedCommand const&) const = default;
};

/// A command and the number of the step before which it is applied.
struct StampedCommand {
  std::uint64_t step = 0;
  Command command;

  bool operator==(StampedCommand const&) const = default;
};

}  // namespace barchan
