/// The history of a world in its saved file, and what a history must know of each land to show it again.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "history/history.hpp"
#include "io/saved_world.hpp"
#include "io/world_order.hpp"

namespace barchan {

/// How a land began. A history keeps it with each new land (HistoryNode::about).
struct LandOrigin {
  WorldOrder order;
  SavedWorldInfo info;
  bool resumed = false;  ///< it began as a saved world
};

std::vector<std::byte> encode_origin(LandOrigin const& origin);
/// Throws ArchiveError.
LandOrigin decode_origin(std::span<std::byte const> bytes);
/// How a land of a history began. `land`: the node with which it began. If the history does not say, the origin has
/// only a title.
LandOrigin origin_of(HistoryTree const& tree, NodeId land);

/// Bytes that the checkpoints of a history take at most in a saved world.
inline constexpr std::size_t kHistoryInFile = std::size_t{256} << 20;

/// What `SavedWorldInfo::history` holds. Some checkpoints are left out if all take more than `most` bytes; every moment
/// can still be reached.
std::vector<std::byte> encode_history(HistoryRecord record, std::size_t most = kHistoryInFile);
/// Nothing if there is no history. `name` stands for the file in messages. Throws InputError.
std::optional<HistoryRecord> decode_history(std::span<std::byte const> bytes, std::string const& name);

/// The history that belongs to a saved world. Nothing if there is none. `name` stands for the file in messages. Throws
/// InputError if it is damaged or belongs to another world.
std::optional<HistoryRecord> history_of(SavedWorldInfo const& info, World const& world, std::string const& name);

/// Takes the history out of a saved world that has just been opened. If it cannot be used, there is a notice instead.
/// `name` stands for the file in messages.
std::optional<HistoryRecord> take_history(StartedWorld& started, std::string const& name);

/// What a history needs besides the world: the processes, pictures of its checkpoints, and a tenth of the machine's
/// memory.
HistoryOptions usual_history_options(int threads);

}  // namespace barchan
