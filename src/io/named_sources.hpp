/// Sources of water that a time line names by their values, to end or to change them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "world/command.hpp"

namespace barchan {

/// A source as a command of the file names it. It is found after the whole time line has been read.
struct NamedSource {
  std::size_t place;  ///< index in the time line
  SourceChoice choice;
  TableReader table;
  std::vector<ParameterRow const*> changes{};  ///< members that change; none: the source ends
  WaterSource now{};                           ///< their new values
};

/// Finds the source of each removal and change among those of `scenario` and of the time line that exist at that time.
/// `named` are in the order of their places. Records a mistake if there is no such source.
void find_named_sources(std::span<TimedCommand> timeline, std::span<NamedSource const> named, Scenario const& scenario);

}  // namespace barchan
