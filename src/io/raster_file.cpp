#include "io/raster_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/grid.hpp"
#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/geo_module.hpp"
#include "io/raster_codec.hpp"
#include "io/raster_formats.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Limits of the cell size, m. A cell size outside of them is probably in the wrong unit.
constexpr double kSmallestCellSize = 1e-3;
constexpr double kLargestCellSize = 1e5;

/// Largest value of a range, far beyond any land but within floats.
constexpr double kLargestValue = 1e30;

/// Throws InputError for infinities, which only raw files and images can still contain.
void check_finite(std::string const& name, DecodedRaster const& decoded) {
  const auto found = std::ranges::find_if(decoded.values, [](float value) { return std::isinf(value); });
  if (found == decoded.values.end()) return;
  const auto width = static_cast<std::size_t>(decoded.width);
  const auto i = static_cast<std::size_t>(found - decoded.values.begin());
  throw InputError(
      "{}: expected a finite number in every cell, found an infinity at column {}, row {} (counted from 0 in the "
      "north-west); correct the file",
      name, i % width, i / width);
}

/// Smallest and largest value of the cells with data.
std::pair<float, float> extent_of(std::vector<float> const& values) {
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (float value : values) {
    if (std::isnan(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

/// Marks the cells without data, in file order. Cells beyond the area of the file count too.
void mark_gaps(DecodedRaster const& decoded, Raster& raster) {
  raster.filled = decoded.outside;
  for (std::size_t i = 0; i < decoded.values.size(); ++i) {
    if (!std::isnan(decoded.values[i])) continue;
    if (raster.filled.empty()) raster.filled.assign(decoded.values.size(), 0);
    raster.filled[i] = 1;
  }
}

/// Fills the cells without data, or throws InputError with their number and the first of them. The values are in file
/// order.
void fill_gaps(std::string const& name, RasterHints const& hints, Raster& raster) {
  const auto is_gap = [](float value) { return std::isnan(value); };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(raster.values, is_gap));
  if (count == 0) return;
  if (count == raster.values.size()) {
    throw InputError("{}: expected elevations, found no data in all {}; choose another file or band", name,
                     counted(count, "cell"));
  }
  const auto width = static_cast<std::size_t>(raster.width);
  if (hints.fill == GapFill::refuse) {
    const auto first = static_cast<std::size_t>(std::ranges::find_if(raster.values, is_gap) - raster.values.begin());
    throw InputError(
        "{}: expected a value in every cell, found no data in {} of {} cells, first at column {}, row {} (counted from "
        "0 in the north-west); fill these cells with --fill interpolate, lowest, sea or an elevation in m",
        name, count, raster.values.size(), first % width, first / width);
  }
  std::string method = "interpolated between the cells around them";
  raster.gaps_assumed = hints.fill == GapFill::suggest;
  if (hints.fill == GapFill::interpolate || hints.fill == GapFill::suggest) {
    try {
      raster.values = geo_gate().interpolated(std::move(raster.values), raster.width, raster.height);
    } catch (geo::GeoError const& error) {
      throw InputError("{}: {}", name, error.what());
    }
  } else {
    const double value = hints.fill == GapFill::lowest ? static_cast<double>(extent_of(raster.values).first)
                                                       : hints.fill_value - raster.origin;
    std::ranges::replace_if(raster.values, is_gap, static_cast<float>(value));
    method = fmt::format("set to {} m", number_text(raster.origin + value));
  }
  raster.notices.push_back(
      fmt::format("{}: {} without data {} {}", name, counted(count, "cell"), count == 1 ? "is" : "are", method));
}

/// Range of codes, heights and cell size: from the hints, or else from the file, or else from its sidecar.
struct Facts {
  std::optional<double> minimum, maximum, cell_size;
  bool range_from_hints = false;
};

/// Throws InputError unless both ends of a range, or neither, are given and in order.
void check_ends(std::string const& name, std::optional<double> low, std::optional<double> high) {
  if (!low && !high) return;
  if (!low || !high) {
    throw InputError("{}: expected both minimum and maximum, or neither, found only one; add the other", name);
  }
  // This form of the condition also rejects NaN.
  if (!(std::isfinite(*low) && std::isfinite(*high) && *low <= *high)) {
    throw InputError("{}: expected a minimum no greater than the maximum, found {} and {}; swap or correct them", name,
                     *low, *high);
  }
  if (*low < -kLargestValue || *high > kLargestValue) {
    throw InputError("{}: expected a minimum and a maximum from {} to {}, found {} and {}; correct them", name,
                     -kLargestValue, kLargestValue, *low, *high);
  }
}

Facts gather(std::string const& name, RasterHints const& hints, RasterMetadata const& inside,
             RasterMetadata const& beside) {
  Facts facts;
  facts.range_from_hints = hints.minimum || hints.maximum;
  for (auto const& [minimum, maximum] :
       {std::pair{hints.minimum, hints.maximum}, std::pair{inside.minimum, inside.maximum},
        std::pair{beside.minimum, beside.maximum}}) {
    check_ends(name, minimum, maximum);
    if (!minimum) continue;
    facts.minimum = minimum;
    facts.maximum = maximum;
    break;
  }
  check_ends(name, hints.lowest, hints.highest);
  if (facts.range_from_hints && hints.lowest) {
    throw InputError(
        "{}: expected either --range (elevations of the smallest and the largest code) or --heights (elevations of the "
        "lowest and the highest value), found both; leave one out",
        name);
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

/// Floats from 0 to 1 without a place and without metadata are what terrain generators write for the whole range.
bool is_normalised(DecodedRaster const& decoded, RasterMetadata const& beside) {
  if (decoded.code_maximum > 0.0 || decoded.place.known()) return false;
  if (decoded.metadata.minimum || beside.minimum) return false;
  const auto [low, high] = extent_of(decoded.values);
  return low >= 0.0f && high <= 1.0f && high > 0.0f;
}

/// Scales codes to their range, or to a guessed range. The values are in file order.
void scale_codes(std::string const& name, DecodedRaster const& decoded, RasterHints const& hints, Facts const& facts,
                 Raster& raster) {
  raster.origin = facts.minimum.value_or(0.0);
  double span = facts.maximum.value_or(0.0) - raster.origin;
  if (!facts.minimum) {
    span = kAssumedRelief * raster.width * raster.cell_size;
    raster.range_assumed = true;
    raster.notices.push_back(
        fmt::format("{}: the file does not give its range of elevations; the range from 0 to {} m, a fifth of the "
                    "land's width, is used",
                    name, number_text(span)));
  }
  constexpr double kFew = 0.25;
  const double reached = static_cast<double>(extent_of(decoded.values).second) / decoded.code_maximum;
  if (facts.range_from_hints && !hints.fractions && reached < kFew) {
    raster.notices.push_back(fmt::format(
        "{}: the largest code in the file is only {:.3g} % of the largest possible code, so the highest cell lies far "
        "below {} m; use --heights instead of --range to scale the values that occur",
        name, 100.0 * reached, number_text(*facts.maximum)));
  }
  raster.values.resize(decoded.values.size());
  std::transform(decoded.values.begin(), decoded.values.end(), raster.values.begin(), [&](float code) {
    return static_cast<float>(static_cast<double>(code) * span / decoded.code_maximum);
  });
}

/// Scales the values that occur to the heights of the hints. The values are in file order.
void scale_to_heights(DecodedRaster const& decoded, RasterHints const& hints, Raster& raster) {
  const auto [low, high] = extent_of(decoded.values);
  const double zero = static_cast<double>(low), extent = static_cast<double>(high) - zero;
  const double factor = extent > 0.0 ? (*hints.highest - *hints.lowest) / extent : 0.0;
  raster.origin = *hints.lowest;
  raster.values.resize(decoded.values.size());
  std::transform(decoded.values.begin(), decoded.values.end(), raster.values.begin(),
                 [&](float value) { return static_cast<float>((static_cast<double>(value) - zero) * factor); });
}

/// Fills raster.values in file order. Codes are scaled to the range, metres only to heights that the user gave.
void scale_values(std::string const& name, DecodedRaster const& decoded, RasterHints const& hints, Facts const& facts,
                  Raster& raster) {
  const bool codes = decoded.code_maximum > 0.0;
  if (!codes && facts.range_from_hints) {
    const auto [low, high] = extent_of(decoded.values);
    throw InputError(
        "{}: expected codes for --range, found metres ({:.6g} to {:.6g}); scale them with --heights {}:{}, or leave "
        "--range out",
        name, low, high, number_text(*facts.minimum), number_text(*facts.maximum));
  }
  if (hints.lowest) return scale_to_heights(decoded, hints, raster);
  if (codes) return scale_codes(name, decoded, hints, facts, raster);
  raster.values = decoded.values;
}

}  // namespace

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

namespace {

/// The cells with the rows in the opposite order.
template <class T>
std::vector<T> turned_round(std::vector<T> cells, int columns, int rows) {
  const auto width = static_cast<std::ptrdiff_t>(columns);
  if (cells.empty()) return cells;
  for (std::ptrdiff_t south = 0, north = rows - 1; south < north; ++south, --north) {
    std::swap_ranges(cells.begin() + south * width, cells.begin() + (south + 1) * width, cells.begin() + north * width);
  }
  return cells;
}

/// Throws InputError for an option that a format does not know.
void check_options(std::string const& name, Codec codec, RasterHints const& hints) {
  const auto refuse = [&](bool given, Codec only, std::string_view option, std::string_view files) {
    const bool has_channels = codec == Codec::exr && option == "--band";
    if (!given || codec == only || has_channels) return;
    throw InputError("{}: expected {} with {}, found another file; leave the option out", name, files, option);
  };
  refuse(hints.colors != ColorCode::none, Codec::png, "--rgb", "a PNG image");
  refuse(hints.size.has_value(), Codec::raw, "--size", "a raw file (.raw, .r16, .r32)");
  refuse(hints.byte_order != ByteOrder::detect, Codec::raw, "--byte-order", "a raw file (.raw, .r16, .r32)");
  refuse(!hints.band.empty(), Codec::geo, "--band", "a file with bands, such as a GeoTIFF,");
  constexpr std::string_view kGeoreferenced = "a format for maps, such as a GeoTIFF,";
  refuse(!hints.crs.empty(), Codec::geo, "--crs", kGeoreferenced);
  refuse(!hints.source_crs.empty(), Codec::geo, "--source-crs", kGeoreferenced);
  refuse(hints.resampling != geo::Resampling::bilinear, Codec::geo, "--resampling", kGeoreferenced);
  refuse(!hints.vertical_unit.empty(), Codec::geo, "--vertical-unit", kGeoreferenced);
}

/// Throws InputError if FILE.json gives another size than the file itself.
DecodedRaster with_size_of(std::string const& name, RasterMetadata const& beside, DecodedRaster decoded) {
  if (!beside.size || *beside.size == std::pair(decoded.width, decoded.height)) return decoded;
  throw InputError("{}: expected {} x {} cells, as {} says, found {} x {}; delete that file or export the raster again",
                   name, beside.size->first, beside.size->second, sidecar_path(name).filename().string(), decoded.width,
                   decoded.height);
}

/// Decodes a file by its format. `beside`: metadata of FILE.json.
DecodedRaster decode(RasterBytes const& file, RasterHints const& hints, RasterMetadata const& beside) {
  check_options(file.name, format_of(file.name).codec, hints);
  switch (format_of(file.name).codec) {
    case Codec::png:
      return decode_png(file, hints);
    case Codec::raw:
      return decode_raw(file, hints, beside);
    case Codec::exr:
      return decode_exr(file, hints);
    case Codec::npy:
      return with_size_of(file.name, beside, decode_npy(file, hints));
    case Codec::geo:
      break;
  }
  return decode_geo(file, hints);
}

/// Lays the rows of a file that begins in the south the other way round. Throws InputError if the file has a place.
void lay_north_first(std::string const& name, RasterMetadata const& beside, DecodedRaster& decoded) {
  if (!decoded.metadata.south_first && !beside.south_first) return;
  if (decoded.place.known()) {
    throw InputError(
        "{}: expected the north row first in a file that has a place, found \"first_row\": \"south\" in its "
        "metadata; convert it to a GeoTIFF",
        name);
  }
  decoded.values = turned_round(std::move(decoded.values), decoded.width, decoded.height);
}

/// A raster from what was decoded. `beside`: metadata of FILE.json.
Raster raster_of(std::string const& name, DecodedRaster decoded, RasterHints const& hints,
                 RasterMetadata const& beside) {
  lay_north_first(name, beside, decoded);
  check_finite(name, decoded);
  const bool normalised = !hints.fractions && is_normalised(decoded, beside);
  if (normalised) decoded.code_maximum = 1.0;
  Raster raster;
  for (std::string const& notice : decoded.notices) raster.notices.push_back(fmt::format("{}: {}", name, notice));
  if (decoded.levels == 0 && decoded.code_maximum == 255.0) decoded.levels = 256;
  if (decoded.levels > 0 && hints.colors == ColorCode::none) {
    raster.notices.push_back(
        fmt::format("{}: the file has only {} bit{} per cell, so the land has visible steps (at most {} elevations); "
                    "export it with 16 bits",
                    name, std::bit_width(static_cast<unsigned>(decoded.levels)) - 1, decoded.levels == 2 ? "" : "s",
                    decoded.levels));
  }
  // Georeferenced files have been resampled to the cell size of the hints.
  RasterHints scaled = hints;
  if (decoded.place.known() && format_of(name).codec == Codec::geo) scaled.cell_size = decoded.metadata.cell_size;
  const Facts facts = gather(name, scaled, decoded.metadata, beside);
  raster.width = decoded.width;
  raster.height = decoded.height;
  raster.field = decoded.metadata.field.empty() ? beside.field : decoded.metadata.field;
  raster.unit = decoded.metadata.field.empty() && !beside.field.empty() ? beside.unit : decoded.metadata.unit;
  raster.cell_size = facts.cell_size.value_or(1.0);
  if (!facts.cell_size) {
    raster.cell_size_assumed = true;
    raster.notices.push_back(fmt::format("{}: the file does not give its cell size; 1 m is used", name));
  }
  if (normalised) {
    raster.notices.push_back(
        fmt::format("{}: the values are floats from 0 to 1, as terrain generators write them; they are read as "
                    "fractions of a range",
                    name));
  }
  if (beside.foreign) {
    raster.notices.push_back(fmt::format("{}: {} was written by another program and is ignored", name,
                                         sidecar_path(name).filename().string()));
  }
  mark_gaps(decoded, raster);
  scale_values(name, decoded, hints, facts, raster);
  fill_gaps(name, hints, raster);
  raster.values = turned_round(std::move(raster.values), raster.width, raster.height);
  raster.filled = turned_round(std::move(raster.filled), raster.width, raster.height);
  raster.place = std::move(decoded.place);
  return raster;
}

/// Metadata of FILE.json. Except for raw files, the JSON of another program is ignored.
RasterMetadata sidecar_of(std::string const& name, std::string_view text) {
  RasterMetadata metadata;
  if (text.empty()) return metadata;
  metadata.foreign = format_of(name).codec != Codec::raw && is_foreign_metadata(text);
  return metadata.foreign ? metadata : parse_metadata(text, sidecar_path(name).string());
}

}  // namespace

Raster decode_raster(fs::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints) {
  const std::string name = path.string();
  const Activity activity("reading", name);
  if (bytes.empty()) throw InputError("{}: expected a raster, found an empty file; copy or export it again", name);
  const RasterMetadata beside = sidecar_of(name, sidecar);
  if (hints.size) check_raster_size(name, hints.size->first, hints.size->second, 0.0);
  return raster_of(name, decode({name, bytes}, hints, beside), hints, beside);
}

Raster read_raster(fs::path const& path, RasterHints const& hints) {
  RasterFormat const& format = format_of(path);  // throws on an unknown extension before reading
  if (format.codec == Codec::raw) return decode_raster(path, read_file(path), read_sidecar(path), hints);
  const std::string name = path.string();
  const Activity activity("reading", name);
  const RasterMetadata beside = sidecar_of(name, read_sidecar(path));
  if (format.codec == Codec::geo) return raster_of(name, decode({name}, hints, beside), hints, beside);
  const std::vector<std::byte> bytes = read_file(path);
  DecodedRaster decoded = decode({name, bytes}, hints, beside);
  add_place_beside(name, hints, decoded);
  return raster_of(name, std::move(decoded), hints, beside);
}

Raster read_fractions(fs::path const& path, RasterReader const& read) {
  Raster raster = read(path, {.fractions = true});
  if (raster.range_assumed) raster = read(path, {.minimum = 0.0, .maximum = 1.0, .fractions = true});
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

}  // namespace barchan
