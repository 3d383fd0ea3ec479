/// Rainfall: when and where it rains on a land, besides the even rain of the parameters.
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

/// How the rain of a storm changes in its course.
enum class StormCourse : std::int32_t {
  triangle,  ///< rises evenly to its peak, then falls evenly to nothing
  block,     ///< the same from beginning to end
};

/// Rain for a time, once or again and again. Each member is a row of `storm_rows`.
struct Storm {
  float start = 0.0f;       ///< s after it is placed
  float duration = 100.0f;  ///< s
  float rain = 4000.0f;     ///< mm/h at its peak
  StormCourse course = StormCourse::triangle;
  float peak = 0.4f;   ///< share of the duration after which the peak comes; of a triangle
  float every = 0.0f;  ///< s from one beginning to the next; 0: it comes once

  bool operator==(Storm const&) const = default;
};

std::span<ParameterRow const> storm_rows();
/// Title and help for people, and the rows over the members of `storm`.
ParameterGroup storm_group(Storm& storm);
/// Empty when there can be such a storm, otherwise one sentence with what was found.
std::string storm_error(Storm const& storm);

/// A storm that has been placed.
struct PlacedStorm {
  double start = 0.0;  ///< s of the world's clock
  Storm storm;

  bool operator==(PlacedStorm const&) const = default;
};

inline constexpr std::size_t kMostStorms = 1024;

/// Lets a storm come, from now on.
struct PlaceStorm {
  Storm storm{};

  bool operator==(PlaceStorm const&) const = default;
};

/// Ends all storms. What has fallen stays.
struct RemoveStorms {
  bool operator==(RemoveStorms const&) const = default;
};

/// Where it rains: shares of the cells, of which only the proportions count. The mean over the land stays what it is.
struct RainMap {
  std::string name;           ///< stands for it in messages: its file
  int width = 0, height = 0;  ///< of the land; 0: it rains alike everywhere
  std::vector<float> shares;  ///< of each cell, row 0 = south: >= 0 and finite, one at least above 0

  bool operator==(RainMap const&) const = default;
};

/// Empty when it can rain by such a map, on a land of this size, otherwise one sentence with what was found.
std::string rain_map_error(RainMap const& map);
std::string rain_map_error(RainMap const& map, Grid const& grid);

/// Lets it rain by a map from now on, or alike everywhere.
struct SetRainMap {
  RainMap map{};

  bool operator==(SetRainMap const&) const = default;
};

struct Rainfall {
  std::vector<PlacedStorm> storms{};
  std::vector<float> map{};  ///< shares of the cells; empty: it rains alike everywhere
  std::uint32_t maps = 0;    ///< how many maps there have been

  /// The map has been checked.
  void rain_by(RainMap const& by) {
    map = by.shares;
    ++maps;
  }

  /// Rain of a cell over that of others: by the map, and the more the farther it lies `above` the lowest one, in the
  /// unit of length of `growth`.
  double share(std::size_t cell, double growth, double above) const {
    return (map.empty() ? 1.0 : static_cast<double>(map[cell])) * (1.0 + growth * above);
  }
  /// Mean rain of the storms over a step, m/s: exactly what falls in it, however short a storm is.
  double rate(double time, double seconds) const;

  /// Throws ArchiveError on what could never be placed.
  void keep(Archive& archive, Grid const& grid);
};

}  // namespace barchan
