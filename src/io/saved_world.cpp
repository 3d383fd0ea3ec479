#include "io/saved_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <xxhash.h>

#include "base/archive.hpp"
#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/read_views.hpp"
#include "io/still.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan {

namespace {

// Format of the file: magic (8 bytes), version (4), reserved (4), length of the contents (8), XXH3-64 of the contents
// (8), then the contents. These are sections for the scenario, the camera, gauges, things and views, then the snapshot,
// which also consists of sections. All numbers are little endian. The version is that of this outer format; each
// section has its own version.
constexpr char kMagic[8] = {'B', 'A', 'R', 'C', 'H', 'A', 'N', '\0'};
constexpr std::size_t kMaximumText = 1 << 16;
constexpr std::size_t kLongestLand = 1 << 16;
constexpr std::uint64_t kLongestStride = std::uint64_t{1} << 48;

struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t reserved;
  std::uint64_t length;
  std::uint64_t checksum;
};
static_assert(sizeof(Header) == 32);

bool is_sound(std::span<GaugePoint const> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    GaugePoint const& point = points[i];
    GaugeReading const& reading = point.reading;
    for (const double figure : {point.time, reading.discharge, reading.depth, reading.level, point.years}) {
      if (!std::isfinite(figure)) return false;
    }
    if (i > 0 && (point.step <= points[i - 1].step || point.time < points[i - 1].time)) return false;
  }
  return true;
}

constexpr std::uint32_t kGaugesWithYears = 2, kViewsWithLight = 2;  // versions of the sections

/// Reads points without the years of the calendar.
std::vector<GaugePoint> read_old_points(Archive& archive) {
  struct OldPoint {
    std::uint64_t step;
    double time;
    GaugeReading reading;
  };
  std::vector<OldPoint> old;
  archive.list(old, GaugeHistory::kMostPoints);
  std::vector<GaugePoint> points;
  for (OldPoint const& one : old) points.push_back({one.step, one.time, one.reading});
  return points;
}

void keep_gauges(Archive& archive, SavedWorldInfo& info) {
  const std::size_t count = archive.count(info.gauges.size());
  archive.require(count <= kMostGauges, "there are more gauges than are allowed");
  info.gauges.resize(count);
  std::set<std::string_view> names;
  for (GaugeHistory& one : info.gauges) {
    archive.text(one.gauge.name, kLongestGaugeName);
    archive.value(one.gauge.x);
    archive.value(one.gauge.y);
    archive.value(one.stride);
    if (archive.version() >= kGaugesWithYears) {
      archive.list(one.points, GaugeHistory::kMostPoints);
    } else {
      one.points = read_old_points(archive);
    }
    archive.require(gauge_error(one.gauge).empty(), "a gauge stands outside the land");
    archive.require(!one.gauge.name.empty() && names.insert(one.gauge.name).second,
                    "a gauge has no name, or the name of another gauge");
    archive.require(one.stride > 0 && one.stride <= kLongestStride && is_sound(one.points),
                    "the readings of a gauge are out of range or out of order");
  }
}

void keep_scenario(Archive& archive, ScenarioInfo& info) {
  for (std::string* text : {&info.id, &info.title, &info.description, &info.source}) {
    if (!archive.reading()) text->resize(std::min(text->size(), kMaximumText));
    archive.text(*text, kMaximumText);
  }
}

void keep_views(Archive& archive, Views& views) {
  const std::size_t count = archive.count(views.size());
  archive.require(count <= kMostViews, "there are more views than are allowed");
  views.resize(count);
  for (NamedView& view : views) {
    archive.text(view.name, kLongestViewName);
    archive.value(view.camera);
    if (archive.version() < kViewsWithLight) continue;
    bool lit = view.light.has_value();
    archive.value(lit);
    if (!lit) continue;
    LightHint light = view.light.value_or(LightHint{});
    archive.value(light);
    view.light = light;
  }
  archive.require(is_valid(views), "a view is out of range, has no name, or has the name of another view");
}

void keep_autosave(Archive& archive, AutosaveInfo& autosave) {
  archive.value(autosave.time);
  archive.value(autosave.unsaved);
  archive.value(autosave.acts);
  archive.text(autosave.file, kMaximumText);
  archive.require(std::isfinite(autosave.unsaved), "the description of an automatic save is out of range");
  keep(archive, autosave.picture);
}

