#include "geo/map_checks.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <fmt/format.h>

#include "geo/netcdf_size.hpp"
#include "geo/open_map.hpp"

namespace barchan::geo {

namespace {

/// The contents of a file of GDAL, at most 4 GiB.
std::vector<std::byte> contents_of(std::string const& name) {
  constexpr GIntBig kLargest = GIntBig{4} << 30;
  GByte* bytes = nullptr;
  vsi_l_offset size = 0;
  if (VSIIngestFile(nullptr, name.c_str(), &bytes, &size, kLargest) == 0) return {};
  const std::unique_ptr<GByte, void (*)(void*)> owner(bytes, [](void* data) { VSIFree(data); });
  auto const* const first = reinterpret_cast<std::byte const*>(bytes);
  return {first, first + size};
}

/// Throws GeoError for a word that is not a number. The first line may be a heading.
void check_points(std::span<std::byte const> bytes) {
  const std::string_view text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string words(text.substr(at, end - at));
    at = end + 1;
    std::ranges::replace_if(
        words, [](char c) { return c == ',' || c == ';' || c == '\r' || c == '\t'; }, ' ');
    std::size_t begin = words.find_first_not_of(' ');
    for (int column = 0; column < 3 && begin != std::string::npos; ++column) {
      const std::string word = words.substr(begin, words.find(' ', begin) - begin);
      char* rest = nullptr;
      CPLStrtod(word.c_str(), &rest);
      if (line > 0 && *rest != '\0') {
        throw GeoError(
            fmt::format("expected a number in line {}, found '{}'; correct it", line + 1, word.substr(0, 40)));
      }
      begin = words.find_first_not_of(' ', begin + word.size());
    }
  }
}

}  // namespace

void check_texts(GDALDatasetH dataset, ReadOrder const& order) {
  const std::string_view driver = GDALGetDescription(GDALGetDatasetDriver(dataset));
  if (driver != "AAIGrid" && driver != "XYZ" && driver != "VRT") return;
  const Reports quiet;
  char** const list = GDALGetFileList(dataset);
  const std::unique_ptr<char*, void (*)(char**)> owner(list, [](char** names) { CSLDestroy(names); });
  for (int i = 0; list != nullptr && list[i] != nullptr; ++i) {
    if (lower_extension(list[i]) == "hdr") continue;
    GDALDriverH const found = GDALIdentifyDriverEx(list[i], GDAL_OF_RASTER, nullptr, nullptr);
    const std::string_view name = found != nullptr ? GDALGetDescription(found) : "";
    if (name == "AAIGrid") order.check_grid(contents_of(list[i]));
    if (name == "XYZ") check_points(contents_of(list[i]));
  }
}

void check_netcdf(std::string const& name) {
  constexpr std::size_t kHeader = 1 << 20;  // bytes
  VSILFILE* const file = VSIFOpenL(name.c_str(), "rb");
  if (file == nullptr) return;
  std::vector<std::byte> header(kHeader);
  header.resize(VSIFReadL(header.data(), 1, header.size(), file));
  VSIFSeekL(file, 0, SEEK_END);
  const auto size = static_cast<std::uint64_t>(VSIFTellL(file));
  VSIFCloseL(file);
  const auto needed = classic_netcdf_size(header);
  if (!needed || *needed <= size) return;
  throw GeoError(fmt::format("expected a complete NetCDF file of {} bytes, found {}; copy it again", *needed, size));
}

}  // namespace barchan::geo
