/// Values of rows, saved and hashed by name, so that a state can still be read after rows have been added, removed or
/// moved.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "base/parameter.hpp"

namespace barchan {

/// A row, the struct that it describes, and its name in the state ("wind.speed").
struct NamedValue {
  std::string name;
  ParameterRow const* row;
  void* values;
};

/// A name that has changed.
struct RenamedKey {
  std::string_view old, now;
};

/// Writing: writes all values with their names. Hashing: hashes the values that differ from the first defaults of their
/// rows, in the order of their names. So neither a new row with its default nor a new default changes the hash of a
/// saved world. Reading: reads the values that are present and leaves the others unchanged.
///
/// `renamed` maps old names to new ones. `check(value, number)` throws std::invalid_argument for a number that is not
/// allowed. Throws ArchiveError for an unknown name, a name that occurs twice, and a number that a row cannot store.
void keep_values(Archive& archive, std::vector<NamedValue> values, std::span<RenamedKey const> renamed,
                 std::function<void(NamedValue const&, double)> const& check);

}  // namespace barchan
