/// The shadow of the land in parallel light or wind, by one sweep over its rays.
#pragma once

#include <span>

#include <glm/vec2.hpp>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"
#include "barchan/base/scheduler.hpp"

namespace barchan {

/// Parallel rays that fall from all that stands upwind.
struct Rays {
  glm::vec2 towards;  ///< unit vector along which light or wind travels
  float low, high;    ///< tangents of the smaller and the larger angle at which they fall; `low` <= `high`
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

}  // namespace barchan
