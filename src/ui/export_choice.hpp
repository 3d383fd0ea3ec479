/// ExportChoice: what the user has chosen in the dialog for exports, and the file that keeps it for the next start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "export/export_order.hpp"
#include "export/sequence.hpp"

namespace barchan::ui {

struct ExportChoice {
  std::string preset;        ///< id of the program
  ExportOrder order{};       ///< its values, as the user has changed them
  std::string folder;        ///< empty: not chosen yet
  SequenceSteps sequence{};  ///< of a copy of the land; without it, the present land is exported

  /// The order for the land: without a sequence there is no film, and with one, files have the numbers of frames.
  ExportOrder wanted() const;
};

/// The first preset, without a folder.
ExportChoice usual_export_choice();
/// The values of a preset. The name and the folder stay.
ExportChoice with_preset(ExportChoice const& choice, std::string_view preset);

/// A number of steps up to 10^9; 0 for an empty text; nothing for any other text.
std::optional<std::uint64_t> step_number(std::string_view text);

/// One line for each value: "samples=1009".
std::string export_choice_text(ExportChoice const& choice);
/// Reads such a text. Values that are not known or not allowed are those of the preset.
ExportChoice read_export_choice(std::string_view text);

}  // namespace barchan::ui
