/// Rainfall: when and where it rains, in addition to the uniform rain of the parameters.
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

/// How the intensity of a storm changes with time.
enum class StormCourse : std::int32_t {
  triangle,  ///< rises linearly to its peak, then falls linearly to nothing
  block,     ///< constant
};

/// Rain for a limited time, once or repeatedly. Each member has a row in `storm_rows`.
struct Storm {
  float start = 0.0f;       ///< s after it is placed
  float duration = 100.0f;  ///< s
  float rain = 4000.0f;     ///< mm/h at its peak
  StormCourse course = StormCourse::triangle;
  float peak = 0.4f;   ///< fraction of the duration before the peak; of a triangle
  float every = 0.0f;  ///< s from one beginning to the next; 0: it comes once

  bool operator==(Storm const&) const = default;
};

std::span<ParameterRow const> storm_rows();
/// Title and help for the user, and the rows over the members of `storm`.
ParameterGroup storm_group(Storm& storm);
/// Returns one sentence on what is wrong with the storm, or an empty string.
std::string storm_error(Storm const& storm);

/// A storm that has been placed.
struct PlacedStorm {
  double start = 0.0;  ///< s on the world's clock
  Storm storm;

  bool operator==(PlacedStorm const&) const = default;
};

inline constexpr std::size_t kMostStorms = 1024;

/// Command: adds a storm, counted from now.
struct PlaceStorm {
  Storm storm{};

  bool operator==(PlaceStorm const&) const = default;
};

/// Command: ends all storms. Fallen rain stays.
struct RemoveStorms {
  bool operator==(RemoveStorms const&) const = default;
};

/// Where it rains: relative amounts per cell. Only their proportions count; the mean over the land does not change.
struct RainMap {
  std::string name;           ///< name in messages: its file
  int width = 0, height = 0;  ///< of the land; 0: it rains equally everywhere
  std::vector<float> shares;  ///< per cell, row 0 = south: finite, >= 0, at least one above 0

  bool operator==(RainMap const&) const = default;
};

/// Returns one sentence on why it cannot rain by this map (on a land of this size), or an empty string.
std::string rain_map_error(RainMap const& map);
std::string rain_map_error(RainMap const& map, Grid const& grid);

/// Command: rain follows a map from now on, or falls equally everywhere.
struct SetRainMap {
  RainMap map{};

  bool operator==(SetRainMap const&) const = default;
};

struct Rainfall {
  std::vector<PlacedStorm> storms{};
  std::vector<float> map{};  ///< relative amounts per cell; empty: equal everywhere
  std::uint32_t maps = 0;    ///< number of maps so far

  /// Sets the map, which has been checked.
  void rain_by(RainMap const& by) {
    map = by.shares;
    ++maps;
  }

  /// Relative rain of a cell: by the map, and growing with its height `above` the lowest cell, in the unit of length of
  /// `growth`.
  double share(std::size_t cell, double growth, double above) const {
    return (map.empty() ? 1.0 : static_cast<double>(map[cell])) * (1.0 + growth * above);
  }
  /// Mean rain of the storms over a step, m/s. Exact however short a storm is.
  double rate(double time, double seconds) const;

  /// Reads or writes the rainfall. Throws ArchiveError on what could never be placed.
  void keep(Archive& archive, Grid const& grid);
};

}  // namespace barchan
