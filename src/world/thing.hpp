/// Things for scale: palms and people, which stand on a land and are only displayed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace barchan {

enum class ThingKind : std::int32_t { palm, person };

/// Not part of a world's state: the simulation does not know of it.
struct Thing {
  ThingKind kind = ThingKind::palm;
  float x = 0.5f;       ///< fraction of the land's width, from the west, 0 to 1
  float y = 0.5f;       ///< fraction of the land's height, from the south, 0 to 1
  float height = 8.0f;  ///< m, kLowestThing to kHighestThing
  float sand = 0.0f;    ///< thickness of sand under its foot when the world began, m, >= 0; later sand buries it

  bool operator==(Thing const&) const = default;
};
using Things = std::vector<Thing>;

inline constexpr std::size_t kMostThings = 256;
inline constexpr float kLowestThing = 0.5f, kHighestThing = 40.0f;  // m
inline constexpr float kPalmHeight = 8.0f, kPersonHeight = 1.75f;   // m; default heights

}  // namespace barchan
