/// Timeline: commands that wait for their time on the world's clock.
#pragma once

#include <span>
#include <vector>

#include "base/archive.hpp"
#include "world/command.hpp"

namespace barchan {

class Timeline {
 public:
  Timeline() = default;
  /// Sorts the commands by time; commands with the same time keep their order. Throws std::invalid_argument on a time
  /// that is negative or not finite.
  explicit Timeline(std::vector<TimedCommand> commands);

  /// Removes and returns the commands that are due in a step that begins at `time`, in order.
  std::vector<Command> take_due(double time);
  std::span<TimedCommand const> waiting() const { return commands_; }

  /// Reads or writes the time line. Throws ArchiveError. The caller must check the commands themselves.
  void keep(Archive& archive);

 private:
  std::vector<TimedCommand> commands_;
};

}  // namespace barchan
