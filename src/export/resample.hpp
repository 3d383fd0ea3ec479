/// Resampling of a land to another number of samples.
#pragma once

#include "export/sample_grid.hpp"

namespace barchan {

class Scheduler;

/// How values between the cells of a land are computed.
struct ResampleStyle {
  bool periodic = false;  ///< the land continues at its opposite edge
  bool bounded = false;   ///< values stay between those of the neighbouring cells, as fractions must
};

/// The same land with `width` x `height` samples. Each sample is the mean of the land over the area of the sample, so
/// the mean of the whole land is kept to rounding. Between cell centres, the land is piecewise parabolic (Colella and
/// Woodward, 1984, "The piecewise parabolic method", J. Comput. Phys. 54). The source is returned unchanged if it has
/// this size already. `width` and `height` must be at least 1.
SampleGrid resampled(SampleGrid source, int width, int height, ResampleStyle const& style, Scheduler const& scheduler);

}  // namespace barchan
