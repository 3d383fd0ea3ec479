#include "processes/water_particles/antecedent.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "land/terrain.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

namespace {

constexpr int kSlices = 64;        ///< parts of the time in which lakes fill and evaporate in turn
constexpr float kNarrow = 0.8f;    ///< width over which the droplets of a narrow stream are spread, cells
constexpr float kLevelBed = 0.2f;  ///< height above the middle of a stream up to which a cell belongs to its bed, m
constexpr double kSmallestDrop = 256.0;  ///< quanta

Traveller traveller_of(Arrival const& arrival) {
  return {.cell = arrival.cell, .rate = arrival.rate, .newborn = arrival.rate};
}

/// Follows water of which only the end matters.
struct Unseen {
  void passes(Traveller const&, Way const&) {}
  void spills(Traveller const&) {}
};

/// The lakes while they fill.
class Filling {
 public:
  Filling(Terrain& terrain, Antecedent const& before, AntecedentWater& water)
      : terrain_(terrain), before_(before), water_(water) {}

  void fill(Routes& routes, std::vector<Arrival> const& arrivals, Scheduler const& scheduler) {
    const int slices = before_.lake_evaporation > 0.0 ? kSlices : 1;
    rested_.assign(arrivals.size(), 0.0);
    routes.find(terrain_, scheduler);
    const std::vector<LakePour> pours = resting(routes, arrivals, slices);
    for (int slice = 0; slice < slices; ++slice) {
      pour(pours);
      overflow(routes, before_.lake_evaporation * before_.seconds / slices);
    }
    // Now that there are lakes, the ways to them are shorter, so less water is still under way.
    routes.find(terrain_, scheduler);
    pour(resting(routes, arrivals, 1));
    overflow(routes, 0.0);
    routes.find(terrain_, scheduler);
  }

 private:
  /// The water that has come to rest since the last call, in each of `slices` parts of the time.
  std::vector<LakePour> resting(Routes const& routes, std::vector<Arrival> const& arrivals, int slices) {
    std::vector<LakePour> pours;
    Unseen unseen;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      Traveller traveller = traveller_of(arrivals[i]);
      if (!routes.follow(traveller, before_.seconds, unseen)) continue;
      const double rested = traveller.rate * std::max(before_.seconds - traveller.since, 0.0);
      const double more = (rested - std::exchange(rested_[i], rested)) / slices;
      if (more >= 1.0) pours.push_back({traveller.cell, static_cast<QuantaSum>(more)});
    }
    return pours;
  }

  void pour(std::vector<LakePour> const& pours) {
    for (LakePour const& pour : pours) water_.brought += pour.amount;
    water_.left += terrain_.pour(pours);
  }

  /// Lets the lakes rise, evaporate by `evaporation` metres, and overflow into each other until they are at rest.
  void overflow(Routes const& routes, double evaporation) {
    LakeStep step{.evaporation = evaporation * static_cast<double>(kQuantaPerMetre)};
    Unseen unseen;
    while (!terrain_.lakes.at_rest()) {
      const LakeLosses losses = terrain_.lakes.settle(step);
      step.evaporation = 0.0;
      water_.evaporated += losses.evaporated + losses.soaked;
      water_.left += losses.left;
      std::vector<LakePour> pours;
      for (LakeOutflow const& outflow : losses.outflows) {
        const auto amount = static_cast<double>(outflow.amount);
        if (outflow.beyond == LakeOutflow::kOutside) {
          water_.left += outflow.amount;
          continue;
        }
        Traveller traveller{.cell = outflow.beyond, .rate = amount, .newborn = amount};
        const bool rests = routes.follow(traveller, before_.seconds, unseen);
        const auto arrives = std::min(static_cast<QuantaSum>(traveller.rate), outflow.amount);
        water_.evaporated += outflow.amount - arrives;
        if (rests) pours.push_back({traveller.cell, arrives});
        if (!rests) water_.left += arrives;
      }
      water_.left += terrain_.pour(pours);
    }
  }

  Terrain& terrain_;
  Antecedent const& before_;
  AntecedentWater& water_;
  std::vector<double> rested_;  ///< water of each arrival that has come to rest so far, quanta
};

/// The flow of all water, as a visitor of its routes.
class Tracer {
 public:
  Tracer(Terrain const& terrain, Antecedent const& before) : terrain_(terrain), before_(before) {
    flow_.resize(terrain.grid.cells());
    const std::vector<LakeId> lakes = terrain.lakes.all();
    if (!lakes.empty()) inflows_.resize(static_cast<std::size_t>(lakes.back()) + 1);
    metres_ = static_cast<double>(kMetresPerQuantum);
    area_ = static_cast<double>(terrain.grid.cell_size) * static_cast<double>(terrain.grid.cell_size);
  }

