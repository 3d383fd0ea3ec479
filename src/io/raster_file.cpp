#include "io/raster_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

#include "base/grid.hpp"
#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Raw files are little endian. They are read and written without conversion, so the machine must be little endian too.
static_assert(std::endian::native == std::endian::little);

template <class T>
std::vector<std::byte> bytes_of(std::vector<T> const& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

/// Codec for the files of one extension.
struct Format {
  std::string_view ending;
  DecodedRaster (*decode)(std::string const& name, std::span<std::byte const> bytes);
  std::vector<std::byte> (*encode)(Raster const& raster);
  int raw_bits = 0;  ///< bits per cell of a raw file, which has no codec and keeps its metadata in the sidecar
};
constexpr Format kFormats[]{
    {".png", decode_png, encode_png},
    {".tif", decode_tiff, encode_tiff},
    {".tiff", decode_tiff, encode_tiff},
    {".asc", decode_asc, encode_asc},
    {".r16", nullptr, [](Raster const& raster) { return bytes_of(to_codes(raster)); }, 16},
    {".r32", nullptr, [](Raster const& raster) { return bytes_of(to_file_floats(raster)); }, 32},
};

Format const* find_format(fs::path const& path) {
  const std::string ending = lower_case(path.extension().string());
  const auto format =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](Format const& one) { return one.ending == ending; });
  return format != std::end(kFormats) ? format : nullptr;
}

Format const& format_of(fs::path const& path) {
  if (Format const* format = find_format(path)) return *format;
  throw InputError("{}: expected a name that ends in {}, found {}; rename or convert the file", path.string(),
                   raster_endings(), extension_text(path.extension().string()));
}

/// `bits`: 16 (unsigned codes) or 32 (float). Without a size, a square is assumed and a notice added.
DecodedRaster decode_raw(std::string const& name, std::span<std::byte const> bytes, int bits,
                         std::optional<std::pair<int, int>> size) {
  const std::size_t cell_bytes = static_cast<std::size_t>(bits) / 8;
  const std::size_t cells = bytes.size() / cell_bytes;
  DecodedRaster decoded;
  if (!size) {
    const int side = static_cast<int>(std::sqrt(static_cast<double>(cells)));
    if (static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * cell_bytes != bytes.size()) {
      throw InputError(
          "{}: expected the size of the raster in {}.json or as --size WxH, found neither; give the size, because {} "
          "at {} bits per cell cannot form a square",
          name, name, counted(bytes.size(), "byte"), bits);
    }
    size = {side, side};
  }
  std::tie(decoded.width, decoded.height) = *size;
  check_raster_size(name, decoded.width, decoded.height, sizeof(float));
  const std::size_t expected =
      static_cast<std::size_t>(decoded.width) * static_cast<std::size_t>(decoded.height) * cell_bytes;
  if (bytes.size() != expected) {
    throw InputError(
        "{}: expected {} bytes ({} x {} cells, {} bits per cell), found {}; correct the size or copy the file again",
        name, expected, decoded.width, decoded.height, bits, bytes.size());
  }
  decoded.values.resize(cells);
  if (bits == 32) {
    std::memcpy(decoded.values.data(), bytes.data(), bytes.size());
    return decoded;
  }
  decoded.code_maximum = 65535.0;
  std::vector<std::uint16_t> codes(cells);
  std::memcpy(codes.data(), bytes.data(), bytes.size());
  std::copy(codes.begin(), codes.end(), decoded.values.begin());
  return decoded;
}

/// Limits of the cell size, m. A cell size outside of them is probably in the wrong unit.
constexpr double kSmallestCellSize = 1e-3;
constexpr double kLargestCellSize = 1e5;

/// Largest value of a range, far beyond any land but within floats.
constexpr double kLargestValue = 1e30;

void check_finite(std::string const& name, DecodedRaster const& decoded) {
  const auto width = static_cast<std::size_t>(decoded.width);
  for (std::size_t i = 0; i < decoded.values.size(); ++i) {
    const float value = decoded.values[i];
    const auto place = [&] {
      return fmt::format("column {}, row {} (counted from 0 in the north-west)", i % width, i / width);
    };
    if (!std::isfinite(value)) {
      throw InputError("{}: expected a number in every cell, found {} at {}; fill such cells or cut them off", name,
                       std::isnan(value) ? "NaN" : "an infinity", place());
    }
    if (decoded.no_data && value == static_cast<float>(*decoded.no_data)) {
      throw InputError("{}: expected a value in every cell, found the no-data value {} at {}; fill the gaps first",
                       name, number_text(*decoded.no_data), place());
    }
  }
}

/// Properties from the hints, or else from the file, or else from its sidecar.
struct Facts {
  std::optional<double> minimum, maximum, cell_size;
  bool range_from_hints = false;
};

