#include "io/read_things.hpp"

#include <array>

#include "io/text.hpp"

namespace barchan {

namespace {

constexpr char const* kThingsTitle = "[[things]]";
/// In the order of ThingKind.
constexpr std::array<std::string_view, 2> kKinds{"palm", "person"};
constexpr std::array<float, 2> kUsualHeights{kPalmHeight, kPersonHeight};

Thing read_thing(TableReader const& table) {
  static constexpr std::array<std::string_view, 4> kKeys{"kind", "x", "y", "height"};
  table.refuse_unknown(kKeys);
  table.require("kind", "{}: expected kind = one of {}, found none; add one", kThingsTitle, join(kKinds));
  const std::size_t kind = table.choice("kind", kKinds).value_or(0);
  const auto number = [&](std::string_view key, float low, float high, std::string_view unit) {
    return table.number(key, static_cast<double>(low), static_cast<double>(high), unit);
  };
  Thing thing{.kind = static_cast<ThingKind>(kind)};
  for (std::string_view key : {"x", "y"})
    table.require(key, "{}: expected {} = a fraction of the land's side, found none; add it", kThingsTitle, key);
  thing.x = static_cast<float>(number("x", 0.0f, 1.0f, {}).value_or(0.5));
  thing.y = static_cast<float>(number("y", 0.0f, 1.0f, {}).value_or(0.5));
  const auto height = number("height", kLowestThing, kHighestThing, "m");
  thing.height = height ? static_cast<float>(*height) : kUsualHeights[kind];
  return thing;
}

}  // namespace

Things read_things(TableReader const& root) {
  Things things;
  const std::vector<TableReader> tables = root.tables("things", kThingsTitle);
  if (tables.size() > kMostThings) {
    root.mistake("things", "{}: expected at most {} things, found {}; leave some out", kThingsTitle, kMostThings,
                 tables.size());
    return things;
  }
  for (TableReader const& table : tables) things.push_back(read_thing(table));
  return things;
}

}  // namespace barchan
