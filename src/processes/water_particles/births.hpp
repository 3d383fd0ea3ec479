/// Births: the places where water begins to run. Rain falls on any cell, sources deliver water, and lakes spill over
/// their sills.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/lakes.hpp"
#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/rain_table.hpp"

namespace barchan {
class Archive;
struct Terrain;
}  // namespace barchan

namespace barchan::water {

/// Largest volume of a droplet: 64 m over one cell. It keeps products within their integer range.
inline constexpr Quanta kLargestDrop = 1 << 24;

/// Properties of new droplets.
struct DropRule {
  Quanta size = 1;     ///< volume, quanta; approximate, at least 1
  float river = 0.0f;  ///< width of a river of 1 m3/s, m
};

/// A droplet that begins to run.
struct Birth {
  Droplet droplet;
  float delay = 0.0f;  ///< fraction of the step after which it begins, [0, 1)
  bool spills = false;
  Outlet outlet{};  ///< set if it spills
};

/// A place at which water reaches the land.
struct Arrival {
  std::size_t cell = 0;
  double rate = 0.0;  ///< quanta per second
  float lane = 0.0f;  ///< position across a stream, from the right bank (-1/2) to the left bank (1/2)
};

/// Everything that begins to run in a step.
struct BirthPlan {
  std::vector<Birth> births;
  std::uint64_t drops = 0;         ///< droplets of rain
  QuantaSum brought = 0;           ///< water brought to the land from outside
  QuantaSum sand = 0;              ///< sand brought with that water
  std::vector<LakePour> given_up;  ///< water that waited at sills which have run dry; returned to the lakes
};

/// Collects water until there is enough for a droplet, and chooses the place at which the droplet begins.
class Births {
 public:
  static constexpr std::uint64_t kMostIdle = 100;  ///< steps; spring water arrives every 25 steps

  /// Forgets all waiting water, for a new land.
  void prepare();
  /// Adds the rain of a step. `depth` is its mean depth over the land in m; `gradient`: see RainTable::follow().
  void rain(Terrain const& terrain, double depth, float gradient, std::uint64_t step);
  /// Adds the water and sand that the sources of the land deliver in `seconds`.
  void well(Terrain const& terrain, double seconds);
  /// Adds the water that lakes have released over their sills.
  void spill(std::vector<LakeOutflow> outflows);
  /// Turns the collected water into whole droplets. If a sill has received no water for kMostIdle steps, its water is
  /// returned to the lakes. Otherwise the list of sills would grow as shores change.
  BirthPlan plan(Terrain const& terrain, Draw const& draw, DropRule const& drop);

  /// Random places at which rain and the water of sources arrive, each with its part of the water. Neighbours on the
  /// land are near each other in the list. `rain` is the mean
  /// rain in m/s, and `river` the width of a river of 1 m3/s in m. Call rain() before.
  std::vector<Arrival> arrivals(Terrain const& terrain, Draw const& draw, double rain, float river) const;

  /// Returns whether no source flows and no water waits at a sill. Rain is not considered.
  bool nothing_comes() const;

  /// Returns the water that waits at sills, and forgets the sills.
  std::vector<LakeOutflow> stop();

  /// Water that has flowed over sills and is not yet part of a droplet.
  QuantaSum waiting() const;
  /// Throws ArchiveError if water waits outside the grid.
  void keep(Archive& archive, Grid const& grid);

 private:
  void let_rain_fall(Terrain const& terrain, Draw const& draw, DropRule const& drop, BirthPlan& plan);
  void let_sills_run(Grid const& grid, DropRule const& drop, BirthPlan& plan);

  /// Water from outside that has not yet become a droplet.
  struct Supply {
    QuantaSum waits = 0;
    double rest = 0.0;  ///< remainder below one quantum
    void add(double quanta);
    void keep(Archive& archive);
  };
  struct Well {
    Supply water, sand;
    bool flows = false;  ///< whether it delivers water in this step
  };
  /// Water that waits at a sill.
  struct Sill {
    LakeOutflow flow;
    std::uint64_t idle = 0;  ///< steps since water last arrived
  };
  void let_sources_run(Terrain const& terrain, Draw const& draw, DropRule const& drop, BirthPlan& plan);

  Supply rain_;              ///< rain
  RainTable rain_table_;     ///< distribution of the rain over the cells
  std::vector<Well> wells_;  ///< one entry per source
  std::vector<Sill> sills_;  ///< ordered by gate, then by the cell beyond it
};

}  // namespace barchan::water
