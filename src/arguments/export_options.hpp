/// The options of an export, for all commands that can export.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "export/export_order.hpp"

namespace barchan {

class ExportOptions {
 public:
  /// Adds --out, an option with this name for the preset, and one for each row of export_options().
  void add_to(CLI::App& command, std::string_view preset_option);
  /// The folder; empty: no export is wanted. Call after parsing.
  std::string const& folder() const { return folder_; }
  /// The order: that of the preset, changed by the other options. Throws InputError, which names the option.
  ExportOrder order() const;

 private:
  /// The first option that is given besides --out, for messages; empty: none.
  std::string given() const;

  std::string preset_option_, folder_, preset_;
  std::vector<std::optional<std::string>> texts_;
};

}  // namespace barchan
