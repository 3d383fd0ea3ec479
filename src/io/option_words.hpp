/// Words of a command-line option such as "x=0.1 discharge=3".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parameter.hpp"
#include "io/input_error.hpp"

namespace barchan {

/// Makes an error from what is wrong with an option, and names the option.
using Complaint = std::function<InputError(std::string const&)>;

/// Splits "height=8" into key and value. The key is one of `known`: that of a row of `group`, or another. `of` names
/// the object in messages, as in "a wall". Throws what `wrong` returns.
std::pair<std::string, std::string> key_and_value(std::string const& word, std::span<std::string_view const> known,
                                                  std::string_view of, ParameterGroup const& group,
                                                  Complaint const& wrong);

/// Sets the value of the row `key` of a group. A direction has the convention `directions`. Throws what `wrong`
/// returns.
void set_from_text(ParameterGroup const& group, std::string const& key, std::string const& value,
                   Complaint const& wrong, Directions directions = Directions::mathematical);

/// Sets the values of a group from a text such as "x=0.1 discharge=3". `option` is named in messages. Returns the rows
/// that have been set. Throws InputError.
std::vector<ParameterRow const*> set_from_words(std::string_view option, std::string_view text,
                                                ParameterGroup const& group);

}  // namespace barchan
