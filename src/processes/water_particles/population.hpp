/// Population: the droplets that run, what they carry, and room for what they ask for in a round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/grid.hpp"
#include "processes/process.hpp"
#include "processes/water_particles/births.hpp"
#include "processes/water_particles/droplet.hpp"

namespace barchan {
class Archive;
struct MassBudget;
struct Terrain;
}  // namespace barchan

namespace barchan::water {

class Population {
 public:
  /// Of no droplets, whose loads have `kinds` parts (0: all are of sand).
  void prepare(Grid const& grid, std::size_t kinds);
  /// A soil that joins the table is the last of the kinds, where sand alone was loose the second of them.
  void add_kind(std::size_t kinds);
  /// Lets droplets begin to run, in the slots that are empty and behind them; `round` is how long one takes, s.
  void bear(std::span<Birth const> births, int rounds, float round);
  /// Empties the slot of a droplet that has come to its end.
  void end(std::uint32_t slot);
  void clear() { make_room(0); }
  /// Neighbours in the list are then neighbours on the land, and find its cells in the cache.
  void sort_by_row();

  std::size_t size() const { return droplets_.size(); }
  std::span<Droplet const> droplets() const { return droplets_; }
  std::size_t kinds() const { return kinds_; }
  Slots slots() { return {droplets_, requests_, takes_, fates_, outlets_, kinds_, parts_}; }

  std::size_t count() const;
  /// At most `limit` droplets, evenly chosen; a unit of water carries `densest` at most.
  std::vector<ParticleTrace> traces(Terrain const& terrain, std::size_t limit, float densest) const;
  bool finite() const;
  /// `kinds`: the soils of the loads' parts.
  void count_airborne(MassBudget& budget, std::span<SoilId const> kinds) const;

  /// Spreads the droplets over the cells around them, and what they carry of `soil`.
  void add_laden_water(SoilId soil, std::span<SoilId const> kinds, std::span<LadenWater> water) const;
  /// Of all cells: share of the water, lakes and the sea included, that is load.
  void read_suspended_load(Terrain const& terrain, std::span<float> values) const;

  void keep(Archive& archive);

 private:
  /// Spreads droplets, and of the load of each slot `load_of(slot)`.
  template <class LoadOf>
  void spread(LoadOf const& load_of, std::span<LadenWater> water) const;
  void make_room(std::size_t slots);
  /// What was read, and makes room for its droplets.
  void check(Archive const& archive);

  Grid grid_;
  std::size_t kinds_ = 0;
  std::vector<Droplet> droplets_;
  std::vector<Quanta> parts_;         ///< of the droplets' loads, `kinds` a droplet
  std::vector<std::uint32_t> empty_;  ///< slots without a droplet, in any order

  // Scratch of a round.
  std::vector<Request> requests_;
  std::vector<Take> takes_;
  std::vector<Fate> fates_;
  std::vector<std::pair<std::uint32_t, Outlet>> outlets_;  ///< of those that spill, by slot
  // Scratch of a sorting.
  std::vector<Droplet> sorted_;
  std::vector<Quanta> sorted_parts_;
};

}  // namespace barchan::water
