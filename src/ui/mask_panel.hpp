/// The panel section *Masks*: the list of masks, and the recipe of one mask.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/editor_state.hpp"
#include "ui/value_editor.hpp"
#include "world/terrain_view.hpp"

namespace barchan::ui {

/// Draws the contents of the section. Changes are added to `state.commands`.
void draw_mask_section(Canvas const& canvas, EditorState& state, ValueEditor& editor, TerrainView const& view);

/// An id for a new mask that no other mask has: `stem`, or else "stem_2" and so on.
std::string new_mask_id(std::span<MaskRecipe const> masks, std::string_view stem);

}  // namespace barchan::ui
