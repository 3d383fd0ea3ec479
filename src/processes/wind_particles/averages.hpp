/// WindAverages: time averages of the wind's effect on each cell, for display.
///
/// All averages decay at the same rate. They are stored relative to a common scale, and only the scale decays. A step
/// then changes only the cells in which something happened.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "processes/wind_particles/exchange.hpp"

namespace barchan {

class WindAverages {
 public:
  /// Begins a step of `seconds`. Returns a function that adds the visits and gains of a run of cells of `exchange`.
  SandExchange::EachRun add(SandExchange const& exchange, float seconds);
  /// Reads or writes the state. Version 1 of the layout has no scale.
  void keep(Archive& archive, std::size_t cells);

  /// Fraction of the time in which wind touched the ground, per cell. Does nothing before the first step.
  void read_path(std::span<float> values) const { read(path_, values); }
  /// Rate at which the ground rose, m/s.
  void read_gain(std::span<float> values) const { read(gain_, values); }

 private:
  void read(std::span<float const> from, std::span<float> values) const;
  /// Restarts the scale at 1.
  void rescale();

  float scale_ = 1.0f;
  LandVector<float> path_, gain_;  ///< relative to the scale
};

}  // namespace barchan
