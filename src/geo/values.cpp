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
    GDALRasterBandH const band = GDALGetRasterBand(dataset, i);
    char const* const variable = GDALGetMetadataItem(band, "NETCDF_VARNAME", nullptr);
    if (wanted == GDALGetDescription(band) || (variable != nullptr && wanted == variable)) return i;
  }
  throw GeoError(fmt::format("expected a band of the file ({}), found '{}'; choose another with --band",
                             band_list(dataset), wanted.substr(0, 40)));
}

void check_band(GDALRasterBandH band) {
  if (GDALGetRasterColorTable(band) != nullptr || GDALGetRasterColorInterpretation(band) == GCI_PaletteIndex) {
    throw GeoError("expected elevations, found the colours of a palette; export the elevations themselves");
  }
  if (GDALDataTypeIsComplex(GDALGetRasterDataType(band)) != 0) {
    throw GeoError("expected elevations, found complex numbers; export their real part");
  }
}

/// No-data values that programs use without naming them in the file.
constexpr std::array<double, 7> kUsualNoData{-9999.0, -99999.0, -32768.0, -32767.0, 32767.0, -999999.0, -1.0e32};
/// Larger numbers are not elevations in any unit.
constexpr double kAbsurd = 1.0e30;

bool is_usual_no_data(double number) { return std::ranges::find(kUsualNoData, number) != kUsualNoData.end(); }

/// Collects the numbers of a band that may stand for missing data, and the range of all others.
class Suspects {
 public:
  void see(double number) {
    if (std::isnan(number)) return;
    if (is_usual_no_data(number)) {
      ++found_[number];
      return;
    }
    if (!(std::abs(number) < kAbsurd)) {
      ++absurd_;
      return;
    }
    low_ = std::min(low_, number);
    high_ = std::max(high_, number);
  }
  /// Cells whose number is not an elevation in any unit.
  std::size_t absurd() const { return absurd_; }
  /// Those that lie far from all others, with the number of their cells.
  std::map<double, std::size_t> missing() const {
    constexpr double kFar = 1000.0;
    std::map<double, std::size_t> far;
    for (auto const& [number, count] : found_) {
      if (low_ <= high_ && (number < low_ - kFar || number > high_ + kFar)) far.emplace(number, count);
    }
    return far;
  }

 private:
  std::map<double, std::size_t> found_;
  std::size_t absurd_ = 0;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

/// Converts the numbers of a band to metres.
struct Conversion {
  double scale = 1.0, offset = 0.0;
  std::optional<double> no_data;  ///< in the numbers of the file
  bool signed_bytes = false;      ///< the bytes stand for numbers from -128 to 127

  double number(double stored) const { return signed_bytes && stored > 127.0 ? stored - 256.0 : stored; }
  float metres(double number) const { return static_cast<float>(number * scale + offset); }
};

/// Metres in the unit of a band: that of the user, of the band, or of the vertical coordinate reference system.
double unit_of(GDALDatasetH dataset, GDALRasterBandH band, ReadOrder const& order, BandValues& to) {
  if (!order.vertical_unit.empty()) {
    if (const auto metres = metres_in(order.vertical_unit)) return *metres;
    throw GeoError(fmt::format("expected m, ft or us-ft for --vertical-unit, found '{}'; choose one of them",
                               order.vertical_unit));
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
          fmt::format("the unit '{}' of the elevations is unknown; they are read as metres", unit.substr(0, 40)));
      metres = 1.0;
    }
  } else if (!of_system && metres_per_unit(system) != 1.0) {
    to.notices.push_back(
        "the horizontal unit of the file is not the metre, and the file does not give the unit of its elevations; the "
        "elevations are read as metres (use --vertical-unit ft or us-ft to read them as feet)");
  }
  if (metres != 1.0) {
    to.notices.push_back(fmt::format("the elevations are converted to metres (1 unit is {:.9g} m)", metres));
  }
  return metres;
}

