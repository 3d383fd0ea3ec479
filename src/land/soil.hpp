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
/// A set of soils, a bit each.
using SoilSet = std::uint64_t;

inline constexpr SoilId kRock = 0;  ///< bedrock: below everything, and without end
inline constexpr SoilId kSand = 1;
inline constexpr SoilId kObstacle = 2;
inline constexpr int kMostSoils = 64;
/// Surface water and droplets share the ledger as one more account; water is no soil of the columns.
inline constexpr SoilId kWater = kMostSoils;
inline constexpr int kAccountCount = kMostSoils + 1;

constexpr SoilSet soil_bit(SoilId soil) { return SoilSet{1} << soil; }

class Archive;

/// What a layer of a column is made of. What `soil_property_rows` has no reader for is kept, saved and shown, and acts
/// on nothing yet.
struct Soil {
  std::string id;      ///< key in scenarios and reports
  std::string name;    ///< for people
  bool loose = false;  ///< runs down slopes and can be lifted; else it must be worn first

  float density = 1650.0f;       ///< kg/m3, of the soil as it lies
  float porosity = 0.4f;         ///< share of its volume that is not grains
  float hardness = 1.0f;         ///< resistance to wear and weathering, 1 = rock
  float repose_slope = 0.65f;    ///< tangent of the angle of repose at which slides come to rest (loose soils)
  float static_slope = 0.65f;    ///< tangent of the angle at which it begins to slide from rest, >= repose_slope
  float abrasion = 1.0f;         ///< how readily impacts wear it, 1 = rock
  float suspension = 1.0f;       ///< how readily wind lifts it, 1 = sand
  float solubility = 1.0f;       ///< how readily water takes it up, 1 = sand
  float friction = 1.0f;         ///< of water that runs over it, 1 = sand
  float equilibrium = 1.0f;      ///< how soon it falls out of water that cannot carry all, 1 = sand
  float erosion_rate = 0.0f;     ///< how much water must have passed before a load of it turns into `erodes`
  float settling = 1.0f;         ///< share of what is too steep that slides at once
  float settling_speed = 1.5f;   ///< m/s, of its grains in still air
  float threshold_speed = 0.0f;  ///< m/s, of the wind from which on it is lifted; 0: any wind lifts it alike
  float conductivity = 1e-4f;    ///< m/s, hydraulic
  float cohesion = 0.0f;         ///< Pa
  std::array<float, 3> color{};  ///< linear sRGB primaries, 0 .. 1
  float ambient = 0.5f;          ///< shading: share of light from everywhere,
  float diffuse = 0.8f;          ///< of light that it scatters,
  float specular = 0.2f;         ///< of light that it mirrors,
  float shininess = 32.0f;       ///< and how sharply it does

  SoilId abrades = kSand;     ///< what impacts make of it
  SoilId transports = kSand;  ///< what water makes of it when it digs
  SoilId erodes = kSand;      ///< what water makes of it on its way
  SoilId cascades = kSand;    ///< what it is once it has slid
  SoilId weathers = kSand;    ///< what frost and damp make of it where it lies

  bool operator==(Soil const&) const = default;
};
/// The table of a world's soils, indexed by SoilId; at most kMostSoils.
using Soils = std::vector<Soil>;

/// Rock, sand and obstacle, with which every table begins.
Soils default_soils();
/// How readily impacts wear it as a base: 1 = rock; a loose soil moves and is not worn.
inline float wear_of(Soil const& soil) { return soil.loose ? 0.0f : soil.abrasion / soil.hardness; }
/// Does this property follow from the parameters of the cascade? The slopes of sand do.
bool follows_gravity(Soil const& soil, std::string_view property);
/// Those that are loose.
SoilSet loose_soils(Soils const& soils);

/// A number that a soil has: a row as a parameter's, of a member of Soil.
struct SoilProperty {
  ParameterRow row;
  std::string_view readers;  ///< who reads it; empty: nobody yet
};
std::span<SoilProperty const> soil_properties();

/// One way in which a soil becomes another.
struct SoilConversion {
  std::string_view key;
  SoilId Soil::*target;
  std::string_view help;
  bool in_place = false;  ///< it is not moved: what a solid soil becomes may be solid; else all become loose ones
};
std::span<SoilConversion const> soil_conversions();
/// May `from` become `to` that way?
inline bool may_become(Soil const& from, SoilConversion const& way, Soil const& to) {
  return to.loose || (way.in_place && !from.loose);
}
/// Empty when a world can have this table, otherwise one sentence.
std::string soils_error(Soils const& soils);

/// Colour of plants, linear sRGB primaries.
inline constexpr std::array<float, 3> kPlantColor{0.165f, 0.165f, 0.08f};

/// Report and scenario key of an account: a soil's, or "water".
std::string_view account_id(Soils const& soils, std::size_t account);
/// All accounts of a table: its soils, then water.
std::vector<SoilId> accounts_of(Soils const& soils);

/// The whole table but the slopes of sand, which follow from the parameters of the cascade. Throws ArchiveError.
void keep(Archive& archive, Soils& soils);

}  // namespace barchan
