/// Presets of exports: the values of the options for one program each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "export/export_order.hpp"

namespace barchan {

struct ExportPresetRow {
  ExportTarget target;
  std::string_view id;      ///< "unreal"
  std::string_view title;   ///< "Unreal Engine"
  std::string_view help;    ///< what it writes, one sentence
  std::string_view values;  ///< options as in "maps=weights,normal samples=auto"
};
/// In the order of ExportTarget, without `none`.
std::span<ExportPresetRow const> export_presets();

/// The order of a preset. Throws InputError with the nearest name if there is none.
ExportOrder export_preset(std::string_view id);

}  // namespace barchan
