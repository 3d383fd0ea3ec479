#include "geo/open_map.hpp"

#include <algorithm>
#include <atomic>
#include <string_view>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <fmt/format.h>

namespace barchan::geo {

namespace {

/// Opens a file as a raster. Null if GDAL does not know its format.
GDALDatasetH open_raw(std::string const& name) {
  return GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, nullptr, nullptr, nullptr);
}

/// The only raster in a zip archive, as a path for GDAL. Throws GeoError unless there is exactly one.
std::string raster_in_zip(std::string const& archive) {
  std::vector<std::string> found;
  char** const entries = VSIReadDirRecursive(archive.c_str());
  for (int i = 0; entries != nullptr && entries[i] != nullptr; ++i) {
    const std::string name = archive + "/" + entries[i];
    VSIStatBufL status;
    if (VSIStatL(name.c_str(), &status) != 0 || !VSI_ISREG(status.st_mode)) continue;
    const std::string ending = lower_extension(name);
    if (ending == "hdr" || ending == "prj" || ending == "xml") continue;  // they belong to another file
    const Reports quiet;
    GDALDriverH const driver = GDALIdentifyDriverEx(name.c_str(), GDAL_OF_RASTER, nullptr, nullptr);
    if (driver != nullptr) found.emplace_back(entries[i]);
  }
  CSLDestroy(entries);
  if (found.size() == 1) return archive + "/" + found.front();
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 5); ++i) list += (i > 0 ? ", " : "") + found[i];
  throw GeoError(
      found.empty()
          ? std::string("expected one raster in the archive, found none; unpack the archive and check its contents")
          : fmt::format("expected one raster in the archive, found {} ({}{}); unpack the archive and open one of them",
                        found.size(), list, found.size() > 5 ? ", ..." : ""));
}

}  // namespace

MemoryFile::MemoryFile(std::span<std::byte const> bytes, std::string const& path) {
  static std::atomic<unsigned> count{0};
  name_ = fmt::format("/vsimem/barchan/{}.{}", ++count, CPLGetExtension(path.c_str()));
  // GDAL only reads the bytes.
  auto* const data = reinterpret_cast<GByte*>(const_cast<std::byte*>(bytes.data()));
  VSILFILE* const file = VSIFileFromMemBuffer(name_.c_str(), data, bytes.size(), FALSE);
  if (file == nullptr) throw GeoError("GDAL has no memory for the file; use a smaller one");
  VSIFCloseL(file);
  // The coordinate reference system of a grid is in a file beside it.
  const std::string system = CPLResetExtension(name_.c_str(), "prj");
  for (char const* ending : {"prj", "PRJ"}) {
    copy(CPLResetExtension(path.c_str(), ending), system);
  }
}

MemoryFile::~MemoryFile() {
  for (std::string const& file : files_) VSIUnlink(file.c_str());
  VSIUnlink(name_.c_str());
}

void MemoryFile::copy(std::string const& from, std::string const& to) {
  VSIStatBufL status;
  if (VSIStatL(from.c_str(), &status) == 0 && CPLCopyFile(to.c_str(), from.c_str()) == 0) files_.push_back(to);
}

std::string lower_extension(std::string const& path) {
  std::string ending = CPLGetExtension(path.c_str());
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

std::vector<std::pair<std::string, std::string>> variables_of(GDALDatasetH dataset) {
  std::vector<std::pair<std::string, std::string>> variables;
  char** const list = GDALGetMetadata(dataset, "SUBDATASETS");
  for (int i = 1;; ++i) {
    char const* const path = CSLFetchNameValue(list, fmt::format("SUBDATASET_{}_NAME", i).c_str());
    if (path == nullptr) break;
    const std::string_view text(path);
    const std::size_t colon = text.find_last_of(":/");
    variables.emplace_back(colon == std::string_view::npos ? text : text.substr(colon + 1), path);
  }
  return variables;
}

OpenMap open_file(std::string const& name, std::string const& variable) {
  const Reports reports;
  const bool zip = lower_extension(name) == "zip";
  GDALDatasetH raw = open_raw(zip ? raster_in_zip("/vsizip/" + name) : name);
  if (raw == nullptr) {
    throw GeoError(
        fmt::format("expected a raster that GDAL can read, found another kind of file or a damaged one: {}; "
                    "copy or convert it again",
                    reports.reason("no format recognises it")));
  }
  Dataset dataset(raw);
  if (reports.incomplete()) {
    throw GeoError(fmt::format("expected a complete raster, found a fault: {}; copy or export it again",
                               reports.reason("damaged or missing parts")));
  }
  if (GDALGetRasterCount(raw) > 0) return {std::move(dataset)};
  const auto variables = variables_of(raw);
  std::string names;
  for (auto const& [known, path] : variables) {
    names += (names.empty() ? "" : ", ") + known;
    if (known != variable) continue;
    if (GDALDatasetH const chosen = open_raw(path)) return {Dataset(chosen), true};
  }
  if (variables.empty()) return {std::move(dataset)};
  throw GeoError(
      fmt::format("expected the name of a variable of the file ({}) after --band, found {}; choose one of them",
                  names.substr(0, 200), variable.empty() ? "none" : "'" + variable.substr(0, 40) + "'"));
}

}  // namespace barchan::geo
