#include "world/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/clock_slack.hpp"

namespace barchan {

Timeline::Timeline(std::vector<TimedCommand> commands) : commands_(std::move(commands)) {
  for (TimedCommand const& timed : commands_) {
    if (!std::isfinite(timed.at) || timed.at < 0.0) {
      throw std::invalid_argument("expected a time of 0 s or more for " + name_of(timed.command) +
                                  " in the time line, found " + std::to_string(timed.at) + " s");
    }
  }
  std::stable_sort(commands_.begin(), commands_.end(),
                   [](TimedCommand const& a, TimedCommand const& b) { return a.at < b.at; });
}

std::vector<Command> Timeline::take_due(double time) {
  const auto end = std::find_if(commands_.begin(), commands_.end(),
                                [&](TimedCommand const& timed) { return timed.at > time + kClockSlack; });
  std::vector<Command> due;
  for (auto it = commands_.begin(); it != end; ++it) due.push_back(std::move(it->command));
  commands_.erase(commands_.begin(), end);
  return due;
}

void Timeline::keep(Archive& archive) {
  commands_.resize(archive.count(commands_.size()));
  for (TimedCommand& timed : commands_) {
    archive.value(timed.at);
    barchan::keep(archive, timed.command);
  }
  if (!archive.reading()) return;
  try {
    *this = Timeline(std::move(commands_));
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
}

}  // namespace barchan
