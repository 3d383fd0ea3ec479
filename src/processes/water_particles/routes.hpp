/// Routes: the way of water from cell to cell, over ground and lakes that do not change.
///
/// Source: steepest descent between eight neighbours (O'Callaghan & Mark 1984).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan {
struct Terrain;
}  // namespace barchan

namespace barchan::water {

/// The way of water from a cell to the next one.
struct Way {
  static constexpr std::uint32_t kRests = std::numeric_limits<std::uint32_t>::max();  ///< the water stays in the cell
  static constexpr std::uint32_t kLeaves = kRests - 1;                                ///< it leaves the land

  std::uint32_t to = kRests;        ///< cell, or one of the two values above
  float seconds = 0.0f;             ///< time that a droplet needs for it
  float kept = 1.0f;                ///< fraction of a droplet's water that does not evaporate on it
  std::int8_t east = 0, north = 0;  ///< direction, cells
  bool over_sill = false;           ///< from a lake to its outlet, at once
};

/// Motion of droplets on the routes.
struct RouteRule {
  float lifetime = 0.0f;         ///< s
  float evaporation = 0.0f;      ///< 1/s
  float pull = 0.0f;             ///< gravity over friction, m2/s2
  float const* pulls = nullptr;  ///< the same for each cell; null: `pull` everywhere
  Quanta base_level = 0;         ///< elevation to which the land beyond open edges descends
};

/// Water that follows a route.
struct Traveller {
  std::size_t cell = 0;
  double rate = 0.0;     ///< water per second, in any unit
  double newborn = 0.0;  ///< the same when its droplets began to run
  double age = 0.0;      ///< time since then, s
  double since = 0.0;    ///< time since the water reached the land, s
};

class Routes {
 public:
  explicit Routes(RouteRule const& rule) : rule_(rule) {}

  /// Finds the way from each cell. A lake that is full to a sill overflows there; other lakes keep their water. Where
  /// no neighbour is lower, water rests.
  void find(Terrain const& terrain, Scheduler const& scheduler);

  /// Follows water until it rests, its droplets end, it leaves the land, or it has been on the land for `limit`
  /// seconds. Calls `visitor.passes(traveller, way)` before each way, and `visitor.spills(traveller)` in a lake before
  /// the water leaves it. Returns false if the water has left the land.
  template <class Visitor>
  bool follow(Traveller& traveller, double limit, Visitor& visitor) const;

 private:
  void find_row(Terrain const& terrain, int y);
  void find_outlets(Terrain const& terrain);

  RouteRule rule_;
  std::vector<Way> ways_;
  std::vector<QuantaSum> surface_;  ///< elevation of the ground or of the water that stands on it
};

template <class Visitor>
bool Routes::follow(Traveller& traveller, double limit, Visitor& visitor) const {
  constexpr double kDriedUp = 0.02;  // fraction of its first volume below which a droplet has dried up
  while (true) {
    Way const& way = ways_[traveller.cell];
    if (way.to == Way::kRests) return true;
    if (way.over_sill) {
      visitor.spills(traveller);
      traveller.newborn = traveller.rate;
      traveller.age = 0.0;
      traveller.cell = way.to;
      if (!(traveller.rate > 0.0)) return true;
      continue;
    }
    const double seconds = static_cast<double>(way.seconds);
    if (traveller.age + seconds > static_cast<double>(rule_.lifetime) || traveller.since + seconds > limit ||
        traveller.rate <= kDriedUp * traveller.newborn) {
      return true;
    }
    visitor.passes(traveller, way);
    traveller.rate *= static_cast<double>(way.kept);
    traveller.age += seconds;
    traveller.since += seconds;
    if (way.to == Way::kLeaves) return false;
    traveller.cell = way.to;
  }
}

}  // namespace barchan::water
