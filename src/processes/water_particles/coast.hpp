/// Coast: where the land's water meets the sea.
#pragma once

#include <span>

#include "base/quanta.hpp"
#include "land/lakes.hpp"

namespace barchan {
struct StepContext;
struct Terrain;
struct WaterParticlesParameters;
}  // namespace barchan

namespace barchan::water {

/// Steps between two looks at what the sea covers.
inline constexpr std::uint64_t kSeaRenewal = 8;

/// Lets the sea cover what it reaches: when its level has changed, and in every kSeaRenewal-th step. What a bar has cut
/// off from it becomes a lake, and is booked in as it comes to the land.
void follow_sea(WaterParticlesParameters const& parameters, Terrain& terrain, StepContext const& context);

}  // namespace barchan::water
