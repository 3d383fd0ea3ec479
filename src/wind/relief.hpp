/// The relief that acts on the wind: smoothed elevations on a coarse grid, and the tensor that turns the wind.
#pragma once

#include <span>
#include <vector>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/projection_kernel.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

/// Grid of `width` x `height` equal cells that covers a land exactly, so that turning or mirroring the land turns or
/// mirrors it too, whatever the land's size.
struct CoarseGrid {
  int width = 1, height = 1;
  float cell_x = 1.0f, cell_y = 1.0f;  ///< m
};

/// Coarsest grid whose cells are still small compared to `deviation` (m).
CoarseGrid coarse_grid(Grid const& grid, float deviation);

/// Mean heights over the coarse cells, metres above the lowest ground. `above`, which may be empty, has a value in
/// metres for each cell of the land, which is added to its height.
std::vector<float> coarse_heights(Terrain const& terrain, std::span<float const> above, CoarseGrid const& coarse,
                                  Scheduler const& scheduler);

/// Gradient of the land smoothed by a Gaussian, m/m, on a coarse grid.
struct SmoothGradient {
  CoarseGrid grid;
  std::vector<float> x, y;
};
/// `deviation`: standard deviation of the Gaussian, m. Periodic lands wrap; others are reflected at their edges.
SmoothGradient smooth_gradient(Terrain const& terrain, float deviation, Scheduler const& scheduler);

/// Positions of the centres of `count` cells among `coarse` cells that cover the same length.
std::vector<kernel::BetweenColumns> places_between(int count, int coarse, bool periodic);

/// Tensor by which the relief turns and slows the wind, at full strength.
ReliefTensor make_relief_tensor(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler);

}  // namespace barchan
