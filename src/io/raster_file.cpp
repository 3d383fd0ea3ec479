#include "barchan/io/raster_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "barchan/base/grid.hpp"
#include "io/file.hpp"
#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

enum class Format { none, png, tiff, asc, raw16, raw32 };

Format format_of(fs::path const& path) {
  const std::string ending = lower_case(path.extension().string());
  if (ending == ".png") return Format::png;
  if (ending == ".tif" || ending == ".tiff") return Format::tiff;
  if (ending == ".asc") return Format::asc;
  if (ending == ".r16") return Format::raw16;
  if (ending == ".r32") return Format::raw32;
  return Format::none;
}

[[noreturn]] void refuse_ending(fs::path const& path) {
  throw InputError("{}: expected a name that ends in {}, found '{}'; rename it or convert it", path.string(),
                   raster_endings(), path.extension().string());
}

/// A cell size outside these is a mistake of units, m.
constexpr double kSmallestCellSize = 1e-3;
constexpr double kLargestCellSize = 1e5;

void check_finite(std::string const& name, DecodedRaster const& decoded) {
  const auto width = static_cast<std::size_t>(decoded.width);
  for (std::size_t i = 0; i < decoded.values.size(); ++i) {
    const float value = decoded.values[i];
    const auto place = [&] {
      return fmt::format("column {}, row {} (from the north-west, from 0)", i % width, i / width);
    };
    if (!std::isfinite(value)) {
      throw InputError("{}: expected numbers, found {} at {}; fill or cut out such cells", name,
                       std::isnan(value) ? "NaN" : "an infinity", place());
    }
    if (decoded.no_data && value == static_cast<float>(*decoded.no_data)) {
      throw InputError("{}: expected a value in every cell, found no data ({}) at {}; fill the gaps first", name,
                       number_text(*decoded.no_data), place());
    }
  }
}

/// What the hints say, else the file itself, else its sidecar.
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
      throw InputError("{}: expected both minimum and maximum, found only one; give both or none", name);
    }
    // Written so that NaN fails too.
    if (!(std::isfinite(*minimum) && std::isfinite(*maximum) && *minimum <= *maximum)) {
      throw InputError("{}: expected a minimum not above the maximum, found {} and {}; swap or mend them", name,
                       *minimum, *maximum);
    }
    facts.minimum = minimum;
    facts.maximum = maximum;
    break;
  }
  for (std::optional<double> cell_size : {hints.cell_size, inside.cell_size, beside.cell_size}) {
    if (!cell_size) continue;
    if (!(*cell_size >= kSmallestCellSize && *cell_size <= kLargestCellSize)) {
      throw InputError("{}: expected a cell size of {} to {} m, found {}; mend it", name, kSmallestCellSize,
                       kLargestCellSize, *cell_size);
    }
    facts.cell_size = cell_size;
    break;
  }
  return facts;
}

