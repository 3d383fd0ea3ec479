/// Things for scale: palms and human figures that stand on a land. They are only displayed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace barchan {

enum class ThingKind : std::int32_t { palm, person };

/// An object for scale. It does not affect the simulation.
struct Thing {
  ThingKind kind = ThingKind::palm;
  float x = 0.5f;       ///< fraction of the land's width, from the west, 0 to 1
  float y = 0.5f;       ///< fraction of the land's height, from the south, 0 to 1
  float height = 8.0f;  ///< m, kLowestThing to kHighestThing
  float sand = 0.0f;    ///< thickness of sand under its base when it was placed, m, >= 0; sand added later buries it

  bool operator==(Thing const&) const = default;
};
using Things = std::vector<Thing>;

inline constexpr std::size_t kMostThings = 256;
inline constexpr float kLowestThing = 0.5f, kHighestThing = 40.0f;  // m
inline constexpr float kPalmHeight = 8.0f, kPersonHeight = 1.75f;   // m; default heights

}  // namespace barchan