  /// Begins with the water of an arrival. `lane` is its position across streams, -1/2 to 1/2.
  void begin(float lane) {
    turn_to(lane);
    ++runs_;
  }
  void passes(Traveller const& traveller, Way const& way) {
    const std::size_t cell = before_.river > 0.0f ? beside(traveller.cell, way) : traveller.cell;
    flow_[cell].x += static_cast<float>(traveller.rate * way.east * metres_ * area_);
    flow_[cell].y += static_cast<float>(traveller.rate * way.north * metres_ * area_);
    flow_[cell].depth += static_cast<float>(traveller.rate * static_cast<double>(way.seconds) * metres_);
    seconds_ += static_cast<double>(way.seconds);
  }
  /// Lakes lose by evaporation what they gain, at most.
  void spills(Traveller& traveller) {
    const LakeId id = terrain_.lakes.id(traveller.cell);
    if (before_.lake_evaporation > 0.0) {
      inflows_[static_cast<std::size_t>(id)] += traveller.rate;
      traveller.rate *= kept_of(id);
    }
    spilling_ += traveller.rate;
    ++runs_;
  }

  /// Position across streams of the water that follows.
  void turn_to(float lane) { lane_ = lane; }

  /// Returns whether a second pass must use what this one has found: rivers wider than a cell, or the inflows of lakes
  /// that evaporate.
  bool knows_too_little() const {
    if (before_.lake_evaporation > 0.0 && !inflows_.empty()) return true;
    return before_.river > 0.0f && std::ranges::any_of(flow_, [&](Flow const& flow) {
             return river_width(before_.river, std::sqrt(flow.x * flow.x + flow.y * flow.y)) > terrain_.grid.cell_size;
           });
  }
  /// Keeps the discharge and the inflows of lakes, and forgets the rest.
  void begin_again() {
    known_ = std::exchange(flow_, std::vector<Flow>(flow_.size()));
    known_inflows_ = std::exchange(inflows_, std::vector<double>(inflows_.size()));
    seconds_ = runs_ = spilling_ = 0.0;
  }

  /// Part of its inflow that a lake does not lose by evaporation, by an earlier pass.
  double kept_of(LakeId id) const {
    const double inflow = known_inflows_.empty() ? 0.0 : known_inflows_[static_cast<std::size_t>(id)];
    if (!(inflow > 0.0)) return 1.0;
    const double loss = before_.lake_evaporation * static_cast<double>(kQuantaPerMetre) *
                        static_cast<double>(terrain_.lakes.lake(id).cells);
    return std::max(1.0 - loss / inflow, 0.0);
  }
  float lane() const { return lane_; }
  double seconds() const { return seconds_; }  ///< sum of the times of all ways
  double runs() const { return runs_; }        ///< number of runs of droplets along the routes
  double spilling() const { return spilling_; }
  std::vector<Flow>& flow() { return flow_; }

  /// The place at a position across the stream, beside the middle of a way. `part` is the part of the way that lies
  /// behind.
  Place place_beside(std::size_t cell, Way const& way, float part) const {
    Grid const& grid = terrain_.grid;
    const auto width = static_cast<std::size_t>(grid.width);
    const auto x = static_cast<std::int32_t>(cell % width), y = static_cast<std::int32_t>(cell / width);
    const auto east = static_cast<float>(way.east), north = static_cast<float>(way.north);
    const float length = std::sqrt(east * east + north * north);
    const auto at = [&](float spread) {
      const float off = lane_ * spread / length;
      const float to_x = 0.5f + part * east - off * north, to_y = 0.5f + part * north + off * east;
      const auto dx = static_cast<std::int32_t>(std::floor(to_x)), dy = static_cast<std::int32_t>(std::floor(to_y));
      if (!grid.periodic() && !grid.contains(x + dx, y + dy)) return Place{x, y, 0.5f, 0.5f};
      return Place{grid.resolve_x(x + dx), grid.resolve_y(y + dy), std::min(to_x - static_cast<float>(dx), 0.999f),
                   std::min(to_y - static_cast<float>(dy), 0.999f)};
    };
    const Place wide = at(std::max(width_at(cell), kNarrow));
    const QuantaSum rise =
        QuantaSum{terrain_.columns.elevation(grid.index(wide.x, wide.y))} - QuantaSum{terrain_.columns.elevation(cell)};
    return to_metres(rise) <= static_cast<double>(kLevelBed) ? wide : at(kNarrow);
  }

 private:
  /// Width of the river in a cell, in cells, by the discharge of an earlier pass; 0 if that is not known.
  float width_at(std::size_t cell) const {
    if (known_.empty() || !(before_.river > 0.0f)) return 0.0f;
    Flow const& flow = known_[cell];
    return river_width(before_.river, std::sqrt(flow.x * flow.x + flow.y * flow.y)) / terrain_.grid.cell_size;
  }
  std::size_t beside(std::size_t cell, Way const& way) const {
    if (width_at(cell) <= 1.0f) return cell;
    const Place place = place_beside(cell, way, 0.0f);
    return terrain_.grid.index(place.x, place.y);
  }

