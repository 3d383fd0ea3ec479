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

/// Sets one property of a soil. The static angle is never below the angle of repose: setting one of them past the other
/// sets both to that value.
struct SetSoil {
  /// A number, linear sRGB primaries, or the id of another soil.
  using Value = std::variant<double, std::array<float, 3>, std::string>;

  std::string soil;  ///< its id
  std::string key;   ///< a key of soil_properties() or of soil_conversions(), or "color"
  Value value;

  bool operator==(SetSoil const&) const = default;
};

/// Adds a soil at the end of the table. The land holds none of it until another soil turns into it.
struct AddSoil {
  std::string id;     ///< unique, 1 to kLongestSoilId bytes
  std::string name;   ///< unique, 1 to kLongestSoilName bytes
  bool loose = true;  ///< used only without `like`; otherwise the same as that soil
  std::string like;   ///< id of the soil that it copies; empty: it copies the default sand or rock

  bool operator==(AddSoil const&) const = default;
};

/// Changes the name of a soil that users see. Its id remains the same.
struct RenameSoil {
  std::string soil;  ///< its id
  std::string name;

  bool operator==(RenameSoil const&) const = default;
};

using SoilCommand = std::variant<SetSoil, AddSoil, RenameSoil>;

inline constexpr std::size_t kLongestSoilId = 80;    ///< bytes
inline constexpr std::size_t kLongestSoilName = 64;  ///< bytes

/// Returns the table with that change. Throws std::invalid_argument (one clear sentence) on an unknown soil or key, on
/// a value that is out of range or of the wrong type, on an impossible conversion, on the slopes of sand (which follow
/// from the parameters of gravity), on an id or a name that is invalid or already used, and on more than kMostSoils
/// soils.
Soils changed_soils(Soils soils, SoilCommand const& change);
/// Commands that turn the table `from` into `to`. They add soils that only `to` has; they do not remove soils that only
/// `from` has.
std::vector<SoilCommand> soil_changes(Soils const& from, Soils const& to);

/// Derives from `name` an id that no soil of the table has.
std::string free_soil_id(std::string_view name, Soils const& soils);
/// Returns `name` if no soil of the table has it, otherwise `name` with the first number that makes it unique.
std::string free_soil_name(std::string_view name, Soils const& soils);

void keep(Archive& archive, SetSoil& command);
void keep(Archive& archive, AddSoil& command);
void keep(Archive& archive, RenameSoil& command);

}  // namespace barchan
