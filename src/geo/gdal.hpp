/// Owners for the objects of GDAL, and its error messages.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <cpl_error.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include "geo/geo_gate.hpp"

namespace barchan::geo {

struct CloseDataset {
  void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
/// An open raster file, or a raster in memory.
using Dataset = std::unique_ptr<std::remove_pointer_t<GDALDatasetH>, CloseDataset>;

struct ReleaseSystem {
  void operator()(OGRSpatialReferenceH system) const { OSRRelease(system); }
};
/// A coordinate reference system. Its axes are in the order x, y (longitude, latitude).
using System = std::unique_ptr<std::remove_pointer_t<OGRSpatialReferenceH>, ReleaseSystem>;

/// Value of cells without data.
inline constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// Collects what GDAL reports while the object exists, instead of printing it. Errors of other threads do not arrive.
class Reports {
 public:
  Reports();
  ~Reports();
  Reports(Reports const&) = delete;
  Reports& operator=(Reports const&) = delete;

  /// The first error or, if there is none, `otherwise`.
  std::string reason(std::string const& otherwise) const;
  /// Returns whether a part of the file could not be read although GDAL went on.
  bool incomplete() const { return incomplete_; }

 private:
  static void CPL_STDCALL collect(CPLErr kind, CPLErrorNum number, char const* text);
  std::string first_;
  bool incomplete_ = false;
};

/// Registers the formats of files on this machine. Formats that fetch something from a network are left out, and paths
/// such as /vsicurl/ are refused, also within other files. Does its work once.
void set_up_gdal();

/// A raster in GDAL's memory without bands. Throws GeoError if there is no memory.
Dataset memory_raster(int width, int height);
/// Adds a band whose cells are `data`, without a copy. Throws GeoError if there is no memory.
GDALRasterBandH add_band(GDALDatasetH dataset, GDALDataType type, void* data);

}  // namespace barchan::geo
