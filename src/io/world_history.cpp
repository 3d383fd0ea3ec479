#include "io/world_history.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "io/file.hpp"
#include "io/raster_options.hpp"
#include "io/text.hpp"
#include "picture/thumbnail.hpp"
#include "processes/process_list.hpp"

namespace barchan {

namespace {

constexpr std::size_t kLongestSource = 4096;                          // bytes
constexpr std::size_t kLongestText = 65536;                           // bytes of a scenario
constexpr std::uint32_t kOrderWithText = 2, kOrderWithHintTexts = 3;  // versions of the section of an order
constexpr std::size_t kMostParameters = 100000;                       // of an order
constexpr double kMemoryShare = 0.1;                                  // of the machine's memory, for the checkpoints

template <class T>
void keep_optional(Archive& archive, std::optional<T>& value) {
  bool given = value.has_value();
  archive.value(given);
  if (archive.reading() && given) value.emplace();
  if (given) archive.value(*value);
}

/// The hints in the layout of earlier versions.
void keep_old_hints(Archive& archive, RasterHints& hints) {
  keep_optional(archive, hints.minimum);
  keep_optional(archive, hints.maximum);
  keep_optional(archive, hints.cell_size);
  bool sized = hints.size.has_value();
  archive.value(sized);
  if (archive.reading() && sized) hints.size.emplace();
  if (!sized) return;
  archive.value(hints.size->first);
  archive.value(hints.size->second);
}

/// Reads or writes the hints that are given, each with its key and its text.
void keep_hints(Archive& archive, RasterHints& hints) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (RasterOptionRow const& row : raster_options()) {
    if (std::string text = row.text(hints); !text.empty()) texts.emplace_back(row.key, std::move(text));
  }
  const std::size_t count = archive.count(texts.size());
  archive.require(count <= raster_options().size(), "there are more options of a height map than are known");
  texts.resize(count);
  for (auto& [key, text] : texts) {
    archive.text(key);
    archive.text(text);
    if (!archive.reading()) continue;
    const auto row = std::ranges::find(raster_options(), std::string_view(key), &RasterOptionRow::key);
    archive.require(row != raster_options().end(), "an option of a height map is unknown");
    try {
      hints = row->with(std::move(hints), text);
    } catch (InputError const& error) {
      throw ArchiveError(error.what());
    }
  }
}

void keep_order(Archive& archive, WorldOrder& order) {
  archive.text(order.source, kLongestSource);
  keep_optional(archive, order.seed);
  archive.version() >= kOrderWithHintTexts ? keep_hints(archive, order.hints) : keep_old_hints(archive, order.hints);
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
    archive.needed_section("order", kOrderWithHintTexts, [&] { keep_order(archive, origin.order); });
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
