// Writing of rasters.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <system_error>

#include "base/work_watch.hpp"
#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/place_files.hpp"
#include "io/raster_codec.hpp"
#include "io/raster_formats.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Applies `convert` to each value, in the order of the rows in the file.
template <class T, class Value, class Convert>
std::vector<T> in_file_order(Raster const& raster, bool south_first, std::vector<Value> const& values,
                             Convert const& convert) {
  std::vector<T> cells;
  cells.reserve(values.size());
  for (int i = 0; i < raster.height; ++i) {
    WorkWatch::at(0.0);
    const int y = south_first ? i : raster.height - 1 - i;
    Value const* const row = values.data() + static_cast<std::ptrdiff_t>(y) * raster.width;
    std::transform(row, row + raster.width, std::back_inserter(cells),
                   [&](Value value) { return static_cast<T>(convert(value)); });
  }
  return cells;
}

void check_raster(std::string const& name, Raster const& raster) {
  if (raster.width < 1 || raster.height < 1 || raster.values.size() != raster.cells()) {
    throw InputError("{}: expected one value for each of the {} x {} cells, found {} values", name, raster.width,
                     raster.height, raster.values.size());
  }
  if (!std::ranges::all_of(raster.values, [](float value) { return std::isfinite(value); })) {
    throw InputError("{}: expected only finite values to write, found NaN or an infinity", name);
  }
}

/// Throws InputError for a format that is not written, and for an option that the format does not have.
void check_writing(std::string const& name, RasterFormat const& format, RasterWriting const& writing) {
  if (!format.written()) {
    throw InputError("{}: expected a name that ends in {}, found {}; rename the output", name, written_raster_endings(),
                     extension_text(fs::path(name).extension().string()));
  }
  const auto refuse = [&](bool given, bool has, std::string_view option, std::string_view files) {
    if (!given || has) return;
    throw InputError("{}: expected {} for {}, found {}; choose another file, or leave the option out", name, files,
                     option, format.ending);
  };
  const RasterWriting usual;
  const bool raw = format.codec == Codec::raw;
  refuse(writing.range || writing.codes != usual.codes, format.codec == Codec::png || (raw && format.ending != ".r32"),
         "a range of codes", ".png, .r16 or .raw");
  refuse(writing.south_first, format.codec != Codec::geo, "rows from the south",
         "a file without georeferencing (.png, .exr, .npy, .r16, .raw, .r32)");
  refuse(writing.byte_order != usual.byte_order, raw, "a byte order", "a raw file (.r16, .raw, .r32)");
  refuse(writing.half, format.codec == Codec::exr, "half floats", ".exr");
  refuse(writing.cog, format.driver == kGeoTiff, "a cloud-optimised file", ".tif");
  if (writing.byte_order == ByteOrder::detect) {
    throw InputError("{}: expected the byte order little or big, found detect; choose one of them", name);
  }
  constexpr double kMostCodes = 65536.0;
  if (!(writing.codes >= 1.0 && writing.codes <= kMostCodes)) {
    throw InputError("{}: expected 1 to {} steps of codes, found {}; correct them", name, kMostCodes, writing.codes);
  }
  if (!writing.range) return;
  auto const& [low, high] = *writing.range;
  constexpr double kLargest = 1e30;  // within floats
  if (!(low < high && low >= -kLargest && high <= kLargest)) {
    throw InputError("{}: expected a range whose first elevation is below the second, found {} and {}; correct it",
                     name, low, high);
  }
}

/// Throws InputError if a .json of an earlier file would remain beside a file that is written without one.
void check_sidecar(fs::path const& path, RasterFormat const& format, RasterWriting const& writing) {
  std::error_code ignored;
  const fs::path facts = sidecar_path(path);
  if (!format.has_sidecar() || writing.sidecar || !fs::exists(facts, ignored)) return;
  throw InputError(
      "{}: expected no file {} beside it, found one, which gives the range of another raster; delete it or choose "
      "another name",
      path.string(), facts.filename().string());
}

/// The contents of a file whose format is not georeferenced.
std::vector<std::byte> encoded(std::string const& name, Codec codec, Raster const& raster,
                               RasterWriting const& writing) {
  switch (codec) {
    case Codec::png:
      return encode_png(raster, writing);
    case Codec::exr:
      return encode_exr(raster, writing);
    case Codec::npy:
      return encode_npy(raster, writing);
    case Codec::raw:
    case Codec::geo:
      break;
  }
  return encode_raw(name, raster, writing);
}

}  // namespace

