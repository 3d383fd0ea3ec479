/// Resampling of a land to another number of samples.
#pragma once

#include <cstdint>
#include <vector>

#include "export/sample_grid.hpp"

namespace barchan {

class Scheduler;

/// How values between the cells of a land are computed.
struct ResampleStyle {
  bool periodic = false;  ///< the land continues at its opposite edge
  bool bounded = false;   ///< values stay between those of the neighbouring cells, as fractions must
  bool flat = false;      ///< each cell has one value over its whole area
};

/// The same land with `width` x `height` samples. Each sample is the mean of the land over the area of the sample, so
/// the mean of the whole land is kept to rounding. Between cell centres, the land is piecewise parabolic (Colella and
/// Woodward, 1984, "The piecewise parabolic method", J. Comput. Phys. 54). The source is returned unchanged if it has
/// this size already. `width` and `height` must be at least 1.
SampleGrid resampled(SampleGrid source, int width, int height, ResampleStyle const& style, Scheduler const& scheduler);

/// The samples without data of a land whose cells without data are 1 in `cells`: those of which more than half of the
/// area lies in such cells.
std::vector<std::uint8_t> resampled_gaps(SampleGrid cells, int width, int height, Scheduler const& scheduler);

/// The cell, of `cells` along a side, in which the middle of a sample lies, of `samples` along the same side.
inline int nearest_cell(int sample, int samples, int cells) {
  return static_cast<int>((2 * static_cast<std::int64_t>(sample) + 1) * cells /
                          (2 * static_cast<std::int64_t>(samples)));
}

}  // namespace barchan