  Terrain const& terrain_;
  Antecedent const& before_;
  std::vector<Flow> flow_, known_;
  std::vector<double> inflows_, known_inflows_;  ///< of each lake by its id, quanta per second
  float lane_ = 0.0f;
  double metres_ = 0.0, area_ = 0.0, seconds_ = 0.0, runs_ = 0.0, spilling_ = 0.0;
};

/// Places droplets at equal intervals of the time that the water is on its way.
class Placing {
 public:
  Placing(Tracer& tracer, Terrain const& terrain, double droplets)
      : tracer_(tracer), terrain_(terrain), droplets_(droplets) {}

  std::vector<Birth>& births() { return births_; }

  /// Follows every kPlacingth arrival, which stands for those between.
  void place_all(Routes const& routes, std::vector<Arrival> const& arrivals, double limit) {
    double strongest = 0.0;
    for (Arrival const& arrival : arrivals) strongest = std::max(strongest, arrival.rate * kPlacing);
    // Droplets are no smaller and no larger than those that will be born.
    interval_ = std::clamp(tracer_.seconds() / kPlacing / droplets_, kSmallestDrop / strongest,
                           static_cast<double>(kLargestDrop) / strongest);
    next_ = 0.5 * interval_;
    for (std::size_t i = 0; i < arrivals.size(); i += kPlacing) {
      Traveller traveller = traveller_of(arrivals[i]);
      traveller.rate *= kPlacing;
      traveller.newborn *= kPlacing;
      tracer_.turn_to(arrivals[i].lane);
      routes.follow(traveller, limit, *this);
    }
  }

  void passes(Traveller const& traveller, Way const& way) {
    const auto seconds = static_cast<double>(way.seconds);
    for (; next_ < clock_ + seconds; next_ += interval_) {
      place(traveller, way, static_cast<float>((next_ - clock_) / seconds));
    }
    clock_ += seconds;
  }
  void spills(Traveller& traveller) { traveller.rate *= tracer_.kept_of(terrain_.lakes.id(traveller.cell)); }

 private:
  static constexpr std::size_t kPlacing = 4;

  void place(Traveller const& traveller, Way const& way, float part) {
    Droplet droplet{.place = tracer_.place_beside(traveller.cell, way, part)};
    const float cell = terrain_.grid.cell_size;
    droplet.velocity_x = static_cast<float>(way.east) * cell / way.seconds;
    droplet.velocity_y = static_cast<float>(way.north) * cell / way.seconds;
    droplet.age = static_cast<float>(traveller.age) + part * way.seconds;
    droplet.volume = to_drop(traveller.rate);
    droplet.newborn = std::max(to_drop(traveller.newborn), droplet.volume);
    droplet.lane = tracer_.lane();
    births_.push_back({.droplet = droplet});
  }
  Quanta to_drop(double rate) const {
    return static_cast<Quanta>(std::clamp(rate * interval_, 1.0, double{kLargestDrop}));
  }

  Tracer& tracer_;
  Terrain const& terrain_;
  double droplets_, interval_ = 0.0, clock_ = 0.0, next_ = 0.0;
  std::vector<Birth> births_;
};

/// Follows the water of all arrivals.
void trace(Routes const& routes, std::vector<Arrival> const& arrivals, Antecedent const& before, Tracer& tracer) {
  for (Arrival const& arrival : arrivals) {
    Traveller traveller = traveller_of(arrival);
    tracer.begin(arrival.lane);
    routes.follow(traveller, before.seconds, tracer);
  }
}

}  // namespace

AntecedentWater antecedent_water(Terrain& terrain, Antecedent const& before, std::vector<Arrival> const& arrivals,
                                 Scheduler const& scheduler) {
  AntecedentWater water;
  Routes routes(before.routes);
  Filling(terrain, before, water).fill(routes, arrivals, scheduler);

  Tracer tracer(terrain, before);
  trace(routes, arrivals, before, tracer);
  if (tracer.knows_too_little()) {
    tracer.begin_again();
    trace(routes, arrivals, before, tracer);
  }
  water.run = static_cast<float>(tracer.seconds() / tracer.runs());
  water.spilling = static_cast<float>(tracer.spilling());
  Placing placing(tracer, terrain, before.droplets);
  placing.place_all(routes, arrivals, before.seconds);
  water.births = std::move(placing.births());
  for (Birth const& birth : water.births) water.brought += birth.droplet.volume;
  water.flow = std::move(tracer.flow());
  return water;
}

}  // namespace barchan::water
