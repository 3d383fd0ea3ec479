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
  /// In the order of their times; commands of one time keep theirs. Throws std::invalid_argument on a time that is
  /// negative or not finite.
  explicit Timeline(std::vector<TimedCommand> commands);

  /// Takes out what is due in a step that begins at `time`, in order.
  std::vector<Command> take_due(double time);
  std::span<TimedCommand const> waiting() const { return commands_; }

  /// Throws ArchiveError. The commands themselves are for the caller to check.
  void keep(Archive& archive);

 private:
  std::vector<TimedCommand> commands_;
};

}  // namespace barchan
