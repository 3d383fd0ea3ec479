/// Ends of sources of water in a time line.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "world/command.hpp"

namespace barchan {

/// An end of a source in the time line, as the file says it: which one is meant is known when all are read.
struct SourceEnd {
  std::size_t place;  ///< in the time line
  SourceChoice choice;
  TableReader table;
};

/// Finds the sources that are to end among those of `scenario` and of the time line that flow at that time. `ends` are
/// in the order of their places. Notes a mistake where there is none.
void find_ended(std::span<TimedCommand> timeline, std::span<SourceEnd const> ends, Scenario const& scenario);

}  // namespace barchan
