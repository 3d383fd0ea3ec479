/// Recipe: a random world as the lines of a scenario, so that a failing one can be cut down line by line and kept as a
/// file.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <rapidcheck.h>

namespace barchan::test {

/// `key = value` of a scenario.
struct Line {
  std::string key, value;
};

/// A table of a scenario, such as [wind] or one of [[land.sand]].
struct Table {
  std::string head;
  std::vector<Line> lines;
};

struct Recipe {
  int width = 1, height = 1;  ///< cells
  std::string cell_size = "1.0", boundary = "periodic";
  int seed = 1;
  int steps = 1;  ///< how long the world runs
  int pause = 0;  ///< step after which it is saved and read again, 0 to `steps`
  std::vector<Table> tables;
};

/// The recipe as a scenario file.
std::string scenario_text(Recipe const& recipe);
/// For RapidCheck: the scenario, and the command that replays it.
void showValue(Recipe const& recipe, std::ostream& to);

/// Any processes, soils, layers, edges, obstacles, storms, sources and time lines, with values at the ends of their
/// ranges and between them. The rows of the program's own tables name the keys, so a new parameter is tried as well.
/// Shrinks towards a small land with defaults.
rc::Gen<Recipe> any_recipe();

}  // namespace barchan::test