/// Scales codes, or metres when the person gave a range, onto the range; fills raster.values in file order.
void scale_values(std::string const& name, DecodedRaster const& decoded, Facts const& facts, Raster& raster) {
  raster.values.resize(decoded.values.size());
  if (decoded.code_maximum > 0.0) {
    double minimum = facts.minimum.value_or(0.0);
    double span = facts.maximum.value_or(0.0) - minimum;
    if (!facts.minimum) {
      span = kAssumedRelief * raster.width * raster.cell_size;
      raster.range_assumed = true;
      raster.notices.push_back(
          fmt::format("{}: no range is known, so 0 to {} m (a fifth of its width) is taken", name, number_text(span)));
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

}  // namespace

bool is_raster_path(fs::path const& path) { return format_of(path) != Format::none; }
bool has_sidecar(fs::path const& path) { return format_of(path) == Format::raw16 || format_of(path) == Format::raw32; }
std::string_view raster_endings() { return ".png, .tif, .tiff, .asc, .r16 or .r32"; }

void check_raster_size(std::string const& name, double width, double height, double bytes_per_cell) {
  constexpr double kMaximum = Grid::kMaximumSide;
  if (!(width >= 1.0 && height >= 1.0)) {
    throw InputError("{}: expected at least one row and one column, found {:.0f} x {:.0f}; make it anew", name, width,
                     height);
  }
  if (width > kMaximum || height > kMaximum) {
    throw InputError("{}: expected at most {:.0f} cells on a side, found {:.0f} x {:.0f}; cut it down or resample it",
                     name, kMaximum, width, height);
  }
  check_memory(fmt::format("{} ({:.0f} x {:.0f} cells)", name, width, height), width * height * bytes_per_cell);
}

namespace {

Json parse_object(std::string_view text, std::string const& name) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (Json::parse_error const& error) {
    throw InputError("{}: expected JSON, found a mistake at byte {}; mend it", name, error.byte);
  } catch (Json::exception const& error) {  // a number beyond all range
    throw InputError("{}: expected JSON, found a mistake: {}; mend it", name, printable(error.what()));
  }
  if (!json.is_object()) throw InputError("{}: expected a JSON object {{...}}; mend it", name);
  return json;
}

}  // namespace

RasterMetadata parse_metadata(std::string_view text, std::string const& name) {
  const Json json = parse_object(text, name);
  static constexpr std::array<std::string_view, 9> kKeys{"width", "height", "minimum",   "maximum",  "cell_size",
                                                         "field", "unit",   "generator", "first_row"};
  const auto shown = [](Json const& value) {
    return printable(value.dump(-1, ' ', true, Json::error_handler_t::replace));
  };
  const auto number = [&](std::string const& key, Json const& value) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      throw InputError("{}: expected a number for '{}', found {}; mend it", name, key, shown(value));
    }
    return value.get<double>();
  };
  const auto text_of = [&](std::string const& key, Json const& value) {
    if (!value.is_string()) {
      throw InputError("{}: expected a text for '{}', found {}; mend it", name, key, shown(value));
    }
    return value.get<std::string>();
  };
  RasterMetadata metadata;
  std::optional<double> width, height;
  for (auto const& [key, value] : json.items()) {
    if (key == "width")
      width = number(key, value);
    else if (key == "height")
      height = number(key, value);
    else if (key == "minimum")
      metadata.minimum = number(key, value);
    else if (key == "maximum")
      metadata.maximum = number(key, value);
    else if (key == "cell_size")
      metadata.cell_size = number(key, value);
    else if (key == "field")
      metadata.field = text_of(key, value);
    else if (key == "unit")
      metadata.unit = text_of(key, value);
    else if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      throw InputError("{}: unknown key '{}'{}; known are {}", name, printable(key), did_you_mean(key, kKeys),
                       join(kKeys));
    }
  }
  if (width.has_value() != height.has_value()) {
    throw InputError("{}: expected both width and height, found only one; give both", name);
  }
  if (width) {
    if (*width != std::floor(*width) || *height != std::floor(*height)) {
      throw InputError("{}: expected whole numbers for width and height, found {} x {}; mend it", name, *width,
                       *height);
    }
    check_raster_size(name, *width, *height, 0.0);
    metadata.size = {static_cast<int>(*width), static_cast<int>(*height)};
  }
  return metadata;
}

std::string metadata_json(Raster const& raster, bool with_size) {
  const auto [low, high] = raster.extent();
  Json json;
  if (with_size) {
    json["width"] = raster.width;
    json["height"] = raster.height;
  }
  json["minimum"] = raster.origin + static_cast<double>(low);
  json["maximum"] = raster.origin + static_cast<double>(high);
  json["cell_size"] = raster.cell_size;
  if (!raster.field.empty()) json["field"] = raster.field;
  json["unit"] = raster.unit;
  json["first_row"] = "north";
  json["generator"] = "Barchan " BARCHAN_VERSION;
  return json.dump();
}

