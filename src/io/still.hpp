/// Stills: pictures (.png) that carry the world that they show. A still opens like a saved world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "history/history.hpp"
#include "io/saved_world.hpp"
#include "picture/picture.hpp"

namespace barchan {

/// A world with its history at the moment of a picture. Any thread can write it.
struct StillWorld {
  SavedWorldInfo info;
  std::optional<HistoryRecord> history;
  std::vector<std::byte> snapshot;
  std::uint64_t seed = 0, step = 0, hash = 0;
};
/// The present world of a history, without `info`. Finishes a journey first.
StillWorld still_world(History& history);

/// Bytes that a still carries at most, compressed. What is longer is written beside it.
inline constexpr std::size_t kMostInStill = std::size_t{16} << 20;
/// Bytes that the checkpoints of the history take at most within a still.
inline constexpr std::size_t kHistoryInStill = std::size_t{1} << 20;

/// The file of what does not fit into a still: "dunes.png.barchan" for "dunes.png".
std::filesystem::path file_beside_still(std::filesystem::path const& still);
/// Writes the picture with its world. Returns a note for the user about the file that was written beside it; empty: all
/// is in the picture. `most` is for tests. Throws InputError.
std::string write_still(std::filesystem::path const& path, Picture const& picture, StillWorld world,
                        std::size_t most = kMostInStill);

/// True if the file is a picture that carries a world, or names the file that does.
bool is_still(std::filesystem::path const& path);
/// Opens the world of a still. Throws InputError, also if the file beside it is needed and missing.
SavedWorld load_still(std::filesystem::path const& path, int threads = 1);

/// What the chunk of a still says.
struct StillContents {
  std::uint64_t step = 0, hash = 0;  ///< of the world
  std::string beside{};              ///< name of the file beside it; empty: none
  std::vector<std::byte> saved{};    ///< the saved world, as in its own file; empty: only the file beside it has it
};
/// Throws InputError. `name` stands for the file in messages.
StillContents decode_still(std::span<std::byte const> chunk, std::string const& name);
std::vector<std::byte> encode_still(StillContents contents);

}  // namespace barchan
