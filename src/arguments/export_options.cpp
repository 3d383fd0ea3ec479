#include "arguments/export_options.hpp"

#include <utility>

#include <fmt/format.h>

#include "export/export_preset.hpp"
#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan {

void ExportOptions::add_to(CLI::App& command, std::string_view preset_option) {
  constexpr char const* kGroup = "Export";
  preset_option_ = preset_option;
  command
      .add_option("--out", folder_,
                  "Folder for the files of the export; it is made if it does not exist. Files of the same names are "
                  "replaced")
      ->type_name("DIR")
      ->group(kGroup);
  std::string names;
  for (ExportPresetRow const& row : export_presets()) names += fmt::format("{}{}", names.empty() ? "" : ", ", row.id);
  command
      .add_option(preset_option_, preset_, "Program for which the files are made. It sets the options below: " + names)
      ->type_name("NAME")
      ->group(kGroup);
  texts_.resize(export_options().size());
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    ExportOptionRow const& row = export_options()[i];
    command.add_option(command_option(row), texts_[i], std::string(row.help))
        ->type_name(std::string(row.meaning))
        ->group(kGroup);
  }
}

std::string ExportOptions::given() const {
  if (!preset_.empty()) return preset_option_;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (texts_[i]) return command_option(export_options()[i]);
  }
  return {};
}

ExportOrder ExportOptions::order() const {
  const std::string other = given();
  if (folder_.empty()) {
    if (other.empty()) return {};
    throw InputError("{}: expected --out DIR as well, found none; add it", other);
  }
  if (other.empty()) {
    throw InputError("--out {}: expected {} or another option that says what to export, found none; add it",
                     printable(folder_), preset_option_);
  }
  ExportOrder order = preset_.empty() ? ExportOrder{} : export_preset(preset_);
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (!texts_[i]) continue;
    ExportOptionRow const& row = export_options()[i];
    try {
      order = row.with(std::move(order), *texts_[i]);
    } catch (InputError const& error) {
      throw InputError("{}: {}", command_option(row), error.what());
    }
  }
  return order;
}

}  // namespace barchan
