/// Population: the running droplets, their loads, and memory for their requests in a round.
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
  /// Removes all droplets. Loads will then have `kinds` soils (0: all loads are sand).
  void prepare(Grid const& grid, std::size_t kinds);
  /// Adds a soil to the loads, after all others. If all loads were sand until now, sand becomes the first soil and the
  /// new one the second.
  void add_kind(std::size_t kinds);
  /// Adds droplets, first in empty slots and then at the end. `round` is the duration of a round, s.
  void bear(std::span<Birth const> births, int rounds, float round);
  /// Empties the slot of a droplet that has ended.
  void end(std::uint32_t slot);
  void clear() { make_room(0); }
  /// Sorts droplets by row, so that neighbours in the list are neighbours on the land and share cache lines.
  void sort_by_row();

  std::size_t size() const { return droplets_.size(); }
  std::span<Droplet const> droplets() const { return droplets_; }
  std::size_t kinds() const { return kinds_; }
  Slots slots() { return {droplets_, requests_, takes_, fates_, outlets_, kinds_, parts_}; }

  /// Number of living droplets.
  std::size_t count() const;
  /// Returns at most `limit` evenly chosen droplets. `densest` is the most sediment that a unit of water can carry.
  std::vector<ParticleTrace> traces(Terrain const& terrain, std::size_t limit, float densest) const;
  /// Returns false if a number of any droplet is not finite.
  bool finite() const;
  /// Adds the loads to the mass balance. `kinds` are the soils of the loads.
  void count_airborne(MassBudget& budget, std::span<SoilId const> kinds) const;

  /// Spreads the water of each droplet and its load of `soil` over the cells around it.
  void add_laden_water(SoilId soil, std::span<SoilId const> kinds, std::span<LadenWater> water) const;
  /// Writes, for each cell, the load as a fraction of the volume of water. The water of lakes and the sea is included.
  void read_suspended_load(Terrain const& terrain, std::span<float> values) const;

  void keep(Archive& archive);

 private:
  /// Spreads the water of each droplet and the load `load_of(slot)`.
  template <class LoadOf>
  void spread(LoadOf const& load_of, std::span<LadenWater> water) const;
  void make_room(std::size_t slots);
  /// Checks what was read from the archive and allocates memory for its droplets.
  void check(Archive const& archive);

  Grid grid_;
  std::size_t kinds_ = 0;
  std::vector<Droplet> droplets_;
  std::vector<Quanta> parts_;         ///< loads by soil, `kinds` entries per droplet
  std::vector<std::uint32_t> empty_;  ///< slots without a droplet, in any order

  // Scratch memory of a round.
  std::vector<Request> requests_;
  std::vector<Take> takes_;
  std::vector<Fate> fates_;
  std::vector<std::pair<std::uint32_t, Outlet>> outlets_;  ///< outlets of the slots that spill, ordered by slot
  // Scratch memory of sort_by_row().
  std::vector<Droplet> sorted_;
  std::vector<Quanta> sorted_parts_;
};

}  // namespace barchan::water
