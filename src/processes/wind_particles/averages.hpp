/// WindAverages: what the wind does to each cell, averaged over time; for people to look at.
#pragma once

#include <cstddef>
#include <vector>

#include "barchan/base/archive.hpp"
#include "barchan/base/scheduler.hpp"
#include "processes/wind_particles/exchange.hpp"

namespace barchan {

class WindAverages {
 public:
  /// Forgets all, for so many cells.
  void prepare(std::size_t cells);
  /// Adds a step of so many seconds: what the exchange saw and changed last.
  void add(SandExchange const& exchange, float seconds, Scheduler const& scheduler);
  void keep(Archive& archive, std::size_t cells);

  std::vector<float> const& path() const { return path_; }  ///< share of the time that wind touched the ground
  std::vector<float> const& gain() const { return gain_; }  ///< m/s that the ground gained

 private:
  std::vector<float> path_, gain_;
};

}  // namespace barchan
