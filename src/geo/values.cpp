#include "geo/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include <cpl_string.h>
#include <fmt/format.h>

namespace barchan::geo {

namespace {

constexpr double kFoot = 0.3048, kSurveyFoot = 1200.0 / 3937.0;

std::string lower(std::string_view text) {
  std::string copy(text);
  std::ranges::transform(copy, copy.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return copy;
}

std::string band_list(GDALDatasetH dataset) {
  constexpr int kMost = 8;
  std::string list;
  const int count = GDALGetRasterCount(dataset);
  for (int i = 1; i <= std::min(count, kMost); ++i) {
    const std::string_view name = GDALGetDescription(GDALGetRasterBand(dataset, i));
    list += fmt::format("{}{}{}", i > 1 ? ", " : "", i, name.empty() ? "" : fmt::format(" ({})", name.substr(0, 40)));
  }
  return count > kMost ? list + ", ..." : list;
}

bool is_alpha(GDALRasterBandH band) { return GDALGetRasterColorInterpretation(band) == GCI_AlphaBand; }

/// Returns whether the first three bands are the colours of a picture.
bool is_picture(GDALDatasetH dataset) {
  int values = 0;
  for (int i = 1; i <= GDALGetRasterCount(dataset); ++i) {
    GDALRasterBandH const band = GDALGetRasterBand(dataset, i);
    if (!is_alpha(band)) ++values;
    const GDALColorInterp meaning = GDALGetRasterColorInterpretation(band);
    if (meaning == GCI_RedBand || meaning == GCI_CyanBand) return true;
  }
  return values == 3 && GDALGetRasterDataType(GDALGetRasterBand(dataset, 1)) == GDT_Byte;
}

int numbered_band(GDALDatasetH dataset, std::string const& wanted) {
  const int count = GDALGetRasterCount(dataset);
  int number = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  if (error == std::errc() && end == wanted.data() + wanted.size() && number >= 1 && number <= count) return number;
  for (int i = 1; i <= count; ++i) {
    if (wanted == GDALGetDescription(GDALGetRasterBand(dataset, i))) return i;
  }
  throw GeoError(fmt::format("expected a band of the file ({}), found '{}'; choose another with --band",
                             band_list(dataset), wanted.substr(0, 40)));
}

void check_band(GDALRasterBandH band) {
  if (GDALGetRasterColorTable(band) != nullptr || GDALGetRasterColorInterpretation(band) == GCI_PaletteIndex) {
    throw GeoError("expected elevations, found the colours of a palette; export the file with its values");
  }
  if (GDALDataTypeIsComplex(GDALGetRasterDataType(band)) != 0) {
    throw GeoError("expected elevations, found complex numbers; export their real part");
  }
}

/// Values that programs use for missing data without saying so.
constexpr std::array<double, 9> kUsualNoData{-9999.0,   -99999.0, -32768.0, -32767.0, 32767.0,
                                             -999999.0, -3.4e38,  3.4e38,   -1.0e32};

/// Returns whether a value looks like one of kUsualNoData and lies far from all other values.
bool looks_missing(float value, double low, double high) {
  const double number = static_cast<double>(value);
  constexpr double kFar = 1000.0;  // m
  if (number > low - kFar && number < high + kFar) return false;
  if (std::abs(number) > 1.0e30) return true;
  return std::ranges::find(kUsualNoData, number) != kUsualNoData.end();
}

/// Marks values as missing that are no elevations of the Earth although the file does not say so.
void guess_missing(BandValues& band) {
  constexpr double kDeepest = -12000.0, kHighest = 12000.0;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto usual = [](double value) { return std::ranges::find(kUsualNoData, value) != kUsualNoData.end(); };
  for (float each : band.values) {
    const auto value = static_cast<double>(each);
    if (std::isnan(value) || usual(value) || value < kDeepest || value > kHighest) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(low <= high)) return;
  std::map<float, std::size_t> found;
  for (float& each : band.values) {
    if (std::isnan(each) || !looks_missing(each, low, high)) continue;
    ++found[each];
    each = kMissing;
  }
  for (auto const& [value, count] : found) {
    band.notices.push_back(fmt::format(
        "{} cell{} of {:.6g} {} taken as missing data, although the file does not say so; --no-data none reads {} as "
        "elevation",
        count, count == 1 ? "" : "s", value, count == 1 ? "is" : "are", count == 1 ? "it" : "them"));
  }
}

/// Converts the numbers of a band to metres.
struct Conversion {
  double scale = 1.0, offset = 0.0;
  std::optional<double> no_data;  ///< in the numbers of the file
};

/// Metres in the unit of a band: that of the user, of the band, or of the vertical coordinate system.
double unit_of(GDALDatasetH dataset, GDALRasterBandH band, ReadOrder const& order, BandValues& to) {
  if (!order.vertical_unit.empty()) {
    if (const auto metres = metres_in(order.vertical_unit)) return *metres;
    throw GeoError(fmt::format("expected m, ft or us-ft for --vertical-unit, found '{}'", order.vertical_unit));
  }
  if (order.fractions) return 1.0;
  const std::string unit = GDALGetRasterUnitType(band);
  OGRSpatialReferenceH const system = GDALGetSpatialRef(dataset);
  const auto of_system = metres_per_height(system);
  double metres = of_system.value_or(1.0);
  if (!unit.empty()) {
    if (const auto known = metres_in(unit)) {
      metres = *known;
    } else {
      to.notices.push_back(
          fmt::format("the unit '{}' is not known; the values are read as metres", unit.substr(0, 40)));
      metres = 1.0;
    }
  } else if (!of_system && metres_per_unit(system) != 1.0) {
    to.notices.push_back(
        "the horizontal unit is feet, and the file does not give the unit of the elevations; metres are used "
        "(--vertical-unit ft or us-ft reads them as feet)");
  }
  if (metres != 1.0) {
    to.notices.push_back(fmt::format("the elevations are converted to metres (1 unit is {:.9g} m)", metres));
  }
  return metres;
}

Conversion conversion_of(GDALDatasetH dataset, GDALRasterBandH band, ReadOrder const& order, BandValues& to) {
  Conversion conversion;
  int given = 0;
  const double scale = GDALGetRasterScale(band, &given);
  if (given != 0 && scale != 0.0 && std::isfinite(scale)) conversion.scale = scale;
  const double offset = GDALGetRasterOffset(band, &given);
  if (given != 0 && std::isfinite(offset)) conversion.offset = offset;
  const double unit = unit_of(dataset, band, order, to);
  conversion.scale *= unit;
  conversion.offset *= unit;
  conversion.no_data = order.no_data.value;
  return conversion;
}

/// Marks the blocks of a sparse file that were never written.
void mark_absent_blocks(GDALRasterBandH band, BandValues& to) {
  int columns = 0, rows = 0;
  GDALGetBlockSize(band, &columns, &rows);
  if (columns < 1 || rows < 1) return;
  for (int y = 0; y < to.height; y += rows) {
    for (int x = 0; x < to.width; x += columns) {
      const int width = std::min(columns, to.width - x), height = std::min(rows, to.height - y);
      const int status = GDALGetDataCoverageStatus(band, x, y, width, height, 0, nullptr);
      if ((status & GDAL_DATA_COVERAGE_STATUS_UNIMPLEMENTED) != 0) return;
      if ((status & GDAL_DATA_COVERAGE_STATUS_DATA) != 0 || (status & GDAL_DATA_COVERAGE_STATUS_EMPTY) == 0) continue;
      for (int row = y; row < y + height; ++row) {
        auto const first = to.values.begin() + static_cast<std::ptrdiff_t>(row) * to.width + x;
        std::fill(first, first + width, kMissing);
      }
    }
  }
}

/// Reads the cells in groups of rows.
void read_rows(GDALRasterBandH band, Conversion const& conversion, bool masked, BandValues& to) {
  constexpr std::size_t kAtOnce = 1 << 20;  // cells
  const auto width = static_cast<std::size_t>(to.width);
  const int rows = std::clamp(static_cast<int>(kAtOnce / width), 1, to.height);
  std::vector<double> numbers(width * static_cast<std::size_t>(rows));
  std::vector<std::uint8_t> mask(masked ? numbers.size() : 0);
  const Reports reports;
  const auto refuse = [&] {
    throw GeoError(fmt::format("expected a complete raster, found a fault: {}; copy or export it again",
                               reports.reason("damaged or missing parts")));
  };
  for (int y = 0; y < to.height; y += rows) {
    const int here = std::min(rows, to.height - y);
    if (GDALRasterIO(band, GF_Read, 0, y, to.width, here, numbers.data(), to.width, here, GDT_Float64, 0, 0) !=
        CE_None) {
      refuse();
    }
    if (masked && GDALRasterIO(GDALGetMaskBand(band), GF_Read, 0, y, to.width, here, mask.data(), to.width, here,
                               GDT_Byte, 0, 0) != CE_None) {
      refuse();
    }
    const std::size_t first = static_cast<std::size_t>(y) * width;
    for (std::size_t i = 0; i < width * static_cast<std::size_t>(here); ++i) {
      const bool missing = (masked && mask[i] == 0) || (conversion.no_data && numbers[i] == *conversion.no_data);
      to.values[first + i] = missing ? kMissing : static_cast<float>(numbers[i] * conversion.scale + conversion.offset);
    }
  }
  if (reports.incomplete()) refuse();
}

/// Largest code of a band whose values are codes of an image; 0 for metres.
double largest_code(GDALRasterBandH band, bool placed) {
  const GDALDataType type = GDALGetRasterDataType(band);
  if (placed || (type != GDT_Byte && type != GDT_UInt16 && type != GDT_UInt32)) return 0.0;
  char const* const bits = GDALGetMetadataItem(band, "NBITS", "IMAGE_STRUCTURE");
  int used = GDALGetDataTypeSizeBits(type);
  if (bits != nullptr) std::from_chars(bits, bits + std::char_traits<char>::length(bits), used);
  return std::ldexp(1.0, used) - 1.0;
}

}  // namespace

std::optional<double> metres_in(std::string const& unit) {
  static const std::map<std::string, double> kUnits{{"m", 1.0},
                                                    {"metre", 1.0},
                                                    {"meter", 1.0},
                                                    {"metres", 1.0},
                                                    {"meters", 1.0},
                                                    {"ft", kFoot},
                                                    {"foot", kFoot},
                                                    {"feet", kFoot},
                                                    {"international foot", kFoot},
                                                    {"international feet", kFoot},
                                                    {"us-ft", kSurveyFoot},
                                                    {"ftus", kSurveyFoot},
                                                    {"us ft", kSurveyFoot},
                                                    {"us survey foot", kSurveyFoot},
                                                    {"us survey feet", kSurveyFoot},
                                                    {"us_survey_foot", kSurveyFoot},
                                                    {"survey foot", kSurveyFoot},
                                                    {"foot_us", kSurveyFoot},
                                                    {"us foot", kSurveyFoot},
                                                    {"us feet", kSurveyFoot},
                                                    {"km", 1000.0},
                                                    {"kilometre", 1000.0},
                                                    {"kilometer", 1000.0},
                                                    {"cm", 0.01},
                                                    {"centimetre", 0.01},
                                                    {"centimeter", 0.01},
                                                    {"dm", 0.1},
                                                    {"decimetre", 0.1},
                                                    {"decimeter", 0.1},
                                                    {"mm", 0.001},
                                                    {"millimetre", 0.001},
                                                    {"millimeter", 0.001},
                                                    {"yd", 0.9144},
                                                    {"yard", 0.9144},
                                                    {"fathom", 1.8288}};
  const auto found = kUnits.find(lower(unit));
  return found != kUnits.end() ? std::optional(found->second) : std::nullopt;
}

int band_of(GDALDatasetH dataset, ReadOrder const& order, std::vector<std::string>& notices) {
  const int count = GDALGetRasterCount(dataset);
  if (count < 1) throw GeoError("expected a raster, found a file without bands; export it again");
  if (!order.band.empty()) {
    const int band = numbered_band(dataset, order.band);
    check_band(GDALGetRasterBand(dataset, band));
    return band;
  }
  if (is_picture(dataset)) {
    throw GeoError(
        "expected elevations, found the colours of a picture; if its colours stand for elevations, read a PNG of them "
        "with --rgb terrarium or --rgb mapbox, or choose one band with --band");
  }
  int first = 1;
  while (first < count && is_alpha(GDALGetRasterBand(dataset, first))) ++first;
  check_band(GDALGetRasterBand(dataset, first));
  int values = 0;
  for (int i = 1; i <= count; ++i) values += is_alpha(GDALGetRasterBand(dataset, i)) ? 0 : 1;
  if (values > 1) {
    notices.push_back(fmt::format("the file has {} bands ({}); band {} is read (--band reads another)", count,
                                  band_list(dataset), first));
  }
  return first;
}

BandValues read_values(GDALDatasetH dataset, int number, ReadOrder const& order, bool placed) {
  GDALRasterBandH const band = GDALGetRasterBand(dataset, number);
  BandValues to;
  to.width = GDALGetRasterXSize(dataset);
  to.height = GDALGetRasterYSize(dataset);
  const int flags = GDALGetMaskFlags(band);
  const bool said = (flags & GMF_ALL_VALID) == 0;
  const bool from_value = said && (flags & GMF_NODATA) != 0;
  const bool overridden = order.no_data.none || order.no_data.value.has_value();
  const Conversion conversion = conversion_of(dataset, band, order, to);
  to.code_maximum = largest_code(band, placed);
  to.values.resize(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height));
  read_rows(band, conversion, said && !(from_value && overridden), to);
  if (!order.no_data.none) mark_absent_blocks(band, to);
  for (float& value : to.values) {
    if (std::isinf(value)) value = kMissing;
  }
  if (!said && !overridden && to.code_maximum == 0.0 && !order.fractions) guess_missing(to);
  return to;
}

}  // namespace barchan::geo