/// `older`: receives the palms and people of a file that holds them beside the world.
void keep_info(Archive& archive, SavedWorldInfo& info, Things* older = nullptr) {
  archive.sections([&] {
    archive.section("scenario", 1, [&] { keep_scenario(archive, info.scenario); });
    archive.section("camera", 1, [&] {
      archive.value(info.camera);
      archive.require(is_valid(info.camera), "the camera is out of range");
    });
    archive.section("gauges", kGaugesWithYears, [&] { keep_gauges(archive, info); });
    archive.section("things", 1, [&] {
      Things things;
      keep(archive, things);
      if (older != nullptr) *older = std::move(things);
    });
    archive.section("views", kViewsWithLight, [&] { keep_views(archive, info.views); });
    archive.section("land", 1, [&] { archive.text(info.land, kLongestLand); });
    archive.section("run", 1, [&] {
      archive.value(info.run.last_step);
      archive.value(info.run.every);
    });
    archive.section("autosave", 1, [&] { keep_autosave(archive, info.autosave); });
    archive.section("history", 1, [&] { archive.list(info.history); });
  });
}

void check_header(std::span<std::byte const> bytes, std::string const& name) {
  if (bytes.size() < sizeof kMagic || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    throw InputError("{}: expected a saved Barchan world, found something else; choose a file that Barchan saved",
                     name);
  }
  if (bytes.size() < sizeof(Header)) {
    throw InputError("{}: expected a saved world, found only its first {} bytes; copy the file again", name,
                     bytes.size());
  }
  Header header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != kSavedWorldVersion) {
    throw InputError(
        "{}: expected a saved world of version {}, found version {}; open it with the version of Barchan that saved it",
        name, kSavedWorldVersion, header.version);
  }
  if (header.reserved != 0) {
    throw InputError("{}: expected zeros in bytes 12 to 15, found {:08x}; the file is damaged; copy it again", name,
                     header.reserved);
  }
  const std::size_t found = bytes.size() - sizeof header;
  if (header.length != found) {
    throw InputError("{}: expected {} bytes after the header, found {}; the file is {}; copy it again", name,
                     header.length, found, found < header.length ? "cut short" : "too long");
  }
  const std::uint64_t checksum = XXH3_64bits(bytes.data() + sizeof header, found);
  if (checksum != header.checksum) {
    throw InputError("{}: expected the checksum {:016x}, found {:016x}; the file is damaged; copy it again", name,
                     header.checksum, checksum);
  }
}

}  // namespace

