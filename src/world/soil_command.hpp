/// Commands that change the table of a world's soils.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "land/soil.hpp"

namespace barchan {

class Archive;

/// Sets one property of a soil. A static angle set below the angle of repose takes that along, and the other way round.
struct SetSoil {
  /// A number, linear sRGB primaries, or the id of another soil.
  using Value = std::variant<double, std::array<float, 3>, std::string>;

  std::string soil;  ///< its id
  std::string key;   ///< of soil_properties(), of soil_conversions(), or "color"
  Value value;

  bool operator==(SetSoil const&) const = default;
};

/// Adds a soil at the end of the table. Nothing of it lies anywhere until another soil turns into it.
struct AddSoil {
  std::string id;     ///< of its own, 1 to kLongestSoilId bytes
  std::string name;   ///< of its own, 1 to kLongestSoilName bytes
  bool loose = true;  ///< without `like`; else as that is
  std::string like;   ///< id of the soil that it begins as a copy of; empty: as sand or rock by default are

  bool operator==(AddSoil const&) const = default;
};

/// Gives a soil another name for people. Its id stays.
struct RenameSoil {
  std::string soil;  ///< its id
  std::string name;

  bool operator==(RenameSoil const&) const = default;
};

using SoilCommand = std::variant<SetSoil, AddSoil, RenameSoil>;

inline constexpr std::size_t kLongestSoilId = 80;    ///< bytes
inline constexpr std::size_t kLongestSoilName = 64;  ///< bytes

/// The table with that change. Throws std::invalid_argument (one clear sentence) on an unknown soil or key, a value
/// that is out of range or of another kind, a conversion that cannot be, the slopes of sand, which follow from the
/// parameters of the cascade, an id or a name that is no name or another's, and one soil more than kMostSoils.
Soils changed_soils(Soils soils, SoilCommand const& change);
/// What turns one table into another whose soils it may lack; soils that only the first has stay.
std::vector<SoilCommand> soil_changes(Soils const& from, Soils const& to);

/// An id for a soil of this name that no soil of the table has.
std::string free_soil_id(std::string_view name, Soils const& soils);
/// The name, or with a number the next one that no soil of the table has.
std::string free_soil_name(std::string_view name, Soils const& soils);

void keep(Archive& archive, SetSoil& command);
void keep(Archive& archive, AddSoil& command);
void keep(Archive& archive, RenameSoil& command);

}  // namespace barchan
