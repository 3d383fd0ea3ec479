/// Removal and change of water sources in a time line.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "world/command.hpp"

namespace barchan {

/// A removal or a change as written in the file. Its source is found after the whole time line has been read.
struct SourceEnd {
  std::size_t place;  ///< index in the time line
  SourceChoice choice;
  TableReader table;
  std::vector<ParameterRow const*> changes{};  ///< members that change; none: the source ends
  WaterSource now{};                           ///< their new values
};

/// Finds the source of each removal and change among those of `scenario` and of the time line that exist at that time.
/// `ends` are in the order of their places. Records a mistake if there is no such source.
void find_ended(std::span<TimedCommand> timeline, std::span<SourceEnd const> ends, Scenario const& scenario);

}  // namespace barchan
