/// Writes an export for the command line, shows its progress and reports its results.
#pragma once

#include <string_view>

#include "arguments/cli_arguments.hpp"
#include "export/exporter.hpp"

namespace barchan {

class World;

/// Writes the export and prints what was written, notes, and what to enter in the other program. `scenario`: id, for
/// names. Throws InputError.
ExportReport write_export(World const& world, ExportWish const& wish, std::string_view scenario, bool quiet);

/// Prints what an export has written, notes, and what to enter in the other program.
void say_export(ExportPlan const& plan, ExportReport const& report);

/// Prints the files of an export and their sizes.
void list_export(ExportPlan const& plan);

}  // namespace barchan