std::vector<std::uint16_t> to_codes(Raster const& raster) {
  constexpr double kLargestCode = 65535.0;
  const auto [low, high] = raster.extent();
  const double lowest = static_cast<double>(low);
  const double extent = static_cast<double>(high) - lowest;
  const double factor = extent > 0.0 ? kLargestCode / extent : 0.0;
  std::vector<std::uint16_t> codes;
  codes.reserve(raster.cells());
  for (int y = raster.height - 1; y >= 0; --y) {
    for (int x = 0; x < raster.width; ++x) {
      const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) + static_cast<std::size_t>(x);
      codes.push_back(static_cast<std::uint16_t>((static_cast<double>(raster.values[i]) - lowest) * factor + 0.5));
    }
  }
  return codes;
}

std::vector<float> to_file_floats(Raster const& raster) {
  std::vector<float> floats;
  floats.reserve(raster.cells());
  for (int y = raster.height - 1; y >= 0; --y) {
    for (int x = 0; x < raster.width; ++x) {
      const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) + static_cast<std::size_t>(x);
      floats.push_back(static_cast<float>(raster.origin + static_cast<double>(raster.values[i])));
    }
  }
  return floats;
}

Raster decode_raster(fs::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints) {
  const std::string name = path.string();
  const RasterMetadata beside =
      sidecar.empty() ? RasterMetadata{} : parse_metadata(sidecar, sidecar_path(path).string());
  if (hints.size) check_raster_size(name, hints.size->first, hints.size->second, 0.0);
  const auto raw_size = hints.size ? hints.size : beside.size;

  DecodedRaster decoded;
  switch (format_of(path)) {
    case Format::png:
      decoded = decode_png(name, bytes);
      break;
    case Format::tiff:
      decoded = decode_tiff(name, bytes);
      break;
    case Format::asc:
      decoded = decode_asc(name, {reinterpret_cast<char const*>(bytes.data()), bytes.size()});
      break;
    case Format::raw16:
      decoded = decode_raw(name, bytes, 16, raw_size);
      break;
    case Format::raw32:
      decoded = decode_raw(name, bytes, 32, raw_size);
      break;
    case Format::none:
      refuse_ending(path);
  }
  check_finite(name, decoded);

  const Facts facts = gather(name, hints, decoded.metadata, beside);
  Raster raster;
  raster.width = decoded.width;
  raster.height = decoded.height;
  raster.field = decoded.metadata.field.empty() ? beside.field : decoded.metadata.field;
  raster.unit = decoded.metadata.field.empty() && !beside.field.empty() ? beside.unit : decoded.metadata.unit;
  raster.notices = std::move(decoded.notices);
  raster.cell_size = facts.cell_size.value_or(1.0);
  if (!facts.cell_size) {
    raster.cell_size_assumed = true;
    raster.notices.push_back(fmt::format("{}: no cell size is known, so 1 m is taken", name));
  }
  scale_values(name, decoded, facts, raster);
  turn_round(raster);
  return raster;
}

Raster read_raster(fs::path const& path, RasterHints const& hints) {
  if (!is_raster_path(path)) refuse_ending(path);
  const std::vector<std::byte> bytes = read_file(path);
  return decode_raster(path, bytes, read_sidecar(path), hints);
}

void write_raster(fs::path const& path, Raster const& raster) {
  if (raster.width < 1 || raster.height < 1 || raster.values.size() != raster.cells()) {
    throw InputError("{}: expected a value for each of {} x {} cells, found {}", path.string(), raster.width,
                     raster.height, raster.values.size());
  }
  for (float value : raster.values) {
    if (!std::isfinite(value)) {
      throw InputError("{}: cannot be written: the field holds NaN or an infinity", path.string());
    }
  }
  const Format format = format_of(path);
  switch (format) {
    case Format::png:
      write_file(path, encode_png(raster));
      break;
    case Format::tiff:
      write_file(path, encode_tiff(raster));
      break;
    case Format::asc:
      write_file(path, encode_asc(raster));
      break;
    case Format::raw16:
    case Format::raw32:
      write_file(path, encode_raw(raster, format == Format::raw16 ? 16 : 32));
      write_file(sidecar_path(path), metadata_json(raster, true) + "\n");
      break;
    case Format::none:
      refuse_ending(path);
  }
}

}  // namespace barchan
