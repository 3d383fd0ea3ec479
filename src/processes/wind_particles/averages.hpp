/// WindAverages: what the wind does to each cell, averaged over time; for people to look at.
///
/// All averages fade alike, so they are kept over one scale that fades for them: a step changes only the cells in which
/// something has happened.
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
  /// Begins a step of so many seconds; returns what adds to runs of cells what the exchange saw and changed there.
  SandExchange::EachRun add(SandExchange const& exchange, float seconds);
  /// A world that is saved goes on to the bit as the one that is read back.
  void keep(Archive& archive, std::size_t cells);

  /// Share of the time that wind touched the ground; nothing before the first step.
  void read_path(std::span<float> values) const { read(path_, values); }
  /// m/s that the ground gained.
  void read_gain(std::span<float> values) const { read(gain_, values); }

 private:
  void read(std::span<float const> from, std::span<float> values) const;
  /// Begins the scale anew.
  void rescale();

  float scale_ = 1.0f;
  LandVector<float> path_, gain_;  ///< over the scale
};

}  // namespace barchan
