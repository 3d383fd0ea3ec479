/// How a dialog asks for the options of an export. There is one row for each row of export_options().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "export/export_order.hpp"

namespace barchan {

/// Part of a dialog. The parts have the order of the dialog.
enum class ExportPart : std::uint8_t { name, size, heights, maps, data, meshes, more };

/// What a dialog shows for an option.
enum class ExportInputKind : std::uint8_t {
  text,       ///< a field to type into
  choice,     ///< a menu
  ticks,      ///< a box for each format
  map_ticks,  ///< a box for each map of the land
};

/// A value of an option.
struct ExportWord {
  std::string_view id, title;
};

struct ExportInputRow {
  std::string_view key;  ///< of the option
  ExportPart part;
  ExportInputKind kind;
  std::vector<ExportWord> (*words)();   ///< all values of a choice, or what can be ticked; null: none
  bool (*matters)(ExportOrder const&);  ///< the option changes what such an order writes
  std::string_view note = {};           ///< unit, or an example, shown beside a field
};
/// In the order of the dialog.
std::span<ExportInputRow const> export_inputs();

}  // namespace barchan