Facts gather(std::string const& name, RasterHints const& hints, RasterMetadata const& inside,
             RasterMetadata const& beside) {
  Facts facts;
  facts.range_from_hints = hints.minimum || hints.maximum;
  for (auto const& [minimum, maximum] :
       {std::pair{hints.minimum, hints.maximum}, std::pair{inside.minimum, inside.maximum},
        std::pair{beside.minimum, beside.maximum}}) {
    if (!minimum && !maximum) continue;
    if (!minimum || !maximum) {
      throw InputError("{}: expected both minimum and maximum, or neither, found only one; add the other", name);
    }
    // This form of the condition also rejects NaN.
    if (!(std::isfinite(*minimum) && std::isfinite(*maximum) && *minimum <= *maximum)) {
      throw InputError("{}: expected a minimum no greater than the maximum, found {} and {}; swap or correct them",
                       name, *minimum, *maximum);
    }
    if (*minimum < -kLargestValue || *maximum > kLargestValue) {
      throw InputError("{}: expected a minimum and a maximum from {} to {}, found {} and {}; correct them", name,
                       -kLargestValue, kLargestValue, *minimum, *maximum);
    }
    facts.minimum = minimum;
    facts.maximum = maximum;
    break;
  }
  for (std::optional<double> cell_size : {hints.cell_size, inside.cell_size, beside.cell_size}) {
    if (!cell_size) continue;
    if (!(*cell_size >= kSmallestCellSize && *cell_size <= kLargestCellSize)) {
      throw InputError("{}: expected a cell size of {} to {} m, found {}; correct it", name, kSmallestCellSize,
                       kLargestCellSize, *cell_size);
    }
    facts.cell_size = cell_size;
    break;
  }
  return facts;
}

/// Fills raster.values in file order. Codes are scaled to the range; metres are scaled only if the user gave a range.
void scale_values(std::string const& name, DecodedRaster const& decoded, Facts const& facts, Raster& raster) {
  raster.values.resize(decoded.values.size());
  if (decoded.code_maximum > 0.0) {
    double minimum = facts.minimum.value_or(0.0);
    double span = facts.maximum.value_or(0.0) - minimum;
    if (!facts.minimum) {
      span = kAssumedRelief * raster.width * raster.cell_size;
      raster.range_assumed = true;
      raster.notices.push_back(
          fmt::format("{}: the file does not give its range of elevations; the range from 0 to {} m, a fifth of the "
                      "land's width, is used",
                      name, number_text(span)));
    }
    raster.origin = minimum;
    std::transform(decoded.values.begin(), decoded.values.end(), raster.values.begin(), [&](float code) {
      return static_cast<float>(static_cast<double>(code) * span / decoded.code_maximum);
    });
    return;
  }
  if (!facts.range_from_hints) {
    raster.values = decoded.values;
    return;
  }
  const auto [low, high] = std::minmax_element(decoded.values.begin(), decoded.values.end());
  const auto lowest = static_cast<double>(*low);
  const double extent = static_cast<double>(*high) - lowest;
  const double factor = extent > 0.0 ? (*facts.maximum - *facts.minimum) / extent : 0.0;
  raster.origin = *facts.minimum;
  std::transform(decoded.values.begin(), decoded.values.end(), raster.values.begin(),
                 [&](float value) { return static_cast<float>((static_cast<double>(value) - lowest) * factor); });
}

void turn_round(Raster& raster) {
  const auto width = static_cast<std::ptrdiff_t>(raster.width);
  for (std::ptrdiff_t south = 0, north = raster.height - 1; south < north; ++south, --north) {
    std::swap_ranges(raster.values.begin() + south * width, raster.values.begin() + (south + 1) * width,
                     raster.values.begin() + north * width);
  }
}

/// Applies `convert` to each cell, the north row first.
template <class T, class Convert>
std::vector<T> in_file_order(Raster const& raster, Convert const& convert) {
  std::vector<T> cells;
  cells.reserve(raster.cells());
  for (int y = raster.height - 1; y >= 0; --y) {
    float const* const row = raster.values.data() + static_cast<std::ptrdiff_t>(y) * raster.width;
    std::transform(row, row + raster.width, std::back_inserter(cells),
                   [&](float value) { return static_cast<T>(convert(static_cast<double>(value))); });
  }
  return cells;
}

}  // namespace

bool is_raster_path(fs::path const& path) { return find_format(path) != nullptr; }
bool has_sidecar(fs::path const& path) { return is_raster_path(path) && format_of(path).raw_bits > 0; }
std::string_view raster_endings() { return ".png, .tif, .tiff, .asc, .r16 or .r32"; }

