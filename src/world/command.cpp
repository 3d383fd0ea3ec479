#include "world/command.hpp"

#include "world/command_kinds.hpp"

namespace barchan {

CommandRow const& row_of(Command const& command) { return commands::row_of(command); }
std::string name_of(Command const& command) { return commands::name_of(command); }
std::string error_of(Command const& command, CommandFacts const& facts) { return commands::error_of(command, facts); }
Command settled(Command command, CommandFacts const& facts) {
  commands::settle(command, facts);
  return command;
}
void apply_command(Command const& command, WorldEdit& edit) { commands::apply(command, edit); }
std::vector<Command> inverse_of(Command const& command, CommandFacts const& facts) {
  return commands::inverse(command, facts);
}
bool same_target(Command const& earlier, Command const& later) { return commands::same_target(earlier, later); }
bool join(Command& earlier, Command const& later) { return commands::join(earlier, later); }
void preview_command(Command const& command, CommandPreview& preview) { commands::preview(command, preview); }
void keep(Archive& archive, Command& command) { commands::keep(archive, command); }

}  // namespace barchan