namespace {

/// `size`: bytes of the snapshot, which `write` writes.
template <class Write>
std::vector<std::byte> encode(std::size_t size, SavedWorldInfo const& info, Write&& write) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kSavedWorldVersion;
  // The contents are written directly to their place in the file, so that a large world is not copied.
  SavedWorldInfo kept = info;
  Archive count = Archive::counter();
  keep_info(count, kept);
  Archive archive = Archive::writer(sizeof header + count.passed() + sizeof(std::uint64_t) + size);
  archive.value(header);
  keep_info(archive, kept);
  write(archive);
  std::vector<std::byte> bytes = archive.take();
  const std::span<std::byte const> content = std::span(bytes).subspan(sizeof header);
  header.length = content.size();
  header.checksum = XXH3_64bits(content.data(), content.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace

std::vector<std::byte> encode_world(World const& world, SavedWorldInfo const& info) {
  return encode(world.size_of_snapshot(), info, [&](Archive& archive) { world.snapshot_to(archive); });
}

std::vector<std::byte> encode_world(std::span<std::byte const> snapshot, SavedWorldInfo const& info) {
  return encode(snapshot.size(), info, [&](Archive& archive) { archive.block(snapshot); });
}

void drop_later_readings(SavedWorldInfo& info, std::uint64_t step) {
  for (GaugeHistory& one : info.gauges) {
    std::erase_if(one.points, [step](GaugePoint const& point) { return point.step > step; });
  }
}

std::vector<std::byte> encode_info(SavedWorldInfo const& info) {
  SavedWorldInfo kept = info;
  Archive archive = Archive::writer();
  keep_info(archive, kept);
  return archive.take();
}

SavedWorldInfo decode_info(std::span<std::byte const> bytes) {
  Archive archive = Archive::reader(bytes);
  SavedWorldInfo info;
  keep_info(archive, info);
  archive.finish();
  return info;
}

namespace {

/// Calls `read(archive)` with the contents of the file. Throws InputError for what it throws.
template <class Read>
auto decode(std::span<std::byte const> bytes, std::string const& name, Read&& read) {
  const Activity activity("reading", name);
  check_header(bytes, name);
  try {
    Archive archive = Archive::reader(bytes.subspan(sizeof(Header)));
    return read(archive);
  } catch (ArchiveError const& error) {
    throw InputError(
        "{}: expected the state of a world, found a fault: {}; open the file with the version of Barchan that saved it",
        name, printable(error.what(), kLongestReason));
  }
}

}  // namespace

namespace {

/// Gives a world that an earlier version has saved its landmarks, which were kept beside the world.
void take_up_landmarks(World& world, SavedWorldInfo const& info, Things things) {
  Landmarks const& landmarks = world.terrain().landmarks;
  if (landmarks.things.empty() && !things.empty()) world.apply(SetThings{std::move(things)});
  if (!landmarks.gauges.empty() || info.gauges.empty()) return;
  SetGauges placed;
  for (GaugeHistory const& one : info.gauges) {
    placed.gauges.push_back({static_cast<int>(placed.gauges.size()) + 1, one.gauge});
  }
  world.apply(placed);
}

}  // namespace

SavedWorld decode_world(std::span<std::byte const> bytes, std::string const& name, int threads) {
  return decode(bytes, name, [threads](Archive& archive) -> SavedWorld {
    SavedWorldInfo info;
    Things things;
    keep_info(archive, info, &things);
    const std::span<std::byte const> snapshot = archive.block();
    archive.finish();
    World world = World::restore(snapshot, make_processes(), threads);
    take_up_landmarks(world, info, std::move(things));
    for (GaugeHistory const& one : info.gauges) {
      archive.require(one.points.empty() || one.points.back().step <= world.step_count(),
                      "a gauge has readings of future steps");
    }
    return {std::move(info), std::move(world)};
  });
}

bool is_saved_world_path(std::filesystem::path const& path) {
  return lower_case(path.extension().string()) == kSavedWorldEnding;
}

void save_world(std::filesystem::path const& path, World const& world, SavedWorldInfo const& info) {
  const std::string name = path.string();
  const Activity activity("saving", name);
  write_file(path, encode_world(world, info));
}

bool is_saved_world(std::filesystem::path const& path) { return is_saved_world_path(path) || is_still(path); }

SavedWorld load_world(std::filesystem::path const& path, int threads) {
  if (is_still(path)) return load_still(path, threads);
  return decode_world(read_file(path), path.string(), threads);
}

SavedWorldInfo load_info(std::filesystem::path const& path) {
  return decode(read_file(path), path.string(), [](Archive& archive) {
    SavedWorldInfo info;
    keep_info(archive, info);
    return info;
  });
}

namespace {

/// Range and cell size that were assumed because a bare height map does not give them.
std::optional<RasterHints> guesses_of(std::string const& name, Scenario const& scenario) {
  if (!is_raster_path(name)) return std::nullopt;
  Raster const& map = *scenario.land.base.front().raster;
  RasterHints guesses;
  if (map.cell_size_assumed) guesses.cell_size = map.cell_size;
  if (map.range_assumed) {
    guesses.minimum = 0.0;
    guesses.maximum = kAssumedRelief * map.width * map.cell_size;
  }
  if (map.gaps_assumed) guesses.fill = GapFill::interpolate;
  return guesses.any() ? std::optional(guesses) : std::nullopt;
}

}  // namespace

StartedWorld start_scenario(Scenario const& scenario, WorldOptions const& options) {
  World world = make_world(scenario, options);
  SavedWorldInfo info{scenario.info, scenario.views.front().camera, {}, scenario.views};
  std::vector<std::string> notices = scenario.notices;
  // Nothing may fail from here on: g++ 12 would destroy twice the members that it has made.
  return {std::move(info), std::move(world), false, std::move(notices), std::nullopt};
}

StartedWorld start_world(std::string const& name_or_path, WorldOptions const& options, RasterHints const& hints) {
  const Activity activity("opening", name_or_path);
  const bool saved_before = is_saved_world(name_or_path);
  if (hints.any() && (saved_before || !is_raster_path(name_or_path))) {
    throw InputError(
        "{}: expected a height map ({}) for options such as --range and --fill, found another file; leave these "
        "options out",
        name_or_path, raster_endings());
  }
  if (!saved_before) {
    const Scenario scenario = load_scenario(name_or_path, hints);
    StartedWorld started = start_scenario(scenario, options);
    started.guesses = guesses_of(name_or_path, scenario);
    return started;
  }
  if (options.seed) {
    throw InputError(
        "{}: expected no --seed with a saved world, which keeps its seed, found one; leave it out or start from a "
        "scenario",
        name_or_path);
  }
  SavedWorld saved = load_world(name_or_path, options.threads);
  try {
    for (SetParameter const& parameter : options.parameters) saved.world.apply(parameter);
    apply_commands(saved.world, options);
  } catch (std::invalid_argument const& error) {
    throw InputError("{}: {}", name_or_path, error.what());
  }
  return {std::move(saved.info), std::move(saved.world), true, std::move(saved.notices), {}};
}

}  // namespace barchan
