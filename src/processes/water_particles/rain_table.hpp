/// RainTable: the distribution of rain over the cells, from a map and from the elevations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace barchan {
class Archive;
struct Terrain;
}  // namespace barchan

namespace barchan::water {

/// Steps between two readings of the elevations of the land.
inline constexpr std::uint64_t kRainRenewal = 64;

/// The probability of each cell, as integer weights that add up exactly. The weights are recomputed when the map or the
/// gradient has changed and, if elevations matter, every kRainRenewal steps.
class RainTable {
 public:
  /// Updates the weights. `gradient` is the increase of rain per 100 m above the lowest cell, %.
  void follow(Terrain const& terrain, float gradient, std::uint64_t step);
  /// Returns whether rain is uniform.
  bool even() const { return weights_.empty(); }
  /// Returns the cell that a random word selects.
  std::size_t cell(std::uint64_t word) const;

  /// Throws ArchiveError on a table for another grid.
  void keep(Archive& archive, std::size_t cells, std::size_t width);

 private:
  void add_up(std::size_t width);

  float gradient_ = 0.0f;               ///< gradient for which the weights were computed
  std::uint32_t map_ = 0;               ///< version of the map for which the weights were computed
  std::vector<std::uint32_t> weights_;  ///< weight of each cell, at most 2^32 - 1; empty: uniform
  std::vector<std::uint64_t> rows_;     ///< sum of the weights up to the end of each row, below 2^60
};

}  // namespace barchan::water
