/// Values of rows, saved and hashed by their names, so that a state outlives rows that come, go and move.
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

/// A name that has become another one.
struct RenamedKey {
  std::string_view old, now;
};

/// Writes all values with their names. Hashes, in the order of the names, those that differ from their defaults: a new
/// row changes no hash as long as it has its default. Reads what is there and leaves the rest as it is; `renamed` says
/// what old names have become, `check(value, number)` throws std::invalid_argument on a number that cannot be. Throws
/// ArchiveError on a name that is not known, on one that comes twice and on a number that no row ever stores.
void keep_values(Archive& archive, std::vector<NamedValue> values, std::span<RenamedKey const> renamed,
                 std::function<void(NamedValue const&, double)> const& check);

}  // namespace barchan
