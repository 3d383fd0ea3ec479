/// Commands of barchan-cli, without the parsing of its arguments. All throw InputError and return the exit code.
#pragma once

#include "arguments/cli_arguments.hpp"

namespace barchan {

/// Simulates and writes the requested files.
int run(RunArguments const& arguments);
/// Simulates, measures the dunes and writes the results as JSON.
int measure(MeasureArguments const& arguments);
/// Simulates, cuts the land along a line and writes the layers of the section as CSV.
int section(SectionArguments const& arguments);
/// Simulates and writes the files of an export.
int export_files(ExportArguments const& arguments);
/// Goes to a moment in the history of a saved world, or takes an act out, and writes the requested files; or lists the
/// acts and branches of the history.
int replay(ReplayArguments const& arguments);
/// Prints the shipped scenarios or all parameters. In Markdown, this is the text of docs/scenarios.md or
/// docs/parameters.md.
int list(ListArguments const& arguments);
/// Prints the presets, options, maps and formats of exports. In Markdown, this is the text of docs/exports.md.
int list_exports(bool as_markdown);
/// Prints the fields of a world that starts from a scenario.
int list_fields(FieldsArguments const& arguments);
/// Prints the presets, the values of one preset, or the differences between two.
int list_presets(PresetsArguments const& arguments);
/// Reads each file as `run` would and reports whether it is valid.
int check_files(CheckArguments const& arguments);

}  // namespace barchan
