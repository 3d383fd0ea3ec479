/// Soil: one row of material properties.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/parameter.hpp"

namespace barchan {

using SoilId = std::uint8_t;
/// Set of soils, one bit each.
using SoilSet = std::uint64_t;

inline constexpr SoilId kRock = 0;  ///< bedrock: the lowest layer, without a lower end
inline constexpr SoilId kSand = 1;
inline constexpr SoilId kObstacle = 2;
inline constexpr int kMostSoils = 64;
/// Account of surface water and droplets in the ledger. Water is not a soil of the columns.
inline constexpr SoilId kWater = kMostSoils;
inline constexpr int kAccountCount = kMostSoils + 1;

constexpr SoilSet soil_bit(SoilId soil) { return SoilSet{1} << soil; }

class Archive;

/// The material of a layer. Properties without a reader in soil_properties() are saved and displayed but have no
/// effect.
struct Soil {
  std::string id;      ///< key in scenarios and reports
  std::string name;    ///< name shown to the user
  bool loose = false;  ///< it slides down slopes and can be lifted; solid soils must be worn first

  float density = 1650.0f;       ///< kg/m3, bulk
  float porosity = 0.4f;         ///< fraction of the volume that is not grains
  float hardness = 1.0f;         ///< resistance to wear and weathering, 1 = rock
  float repose_slope = 0.65f;    ///< tangent of the angle of repose, at which slides come to rest (loose soils)
  float static_slope = 0.65f;    ///< tangent of the static angle, at which it starts to slide; >= repose_slope
  float abrasion = 1.0f;         ///< how readily impacts wear it, 1 = rock
  float suspension = 1.0f;       ///< how readily wind entrains it, 1 = sand
  float solubility = 1.0f;       ///< how readily water entrains it, 1 = sand
  float friction = 1.0f;         ///< friction of water that runs over it, 1 = sand
  float grain_size = 0.5f;       ///< diameter of its grains, mm
  float equilibrium = 1.0f;      ///< rate at which water deposits the excess over its capacity, 1 = sand
  float erosion_rate = 0.0f;     ///< amount of water that must pass before a load of it turns into the soil `erodes`
  float settling = 1.0f;         ///< fraction of the height above a stable slope that slides at once
  float settling_speed = 1.5f;   ///< m/s, of its grains in still air
  float threshold_speed = 0.0f;  ///< m/s, wind speed above which it is lifted; 0: wind of any speed lifts it
  float conductivity = 1e-4f;    ///< m/s, hydraulic conductivity
  float cohesion = 0.0f;         ///< Pa
  std::array<float, 3> color{};  ///< linear sRGB primaries, 0 to 1
  float ambient = 0.5f;          ///< shading: fraction of ambient light reflected
  float diffuse = 0.8f;          ///< fraction of light scattered
  float specular = 0.2f;         ///< fraction of light mirrored
  float shininess = 32.0f;       ///< exponent of the mirrored light; higher is sharper

  SoilId abrades = kSand;     ///< soil into which impacts turn it
  SoilId transports = kSand;  ///< soil into which it turns when water entrains it
  SoilId erodes = kSand;      ///< soil into which it turns while water carries it
  SoilId cascades = kSand;    ///< soil into which it turns when it slides
  SoilId weathers = kSand;    ///< soil into which weathering turns it in place

  bool operator==(Soil const&) const = default;
};
/// Table of a world's soils, indexed by SoilId; at most kMostSoils rows.
using Soils = std::vector<Soil>;

/// The soils rock, sand and obstacle, which are the first rows of every table.
Soils default_soils();
/// Readiness of a base of this soil to be worn by impacts, 1 = rock; 0 for a loose soil, which moves instead.
inline float wear_of(Soil const& soil) { return soil.loose ? 0.0f : soil.abrasion / soil.hardness; }
/// Returns whether this property follows from the gravity parameters, like the slopes of sand.
bool follows_gravity(Soil const& soil, std::string_view property);
/// The set of loose soils.
SoilSet loose_soils(Soils const& soils);

/// Numeric property of a soil: a parameter row for a member of Soil.
struct SoilProperty {
  ParameterRow row;
  std::string_view readers;  ///< code that reads it; empty if no code does
};
std::span<SoilProperty const> soil_properties();

/// A way in which a soil becomes another soil.
struct SoilConversion {
  std::string_view key;
  SoilId Soil::*target;
  std::string_view help;
  bool in_place = false;  ///< the soil stays in place, so a solid soil may become a solid soil
};
std::span<SoilConversion const> soil_conversions();
/// Returns whether this conversion may turn `from` into `to`.
inline bool may_become(Soil const& from, SoilConversion const& way, Soil const& to) {
  return to.loose || (way.in_place && !from.loose);
}
/// Returns one sentence that says what is wrong with the table, or an empty string.
std::string soils_error(Soils const& soils);

/// Colour of plants, linear sRGB primaries.
inline constexpr std::array<float, 3> kPlantColor{0.165f, 0.165f, 0.08f};

/// Key of an account in reports and scenarios: the id of its soil, or "water".
std::string_view account_id(Soils const& soils, std::size_t account);
/// All accounts of a table: its soils, then water.
std::vector<SoilId> accounts_of(Soils const& soils);

/// Reads or writes the table without the slopes of sand, which follow from the gravity parameters. Throws ArchiveError.
void keep(Archive& archive, Soils& soils);

}  // namespace barchan
