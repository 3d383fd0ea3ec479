#include "io/place_files.hpp"

#include <system_error>

#include <fmt/format.h>

#include "io/file.hpp"
#include "io/raster_codec.hpp"
#include "io/raster_formats.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// The text of a .prj file. The driver for ESRI grids writes it.
std::string projection_text(Place const& place) {
  Raster cell;
  cell.width = cell.height = 1;
  cell.values = {0.0f};
  cell.place = place;
  cell.place.transform = {0.0, 1.0, 0.0, 1.0, 0.0, -1.0};
  for (auto const& [extension, bytes] : encode_geo(cell, kEsriGrid, "cell.asc")) {
    if (extension == ".prj") return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
  }
  return {};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> place_files(Place const& place) {
  if (!place.known()) return {};
  std::array<double, 6> const& t = place.transform;
  std::vector<std::pair<std::string, std::string>> files{
      {".pgw", fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", t[1], t[4], t[2], t[5], t[0] + (t[1] + t[2]) / 2.0,
                           t[3] + (t[4] + t[5]) / 2.0)}};
  if (place.crs.empty()) return files;
  if (std::string text = projection_text(place); !text.empty()) files.emplace_back(".prj", std::move(text));
  return files;
}

bool gives_system_of(fs::path const& prj, Place const& place) {
  constexpr std::uint64_t kLongest = 1 << 20;
  return !place.crs.empty() && read_text_file(prj, kLongest) == projection_text(place);
}

void check_place_files(fs::path const& path, Place const& place) {
  std::error_code ignored;
  if (place.known() && fs::exists(path, ignored)) return;  // they belong to the image that is replaced
  for (char const* const extension : {".pgw", ".prj"}) {
    const fs::path file = fs::path(path).replace_extension(extension);
    const bool harmless = !place.known() && std::string_view(extension) == ".prj";  // without a world file
    if (harmless || !fs::exists(file, ignored)) continue;
    if (file.extension() == ".prj" && gives_system_of(file, place)) continue;
    throw InputError("{}: expected no file {} beside it, found one, which {}; delete it or choose another name",
                     path.string(), file.filename().string(),
                     place.known() ? "may belong to another raster" : "would give the image a place");
  }
}

void write_placed_png(fs::path const& path, std::span<std::byte const> image, Place const& place) {
  check_place_files(path, place);
  const auto beside = place_files(place);
  std::vector<FileContents> files{{path, image}};
  for (auto const& [extension, text] : beside) {
    files.push_back({fs::path(path).replace_extension(extension), std::as_bytes(std::span(text))});
  }
  write_files(files);
}

}  // namespace barchan
