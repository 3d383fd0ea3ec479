/// Saved worlds: the whole state of a World in a file with a magic number, a version, a length and a checksum.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "picture/picture.hpp"
#include "world/gauge.hpp"
#include "world/world.hpp"

namespace barchan {

/// A gauge of a world and its readings.
struct GaugeHistory {
  static constexpr std::size_t kMostPoints = 16384;

  Gauge gauge;
  std::vector<GaugePoint> points{};  ///< in the order of steps
  std::uint64_t stride = 1;          ///< number of steps between two points
};

/// A run of barchan-cli that saves its world while it runs.
struct UnfinishedRun {
  std::uint64_t last_step = 0;  ///< step at which it ends; 0: the world was saved by no such run, or by a finished one
  std::uint64_t every = 0;      ///< number of steps between two saves; 0: it saves only at the end
};

/// What an automatic save knows of the work that it keeps.
struct AutosaveInfo {
  std::int64_t time = 0;   ///< when it was written, s since 1970; 0: the user has saved the world
  double unsaved = 0.0;    ///< s of activity since the user last saved the world
  std::uint64_t acts = 0;  ///< number of acts in its history
  std::string file{};      ///< to which the user last saved the world; empty: none
  Picture picture{};       ///< of the land
};

/// Contents of the file besides the world itself.
struct SavedWorldInfo {
  ScenarioInfo scenario;               ///< the scenario with which the world began
  CameraHint camera;                   ///< view when the world was saved
  std::vector<GaugeHistory> gauges{};  ///< what the gauges of the world have read
  Views views{NamedView{}};            ///< views of the scenario
  std::string land{};                  ///< scenario that the dialog *New land* wrote for this land; empty: none
  UnfinishedRun run{};                 ///< the run that saved the world and has not ended
  AutosaveInfo autosave{};             ///< if the window has saved the world by itself
  std::vector<std::byte> history{};    ///< see io/world_history.hpp; empty: none
};

struct SavedWorld {
  SavedWorldInfo info;
  World world;
  std::vector<std::string> notices{};  ///< notices for the user
};

/// Extension of the files, with the dot.
inline constexpr char const* kSavedWorldEnding = ".barchan";
/// Returns whether the file has this extension, in whatever case.
bool is_saved_world_path(std::filesystem::path const& path);
/// Returns whether the file holds a saved world: by its extension, or as a picture that carries its world
/// (io/still.hpp). Every program decides by this function whether a file is a saved world or a scenario, a soil file or
/// a height map.
bool is_saved_world(std::filesystem::path const& path);
inline constexpr std::uint32_t kSavedWorldVersion = 14;

/// Writes the file whole or not at all. Throws InputError.
void save_world(std::filesystem::path const& path, World const& world, SavedWorldInfo const& info);
/// Reads a saved world or that of a still, which then continues bit for bit. Throws InputError if the file is no such
/// file, has another version, or is truncated or damaged.
SavedWorld load_world(std::filesystem::path const& path, int threads = 1);
/// Reads only what the file contains besides the world. Throws InputError, as load_world does.
SavedWorldInfo load_info(std::filesystem::path const& path);

/// The same without access to the disk. `name` stands for the file in messages.
std::vector<std::byte> encode_world(World const& world, SavedWorldInfo const& info);
/// The same for a world of which only the snapshot is there.
std::vector<std::byte> encode_world(std::span<std::byte const> snapshot, SavedWorldInfo const& info);
SavedWorld decode_world(std::span<std::byte const> bytes, std::string const& name, int threads = 1);

/// Removes the readings of gauges after this step. The world may have gone back since they were taken.
void drop_later_readings(SavedWorldInfo& info, std::uint64_t step);

/// The contents besides the world itself, alone. `decode_info` throws ArchiveError.
std::vector<std::byte> encode_info(SavedWorldInfo const& info);
SavedWorldInfo decode_info(std::span<std::byte const> bytes);

/// A world started from anything that the user may name: a shipped scenario, a scenario file, a soil file, a height map
/// or a saved world.
struct StartedWorld {
  SavedWorldInfo info;
  World world;
  bool resumed = false;                               ///< it was started from a saved world
  std::vector<std::string> notices{};                 ///< notices for the user
  std::optional<RasterHints> guesses = std::nullopt;  ///< properties assumed because a height map does not give them
};
/// Starts the world of a scenario. Throws InputError.
StartedWorld start_scenario(Scenario const& scenario, WorldOptions const& options = {});
/// Starts a world. For a saved world, `options.parameters` and `options.commands` are applied before its next step, and
/// a seed is refused. Throws InputError.
StartedWorld start_world(std::string const& name_or_path, WorldOptions const& options = {},
                         RasterHints const& hints = {});

}  // namespace barchan
