/// RainTable: where drops fall when it does not rain alike everywhere, by a map and by height.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace barchan {
class Archive;
struct Terrain;
}  // namespace barchan

namespace barchan::water {

/// Steps between two looks at the heights of the land.
inline constexpr std::uint64_t kRainRenewal = 64;

/// The chance of each cell, as integers that add up exactly. It rains by the weights that were found last: they are
/// found anew when the map or the gradient has changed and, where heights matter, in every kRainRenewal-th step.
class RainTable {
 public:
  /// `gradient`: how much more falls on each 100 m above the lowest cell, %.
  void follow(Terrain const& terrain, float gradient, std::uint64_t step);
  /// Does it rain alike everywhere?
  bool even() const { return weights_.empty(); }
  /// The cell that a random word points to.
  std::size_t cell(std::uint64_t word) const;

  /// Throws ArchiveError on a table of another land.
  void keep(Archive& archive, std::size_t cells, std::size_t width);

 private:
  void add_up(std::size_t width);

  float gradient_ = 0.0f;               ///< of the weights
  std::uint32_t map_ = 0;               ///< which map is in them
  std::vector<std::uint32_t> weights_;  ///< of each cell, the largest 2^32 - 1; none: even
  std::vector<std::uint64_t> rows_;     ///< sum of the weights to the end of each row, below 2^60
};

}  // namespace barchan::water
