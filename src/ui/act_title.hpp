/// Titles of acts of the history, with the labels that the panel shows.
#pragma once

#include <string>

#include "base/bearing.hpp"
#include "history/history_outline.hpp"
#include "world/command.hpp"

namespace barchan::ui {

/// Title of an act that consists of this command: "Wind speed", "soil mud: Hardness", "place wall".
std::string act_title(Command const& command);
/// The parameter that a command sets; nullptr if it does something else.
SetParameter const* parameter_of(Command const& command);
/// What a list says about an act: "Place wall", or with the value that it set: "Wind speed → 9 m/s".
std::string act_text(OutlineAct const& act, Directions directions);

}  // namespace barchan::ui
