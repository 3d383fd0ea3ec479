/// Small histories for tests, and their bytes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "history/history.hpp"
#include "history/session.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan::test {

inline const HistoryLand kLand{"dunes", 32, 32, 3};
inline const Command kWall = PlaceObstacle{{.height = 4.0f, .length = 12.0f, .width = 3.0f}};

inline Command speed(double value) { return SetParameter{"wind", "speed", value}; }

inline std::unique_ptr<History> begin(HistoryOptions options = history_options()) {
  return std::make_unique<History>(world_of(kLand), std::move(options));
}

inline void steps(History& history, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) history.step();
}

inline std::vector<std::byte> written(History& history) {
  Archive archive = Archive::writer();
  history.record().keep(archive);
  return archive.take();
}

inline std::unique_ptr<History> read(std::vector<std::byte> const& bytes, World const& world) {
  Archive archive = Archive::reader(bytes);
  HistoryRecord record;
  record.keep(archive);
  archive.finish();
  return std::make_unique<History>(World::restore(world.snapshot(), make_processes()), std::move(record),
                                   history_options());
}

}  // namespace barchan::test
