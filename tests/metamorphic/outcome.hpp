/// Outcome: what a run has made of a land, in the frame of the land before a law was applied to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/budget.hpp"
#include "land/strata.hpp"
#include "metamorphic/laws.hpp"
#include "world/world_setup.hpp"

namespace barchan {
struct Terrain;
}

namespace barchan::metamorphic {

/// Values of one quantity, one per cell.
struct CellValues {
  std::string name;
  std::vector<double> values;
};

struct Outcome {
  Grid grid;                                ///< before the law
  std::vector<Quanta> before;               ///< elevation at the beginning
  std::vector<Quanta> elevation;            ///< at the end, without the height that the law has added
  std::vector<std::vector<Layer>> columns;  ///< layers of each cell from the top, with the soils of the first table
  std::vector<CellValues> layers;           ///< water, plants and all other quantities of the cells
  std::vector<Account> accounts;  ///< what came in, left, flies and was converted, for each soil and for water
};

/// The outcome of a land that has been changed by `law` (none: that has not been changed). `setup` is that of the land
/// before the law.
Outcome outcome_of(Terrain const& terrain, MassBudget const& budget, WorldSetup const& setup, std::optional<Law> law);

/// The first difference between two outcomes, as a sentence; empty if they are equal bit for bit.
std::string difference(Outcome const& one, Outcome const& other);

}  // namespace barchan::metamorphic
