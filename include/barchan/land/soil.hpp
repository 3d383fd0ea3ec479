/// Soil: one row of material properties. A property exists when a process reads it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace barchan {

using SoilId = std::uint8_t;

inline constexpr SoilId kRock = 0;
inline constexpr SoilId kSand = 1;
inline constexpr SoilId kObstacle = 2;
/// Surface water and droplets share the ledger as a fourth account; it is not a soil of the columns.
inline constexpr SoilId kWater = 3;
inline constexpr int kSoilCount = 3;
inline constexpr int kAccountCount = 4;

struct Soil {
  std::string_view id;         ///< key in scenarios and reports
  std::string_view name;       ///< for people
  bool loose = false;          ///< runs down slopes and can be lifted
  float repose_slope = 0.0f;   ///< tangent of the angle of repose at which slides come to rest (loose soils)
  float static_slope = 0.0f;   ///< tangent of the angle at which sand at rest begins to slide, >= repose_slope
  float abrasion = 0.0f;       ///< how readily impacts turn it into sand, 1 = rock
  std::array<float, 3> color;  ///< linear sRGB primaries, 0 .. 1
};

/// The three soils of a two-layer world, indexed by SoilId.
std::array<Soil, kSoilCount> default_soils();

/// Colour of plants, linear sRGB primaries.
inline constexpr std::array<float, 3> kPlantColor{0.165f, 0.165f, 0.08f};

/// Report and scenario key of an account ("rock", "sand", "obstacle", "water").
std::string_view account_id(int account);

}  // namespace barchan
