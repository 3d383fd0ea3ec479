/// Exporter: writes the files of an export.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/export_map.hpp"
#include "export/export_order.hpp"
#include "export/export_plan.hpp"

namespace barchan {

class World;
namespace geo {
class Series;
}

/// Called before each file, and several times per second while it is made, with the fraction of the bytes that are
/// written. The fraction never falls. Returns whether to go on; if not, the file is not written.
using ExportWatcher = std::function<bool(double done, std::string_view file)>;

/// A setting of the program for which the files are made.
struct ExportSetting {
  std::string name;   ///< as the program calls it: "Scale Z"
  std::string value;  ///< "23.4375"
};

/// A map whose values were converted to codes of an image.
struct ScaledMap {
  std::string id, unit;
  MapScale scale;
};

/// The ranges of the codes of an earlier export.
struct ExportRanges {
  std::pair<double, double> heights{};  ///< m; without extent: none
  std::vector<ScaledMap> maps{};
};

/// Where an export goes.
struct ExportSite {
  std::filesystem::path folder;
  /// Ranges that are used for any land; absent: those of an earlier export to the folder, if the land fits.
  std::optional<ExportRanges> fixed{};
  /// The NetCDF file of a sequence, which the first frame makes; null: no sequence.
  std::unique_ptr<geo::Series>* netcdf = nullptr;
};

/// What an export has written.
struct ExportReport {
  bool finished = false;  ///< false: the watcher stopped it
  std::vector<std::filesystem::path> files;
  double bytes = 0.0;
  std::pair<double, double> height_range{};  ///< m; elevations of the lowest and the highest code
  bool range_kept = false;                   ///< the range is that of an earlier export to the folder
  std::vector<ScaledMap> maps;
  std::vector<std::string> splat_channels;  ///< ids of the soils: red, green, blue, alpha of splat0, red of splat1 ...
  std::vector<ExportSetting> settings;      ///< to be entered in the other program
  std::vector<std::string> notices;
};

/// Exports a world to a folder, which is made if it does not exist. Each file appears whole or not at all; files of the
/// same names are replaced. The last one, NAME.json, describes the export. `plan` must come from plan_export() for the
/// same world and order. Throws InputError.
ExportReport export_world(World const& world, ExportOrder const& order, ExportPlan const& plan, ExportSite const& site,
                          ExportWatcher const& watcher);

/// One line with the settings: "Scale X = 100; Scale Y = 100".
std::string settings_line(std::vector<ExportSetting> const& settings);

/// The range of elevations for codes: that of the order; or `earlier`, if the land lies within it; or the land's,
/// rounded outwards. `earlier` has no extent if there is none.
std::pair<double, double> chosen_range(ExportOrder const& order, std::pair<double, double> extent,
                                       std::pair<double, double> earlier);

}  // namespace barchan
