#include "io/soil_file.hpp"

#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "io/soil_file_keys.hpp"

namespace barchan {

namespace {

using namespace soil_file;

/// One line per key that has a value.
template <class Row>
std::string lines_of(std::span<Key<Row> const> keys, Row const& row) {
  std::string text;
  for (Key<Row> const& key : keys) {
    const auto value = [&](auto member) -> std::string {
      using Value = std::decay_t<decltype(row.*member)>;
      if constexpr (std::is_same_v<Value, std::uint32_t>) {
        return fmt::format("{:06X}", row.*member);
      } else if constexpr (std::is_same_v<Value, std::optional<std::int64_t>>) {
        return row.*member ? fmt::format("{}", *(row.*member)) : std::string();
      } else {
        return fmt::format("{}", row.*member);
      }
    };
    const std::string shown = std::visit(value, key.member);
    if (!shown.empty()) text += fmt::format("{} {}\n", key.name, shown);
  }
  return text;
}

}  // namespace

std::string write_soil_file(SoilFile const& file) {
  std::string text = "# Written by Barchan\n";
  const std::string world = lines_of<SoilWorld>(kWorldKeys, file.world);
  if (!world.empty()) text += fmt::format("\nWORLD {{\n{}}}\n", world);
  for (SoilRow const& soil : file.soils) {
    text += fmt::format("\nSOIL {} {{\n{}}}\n", soil.name, lines_of<SoilRow>(kSoilKeys, soil));
  }
  for (LayerRow const& layer : file.layers) {
    text += fmt::format("\nLAYER {} {{\n{}}}\n", layer.soil, lines_of<LayerRow>(kLayerKeys, layer));
  }
  constexpr std::string_view kName = "the soil file to be written";
  if (parse_soil_file(text, kName) == file) return text;
  throw InputErrors({std::string(
      "expected names of soils that a soil file can hold, found one that would change when it is read again; "
      "leave out #, braces, line breaks and spaces at either end of the name")});
}

std::vector<SoilFileKey> soil_file_keys() {
  std::vector<SoilFileKey> list;
  const auto add = [&](std::string_view section, auto const& keys) {
    for (auto const& key : keys) list.push_back({section, key.name, key.minimum, key.maximum, key.meaning});
  };
  add("WORLD", kWorldKeys);
  add("SOIL", kSoilKeys);
  add("LAYER", kLayerKeys);
  return list;
}

}  // namespace barchan