/// Returns whether the bytes of a band are signed. GDAL 3.6 has no type for signed bytes.
bool has_signed_bytes(GDALRasterBandH band) {
  char const* const type = GDALGetMetadataItem(band, "PIXELTYPE", "IMAGE_STRUCTURE");
  return type != nullptr && std::string_view(type) == "SIGNEDBYTE";
}

Conversion conversion_of(GDALDatasetH dataset, GDALRasterBandH band, ReadOrder const& order, BandValues& to) {
  Conversion conversion;
  int given = 0;
  const double scale = GDALGetRasterScale(band, &given);
  if (given != 0 && scale != 0.0 && std::isfinite(scale)) conversion.scale = scale;
  if (given != 0 && scale == 0.0)
    to.notices.emplace_back("the file gives a scale of 0, which is impossible; a scale of 1 is used");
  const double offset = GDALGetRasterOffset(band, &given);
  if (given != 0 && std::isfinite(offset)) conversion.offset = offset;
  const double unit = unit_of(dataset, band, order, to);
  conversion.scale *= unit;
  conversion.offset *= unit;
  conversion.no_data = order.no_data.value;
  if (conversion.no_data && GDALGetRasterDataType(band) == GDT_Float32) {
    conversion.no_data = static_cast<double>(static_cast<float>(*conversion.no_data));
  }
  conversion.signed_bytes = has_signed_bytes(band);
  return conversion;
}

/// A part of a raster.
struct Window {
  int x = 0, y = 0, width = 0, height = 0;
};

/// Marks the cells of a window for which the file has no source. Returns false if GDAL does not know them.
bool mark_absent(GDALRasterBandH band, Window const& part, BandValues& to) {
  const int status = GDALGetDataCoverageStatus(band, part.x, part.y, part.width, part.height, 0, nullptr);
  if ((status & GDAL_DATA_COVERAGE_STATUS_UNIMPLEMENTED) != 0) return false;
  if ((status & GDAL_DATA_COVERAGE_STATUS_EMPTY) == 0) return true;
  if ((status & GDAL_DATA_COVERAGE_STATUS_DATA) == 0) {
    for (int row = part.y; row < part.y + part.height; ++row) {
      auto const first = to.values.begin() + static_cast<std::ptrdiff_t>(row) * to.width + part.x;
      std::fill(first, first + part.width, kMissing);
    }
    return true;
  }
  // The window has both kinds of cells, so its quarters are checked.
  const int left = (part.width + 1) / 2, top = (part.height + 1) / 2;
  if (part.width * part.height <= 1) return true;
  for (Window const& quarter :
       {Window{part.x, part.y, left, top}, Window{part.x + left, part.y, part.width - left, top},
        Window{part.x, part.y + top, left, part.height - top},
        Window{part.x + left, part.y + top, part.width - left, part.height - top}}) {
    if (quarter.width > 0 && quarter.height > 0) mark_absent(band, quarter, to);
  }
  return true;
}

/// Marks the blocks of a sparse file that were never written.
void mark_absent_blocks(GDALRasterBandH band, BandValues& to) {
  int columns = 0, rows = 0;
  GDALGetBlockSize(band, &columns, &rows);
  if (columns < 1 || rows < 1) return;
  for (int y = 0; y < to.height; y += rows) {
    for (int x = 0; x < to.width; x += columns) {
      if (!mark_absent(band, {x, y, std::min(columns, to.width - x), std::min(rows, to.height - y)}, to)) return;
    }
  }
}

