/// Sources: places where water comes to the surface of a land, such as springs and inflowing rivers.
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

/// A spring, an inflowing river or a well. Each member has a row in source_rows().
struct WaterSource {
  float x = 0.5f;          ///< position as a fraction of the land's width from the west
  float y = 0.5f;          ///< position as a fraction of the land's height from the south
  float discharge = 1.0f;  ///< m3/s
  float load = 0.0f;       ///< sand in the water, as a fraction of its volume
  std::int32_t pumps = 0;  ///< not 0: a well, which removes groundwater instead

  bool operator==(WaterSource const&) const = default;
};

using WaterSources = std::vector<WaterSource>;
inline constexpr std::size_t kMostSources = 1024;

std::span<ParameterRow const> source_rows();
/// The rows with the members of `source`, and title and help for the user.
ParameterGroup source_group(WaterSource& source);

/// Command: adds a source from the next step on.
struct PlaceSource {
  WaterSource source{};

  bool operator==(PlaceSource const&) const = default;
};

/// Command: removes all sources. Water that has flowed out of them remains.
struct RemoveSources {
  bool operator==(RemoveSources const&) const = default;
};

/// Command: removes the first source that equals this one. Water that has flowed out of it remains.
struct RemoveSource {
  WaterSource source{};

  bool operator==(RemoveSource const&) const = default;
};

/// Command: gives the first source that equals `source` other values, such as another place. It keeps its place in the
/// list.
struct ChangeSource {
  WaterSource source{}, now{};

  bool operator==(ChangeSource const&) const = default;
};

/// Cell that contains the source.
std::size_t cell_of(WaterSource const& source, Grid const& grid);

/// Returns one sentence that says why the source cannot be placed (on this land), or an empty string.
std::string source_error(WaterSource const& source);
std::string source_error(WaterSource const& source, Terrain const& terrain);

/// Reads or writes the sources. Throws ArchiveError on sources that could never be placed.
void keep(Archive& archive, WaterSources& sources);

}  // namespace barchan
