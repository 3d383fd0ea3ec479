/// The fields that every world has.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/field.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

/// Rows of the fields of the land and the wind, then rows of the cell layers.
std::vector<FieldRow> base_field_rows();

/// Begins the id of the field of a mask, as in "mask.town".
inline constexpr std::string_view kMaskField = "mask.";
/// Row of the field that shows a mask. Its texts stay valid while the program runs.
FieldRow mask_field_row(std::string_view id);

/// Values of a base field at `moment`, or nothing if no base field has this `id`.
std::optional<std::vector<float>> base_field(std::string_view id, Terrain const& terrain, WindParameters const& wind,
                                             WindMoment const& moment, Scheduler const& scheduler);

}  // namespace barchan
