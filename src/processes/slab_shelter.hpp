/// Shelter: where the ground keeps sand down, and why. One pair of maps for both transports.
#pragma once

#include <span>
#include <vector>

#include "barchan/process.hpp"
#include "processes/lee_wake.hpp"
#include "processes/reverse_eddy.hpp"
#include "processes/slab_plan.hpp"

namespace barchan {

/// Row-major, one value a cell, 0 open ground .. 1 full shelter.
struct SlabShelter {
  /// Probability with which flying sand that comes over a cell rests there for its shelter: in each sub-step of the
  /// field, in each hop of a slab.
  std::span<float const> trap{};
  /// Share of the lift that is prevented.
  std::span<float const> hold{};
  /// 1 where the way of the wind leads up a face that no sand flies through; empty when the land has none.
  std::span<std::uint8_t const> foot{};
  /// The sides of wakes; null when the land has no steep faces.
  LeeWake const* wake = nullptr;
};

/// Lays the wind shadow and the belt of the reverse eddy over each other. Their chances are independent.
class ShelterMaps {
 public:
  /// `eddy` and `wake` are null for a land without steep faces. The maps live until the next call and as long as the
  /// wind field does.
  SlabShelter renew(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, ReverseEddy const* eddy,
                    LeeWake const* wake);

 private:
  std::vector<float> trap_, hold_;
};

}  // namespace barchan
