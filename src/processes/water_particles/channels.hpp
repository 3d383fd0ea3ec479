/// Channels: the middle line, width, curvature and bed of streams that are wider than a cell.
///
/// Source of the width: hydraulic geometry, W = a Q^0.5 (Leopold & Maddock 1953; Leopold & Wolman 1960).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/scheduler.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/streams.hpp"

namespace barchan::water {

class Channels {
 public:
  /// Finds the sections of all streams that are wider than a cell. `per_root` is the width of a stream of 1 m3/s, in m;
  /// if it is 0, there are no such streams.
  void survey(float per_root, Grid const& grid, Streams const& streams, Quanta const* elevation,
              Scheduler const& scheduler);
  /// One section per cell; null if no stream is wide enough.
  Section const* sections() const { return sections_.empty() ? nullptr : sections_.data(); }
  void clear();

 private:
  std::vector<Section> sections_;
  std::vector<std::uint8_t> rows_;  ///< 1 for rows that contain sections
};

}  // namespace barchan::water
