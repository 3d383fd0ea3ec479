/// Saved worlds: the whole state of a World in a file, with magic, version, length and checksum.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "world/gauge.hpp"
#include "world/world.hpp"

namespace barchan {

/// A gauge of the window and what it has read.
struct GaugeHistory {
  static constexpr std::size_t kMostPoints = 16384;

  Gauge gauge;
  std::vector<GaugePoint> points{};  ///< in the order of steps
  std::uint64_t stride = 1;          ///< steps from point to point
};

/// What the file holds besides the world itself.
struct SavedWorldInfo {
  ScenarioInfo scenario;  ///< of the scenario with which the world began
  CameraHint camera;
  std::vector<GaugeHistory> gauges{};  ///< of the window, each of a name of its own
  Things things{};                     ///< that are seen on the land
};

struct SavedWorld {
  SavedWorldInfo info;
  World world;
};

/// Ending of the files, with the dot.
inline constexpr char const* kSavedWorldEnding = ".barchan";
inline constexpr std::uint32_t kSavedWorldVersion = 14;

/// Writes the file whole or not at all. Throws InputError.
void save_world(std::filesystem::path const& path, World const& world, SavedWorldInfo const& info);
/// Reads it back; the world continues bit for bit. Throws InputError on a file that is no saved world, is of another
/// version, is cut short or damaged.
SavedWorld load_world(std::filesystem::path const& path, int threads = 1);

/// The same without the disk; `name` stands for the file in messages.
std::vector<std::byte> encode_world(World const& world, SavedWorldInfo const& info);
SavedWorld decode_world(std::span<std::byte const> bytes, std::string const& name, int threads = 1);

/// A world from any start that a person may name: a shipped scenario, a scenario file, a height map, a saved world.
struct StartedWorld {
  SavedWorldInfo info;
  World world;
  bool resumed = false;                               ///< it was a saved world
  std::vector<std::string> notices{};                 ///< what a person should know
  std::optional<RasterHints> guesses = std::nullopt;  ///< what a height map said nothing of, and was taken
};
/// For a saved world, `options.parameters` and `options.commands` are applied before its next step and a seed is
/// refused. Throws InputError.
StartedWorld start_world(std::string const& name_or_path, WorldOptions const& options = {},
                         RasterHints const& hints = {});

}  // namespace barchan
