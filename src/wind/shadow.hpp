/// The shadow of the land in parallel light or wind, by one sweep over its rays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "land/changes.hpp"

namespace barchan {

/// Parallel rays that fall from all that stands upwind.
struct Rays {
  glm::vec2 towards;  ///< unit vector along which light or wind travels
  float low, high;    ///< tangents of the smaller and the larger angle at which they fall; `low` <= `high`

  bool operator==(Rays const&) const = default;
};

/// What is wanted of a sweep, row-major, one value a cell; what stays empty is not.
struct ShadowMaps {
  /// How much of what comes from behind is blocked by the land: 0 where the horizon stands lower than `low`, 1 where it
  /// is higher than `high`, linear in height between.
  std::span<float> shadow{};
  /// By how much the rays of the smaller angle pass above the cell, m.
  std::span<float> bubble{};
};

/// Fills `maps`. Exact at any azimuth and cell size (rays are interpolated between cells), periodic aware; the same for
/// any number of threads.
void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, Rays const& rays, Scheduler const& scheduler,
                  ShadowMaps const& maps);

/// The shadow of a land that changes a little from one time to the next: the same as `sweep_shadow`, to the bit, at the
/// cost of what changes and of what lies in its shadow.
///
/// The rays that come into each tile of 64 by 64 cells are kept. A tile is swept again where its ground has changed or
/// other rays come in; where the same rays leave it as before, nothing changes behind it.
class LastingShadow {
 public:
  /// A land, and what has changed of it; null: all of it may have.
  struct Land {
    Grid const& grid;
    std::span<Quanta const> elevation;
    Changes const* changes;
  };

  /// Brings `maps` up to date. They must be those of the last call, unless it is the first after `forget`.
  void renew(Land const& land, Rays const& rays, Scheduler const& scheduler, ShadowMaps const& maps);
  /// The next call begins anew, and is given other maps maybe.
  void forget() { *this = {}; }

 private:
  class Band;
  struct Extremes {
    Quanta lowest, highest;
    bool operator==(Extremes const&) const = default;
  };
  /// What all tiles depend on.
  struct Frame {
    Grid grid;
    Rays rays{};
    Quanta lowest = 0;
    int band = 0, strips = 0;  ///< rows of a band, and strips of its lead-in
    bool operator==(Frame const&) const = default;
  };

  /// Finds the tiles in which the ground has changed since a moment, and the extremes of each.
  void look(Land const& land, Moment since, Scheduler const& scheduler);
  /// Of the whole land.
  Extremes extremes() const;

  Frame frame_;
  int lead_ = 0;            ///< rows of the lead-in of a band: those from which rays reach into it
  bool whole_ = true;       ///< all tiles are swept
  bool lead_anew_ = false;  ///< the lead-in begins elsewhere than last time
  Changes::Look last_;
  std::vector<Extremes> tiles_;               ///< row by row of the grid
  std::vector<std::uint8_t> changed_;         ///< of each tile
  std::vector<std::vector<float>> incoming_;  ///< rays at the beginning of each strip, low and high, a band each
};

}  // namespace barchan
