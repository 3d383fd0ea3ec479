#include "geo/gdal.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <string_view>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>

namespace barchan::geo {

namespace {

/// Formats that ask a server or a database, or run code.
constexpr std::string_view kRemote[]{"HTTP",   "WMS",   "WCS",           "WMTS",       "PLMOSAIC",        "PLSCENES",
                                     "OGCAPI", "EEDAI", "DAAS",          "STACTA",     "STACIT",          "NGW",
                                     "MRF",    "ESRIC", "PostGISRaster", "Rasterlite", "KMLSUPEROVERLAY", "DERIVED"};

/// File systems of GDAL that fetch something, or read from other programs.
constexpr char const* kRefused[]{"/vsicurl/",
                                 "/vsicurl_streaming/",
                                 "/vsis3/",
                                 "/vsis3_streaming/",
                                 "/vsigs/",
                                 "/vsigs_streaming/",
                                 "/vsiaz/",
                                 "/vsiaz_streaming/",
                                 "/vsiadls/",
                                 "/vsioss/",
                                 "/vsihdfs/",
                                 "/vsiwebhdfs/",
                                 "/vsioss_streaming/",
                                 "/vsiswift/",
                                 "/vsistdin/",
                                 "/vsiswift_streaming/",
                                 "/vsistdout/"};

void* refuse_to_open(void*, char const* name, char const*) {
  CPLError(CE_Failure, CPLE_AppDefined, "expected only files of this machine, found the remote path '%s'", name);
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
  reports->first_ = said;
  std::ranges::replace_if(
      reports->first_, [](char c) { return c == '\n' || c == '\r'; }, ' ');
}

std::string Reports::reason(std::string const& otherwise) const { return first_.empty() ? otherwise : first_; }

bool reads_files(GDALDriverH driver) {
  const std::string_view name = GDALGetDescription(driver);
  return std::ranges::find(kRemote, name) == std::end(kRemote);
}

void set_up_gdal() {
  static std::once_flag once;
  std::call_once(once, [] {
    CPLSetConfigOption("GDAL_VRT_ENABLE_PYTHON", "NO");
    CPLSetConfigOption("GDAL_PAM_ENABLED", "YES");
    CPLSetConfigOption("GDAL_NETCDF_BOTTOMUP", nullptr);
    CPLSetConfigOption("PROJ_NETWORK", "OFF");
    OSRSetPROJEnableNetwork(FALSE);
    GDALAllRegister();
    for (int i = GDALGetDriverCount() - 1; i >= 0; --i) {
      if (GDALDriverH const driver = GDALGetDriver(i); !reads_files(driver)) GDALDeregisterDriver(driver);
    }
    refuse_remote_files();
  });
}

}  // namespace barchan::geo
