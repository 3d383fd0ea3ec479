/// The file NAME.json of an export: what the files are, and how a program reads them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "export/exporter.hpp"

namespace barchan {

/// The text of the file.
std::string description(World const& world, ExportOrder const& order, ExportPlan const& plan,
                        ExportReport const& report);

/// The ranges in such a file; none if there is no file. Throws InputError if another program has written it, because it
/// would be replaced.
ExportRanges described_ranges(std::filesystem::path const& file);

}  // namespace barchan