/// Throws GeoError if GDAL would need too much memory for one block of a band. GDAL decodes whole blocks, and a small
/// file can give its only block any size.
void check_blocks(GDALDatasetH dataset, GDALRasterBandH band) {
  constexpr double kMost = 512.0 * 1024.0 * 1024.0;  // bytes
  int columns = 0, rows = 0;
  GDALGetBlockSize(band, &columns, &rows);
  char const* const order = GDALGetMetadataItem(dataset, "INTERLEAVE", "IMAGE_STRUCTURE");
  const bool together = order != nullptr && std::string_view(order) == "PIXEL";
  const double bands = together ? GDALGetRasterCount(dataset) : 1.0;
  const double bytes = bands * columns * rows * GDALGetDataTypeSizeBytes(GDALGetRasterDataType(band));
  if (bytes > kMost) {
    throw GeoError(fmt::format(
        "expected blocks of at most {:.0f} MiB, found blocks of {} x {} cells ({:.0f} MiB); export it with smaller "
        "tiles",
        kMost / 1048576.0, columns, rows, bytes / 1048576.0));
  }
}

/// Reads a band row by row, and marks the cells that it or its masks say are missing.
class RowReader {
 public:
  RowReader(GDALRasterBandH band, BandValues& to) : band_(band), to_(to) {}

  /// Takes the mask of the band into account.
  void use_mask() { masks_.push_back(GDALGetMaskBand(band_)); }
  /// Cells in which this band is 0 are missing.
  void use_alpha(GDALRasterBandH alpha) { masks_.push_back(alpha); }

  /// Throws GeoError if a part of the file is missing.
  void read(Conversion const& conversion, Suspects& suspects) {
    constexpr std::size_t kAtOnce = 1 << 20;  // cells
    const auto width = static_cast<std::size_t>(to_.width);
    const int rows = std::clamp(static_cast<int>(kAtOnce / width), 1, to_.height);
    numbers_.resize(width * static_cast<std::size_t>(rows));
    // A header may give a size for which the file has no data. Reading the last row shows this before memory is used.
    fetch(band_, to_.height - 1, 1);
    to_.values.resize(width * static_cast<std::size_t>(to_.height));
    for (int y = 0; y < to_.height; y += rows) {
      const int here = std::min(rows, to_.height - y);
      const std::size_t first = static_cast<std::size_t>(y) * width, count = width * static_cast<std::size_t>(here);
      fetch(band_, y, here);
      for (std::size_t i = 0; i < count; ++i) {
        const double number = conversion.number(numbers_[i]);
        const bool marked = conversion.no_data && number == *conversion.no_data;
        if (!marked) suspects.see(number);
        to_.values[first + i] = marked || !(std::abs(number) < kAbsurd) ? kMissing : conversion.metres(number);
      }
      for (GDALRasterBandH const mask : masks_) {
        fetch(mask, y, here);
        for (std::size_t i = 0; i < count; ++i) {
          if (numbers_[i] == 0.0) to_.values[first + i] = kMissing;
        }
      }
    }
    if (reports_.incomplete()) refuse();
  }

 private:
  void fetch(GDALRasterBandH band, int y, int rows) {
    if (GDALRasterIO(band, GF_Read, 0, y, to_.width, rows, numbers_.data(), to_.width, rows, GDT_Float64, 0, 0) !=
        CE_None) {
      refuse();
    }
  }
  [[noreturn]] void refuse() const {
    throw GeoError(fmt::format("expected a complete raster, found a fault: {}; copy or export it again",
                               reports_.reason("damaged or missing parts")));
  }

  GDALRasterBandH band_;
  BandValues& to_;
  std::vector<GDALRasterBandH> masks_;
  std::vector<double> numbers_;
  const Reports reports_;
};

/// Marks the cells of no-data values that the file does not name.
void mark_suspects(Suspects const& suspects, Conversion const& conversion, BandValues& to) {
  if (const std::size_t count = suspects.absurd(); count > 0) {
    to.notices.push_back(
        fmt::format("the file does not name a no-data value; {} cell{} with a value beyond 1e30 {} read as no data",
                    count, count == 1 ? "" : "s", count == 1 ? "is" : "are"));
  }
  for (auto const& [number, count] : suspects.missing()) {
    std::ranges::replace(to.values, conversion.metres(number), kMissing);
    to.notices.push_back(
        fmt::format("the file does not name a no-data value; {} cell{} with the value {:.6g} {} read as no data; use "
                    "--no-data none to read {} elevation{}",
                    count, count == 1 ? "" : "s", number, count == 1 ? "is" : "are",
                    count == 1 ? "it as an" : "them as", count == 1 ? "" : "s"));
  }
}

