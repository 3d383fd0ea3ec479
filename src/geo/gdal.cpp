#include "geo/gdal.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <string_view>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <fmt/format.h>
#include <gdal_priv.h>

namespace barchan::geo {

namespace {

/// Formats that ask a server or a database, or run code. The library of HDF fetches from addresses too, and prints its
/// errors; no format of height maps needs it.
constexpr std::string_view kRemote[]{"HTTP",   "WMS",   "WCS",           "WMTS",       "PLMOSAIC",        "PLSCENES",
                                     "OGCAPI", "EEDAI", "DAAS",          "STACTA",     "STACIT",          "NGW",
                                     "MRF",    "ESRIC", "PostGISRaster", "Rasterlite", "KMLSUPEROVERLAY", "DERIVED",
                                     "HDF5",   "BAG",   "HDF5Image",     "HDF4",       "HDF4Image"};

/// File systems of GDAL that fetch something, or read from other programs.
constexpr char const* kRefused[]{"/vsicurl/",
                                 "/vsicurl?",
                                 "/vsicurl_streaming/",
                                 "/vsis3/",
                                 "/vsis3_streaming/",
                                 "/vsigs/",
                                 "/vsigs_streaming/",
                                 "/vsiaz/",
                                 "/vsiadls/",
                                 "/vsiaz_streaming/",
                                 "/vsioss/",
                                 "/vsioss_streaming/",
                                 "/vsiswift/",
                                 "/vsihdfs/",
                                 "/vsiswift_streaming/",
                                 "/vsiwebhdfs/",
                                 "/vsistdin/",
                                 "/vsistdin?",
                                 "/vsistdout/",
                                 "/vsistdout_redirect/"};

/// Returns whether a driver may be used: it reads files and fetches nothing.
bool reads_files(GDALDriverH driver) {
  const std::string_view name = GDALGetDescription(driver);
  return std::ranges::find(kRemote, name) == std::end(kRemote);
}

void* refuse_to_open(void*, char const* name, char const*) {
  CPLError(CE_Failure, CPLE_AppDefined,
           "expected only local files, found the remote path '%s'; copy the file to this machine", name);
  return nullptr;
}

int refuse_to_look(void*, char const*, VSIStatBufL*, int) { return -1; }

void refuse_remote_files() {
  VSIFilesystemPluginCallbacksStruct* const callbacks = VSIAllocFilesystemPluginCallbacksStruct();
  callbacks->open = refuse_to_open;
  callbacks->stat = refuse_to_look;
  for (char const* prefix : kRefused) VSIInstallPluginHandler(prefix, callbacks);
  VSIFreeFilesystemPluginCallbacksStruct(callbacks);
}

using OpenFunction = GDALDataset* (*)(GDALOpenInfo*);
OpenFunction open_netcdf = nullptr;  ///< that of the driver

/// The library of NetCDF fetches from addresses.
GDALDataset* open_local_netcdf(GDALOpenInfo* info) {
  if (std::string_view(info->pszFilename).find("://") == std::string_view::npos) return open_netcdf(info);
  CPLError(CE_Failure, CPLE_AppDefined,
           "expected only local files, found the remote path '%s'; copy the file to this machine", info->pszFilename);
  return nullptr;
}

void keep_netcdf_local() {
  GDALDriverH const handle = GDALGetDriverByName("netCDF");
  if (handle == nullptr) return;
  auto* const driver = GDALDriver::FromHandle(handle);
  open_netcdf = driver->pfnOpen;
  driver->pfnOpen = open_local_netcdf;
}

/// The text without addresses of memory, which differ from run to run, and without line breaks.
std::string without_pointers(std::string_view text) {
  constexpr std::string_view kPrefix = "0x", kDigits = "0123456789abcdef";
  constexpr std::size_t kShortest = 6;  // digits
  std::string plain;
  // A regular expression of the standard library would overflow the stack on a long text.
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with(kPrefix)) {
      const std::size_t first = at + kPrefix.size(),
                        end = std::min(text.find_first_not_of(kDigits, first), text.size());
      if (end - first >= kShortest) {
        plain += "...";
        at = end - 1;
        continue;
      }
    }
    plain += text[at] == '\n' || text[at] == '\r' ? ' ' : text[at];
  }
  return plain;
}

}  // namespace

Reports::Reports() { CPLPushErrorHandlerEx(collect, this); }
Reports::~Reports() { CPLPopErrorHandler(); }

void CPL_STDCALL Reports::collect(CPLErr kind, CPLErrorNum, char const* text) {
  auto* const reports = static_cast<Reports*>(CPLGetErrorHandlerUserData());
  const std::string_view said(text);
  if (kind == CE_Warning) {
    const bool lost = said.find("IO error") != std::string_view::npos;
    reports->incomplete_ = reports->incomplete_ || lost;
    if (!lost) return;
  }
  if (kind < CE_Warning || !reports->first_.empty()) return;
  try {
    reports->first_ = without_pointers(said);
  } catch (std::bad_alloc const&) {  // no exception may pass through GDAL; the reason is lost
  }
}

std::string Reports::reason(std::string const& otherwise) const { return first_.empty() ? otherwise : first_; }

void set_up_gdal() {
  static std::once_flag once;
  std::call_once(once, [] {
    CPLSetConfigOption("GDAL_VRT_ENABLE_PYTHON", "NO");
    CPLSetConfigOption("GDAL_PAM_ENABLED", "YES");
    CPLSetConfigOption("AAIGRID_DATATYPE", "Float64");  // otherwise, "nan" among whole numbers becomes 0
    CPLSetConfigOption("PROJ_NETWORK", "OFF");
    OSRSetPROJEnableNetwork(FALSE);
    GDALAllRegister();
    for (int i = GDALGetDriverCount() - 1; i >= 0; --i) {
      if (GDALDriverH const driver = GDALGetDriver(i); !reads_files(driver)) GDALDeregisterDriver(driver);
    }
    refuse_remote_files();
    keep_netcdf_local();
  });
}

Dataset memory_raster(int width, int height) {
  Dataset dataset(GDALCreate(GDALGetDriverByName("MEM"), "", width, height, 0, GDT_Float32, nullptr));
  if (!dataset) throw GeoError("GDAL has no memory for the raster; use a smaller one");
  return dataset;
}

GDALRasterBandH add_band(GDALDatasetH dataset, GDALDataType type, void* data) {
  const std::string pointer = fmt::format("DATAPOINTER={}", fmt::ptr(data));
  char const* const options[]{pointer.c_str(), nullptr};
  if (GDALAddBand(dataset, type, const_cast<char**>(options)) != CE_None) {
    throw GeoError("GDAL has no memory for the raster; use a smaller one");
  }
  return GDALGetRasterBand(dataset, GDALGetRasterCount(dataset));
}

}  // namespace barchan::geo
