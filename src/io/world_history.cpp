#include "io/world_history.hpp"

#include <utility>

#include "base/archive.hpp"
#include "io/file.hpp"
#include "io/text.hpp"
#include "picture/thumbnail.hpp"
#include "processes/process_list.hpp"

namespace barchan {

namespace {

constexpr std::size_t kLongestSource = 4096;     // bytes
constexpr std::size_t kLongestText = 65536;      // bytes of a scenario
constexpr std::uint32_t kOrderWithText = 2;      // version of the section of an order
constexpr std::size_t kMostParameters = 100000;  // of an order
constexpr double kMemoryShare = 0.1;             // of the machine's memory, for the checkpoints

template <class T>
void keep_optional(Archive& archive, std::optional<T>& value) {
  bool given = value.has_value();
  archive.value(given);
  if (archive.reading() && given) value.emplace();
  if (given) archive.value(*value);
}

void keep_order(Archive& archive, WorldOrder& order) {
  archive.text(order.source, kLongestSource);
  keep_optional(archive, order.seed);
  keep_optional(archive, order.hints.minimum);
  keep_optional(archive, order.hints.maximum);
  keep_optional(archive, order.hints.cell_size);
  bool sized = order.hints.size.has_value();
  archive.value(sized);
  if (archive.reading() && sized) order.hints.size.emplace();
  if (sized) {
    archive.value(order.hints.size->first);
    archive.value(order.hints.size->second);
  }
  const std::size_t count = archive.count(order.parameters.size());
  archive.require(count <= kMostParameters, "there are more parameters than are allowed");
  order.parameters.resize(count);
  for (SetParameter& one : order.parameters) {
    archive.text(one.group);
    archive.text(one.key);
    archive.value(one.value);
  }
  if (archive.version() >= kOrderWithText) archive.text(order.text, kLongestText);
}

void keep(Archive& archive, LandOrigin& origin) {
  archive.sections([&] {
    archive.needed_section("order", kOrderWithText, [&] { keep_order(archive, origin.order); });
    archive.needed_section("resumed", 1, [&] { archive.value(origin.resumed); });
    archive.needed_section("info", 1, [&] {
      if (archive.reading()) {
        origin.info = decode_info(archive.block());
      } else {
        archive.block(encode_info(origin.info));
      }
    });
  });
}

}  // namespace

std::vector<std::byte> encode_origin(LandOrigin const& origin) {
  LandOrigin kept = origin;
  kept.info.history.clear();
  kept.info.autosave = {};
  for (GaugeHistory& one : kept.info.gauges) one.points.clear();
  Archive archive = Archive::writer();
  keep(archive, kept);
  return archive.take();
}

LandOrigin decode_origin(std::span<std::byte const> bytes) {
  Archive archive = Archive::reader(bytes);
  LandOrigin origin;
  keep(archive, origin);
  archive.finish();
  return origin;
}

LandOrigin origin_of(HistoryTree const& tree, NodeId land) {
  try {
    return decode_origin(tree.node(land).about);
  } catch (ArchiveError const&) {  // nobody has said how it began
    LandOrigin origin;
    origin.info.scenario.title = "A land of the history";
    return origin;
  }
}

std::vector<std::byte> encode_history(HistoryRecord record, std::size_t most) {
  record.limit(most);
  Archive archive = Archive::writer(record.size());
  record.keep(archive);
  return archive.take();
}

std::optional<HistoryRecord> decode_history(std::span<std::byte const> bytes, std::string const& name) {
  if (bytes.empty()) return std::nullopt;
  try {
    Archive archive = Archive::reader(bytes);
    HistoryRecord record;
    record.keep(archive);
    archive.finish();
    return record;
  } catch (ArchiveError const& error) {
    throw InputError("{}: expected the history of the world, found a fault: {}; the world itself is intact", name,
                     printable(error.what(), kLongestReason));
  }
}

std::optional<HistoryRecord> history_of(SavedWorldInfo const& info, World const& world, std::string const& name) {
  std::optional<HistoryRecord> history = decode_history(info.history, name);
  if (history && !history->belongs_to(world)) {
    throw InputError("{}: expected the history of this world, found the history of another world", name);
  }
  return history;
}

std::optional<HistoryRecord> take_history(StartedWorld& started, std::string const& name) {
  try {
    std::optional<HistoryRecord> history = history_of(started.info, started.world, name);
    started.info.history = {};
    return history;
  } catch (InputError const& error) {
    started.info.history = {};
    started.notices.push_back(std::string(error.what()) + ". The world is open without its history.");
    return std::nullopt;
  }
}

HistoryOptions usual_history_options(int threads) {
  const auto memory = static_cast<double>(memory_limit());
  return {.make_processes = make_processes,
          .bound = static_cast<std::size_t>(kMemoryShare * memory),
          .threads = threads,
          .draw = [](World const& world) { return draw_thumbnail(world, kThumbnailSide); }};
}

}  // namespace barchan
