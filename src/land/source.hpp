/// Sources: places where water comes to the surface of a land, springs and rivers that flow in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/parameter.hpp"

namespace barchan {

class Archive;
struct Grid;
struct Terrain;

/// A spring, or a river that flows in. Each member is a row of `source_rows`.
struct WaterSource {
  float x = 0.5f;          ///< share of the land's width from the west
  float y = 0.5f;          ///< share of the land's height from the south
  float discharge = 1.0f;  ///< m3/s
  float load = 0.0f;       ///< sand that the water brings, share of its volume
  std::int32_t pumps = 0;  ///< a well: takes ground water away instead

  bool operator==(WaterSource const&) const = default;
};

using WaterSources = std::vector<WaterSource>;
inline constexpr std::size_t kMostSources = 1024;

std::span<ParameterRow const> source_rows();
/// Title and help for people, and the rows over the members of `source`.
ParameterGroup source_group(WaterSource& source);

/// Lets water rise at a place, from the next step on.
struct PlaceSource {
  WaterSource source{};

  bool operator==(PlaceSource const&) const = default;
};

/// Ends all sources. What has flowed stays.
struct RemoveSources {
  bool operator==(RemoveSources const&) const = default;
};

/// Ends the first source that is just this one. What has flowed stays.
struct RemoveSource {
  WaterSource source{};

  bool operator==(RemoveSource const&) const = default;
};

/// Cell in which a source lies.
std::size_t cell_of(WaterSource const& source, Grid const& grid);

/// Empty when it can be placed on the land, otherwise one sentence with what was found.
std::string source_error(WaterSource const& source);
std::string source_error(WaterSource const& source, Terrain const& terrain);

/// Throws ArchiveError on sources that could never be placed.
void keep(Archive& archive, WaterSources& sources);

}  // namespace barchan
