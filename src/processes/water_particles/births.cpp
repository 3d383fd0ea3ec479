#include "processes/water_particles/births.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/archive.hpp"
#include "base/random.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/lanes.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

namespace {

/// Outflows over the same gate in the same direction may come in either order.
bool comes_before(LakeOutflow const& a, LakeOutflow const& b) {
  return a.gate != b.gate ? a.gate < b.gate : a.beyond < b.beyond;
}

/// Finds the outlet of a sill: from its gate to a neighbouring cell or over the nearest edge.
Outlet outlet_of(Grid const& grid, LakeOutflow const& flow) {
  const auto width = static_cast<std::size_t>(grid.width);
  const int x = static_cast<int>(flow.gate % width), y = static_cast<int>(flow.gate / width);
  Outlet outlet{.x = x, .y = y, .edge = flow.beyond == LakeOutflow::kOutside};
  if (outlet.edge) {
    // The gate is a cell of the edge or next to one.
    const auto way_out = [](int at, int count) { return (at >= count - 2) - (at <= 1); };
    outlet.east = way_out(x, grid.width);
    outlet.north = way_out(y, grid.height);
    if (outlet.east == 0 && outlet.north == 0) outlet.east = 1;  // the land is so narrow that it has both edges there
    return outlet;
  }
  // Cells on both sides of a periodic seam are neighbours too.
  const auto step = [](int to, int from) {
    const int way = to - from;
    if (std::abs(way) <= 1) return way;
    return way > 0 ? -1 : 1;
  };
  outlet.east = step(static_cast<int>(flow.beyond % width), x);
  outlet.north = step(static_cast<int>(flow.beyond / width), y);
  return outlet;
}

/// Limits that keep the sand of a source within the range of elevations, m: sand that it brings in one step, as a
/// thickness over its cell, and elevation of the ground above which it brings none.
constexpr double kMostSand = 100.0, kHighestSand = 6000.0;

/// Numbers of places at which the rain of Births::arrivals() falls, and at which the water of a source arrives.
constexpr std::uint32_t kPlacesOfRain = 65536, kPlacesOfSource = 4096;
constexpr std::uint32_t kFirstOfSource = 3;  ///< draw of random numbers for the first of them; rain uses those before

using Words = std::array<std::uint32_t, 4>;

/// A place within the width of the river of a source. `across` are the random words for the offsets from its middle.
Place place_of_source(Grid const& grid, WaterSource const& source, float river, Words const& across) {
  const float width = std::max(river / grid.cell_size, 1.0f);
  const auto place = [](float share, int count, float offset) {
    const float at = std::clamp(share * static_cast<float>(count) + offset, 0.0f, static_cast<float>(count) - 1e-3f);
    const auto cell = static_cast<std::int32_t>(at);
    return std::pair(cell, std::min(at - static_cast<float>(cell), 0.999f));
  };
  const auto [x, offset_x] = place(source.x, grid.width, width * (to_unit(across[0]) - 0.5f));
  const auto [y, offset_y] = place(source.y, grid.height, width * (to_unit(across[1]) - 0.5f));
  return {x, y, offset_x, offset_y};
}

/// The places of raindrops.
class RainPlaces {
 public:
  RainPlaces(Terrain const& terrain, RainTable const& table, Draw const& draw, RandomStream stream)
      : grid_(terrain.grid),
        table_(table),
        draw_(draw),
        stream_(stream),
        masks_(terrain.masks, {"water_particles.enabled", "water_particles.rain"}) {}

  Words words(std::uint32_t drop, std::uint32_t draw) const {
    return random_words(draw_.seed, draw_.step, stream_, drop, draw);
  }
  /// Place of a drop, from its first random words.
  Place place(std::uint32_t drop, Words const& first) const {
    if (table_.even()) {
      const auto [x, offset_x] = along(first[0], grid_.width);
      const auto [y, offset_y] = along(first[1], grid_.height);
      return {x, y, offset_x, offset_y};
    }
    const Words others = words(drop, 1);
    const std::size_t cell = table_.cell(std::uint64_t{others[0]} << 32 | others[1]);
    return {static_cast<std::int32_t>(cell % static_cast<std::size_t>(grid_.width)),
            static_cast<std::int32_t>(cell / static_cast<std::size_t>(grid_.width)), to_unit(others[2]),
            to_unit(others[3])};
  }
  /// Masks thin the rain out: each drop falls with the probability that they give for its cell.
  bool falls(std::uint32_t drop, Place const& place) const {
    return masks_.none() || to_unit(words(drop, 2)[0]) < masks_.at(grid_.index(place.x, place.y));
  }

 private:
  /// 32 bits times a count of up to 2^14: the high word is the cell, the low one the position within it.
  static std::pair<std::int32_t, float> along(std::uint32_t word, int count) {
    const std::uint64_t product = static_cast<std::uint64_t>(word) * static_cast<std::uint32_t>(count);
    return {static_cast<std::int32_t>(product >> 32), to_unit(static_cast<std::uint32_t>(product))};
  }

  Grid const& grid_;
  RainTable const& table_;
  Draw draw_;
  RandomStream stream_;
  MaskFactor masks_;
};

}  // namespace

