/// Work of a brush: changes a land by a stroke.
#pragma once

#include "land/brush.hpp"
#include "land/ledger.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Carries out a stroke, which must be valid for this land (stroke_error()). The ledger records what it adds and takes
/// as "by hand". Returns these amounts: the sum of each account, quanta; negative if more was taken than added.
///
/// No cell rises or falls beyond 8000 m from the datum, and no two neighbours come to differ by more than 8000 m; what
/// would exceed these limits is left out.
AccountSums apply_stroke(BrushStroke const& stroke, Terrain& terrain, Ledger& ledger);

}  // namespace barchan
