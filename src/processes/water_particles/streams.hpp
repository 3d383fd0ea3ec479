/// Streams: the running water of each cell, averaged over time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "processes/process.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan {
class Archive;
}  // namespace barchan

namespace barchan::water {

class Streams {
 public:
  /// Forgets all streams and releases their memory.
  void prepare(Grid const& grid);
  /// Allocates memory. Call it before the first droplets run.
  void make_room();

  /// Replaces the streams by those of `flow`, one entry per cell, as averages over `memory` seconds.
  void begin(std::vector<Flow> const& flow, float memory);

  Flow const* flow() const { return flow_.data(); }
  /// The sums to which the droplets of this step add their displacements; all zero between steps.
  Passage* passage() { return passage_.data(); }
  std::uint8_t* passed() { return passed_.data(); }  ///< segments that these droplets cross
  /// Square of the strongest discharge in each row, m6/s2.
  std::span<float const> strongest() const { return strongest_; }
  /// Returns whether no memory is allocated.
  bool empty() const { return flow_.empty(); }
  /// Returns whether no water runs and none is remembered.
  bool forgotten() const {
    return std::ranges::none_of(wet_, [](std::uint8_t wet) { return wet != 0; });
  }
  /// Adds the passage of one step, of `rounds` rounds, to an average over `memory` seconds.
  void remember(StepContext const& context, int rounds, float memory);

  /// Values of all cells: discharge in m3/s; direction in degrees anticlockwise from east. 0 where no droplet has run.
  void read_discharge(std::span<float> values) const;
  void read_direction(std::span<float> values) const;

  void keep(Archive& archive);

 private:
  std::span<Flow> row(int y);
  /// Applies remember() to one row.
  void remember_row(int y, FlowScale const& scale, float share);
  void look_at_row(int y);

  Grid grid_;
  LandVector<Flow> flow_;
  LandVector<Passage> passage_;
  std::vector<std::uint8_t> passed_;
  std::vector<float> strongest_;
  std::vector<std::uint8_t> wet_;  ///< 1 for rows in which water is remembered; derived from the flow
  float averaged_time_ = 0.0f;     ///< time over which the flow is averaged so far, s
};

}  // namespace barchan::water
