/// The settings that a user enters in the program that imports an export.
#pragma once

#include <vector>

#include "export/exporter.hpp"

namespace barchan {

/// The settings for the target of an order, as its program names them. `range`: elevations of the lowest and the
/// highest code, m.
std::vector<ExportSetting> engine_settings(ExportOrder const& order, ExportPlan const& plan,
                                           std::pair<double, double> range);

}  // namespace barchan
