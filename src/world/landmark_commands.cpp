// The commands that change landmarks.
#include "land/terrain.hpp"
#include "world/command_kinds.hpp"

namespace barchan {

std::string CommandKind<SetGauges>::title(SetGauges const&) { return "gauges"; }
std::string CommandKind<SetGauges>::error(SetGauges const& command, CommandFacts const&) {
  return gauges_error(command.gauges);
}
void CommandKind<SetGauges>::apply(SetGauges const& command, WorldEdit& edit) {
  edit.terrain.landmarks.gauges = command.gauges;
}
void CommandKind<SetGauges>::keep(Archive& archive, SetGauges& command) { barchan::keep(archive, command.gauges); }
std::vector<SetGauges> CommandKind<SetGauges>::inverse(SetGauges const&, CommandFacts const& facts) {
  return {{facts.terrain->landmarks.gauges}};
}
bool CommandKind<SetGauges>::same_target(SetGauges const&, SetGauges const&) { return true; }

std::string CommandKind<SetThings>::title(SetThings const&) { return "palms and people"; }
std::string CommandKind<SetThings>::error(SetThings const& command, CommandFacts const&) {
  return things_error(command.things);
}
void CommandKind<SetThings>::apply(SetThings const& command, WorldEdit& edit) {
  edit.terrain.landmarks.things = command.things;
}
void CommandKind<SetThings>::keep(Archive& archive, SetThings& command) { barchan::keep(archive, command.things); }
std::vector<SetThings> CommandKind<SetThings>::inverse(SetThings const&, CommandFacts const& facts) {
  return {{facts.terrain->landmarks.things}};
}
bool CommandKind<SetThings>::same_target(SetThings const&, SetThings const&) { return true; }

}  // namespace barchan
