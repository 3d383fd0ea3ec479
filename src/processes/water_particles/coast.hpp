/// Coast: keeps the area of the sea up to date.
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

/// Steps between two updates of the area that the sea covers.
inline constexpr std::uint64_t kSeaRenewal = 8;

/// Updates the area that the sea covers if the sea level has changed, and otherwise every kSeaRenewal steps. Water that
/// a bar has cut off from the sea becomes a lake and is recorded as inflow.
void follow_sea(WaterParticlesParameters const& parameters, Terrain& terrain, StepContext const& context);

}  // namespace barchan::water
