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
/// Id of the mask that is 1 where a height map has no data. Such cells are hatched in pictures and exported without
/// data.
inline constexpr std::string_view kNoDataMask = "no_data";
/// Whether an overlay shows its cells hatched, on the land as it is, instead of as colours.
inline bool is_hatched(std::string_view field) {
  return field.starts_with(kMaskField) && field.substr(kMaskField.size()) == kNoDataMask;
}
/// Row of the field that shows a mask. Its texts stay valid while the program runs.
FieldRow mask_field_row(std::string_view id);

/// Values of a base field at `moment`, or nothing if no base field has this `id`.
std::optional<std::vector<float>> base_field(std::string_view id, Terrain const& terrain, WindParameters const& wind,
                                             WindMoment const& moment, Scheduler const& scheduler);

}  // namespace barchan
