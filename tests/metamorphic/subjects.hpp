/// Subjects: the processes whose laws are tested, each with a land on which it has something to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/grid.hpp"
#include "metamorphic/laws.hpp"
#include "metamorphic/outcome.hpp"

namespace barchan::metamorphic {

/// One run of a subject.
struct Run {
  Boundary boundary = Boundary::periodic;
  std::uint64_t seed = 1;
  std::optional<Law> law;  ///< none: the land as it is
};

/// A process, one of its variants, or a part of the world that acts without one.
struct Subject {
  std::string_view id;       ///< snake_case, for the names of the tests
  std::string_view process;  ///< id of the process, "gravity" or "lakes"
  std::string_view land;     ///< what is on the land and which parameters differ from their defaults, for the page
  Outcome (*run)(Run const& run);
};

/// All subjects, in the order of the rows of the table.
std::vector<Subject> const& subjects();

}  // namespace barchan::metamorphic
