/// Streams: the land's memory of where water runs, averaged over time.
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
  /// Forgets all streams and gives their room back.
  void prepare(Grid const& grid);
  /// Before the first droplets run.
  void make_room();

  Flow const* flow() const { return flow_.data(); }
  /// Where the droplets of this step note their ways; all zero between steps.
  Passage* passage() { return passage_.data(); }
  std::uint8_t* passed() { return passed_.data(); }  ///< the segments that they touch
  /// Square of the strongest discharge in each row, m6/s2.
  std::span<float const> strongest() const { return strongest_; }
  /// Is there no room?
  bool empty() const { return flow_.empty(); }
  /// Does no water run, and is none remembered?
  bool forgotten() const {
    return std::ranges::none_of(wet_, [](std::uint8_t wet) { return wet != 0; });
  }
  /// Takes over the passage of a step of `rounds` rounds into an average over `memory`, s.
  void remember(StepContext const& context, int rounds, float memory);

  /// Of all cells: m3/s; m, spread over the cell; m/s; degrees anticlockwise from east. Leaves 0 where no droplet has
  /// run anywhere.
  void read_discharge(std::span<float> values) const;
  void read_depth(std::span<float> values) const;
  void read_speed(std::span<float> values) const;
  void read_direction(std::span<float> values) const;
  /// `sections`: those of the channels, or null.
  void add_running_water(Section const* sections, std::span<RunningWater> water) const;

  void keep(Archive& archive);

 private:
  /// Discharge over speed, m2.
  float section_of(Flow const& flow) const;
  std::span<Flow> row(int y);
  /// The same of one row.
  void remember_row(int y, FlowScale const& scale, float share);
  void look_at_row(int y);

  Grid grid_;
  LandVector<Flow> flow_;
  LandVector<Passage> passage_;
  std::vector<std::uint8_t> passed_;
  std::vector<float> strongest_;
  std::vector<std::uint8_t> wet_;  ///< of each row: whether anything is remembered; follows from the flow
  float averaged_time_ = 0.0f;     ///< s over which the flow is averaged
};

}  // namespace barchan::water
