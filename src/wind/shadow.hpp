/// Shadow that the land casts in parallel light or wind, computed by one sweep along the rays.
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

/// Parallel rays that descend from all ground upwind.
struct Rays {
  glm::vec2 towards;  ///< unit vector along which light or wind travels
  float low, high;    ///< tangents of the smaller and the larger angle of descent; `low` <= `high`

  bool operator==(Rays const&) const = default;
};

/// Output of a sweep, row-major, one value per cell. Empty maps are not computed.
struct ShadowMaps {
  /// Shadow by the land upwind: 0 if the horizon is below `low`, 1 if it is above `high`, linear in height between
  /// the two.
  std::span<float> shadow{};
  /// Height above the cell of the rays that descend at the smaller angle, m.
  std::span<float> bubble{};
};

/// Fills `maps`. Exact at any azimuth and cell size (rays are interpolated between cells), continues across periodic
/// edges, and gives the same result for any number of threads.
void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, Rays const& rays, Scheduler const& scheduler,
                  ShadowMaps const& maps);

/// Shadow of a land that changes little from one call to the next. Gives the same bits as `sweep_shadow`, at the cost
/// of the changed cells and those in their shadow.
///
/// The rays that enter each tile of 64 by 64 cells are kept. A tile is swept again if its ground has changed or other
/// rays enter it. If the rays that leave it are the same as before, nothing downwind of it changes.
class LastingShadow {
 public:
  /// A land and its changes; null: all of it may have changed.
  struct Land {
    Grid const& grid;
    std::span<Quanta const> elevation;
    Changes const* changes;
  };

  /// Updates `maps`, which must be those of the last call unless this is the first call after `forget`.
  void renew(Land const& land, Rays const& rays, Scheduler const& scheduler, ShadowMaps const& maps);
  /// Makes the next call start from nothing; it may be given other maps.
  void forget() { *this = {}; }

 private:
  class Band;
  struct Extremes {
    Quanta lowest, highest;
    bool operator==(Extremes const&) const = default;
  };
  /// Inputs on which all tiles depend.
  struct Frame {
    Grid grid;
    Rays rays{};
    Quanta lowest = 0;
    int band = 0, strips = 0;  ///< rows per band, and strips per lead-in
    bool operator==(Frame const&) const = default;
  };

  /// Finds the tiles whose ground has changed since a moment, and the extremes of each.
  void look(Land const& land, Moment since, Scheduler const& scheduler);
  /// Extremes of the whole land.
  Extremes extremes() const;

  Frame frame_;
  int lead_ = 0;            ///< rows in the lead-in of a band: those whose rays reach into the band
  bool whole_ = true;       ///< all tiles must be swept
  bool lead_anew_ = false;  ///< the lead-in begins elsewhere than last time
  Changes::Look last_;
  std::vector<Extremes> tiles_;               ///< row-major
  std::vector<std::uint8_t> changed_;         ///< per tile
  std::vector<std::vector<float>> incoming_;  ///< rays at the beginning of each strip, low and high, per band
};

}  // namespace barchan
