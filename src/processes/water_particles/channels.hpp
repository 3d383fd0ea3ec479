/// Channels: where streams are wider than a cell, their middle, width, bend and bed.
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
  /// Finds the sections of all streams that are wider than a cell. `per_root`: width of a stream of 1 m3/s, m; 0: none
  /// is.
  void survey(float per_root, Grid const& grid, Streams const& streams, Quanta const* elevation,
              Scheduler const& scheduler);
  /// A section a cell, or null where no stream is so wide.
  Section const* sections() const { return sections_.empty() ? nullptr : sections_.data(); }
  void clear();

 private:
  std::vector<Section> sections_;
  std::vector<std::uint8_t> rows_;  ///< that have sections
};

}  // namespace barchan::water