void Births::prepare() { *this = {}; }

void Births::rain(Terrain const& terrain, double depth, float gradient, std::uint64_t step) {
  rain_.add(depth * static_cast<double>(kQuantaPerMetre) * static_cast<double>(terrain.grid.cells()));
  if (depth > 0.0) rain_table_.follow(terrain, gradient, step);
}

bool Births::nothing_comes() const {
  return sills_.empty() && std::ranges::all_of(wells_, [](Well const& well) { return !well.flows; });
}

void Births::well(Terrain const& terrain, double seconds) {
  wells_.resize(terrain.sources.size());
  const double area = static_cast<double>(terrain.grid.cell_size) * static_cast<double>(terrain.grid.cell_size);
  for (std::size_t i = 0; i < wells_.size(); ++i) {
    WaterSource const& source = terrain.sources[i];
    wells_[i].flows = source.pumps == 0 && source.discharge > 0.0f;
    if (!wells_[i].flows) continue;
    const double water = static_cast<double>(source.discharge) * seconds / area * kQuantaPerMetre;
    const bool low = to_metres(terrain.columns.elevation(cell_of(source, terrain.grid))) < kHighestSand;
    wells_[i].water.add(water);
    if (low) wells_[i].sand.add(std::min(water * static_cast<double>(source.load), kMostSand * kQuantaPerMetre));
  }
}

void Births::Supply::add(double quanta) {
  rest += quanta;
  const double whole = std::floor(rest);
  rest -= whole;
  waits += static_cast<QuantaSum>(whole);
}

void Births::spill(std::vector<LakeOutflow> outflows) {
  std::ranges::sort(outflows, comes_before);
  std::vector<Sill> all;
  all.reserve(sills_.size() + outflows.size());
  auto old = sills_.begin();
  for (LakeOutflow const& flow : outflows) {
    const auto next = std::find_if(old, sills_.end(), [&](Sill const& sill) { return !comes_before(sill.flow, flow); });
    all.insert(all.end(), old, next);
    old = next;
    const bool same = !all.empty() && !comes_before(all.back().flow, flow);
    const bool known = !same && old != sills_.end() && !comes_before(flow, old->flow);
    if (known) all.push_back(*old++);
    if (!same && !known) all.push_back({{flow.gate, flow.beyond, 0}});
    all.back().flow.amount += flow.amount;
    all.back().idle = 0;
  }
  all.insert(all.end(), old, sills_.end());
  sills_ = std::move(all);
}

BirthPlan Births::plan(Terrain const& terrain, Draw const& draw, DropRule const& drop) {
  BirthPlan plan;
  let_sills_run(terrain.grid, drop, plan);
  let_sources_run(terrain, draw, drop, plan);
  let_rain_fall(terrain, draw, drop, plan);
  return plan;
}

void Births::let_sources_run(Terrain const& terrain, Draw const& draw, DropRule const& drop, BirthPlan& plan) {
  Grid const& grid = terrain.grid;
  for (std::size_t i = 0; i < wells_.size(); ++i) {
    WaterSource const& source = terrain.sources[i];
    const float river = river_width(drop.river, source.discharge);
    Well& well = wells_[i];
    for (QuantaSum k = 0; well.water.waits >= drop.size; ++k) {
      const auto words = random_words(draw.seed, draw.step, RandomStream::water_sources, static_cast<std::uint32_t>(i),
                                      static_cast<std::uint32_t>(k));
      // The waiting sand is divided in proportion to the water, so that it is used up to the quantum with any drop
      // size.
      const double share = static_cast<double>(well.sand.waits) / static_cast<double>(well.water.waits);
      const auto load = static_cast<Quanta>(share * static_cast<double>(drop.size));
      well.sand.waits -= load;
      well.water.waits -= drop.size;
      plan.sand += load;
      plan.brought += drop.size;
      plan.births.push_back({{.place = place_of_source(grid, source, river, words),
                              .volume = drop.size,
                              .newborn = drop.size,
                              .load = load,
                              .lane = to_unit(words[3]) - 0.5f,
                              .width = river},
                             to_unit(words[2])});
    }
  }
}

void Births::let_rain_fall(Terrain const& terrain, Draw const& draw, DropRule const& drop, BirthPlan& plan) {
  const RainPlaces places(terrain, rain_table_, draw, RandomStream::water_births);
  const auto count = static_cast<std::uint32_t>(rain_.waits / drop.size);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Words words = places.words(i, 0);
    const Place place = places.place(i, words);
    if (!places.falls(i, place)) continue;
    plan.births.push_back(
        {{.place = place, .volume = drop.size, .newborn = drop.size, .lane = to_unit(words[3]) - 0.5f},
         to_unit(words[2])});
    ++plan.drops;
    plan.brought += drop.size;
  }
  rain_.waits -= static_cast<QuantaSum>(count) * drop.size;
}

