#include "io/raster_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kResamplings{"bilinear", "cubic"};
constexpr std::array<std::string_view, 3> kByteOrders{"detect", "little", "big"};
constexpr std::array<std::string_view, 3> kColorCodes{"none", "terrarium", "mapbox"};
constexpr std::array<std::string_view, 3> kUnits{"m", "ft", "us-ft"};
constexpr std::string_view kSea = "sea", kNone = "none";
constexpr std::array<std::string_view, 4> kFills{"refuse", "interpolate", "lowest", kSea};

/// Index of a word in a list. Throws InputError.
template <std::size_t N>
std::size_t choice_of(std::string_view text, std::array<std::string_view, N> const& words) {
  const auto found = std::ranges::find(words, text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw InputError("expected one of {}, found '{}'{}", join(words), printable(text), did_you_mean(text, words));
}

double metres_of(std::string_view text) {
  const auto value = parsed_number<double>(text);
  if (value && std::isfinite(*value)) return *value;
  throw InputError("expected a number of metres, found '{}'; correct it", printable(text));
}

std::string text_of(std::optional<double> low, std::optional<double> high) {
  return low && high ? fmt::format("{}:{}", *low, *high) : std::string();
}

RasterHints with_fill(RasterHints hints, std::string_view text) {
  const auto found = std::ranges::find(kFills, text);
  if (found == kFills.end()) {
    if (!parsed_number<double>(text)) {
      throw InputError("expected interpolate, lowest, sea or a number of metres, found '{}'{}", printable(text),
                       did_you_mean(text, kFills));
    }
    hints.fill_value = metres_of(text);
    hints.fill = GapFill::value;
    return hints;
  }
  hints.fill_value = 0.0;
  hints.fill = text == kSea ? GapFill::value : static_cast<GapFill>(found - kFills.begin());
  return hints;
}

std::string fill_text(RasterHints const& hints) {
  if (hints.fill == GapFill::refuse || hints.fill == GapFill::suggest) return {};
  if (hints.fill == GapFill::value) return fmt::to_string(hints.fill_value);
  return std::string(kFills[static_cast<std::size_t>(hints.fill)]);
}

RasterHints with_no_data(RasterHints hints, std::string_view text) {
  hints.no_data = {};
  if (text == kNone) {
    hints.no_data.none = true;
  } else {
    const auto value = parsed_number<double>(text);
    if (!value) throw InputError("expected a number or the word 'none', found '{}'; correct it", printable(text));
    hints.no_data.value = *value;
  }
  return hints;
}

std::string no_data_text(RasterHints const& hints) {
  if (hints.no_data.none) return std::string(kNone);
  return hints.no_data.value ? fmt::to_string(*hints.no_data.value) : std::string();
}

RasterHints with_size(RasterHints hints, std::string_view text) {
  hints.size = number_pair<int>(text, "xX");
  if (!hints.size)
    throw InputError("expected columns and rows, as in 1024x512, found '{}'; correct them", printable(text));
  return hints;
}

RasterHints with_heights(RasterHints hints, std::string_view text) {
  std::tie(hints.lowest, hints.highest) = elevation_range(text);
  return hints;
}

RasterHints with_range(RasterHints hints, std::string_view text) {
  std::tie(hints.minimum, hints.maximum) = elevation_range(text);
  return hints;
}

RasterHints with_vertical_unit(RasterHints hints, std::string_view text) {
  hints.vertical_unit = kUnits[choice_of(text, kUnits)];
  return hints;
}

/// A member that is a text.
template <std::string RasterHints::*member>
RasterHints with_text(RasterHints hints, std::string_view text) {
  constexpr std::size_t kLongest = 4096;
  if (text.empty() || text.size() > kLongest)
    throw InputError("expected a name of at most {} bytes, found {}; correct it", kLongest,
                     text.empty() ? "none" : "a longer one");
  hints.*member = text;
  return hints;
}

template <std::string RasterHints::*member>
std::string member_text(RasterHints const& hints) {
  return hints.*member;
}

std::string size_text(RasterHints const& hints) {
  return hints.size ? fmt::format("{}x{}", hints.size->first, hints.size->second) : std::string();
}
std::string range_text(RasterHints const& hints) { return text_of(hints.minimum, hints.maximum); }
std::string heights_text(RasterHints const& hints) { return text_of(hints.lowest, hints.highest); }

RasterHints with_cell_size(RasterHints hints, std::string_view text) {
  hints.cell_size = metres_of(text);
  if (*hints.cell_size > 0.0) return hints;
  throw InputError("expected a cell size above 0 m, found '{}'; correct it", printable(text));
}
std::string cell_size_text(RasterHints const& hints) {
  return hints.cell_size ? fmt::to_string(*hints.cell_size) : std::string();
}

RasterHints with_resampling(RasterHints hints, std::string_view text) {
  hints.resampling = static_cast<geo::Resampling>(choice_of(text, kResamplings));
  return hints;
}
RasterHints with_colors(RasterHints hints, std::string_view text) {
  hints.colors = static_cast<ColorCode>(choice_of(text, kColorCodes));
  return hints;
}
RasterHints with_byte_order(RasterHints hints, std::string_view text) {
  hints.byte_order = static_cast<ByteOrder>(choice_of(text, kByteOrders));
  return hints;
}

/// The word of a choice; empty for the first, which is the default.
template <auto member, auto& words>
std::string choice_text(RasterHints const& hints) {
  const auto index = static_cast<std::size_t>(hints.*member);
  return index == 0 ? std::string() : std::string(words[index]);
}

constexpr RasterOptionRow kRows[]{
    {"size", "WxH", "Number of columns and rows of a raw height map (.raw, .r16, .r32), as in 1024x512", with_size,
     size_text},
    {"range", "LOW:HIGH",
     "Elevations in m of the smallest and the largest possible code of a height map, as in 0:350. In an image, these "
     "codes are black and white; in a file of floats, they are 0 and 1",
     with_range, range_text},
    {"heights", "LOW:HIGH",
     "Elevations in m to which the lowest and the highest value in a height map are scaled, as in 0:350", with_heights,
     heights_text},
    {"cell_size", "M",
     "Cell size of a height map in m. A map whose coordinate reference system is known is resampled to this size",
     with_cell_size, cell_size_text},
    {"fill", "METHOD",
     "Elevation of cells without data: interpolate (between the cells around them), lowest (that of the lowest cell), "
     "sea (0 m) or a number of metres. Without this option, a map with such cells is refused",
     with_fill, fill_text},
    {"no_data", "VALUE",
     "No-data value to use instead of that of the file. The word 'none' removes the no-data value of the file",
     with_no_data, no_data_text},
    {"band", "BAND", "Number (from 1) or name of the band or variable to read", with_text<&RasterHints::band>,
     member_text<&RasterHints::band>},
    {"crs", "CRS",
     "Projected coordinate reference system of the land, as in EPSG:32633, or utm. Without this option, a map in "
     "degrees is reprojected to its UTM zone",
     with_text<&RasterHints::crs>, member_text<&RasterHints::crs>},
    {"source_crs", "CRS",
     "Coordinate reference system of the file, as in EPSG:4326, in place of the one that the file names",
     with_text<&RasterHints::source_crs>, member_text<&RasterHints::source_crs>},
    {"resampling", "METHOD", "How a map is resampled to other cells: bilinear (the default) or cubic", with_resampling,
     choice_text<&RasterHints::resampling, kResamplings>},
    {"vertical_unit", "UNIT", "Unit of the elevations, in place of the one that the file names: m, ft or us-ft",
     with_vertical_unit, member_text<&RasterHints::vertical_unit>},
    {"rgb", "CODE", "Way in which the colours of a PNG image encode elevations: terrarium or mapbox (Terrain-RGB)",
     with_colors, choice_text<&RasterHints::colors, kColorCodes>},
    {"byte_order", "ORDER",
     "Order of the bytes of a raw height map: little, big, or detect (the default: the order that gives the smoother "
     "land)",
     with_byte_order, choice_text<&RasterHints::byte_order, kByteOrders>},
};

}  // namespace

std::span<RasterOptionRow const> raster_options() { return kRows; }

std::string command_option(RasterOptionRow const& row) {
  std::string option = fmt::format("--{}", row.key);
  std::ranges::replace(option, '_', '-');
  return option;
}

}  // namespace barchan
