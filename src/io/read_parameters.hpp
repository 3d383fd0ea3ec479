/// Parameters as a TOML file gives them, checked against their rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "barchan/base/parameter.hpp"
#include "barchan/world/command.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

/// The parameter group that has a row of this name, for keys in the wrong table.
std::string_view group_of_key(std::string_view key);

/// The value under `key` of a table named `title`. Throws InputError with file and line.
double read_parameter(TableReader const& table, std::string_view key, std::string_view title, ParameterRow const& row);

/// The parameters of `group` that a table named `title` sets. Throws InputError, on unknown keys too.
std::vector<SetParameter> read_group(TableReader const& table, std::string const& title, ParameterGroup const& group);

}  // namespace barchan
