/// What a height map says nothing of was guessed: the notice that says so, with fields to mend it.
#pragma once

#include "ui/canvas.hpp"
#include "ui/desk_state.hpp"

namespace barchan::ui {

/// Draws the notice while `state.guesses` holds any. Taking over other figures goes to `state.wanted`.
void draw_guess_notice(Canvas const& canvas, DeskState& state, WorldFacts const& facts);

}  // namespace barchan::ui