void check_raster_size(std::string const& name, double width, double height, double bytes_per_cell) {
  constexpr double kMaximum = Grid::kMaximumSide;
  if (!(width >= 1.0 && height >= 1.0)) {
    throw InputError("{}: expected at least one row and one column, found {:.0f} x {:.0f}; create it again", name,
                     width, height);
  }
  if (width > kMaximum || height > kMaximum) {
    throw InputError("{}: expected at most {:.0f} cells per side, found {:.0f} x {:.0f}; cut or resample it", name,
                     kMaximum, width, height);
  }
  check_memory(fmt::format("{} ({:.0f} x {:.0f} cells)", name, width, height), width * height * bytes_per_cell);
}

void check_enough_bytes(std::string const& name, std::size_t bytes, double unpacked, double ratio) {
  if (static_cast<double>(bytes) * ratio >= unpacked) return;
  throw InputError(
      "{}: expected image data of {} when unpacked, found a file of only {}; the file is cut short, so copy or export "
      "it again",
      name, memory_text(unpacked), memory_text(static_cast<double>(bytes)));
}

std::vector<std::uint16_t> to_codes(Raster const& raster) {
  constexpr double kLargestCode = 65535.0;
  const auto [low, high] = raster.extent();
  const double lowest = static_cast<double>(low);
  const double extent = static_cast<double>(high) - lowest;
  const double factor = extent > 0.0 ? kLargestCode / extent : 0.0;
  return in_file_order<std::uint16_t>(raster, [&](double value) { return (value - lowest) * factor + 0.5; });
}

std::vector<float> to_file_floats(Raster const& raster) {
  return in_file_order<float>(raster, [&](double value) { return raster.origin + value; });
}

Raster decode_raster(fs::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints) {
  const std::string name = path.string();
  const Activity activity("reading", name);
  const RasterMetadata beside =
      sidecar.empty() ? RasterMetadata{} : parse_metadata(sidecar, sidecar_path(path).string());
  if (hints.size) check_raster_size(name, hints.size->first, hints.size->second, 0.0);
  const auto raw_size = hints.size ? hints.size : beside.size;

  Format const& format = format_of(path);
  DecodedRaster decoded =
      format.raw_bits > 0 ? decode_raw(name, bytes, format.raw_bits, raw_size) : format.decode(name, bytes);
  check_finite(name, decoded);

  const Facts facts = gather(name, hints, decoded.metadata, beside);
  Raster raster;
  raster.width = decoded.width;
  raster.height = decoded.height;
  raster.field = decoded.metadata.field.empty() ? beside.field : decoded.metadata.field;
  raster.unit = decoded.metadata.field.empty() && !beside.field.empty() ? beside.unit : decoded.metadata.unit;
  if (format.raw_bits > 0 && !raw_size) {
    raster.notices.push_back(
        fmt::format("{}: the file does not give the size of the raster; a square of {} x {} cells is used", name,
                    raster.width, raster.height));
  }
  if (decoded.code_maximum == 255.0) {
    raster.notices.push_back(
        fmt::format("{}: the file has only 8 bits per cell, so the land has visible steps (at most 256 elevations); "
                    "export it with 16 bits",
                    name));
  }
  raster.cell_size = facts.cell_size.value_or(1.0);
  if (!facts.cell_size) {
    raster.cell_size_assumed = true;
    raster.notices.push_back(fmt::format("{}: the file does not give its cell size; 1 m is used", name));
  }
  scale_values(name, decoded, facts, raster);
  turn_round(raster);
  return raster;
}

Raster read_raster(fs::path const& path, RasterHints const& hints) {
  format_of(path);  // throws on an unknown extension before reading
  const std::vector<std::byte> bytes = read_file(path);
  return decode_raster(path, bytes, read_sidecar(path), hints);
}

Raster read_fractions(fs::path const& path, RasterReader const& read) {
  Raster raster = read(path, {});
  if (raster.range_assumed) raster = read(path, {.minimum = 0.0, .maximum = 1.0});
  constexpr double kRounding = 1e-6;
  for (float& each : raster.values) {
    const double value = raster.origin + static_cast<double>(each);
    if (!(value >= -kRounding && value <= 1.0 + kRounding)) {
      throw InputError("{}: expected values from 0 to 1, or an image without a range, found {:.6g}; scale the values",
                       path.string(), value);
    }
    each = static_cast<float>(std::clamp(value, 0.0, 1.0));
  }
  raster.origin = 0.0;
  return raster;
}

void write_raster(fs::path const& path, Raster const& raster) {
  if (raster.width < 1 || raster.height < 1 || raster.values.size() != raster.cells()) {
    throw InputError("{}: expected one value for each of the {} x {} cells, found {} values", path.string(),
                     raster.width, raster.height, raster.values.size());
  }
  for (float value : raster.values) {
    if (!std::isfinite(value)) {
      throw InputError("{}: expected only finite values to write, found NaN or an infinity", path.string());
    }
  }
  const std::string name = path.string();
  const Activity activity("writing", name);
  write_file(path, format_of(path).encode(raster));
  if (has_sidecar(path)) write_file(sidecar_path(path), metadata_json(raster, true) + "\n");
}

}  // namespace barchan
