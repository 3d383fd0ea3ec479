/// Windows of the left edge: the parts of the column of settings, and strips of buttons.
#pragma once

#include "ui/canvas.hpp"

namespace barchan::ui {

/// Place of a part of the column, pixels.
struct ColumnPart {
  ImVec2 corner;
  float width = 0.0f, most = 0.0f;  ///< `most`: its greatest height
};

/// Begins a window of the column. Its width is the same with and without a scroll bar, so that nothing moves when a
/// section opens.
void begin_part(char const* name, ColumnPart const& part);
/// Ends a window and records its place. Returns its lower right corner.
ImVec2 end_part(Canvas const& canvas, char const* name);

/// Begins a window that is as small as its buttons allow.
void begin_strip(Canvas const& canvas, char const* name, ImVec2 corner);
/// Ends a strip and records its place. Returns its lower right corner.
ImVec2 end_strip(Canvas const& canvas, char const* name);

}  // namespace barchan::ui