std::optional<fs::path> file_beside(fs::path const& path, RasterWriting const& writing) {
  RasterFormat const* const format = find_format(path);
  if (format == nullptr) return std::nullopt;
  if (format->has_sidecar() && writing.sidecar) return sidecar_path(path);
  return format->driver == kEsriGrid ? std::optional(fs::path(path).replace_extension(".prj")) : std::nullopt;
}

void check_files_beside(fs::path const& path, Place const& place, RasterWriting const& writing) {
  RasterFormat const& format = format_of(path);
  check_sidecar(path, format, writing);
  std::error_code ignored;
  const fs::path notes = path.string() + ".aux.xml";
  constexpr std::uint64_t kLongestNotes = 1 << 20;
  if (format.codec == Codec::geo && fs::exists(notes, ignored)) {
    const std::string text = read_text_file(notes, kLongestNotes);
    if (text.find("<GeoTransform") != std::string::npos || text.find("<SRS") != std::string::npos) {
      throw InputError(
          "{}: expected no file {} beside it, found one, which gives the place of another raster; delete it or choose "
          "another name",
          path.string(), notes.filename().string());
    }
  }
  if (format.codec == Codec::png && !writing.south_first) check_place_files(path, place);
  if (format.driver != kEsriGrid) return;
  const fs::path system = *file_beside(path);
  if (!fs::exists(system, ignored) || (!place.crs.empty() && fs::exists(path, ignored))) return;
  if (gives_system_of(system, place)) return;
  throw InputError("{}: expected no file {} beside it, found one, which {}; delete it or choose another name",
                   path.string(), system.filename().string(),
                   place.crs.empty() ? "would give the land a coordinate system" : "may belong to another raster");
}

std::pair<double, double> code_range(Raster const& raster, RasterWriting const& writing) {
  const auto [lowest, highest] = raster.extent();
  const std::pair own{raster.origin + static_cast<double>(lowest), raster.origin + static_cast<double>(highest)};
  const auto [low, high] = writing.range.value_or(own);
  if (writing.codes == kLargestCode) return {low, high};
  return {low, low + (high - low) * kLargestCode / writing.codes};
}

std::vector<std::uint16_t> to_codes(Raster const& raster, RasterWriting const& writing) {
  const auto [lowest, highest] = raster.extent();
  std::pair range{static_cast<double>(lowest), static_cast<double>(highest)};
  if (writing.range) range = {writing.range->first - raster.origin, writing.range->second - raster.origin};
  const double extent = range.second - range.first;
  const double factor = extent > 0.0 ? writing.codes / extent : 0.0;
  return in_file_order<std::uint16_t>(raster, writing.south_first, raster.values, [&](float value) {
    return std::clamp((static_cast<double>(value) - range.first) * factor, 0.0, kLargestCode) + 0.5;
  });
}

std::vector<float> to_whole_floats(Raster const& raster, RasterWriting const& writing) {
  return in_file_order<float>(raster, writing.south_first, raster.values,
                              [&](float value) { return raster.origin + static_cast<double>(value); });
}

std::vector<float> to_file_floats(Raster const& raster, RasterWriting const& writing) {
  std::vector<float> values = to_whole_floats(raster, writing);
  if (raster.filled.empty()) return values;
  const auto filled =
      in_file_order<std::uint8_t>(raster, writing.south_first, raster.filled, [](std::uint8_t value) { return value; });
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (filled[i] != 0) values[i] = std::numeric_limits<float>::quiet_NaN();
  }
  return values;
}

void write_raster(fs::path const& path, Raster const& raster, RasterWriting const& writing) {
  const std::string name = path.string();
  check_raster(name, raster);
  const Activity activity("writing", name);
  RasterFormat const& format = format_of(path);
  check_writing(name, format, writing);
  check_files_beside(path, raster.place, writing);
  if (format.codec == Codec::geo) {
    const auto made = encode_geo(raster, writing.cog ? kCloudTiff : format.driver, path);
    std::vector<FileContents> files;
    for (auto const& [ending, bytes] : made) files.push_back({fs::path(path).replace_extension(ending), bytes});
    return write_files(files);
  }
  const std::vector<std::byte> bytes = encoded(name, format.codec, raster, writing);
  if (format.codec == Codec::png && !writing.south_first) return write_placed_png(path, bytes, raster.place);
  if (!format.has_sidecar() || !writing.sidecar) return write_file(path, bytes);
  const std::string facts = metadata_json(raster, true, writing) + "\n";
  write_files(std::array<FileContents, 2>{{{path, bytes}, {sidecar_path(path), std::as_bytes(std::span(facts))}}});
}

}  // namespace barchan