/// Returns whether the file or the user says how the numbers of a band become metres.
bool is_measured(GDALRasterBandH band, ReadOrder const& order, Conversion const& conversion) {
  const bool has_unit = !order.vertical_unit.empty() || *GDALGetRasterUnitType(band) != '\0';
  return has_unit || conversion.scale != 1.0 || conversion.offset != 0.0;
}

/// Largest code of a band whose values are codes of an image; 0 for metres.
double largest_code(GDALRasterBandH band) {
  const GDALDataType type = GDALGetRasterDataType(band);
  if (has_signed_bytes(band) || (type != GDT_Byte && type != GDT_UInt16 && type != GDT_UInt32)) return 0.0;
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
                                                    {"sft", kSurveyFoot},
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

int band_of(GDALDatasetH dataset, ReadOrder const& order, GeoMap& map) {
  const int count = GDALGetRasterCount(dataset);
  if (count < 1) throw GeoError("expected a raster, found a file without bands; export it again");
  if (!order.band.empty()) {
    const int band = numbered_band(dataset, order.band);
    check_band(GDALGetRasterBand(dataset, band));
    return band;
  }
  if (is_picture(dataset)) {
    throw GeoError(
        "expected elevations, found a picture in colours; if the colours encode elevations, convert it to a PNG and "
        "use --rgb terrarium or --rgb mapbox; if one band contains elevations, choose it with --band");
  }
  int first = 1;
  while (first < count && is_alpha(GDALGetRasterBand(dataset, first))) ++first;
  check_band(GDALGetRasterBand(dataset, first));
  int values = 0;
  for (int i = 1; i <= count; ++i) values += is_alpha(GDALGetRasterBand(dataset, i)) ? 0 : 1;
  if (values > 1) {
    map.notices.push_back(fmt::format("the file has {} bands ({}); band {} is read (use --band to read another)", count,
                                      band_list(dataset), first));
  }
  return first;
}

BandValues read_values(GDALDatasetH dataset, int number, ReadOrder const& order, bool placed) {
  GDALRasterBandH const band = GDALGetRasterBand(dataset, number);
  check_blocks(dataset, band);
  BandValues to;
  to.width = GDALGetRasterXSize(dataset);
  to.height = GDALGetRasterYSize(dataset);
  const int flags = GDALGetMaskFlags(band);
  const bool said = (flags & GMF_ALL_VALID) == 0;
  const bool from_value = said && (flags & GMF_NODATA) != 0;
  const bool overridden = order.no_data.none || order.no_data.value.has_value();
  const Conversion conversion = conversion_of(dataset, band, order, to);
  if (!placed && !is_measured(band, order, conversion)) to.code_maximum = largest_code(band);
  RowReader reader(band, to);
  if (said && !(from_value && overridden)) reader.use_mask();
  for (int i = 1; i <= GDALGetRasterCount(dataset) && (flags & GMF_ALPHA) == 0; ++i) {
    // GDAL takes an alpha band into account only if it has certain types.
    if (i != number && is_alpha(GDALGetRasterBand(dataset, i))) reader.use_alpha(GDALGetRasterBand(dataset, i));
  }
  Suspects suspects;
  reader.read(conversion, suspects);
  if (!order.no_data.none) mark_absent_blocks(band, to);
  if (!said && !overridden && to.code_maximum == 0.0 && !order.fractions) mark_suspects(suspects, conversion, to);
  return to;
}

}  // namespace barchan::geo
