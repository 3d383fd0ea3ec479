#include "land/landmarks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "land/columns.hpp"

namespace barchan {

namespace {

bool within(float value, float low, float high) { return value >= low && value <= high; }
bool on_land(float x, float y) { return within(x, 0.0f, 1.0f) && within(y, 0.0f, 1.0f); }

bool is_valid(Thing const& thing) {
  const bool known = thing.kind == ThingKind::palm || thing.kind == ThingKind::person;
  return known && on_land(thing.x, thing.y) && within(thing.height, kLowestThing, kHighestThing) &&
         thing.sand >= 0.0f && std::isfinite(thing.sand);
}

std::size_t cell_under(Thing const& thing, Grid const& grid) {
  const auto along = [](float share, int cells) {
    return std::min(static_cast<int>(share * static_cast<float>(cells)), cells - 1);
  };
  return grid.index(along(thing.x, grid.width), along(thing.y, grid.height));
}

}  // namespace

PlacedGauge new_gauge(PlacedGauges const& gauges, float x, float y) {
  int id = 1;
  for (PlacedGauge const& one : gauges) id = std::max(id, one.id + 1);
  std::string name = "Gauge " + std::to_string(id);
  while (std::ranges::count(gauges, name, [](PlacedGauge const& one) { return one.gauge.name; }) > 0) name += "'";
  return {id, {std::move(name), x, y}};
}

std::string gauges_error(PlacedGauges const& gauges) {
  if (gauges.size() > kMostGauges) {
    return "expected at most " + std::to_string(kMostGauges) + " gauges, found " + std::to_string(gauges.size());
  }
  std::set<int> ids;
  std::set<std::string_view> names;
  for (PlacedGauge const& one : gauges) {
    if (!on_land(one.gauge.x, one.gauge.y)) return "a gauge stands outside the land";
    if (one.gauge.name.empty() || !names.insert(one.gauge.name).second) {
      return "a gauge has no name, or the name of another gauge";
    }
    if (one.gauge.name.size() > kLongestGaugeName) {
      return "expected a name of a gauge of at most " + std::to_string(kLongestGaugeName) + " bytes, found " +
             std::to_string(one.gauge.name.size());
    }
    if (one.id <= 0 || !ids.insert(one.id).second) return "a gauge has no number, or the number of another gauge";
  }
  return {};
}

std::string things_error(Things const& things) {
  if (things.size() > kMostThings) {
    return "expected at most " + std::to_string(kMostThings) + " palms and people, found " +
           std::to_string(things.size());
  }
  return std::ranges::all_of(things, is_valid) ? std::string() : "a thing is out of range";
}

void keep(Archive& archive, PlacedGauges& gauges) {
  const std::size_t count = archive.count(gauges.size());
  archive.require(count <= kMostGauges, "there are more gauges than are allowed");
  gauges.resize(count);
  for (PlacedGauge& one : gauges) {
    archive.value(one.id);
    archive.text(one.gauge.name, kLongestGaugeName);
    archive.value(one.gauge.x);
    archive.value(one.gauge.y);
  }
  const std::string error = gauges_error(gauges);
  archive.require(error.empty(), error);
}

void keep(Archive& archive, Things& things) {
  archive.list(things, kMostThings);
  const std::string error = things_error(things);
  archive.require(error.empty(), error);
}

void keep(Archive& archive, Landmarks& landmarks) {
  keep(archive, landmarks.gauges);
  keep(archive, landmarks.things);
}

Things placed_things(Things things, Grid const& grid, Columns const& columns) {
  for (Thing& thing : things) {
    thing.sand = static_cast<float>(to_metres(columns.sediment(cell_under(thing, grid))));
  }
  return things;
}

}  // namespace barchan
