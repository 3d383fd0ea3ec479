/// Rainfall: storms, in addition to the steady rain of the parameters, and the distribution of rain over the land.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/grid.hpp"
#include "base/parameter.hpp"

namespace barchan {

class Archive;

inline constexpr double kMillimetresPerHour = 1.0 / 3.6e6;  ///< m/s
inline constexpr double kPercentOf100Metres = 1e-4;         ///< 1/m

/// Change of the intensity of a storm with time.
enum class StormCourse : std::int32_t {
  triangle,  ///< rises linearly to its peak, then falls linearly to 0
  block,     ///< constant
};

/// Rain for a limited time, once or repeatedly. Each member has a row in storm_rows().
struct Storm {
  float start = 0.0f;       ///< time from its placement to its beginning, s
  float duration = 100.0f;  ///< s
  float rain = 4000.0f;     ///< mm/h at the peak
  StormCourse course = StormCourse::triangle;
  float peak = 0.4f;   ///< time of the peak of a triangle, as a fraction of the duration
  float every = 0.0f;  ///< time from one beginning to the next, s; 0: it occurs once

  bool operator==(Storm const&) const = default;
};

std::span<ParameterRow const> storm_rows();
/// The rows with the members of `storm`, and title and help for the user.
ParameterGroup storm_group(Storm& storm);
/// Returns one sentence that says what is wrong with the storm, or an empty string.
std::string storm_error(Storm const& storm);

/// A storm that has been placed.
struct PlacedStorm {
  double start = 0.0;  ///< s on the world's clock
  Storm storm;

  bool operator==(PlacedStorm const&) const = default;
};

inline constexpr std::size_t kMostStorms = 1024;

/// Command: adds a storm, whose `start` counts from now.
struct PlaceStorm {
  Storm storm{};

  bool operator==(PlaceStorm const&) const = default;
};

/// Command: ends all storms. Rain that has fallen remains.
struct RemoveStorms {
  bool operator==(RemoveStorms const&) const = default;
};

/// Distribution of the rain: relative amounts per cell. Only their proportions matter; the mean over the land does not
/// change.
struct RainMap {
  std::string name;           ///< name in messages: its file
  int width = 0, height = 0;  ///< size of the land, cells; 0: it rains equally everywhere
  std::vector<float> shares;  ///< per cell, row 0 = south: finite, >= 0, at least one above 0

  bool operator==(RainMap const&) const = default;
};

/// Returns one sentence that says why this map cannot be used (on a land with this grid), or an empty string.
std::string rain_map_error(RainMap const& map);
std::string rain_map_error(RainMap const& map, Grid const& grid);

/// Command: from now on, rain is distributed by a map or falls equally everywhere.
struct SetRainMap {
  RainMap map{};

  bool operator==(SetRainMap const&) const = default;
};

struct Rainfall {
  std::vector<PlacedStorm> storms{};
  std::vector<float> map{};  ///< relative amounts per cell; empty: equal everywhere
  std::uint32_t maps = 0;    ///< number of maps that have been set

  /// Sets the map, which must have been checked.
  void rain_by(RainMap const& by) {
    map = by.shares;
    ++maps;
  }

  /// Relative rain of a cell. It is proportional to the map and grows with the height `above` of the cell over the
  /// lowest cell. `growth` is per unit of `above`.
  double share(std::size_t cell, double growth, double above) const {
    return (map.empty() ? 1.0 : static_cast<double>(map[cell])) * (1.0 + growth * above);
  }
  /// Mean rain of the storms over a step, m/s. It is exact, however short a storm is.
  double rate(double time, double seconds) const;

  /// Reads or writes the rainfall. Throws ArchiveError on storms or maps that could never be placed.
  void keep(Archive& archive, Grid const& grid);
};

}  // namespace barchan
