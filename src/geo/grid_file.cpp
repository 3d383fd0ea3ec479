#include "geo/grid_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "geo/grid_mapping.hpp"
#include "geo/systems.hpp"

namespace barchan::geo {

namespace {

static_assert(std::endian::native == std::endian::little);

/// Types of the format.
enum class CdfType : std::uint32_t { text = 2, whole = 4, single = 5, real = 6 };

/// Dimensions of a variable, as the format numbers them.
constexpr std::uint32_t kTime = 0, kNorth = 1, kEast = 2;

/// Writes the numbers and texts of a header, big-endian.
class CdfWriter {
 public:
  template <class T>
  void number(T value) {
    std::array<std::byte, sizeof value> bytes;
    std::memcpy(bytes.data(), &value, sizeof value);
    bytes_.insert(bytes_.end(), bytes.rbegin(), bytes.rend());
  }
  void count(std::size_t value) { number(static_cast<std::uint32_t>(value)); }
  void type(CdfType value) { number(static_cast<std::uint32_t>(value)); }
  void text(std::string_view value) {
    count(value.size());
    for (const char c : value) bytes_.push_back(static_cast<std::byte>(c));
    pad();
  }
  void pad() { bytes_.resize((bytes_.size() + 3) / 4 * 4); }
  std::size_t size() const { return bytes_.size(); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// A variable in the header. Fixed variables have their values here.
struct CdfVariable {
  std::string name;
  CdfType type = CdfType::single;
  std::vector<std::uint32_t> dimensions;
  std::vector<GridAttribute> attributes;
  std::uint64_t size = 0;  ///< bytes, of one record if the first dimension is the time
  std::vector<double> values{};
};

void write_attributes(std::vector<GridAttribute> const& attributes, CdfWriter& to) {
  constexpr std::uint32_t kAttributes = 12;
  to.number(attributes.empty() ? std::uint32_t{0} : kAttributes);
  to.count(attributes.size());
  for (auto const& [name, value] : attributes) {
    to.text(name);
    if (auto const* const text = std::get_if<std::string>(&value)) {
      to.type(CdfType::text);
      to.text(*text);
    } else if (auto const* const numbers = std::get_if<std::vector<double>>(&value)) {
      to.type(CdfType::real);
      to.count(numbers->size());
      for (const double number : *numbers) to.number(number);
    } else {
      to.type(CdfType::single);
      to.count(1);
      to.number(std::get<float>(value));
    }
  }
}

/// What a header describes.
struct CdfContents {
  std::uint32_t width = 0, height = 0;
  bool in_time = false;
  std::vector<GridAttribute> attributes;
  std::vector<CdfVariable> variables;  ///< fixed ones first
};

/// The header. `begins`: position of each variable.
std::vector<std::byte> cdf_header(CdfContents const& contents, std::span<std::uint64_t const> begins) {
  constexpr std::uint32_t kDimensions = 10, kVariables = 11;
  constexpr std::uint64_t kLargestSize = 0xFFFFFFFFu;
  CdfWriter to;
  for (const char c : std::string_view("CDF\x02")) to.number(static_cast<std::uint8_t>(c));
  to.count(0);
  to.number(kDimensions);
  to.count(contents.in_time ? 3 : 2);
  const auto dimension = [&](std::string_view name, std::uint32_t length) {
    to.text(name);
    to.number(length);
  };
  if (contents.in_time) dimension("time", 0);
  dimension("y", contents.height);
  dimension("x", contents.width);
  write_attributes(contents.attributes, to);
  to.number(kVariables);
  to.count(contents.variables.size());
  for (std::size_t i = 0; i < contents.variables.size(); ++i) {
    CdfVariable const& variable = contents.variables[i];
    to.text(variable.name);
    to.count(variable.dimensions.size());
    for (const std::uint32_t one : variable.dimensions) to.number(contents.in_time ? one : one - 1);
    write_attributes(variable.attributes, to);
    to.type(variable.type);
    to.number(static_cast<std::uint32_t>(std::min(variable.size, kLargestSize)));
    to.number(begins.empty() ? std::uint64_t{0} : begins[i]);
  }
  return to.take();
}

/// The header and the values of the fixed variables.
std::vector<std::byte> cdf_head(CdfContents const& contents) {
  std::vector<std::uint64_t> begins;
  std::uint64_t at = cdf_header(contents, {}).size();
  for (CdfVariable const& variable : contents.variables) {
    begins.push_back(at);
    at += variable.size;
  }
  std::vector<std::byte> head = cdf_header(contents, begins);
  CdfWriter values;
  for (CdfVariable const& variable : contents.variables) {
    for (const double value : variable.values) {
      if (variable.type == CdfType::whole) {
        values.number(static_cast<std::int32_t>(value));
      } else {
        values.number(value);
      }
    }
  }
  const std::vector<std::byte> bytes = values.take();
  head.insert(head.end(), bytes.begin(), bytes.end());
  return head;
}

/// The middles of columns or rows: `start` plus half a step, and so on.
std::vector<double> middles(double start, double step, int count) {
  std::vector<double> list(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = start + (static_cast<double>(i) + 0.5) * step;
  return list;
}

CdfVariable axis(char const* name, std::vector<double> values, std::string const& unit, bool projected) {
  const bool east = name[0] == 'x';
  CdfVariable variable{name, CdfType::real, {east ? kEast : kNorth}, {}, 8 * values.size(), std::move(values)};
  variable.attributes = {
      {"long_name", std::string(east ? "x: distance towards the east" : "y: distance towards the north")},
      {"units", unit},
      {"axis", std::string(east ? "X" : "Y")}};
  if (projected) {
    variable.attributes.emplace_back("standard_name", std::string("projection_") + name + "_coordinate");
  }
  return variable;
}

CdfVariable time_axis() {
  CdfVariable variable{"time", CdfType::real, {kTime}, {}, 8};
  variable.attributes = {
      {"standard_name", std::string("time")},
      {"long_name", std::string("time since the start of the simulation")},
      // The conventions require a date.
      {"units", std::string("seconds since 2000-01-01 00:00:00")},
      {"calendar", std::string("proleptic_gregorian")},
      {"axis", std::string("T")},
      {"comment", std::string("The date stands for the start of the simulation and has no other meaning.")}};
  return variable;
}

CdfVariable field(GridVariable const& from, SeriesOrder const& order, bool in_time, bool projected) {
  CdfVariable variable{from.name, CdfType::single, {kNorth, kEast}, {}};
  if (in_time) variable.dimensions.insert(variable.dimensions.begin(), kTime);
  variable.size = std::uint64_t{4} * static_cast<std::uint64_t>(order.width) * static_cast<std::uint64_t>(order.height);
  if (!from.standard_name.empty()) variable.attributes.emplace_back("standard_name", from.standard_name);
  if (!from.long_name.empty()) variable.attributes.emplace_back("long_name", from.long_name);
  variable.attributes.emplace_back("units", from.unit.empty() ? std::string("1") : from.unit);
  variable.attributes.emplace_back("_FillValue", std::numeric_limits<float>::quiet_NaN());
  if (projected) variable.attributes.emplace_back("grid_mapping", std::string("crs"));
  return variable;
}

void check_order(SeriesOrder const& order) {
  if (order.place.transform[2] != 0.0 || order.place.transform[4] != 0.0) {
    throw GeoError(
        "expected a land whose rows run from west to east, found a rotated land, which this format cannot store; write "
        "a .tif file");
  }
  constexpr std::string_view kTaken[]{"time", "x", "y", "crs"};
  for (GridVariable const& variable : order.variables) {
    std::string const& name = variable.name;
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const bool sound = !name.empty() && is_letter(name[0]) && std::ranges::all_of(name, [&](char c) {
      return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
    });
    const bool taken = std::ranges::find(kTaken, name) != std::end(kTaken);
    if (sound && !taken && std::ranges::count(order.variables, name, &GridVariable::name) == 1) continue;
    throw GeoError(fmt::format(
        "expected a name of letters, digits and underscores that no other variable has, found '{}'; choose another",
        name));
  }
  if (order.variables.empty()) throw GeoError("expected at least one variable, found none; choose one");
}

}  // namespace

GridFile::GridFile(SeriesOrder const& order, bool in_time)
    : width_(static_cast<std::size_t>(order.width)),
      height_(static_cast<std::size_t>(order.height)),
      variables_(order.variables.size()) {
  check_order(order);
  const System system = order.place.known() ? system_of(order.place.crs) : System();
  const bool projected = system != nullptr;
  const std::string unit = projected ? grid_unit_of(system.get()) : "m";
  std::array<double, 6> transform = order.place.transform;
  if (!order.place.known()) {
    transform = {0.0, order.cell_size, 0.0, order.cell_size * order.height, 0.0, -order.cell_size};
  }
  CdfContents contents;
  contents.width = static_cast<std::uint32_t>(order.width);
  contents.height = static_cast<std::uint32_t>(order.height);
  contents.in_time = in_time;
  contents.attributes = {{"Conventions", std::string("CF-1.8")}, {"source", std::string("Barchan")}};
  if (!order.title.empty()) contents.attributes.emplace_back("title", order.title);
  const double south = transform[3] + order.height * transform[5];
  contents.variables.push_back(axis("y", middles(south, -transform[5], order.height), unit, projected));
  contents.variables.push_back(axis("x", middles(transform[0], transform[1], order.width), unit, projected));
  if (projected) contents.variables.push_back({"crs", CdfType::whole, {}, grid_mapping_of(system.get()), 4, {0.0}});
  if (in_time) contents.variables.push_back(time_axis());
  for (GridVariable const& variable : order.variables) {
    contents.variables.push_back(field(variable, order, in_time, projected));
  }
  head_ = cdf_head(contents);
}

std::uint64_t GridFile::record_size() const { return 8 + std::uint64_t{4} * width_ * height_ * variables_; }

std::vector<std::byte> GridFile::cells(std::span<float const> values) const {
  std::vector<std::byte> bytes(4 * values.size());
  for (std::size_t y = 0; y < height_; ++y) {
    float const* const row = values.data() + (height_ - 1 - y) * width_;
    std::byte* const to = bytes.data() + 4 * y * width_;
    for (std::size_t x = 0; x < width_; ++x) {
      const std::uint32_t swapped = __builtin_bswap32(std::bit_cast<std::uint32_t>(row[x]));
      std::memcpy(to + 4 * x, &swapped, sizeof swapped);
    }
  }
  return bytes;
}

std::vector<std::byte> GridFile::record(double seconds, std::span<std::span<float const> const> values) const {
  const std::uint64_t stored = __builtin_bswap64(std::bit_cast<std::uint64_t>(seconds));
  const auto time = std::as_bytes(std::span(&stored, 1));
  std::vector<std::byte> bytes(time.begin(), time.end());
  bytes.reserve(record_size());
  for (std::span<float const> one : values) {
    const std::vector<std::byte> cells_of_one = cells(one);
    bytes.insert(bytes.end(), cells_of_one.begin(), cells_of_one.end());
  }
  return bytes;
}

std::vector<std::byte> stored_count(std::uint32_t count) {
  CdfWriter to;
  to.number(count);
  return to.take();
}

std::uint32_t count_stored(std::span<std::byte const> bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return __builtin_bswap32(value);
}

double time_stored(std::span<std::byte const> bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return std::bit_cast<double>(__builtin_bswap64(value));
}

std::vector<std::byte> grid_file(WriteOrder const& order) {
  SeriesOrder series;
  series.width = order.width;
  series.height = order.height;
  series.cell_size = order.cell_size;
  series.place = order.place;
  series.variables = {order.variable};
  const GridFile file(series, false);
  std::vector<std::byte> bytes = file.head();
  const std::vector<std::byte> cells = file.cells(order.values);
  bytes.insert(bytes.end(), cells.begin(), cells.end());
  return bytes;
}

}  // namespace barchan::geo