std::vector<Arrival> Births::arrivals(Terrain const& terrain, Draw const& draw, double rain, float river) const {
  Grid const& grid = terrain.grid;
  std::vector<Arrival> arrivals;
  if (rain > 0.0) {
    const RainPlaces places(terrain, rain_table_, draw, RandomStream::antecedent_rain);
    const double rate = rain * static_cast<double>(kQuantaPerMetre) * static_cast<double>(grid.cells()) / kPlacesOfRain;
    for (std::uint32_t i = 0; i < kPlacesOfRain; ++i) {
      const Words words = places.words(i, 0);
      const Place place = places.place(i, words);
      if (places.falls(i, place)) arrivals.push_back({grid.index(place.x, place.y), rate, to_unit(words[3]) - 0.5f});
    }
  }
  const double area = static_cast<double>(grid.cell_size) * static_cast<double>(grid.cell_size);
  for (std::size_t i = 0; i < terrain.sources.size(); ++i) {
    WaterSource const& source = terrain.sources[i];
    if (source.pumps != 0 || !(source.discharge > 0.0f)) continue;
    const double rate = static_cast<double>(source.discharge) / area * kQuantaPerMetre / kPlacesOfSource;
    for (std::uint32_t k = 0; k < kPlacesOfSource; ++k) {
      const Words words = random_words(draw.seed, draw.step, RandomStream::antecedent_rain,
                                       static_cast<std::uint32_t>(i), kFirstOfSource + k);
      const Place place = place_of_source(grid, source, river_width(river, source.discharge), words);
      arrivals.push_back({grid.index(place.x, place.y), rate, to_unit(words[3]) - 0.5f});
    }
  }
  // Routes that begin near each other pass through the same cells, so that these are still in the cache.
  constexpr std::size_t kNear = 32;
  const auto width = static_cast<std::size_t>(grid.width);
  std::ranges::stable_sort(arrivals, {}, [&](Arrival const& arrival) {
    return std::pair(arrival.cell / width / kNear, arrival.cell % width / kNear);
  });
  return arrivals;
}

void Births::let_sills_run(Grid const& grid, DropRule const& drop, BirthPlan& plan) {
  std::erase_if(sills_, [&](Sill& sill) {
    LakeOutflow const& flow = sill.flow;
    const bool waits = flow.amount < drop.size;
    if (waits && ++sill.idle <= kMostIdle) return false;
    if (waits) {
      plan.given_up.push_back({flow.gate, flow.amount});
      return true;
    }
    const Outlet outlet = outlet_of(grid, flow);
    const QuantaSum fewest = (flow.amount + kLargestDrop - 1) / kLargestDrop;
    QuantaSum drops = std::max({flow.amount / drop.size, fewest, QuantaSum{1}});
    for (QuantaSum left = flow.amount; drops > 0; --drops) {
      const auto volume = static_cast<Quanta>(left / drops);
      left -= volume;
      // The golden ratio spreads any number of droplets evenly across the channel.
      const float turns = static_cast<float>(drops % 4096) * kGolden;
      const float lane = turns - std::floor(turns) - 0.5f;
      plan.births.push_back(
          {{.place = {outlet.x, outlet.y, 0.5f, 0.5f}, .volume = volume, .newborn = volume, .lane = lane},
           0.0f,
           true,
           outlet});
    }
    return true;
  });
}

std::vector<LakeOutflow> Births::stop() {
  std::vector<LakeOutflow> flows;
  for (Sill const& sill : std::exchange(sills_, {})) flows.push_back(sill.flow);
  return flows;
}

QuantaSum Births::waiting() const {
  QuantaSum sum = 0;
  for (Sill const& sill : sills_) sum += sill.flow.amount;
  return sum;
}

void Births::Supply::keep(Archive& archive) {
  archive.value(waits);
  archive.value(rest);
  archive.require(waits >= 0 && rest >= 0.0 && rest < 1.0, "the amount of rain that is due to fall is out of range");
}

void Births::keep(Archive& archive, Grid const& grid) {
  const std::size_t cells = grid.cells();
  // The waiting water must be less than the largest droplet.
  const auto wait = [&](Supply const& water) {
    archive.require(water.waits < kLargestDrop,
                    "the water that is due to become a droplet is more than one droplet can have");
  };
  rain_.keep(archive);
  wait(rain_);
  rain_table_.keep(archive, cells, static_cast<std::size_t>(grid.width));
  wells_.resize(archive.count(wells_.size()));
  for (Well& well : wells_) {
    well.water.keep(archive);
    wait(well.water);
    well.sand.keep(archive);
  }
  archive.list(sills_, 9 * cells);
  const auto disorder = [](Sill const& a, Sill const& b) { return !comes_before(a.flow, b.flow); };
  archive.require(std::ranges::adjacent_find(sills_, disorder) == sills_.end(), "the sills are out of order");
  for (const auto& [flow, idle] : sills_) {
    const bool beyond = flow.beyond < cells || flow.beyond == LakeOutflow::kOutside;
    const bool sound = flow.amount > 0 && to_metres(flow.amount) < kMaximumElevation * static_cast<double>(cells);
    archive.require(flow.gate < cells && beyond && sound && idle <= kMostIdle,
                    "the water that is due to leave over a sill is out of range");
  }
}

}  // namespace barchan::water
