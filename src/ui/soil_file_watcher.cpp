#include "ui/soil_file_watcher.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/overloaded.hpp"
#include "io/scenario.hpp"
#include "io/soil_scenario.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr double kBetweenLooks = 0.5;  // s

std::optional<std::string> text_of(fs::path const& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// Throws a std::exception whose text says what is wrong.
Scenario scenario_of(std::string const& text, fs::path const& file) {
  const std::string name = file.filename().string();
  if (file.extension() == kSoilFileEnding) return scenario_from_soils(parse_soil_file(text, name), file);
  return parse_scenario(text, name, file.parent_path());
}

Soil const* find(Soils const& soils, std::string_view id) {
  const auto found = std::ranges::find(soils, id, &Soil::id);
  return found == soils.end() ? nullptr : &*found;
}

/// Returns whether a running world can adopt the table `now`. It can add and rename soils, and it keeps soils that are
/// missing from `now`. No soil may change from loose to solid or back.
bool can_follow(Soils const& old, Soils const& now) {
  return std::ranges::all_of(old, [&](Soil const& soil) {
    Soil const* const same = find(now, soil.id);
    return same == nullptr || same->loose == soil.loose;
  });
}

/// Returns whether `now` has all soils of `old`.
bool holds_all(Soils const& old, Soils const& now) {
  return std::ranges::all_of(old, [&](Soil const& soil) { return find(now, soil.id) != nullptr; });
}

bool same_raster(LandLayer const& a, LandLayer const& b) {
  if (a.raster == nullptr || b.raster == nullptr) return a.raster == b.raster;
  return a.raster->values == b.raster->values && a.raster->origin == b.raster->origin &&
         a.raster->cell_size == b.raster->cell_size;
}

bool same_layer(LandLayer const& a, LandLayer const& b) {
  const auto keys = layer_keys();
  return a.shape == b.shape && a.operation == b.operation && a.soil == b.soil && a.basis == b.basis &&
         a.stretch == b.stretch && same_raster(a, b) &&
         std::all_of(keys.begin(), keys.end(), [&](LayerKey const& key) { return a.*key.member == b.*key.member; });
}

bool same_water(Scenario const& a, Scenario const& b) {
  return a.sources == b.sources && a.storms == b.storms && a.rain_map == b.rain_map &&
         std::ranges::equal(a.rain_layers, b.rain_layers, same_layer);
}

/// Returns whether both scenarios make the same land. Texts, and changes of soils that a running world can adopt, are
/// ignored.
bool same_land(Scenario const& a, Scenario const& b) {
  const auto lists = land_lists();
  return a.grid == b.grid && a.seed == b.seed && a.datum == b.datum && a.parameters == b.parameters &&
         a.timeline == b.timeline && a.masks == b.masks && a.things == b.things && same_water(a, b) &&
         can_follow(a.soils, b.soils) && holds_all(a.soils, b.soils) &&
         std::all_of(lists.begin(), lists.end(), [&](LandList const& list) {
           return std::ranges::equal(list.of(a.land), list.of(b.land), same_layer);
         });
}

/// "3 properties of Gravel, Sand; new: Silt"
std::string summary(std::vector<SoilCommand> const& changes, Soils const& old) {
  std::vector<std::string> names, added, renamed;
  int properties = 0;
  const auto add = [&](AddSoil const& change) { added.push_back(change.name); };
  const auto rename = [&](RenameSoil const& change) { renamed.push_back(change.name); };
  const auto set = [&](SetSoil const& change) {
    const auto soil = std::ranges::find(old, change.soil, &Soil::id);
    if (soil == old.end()) return;  // a property of a new soil
    ++properties;
    if (names.empty() || names.back() != soil->name) names.push_back(soil->name);
  };
  for (SoilCommand const& change : changes) std::visit(Overloaded{add, rename, set}, change);
  std::vector<std::string> parts;
  if (properties > 0) {
    parts.push_back(
        fmt::format("{} propert{} of {}", properties, properties == 1 ? "y" : "ies", fmt::join(names, ", ")));
  }
  if (!added.empty()) parts.push_back(fmt::format("new: {}", fmt::join(added, ", ")));
  if (!renamed.empty()) parts.push_back(fmt::format("renamed: {}", fmt::join(renamed, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

SoilFileWatcher::Stamp SoilFileWatcher::stamp_of(fs::path const& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return std::nullopt;
  // The time of the last status change (ctime) reveals a file that was replaced by one with the same modification time.
  return std::array<std::int64_t, 6>{static_cast<std::int64_t>(found.st_ino),
                                     found.st_size,
                                     found.st_mtim.tv_sec,
                                     found.st_mtim.tv_nsec,
                                     found.st_ctim.tv_sec,
                                     found.st_ctim.tv_nsec};
}

void SoilFileWatcher::watch(fs::path const& file) {
  *this = {};
  if (file.extension() != kSoilFileEnding && file.extension() != ".toml") return;
  const Stamp stamp = stamp_of(file);
  if (!stamp) return;  // a shipped scenario
  file_ = file;
  read_ = seen_ = stamp;
  text_ = text_of(file).value_or(std::string());
}

std::optional<FileNews> SoilFileWatcher::poll(double seconds) {
  if (file_.empty()) return std::nullopt;
  waited_ += seconds;
  if (waited_ < kBetweenLooks) return std::nullopt;
  waited_ = 0.0;
  const Stamp now = stamp_of(file_);
  const bool settled = now == std::exchange(seen_, now);
  if (!settled || now == read_) return std::nullopt;
  const std::string name = file_.filename().string();
  const bool back = !std::exchange(read_, now);
  if (!now) return FileNews{{}, name + " no longer exists; the land stays as it is until the file is back"};
  auto news = read();
  return !news && back ? FileNews{{}, name + " is back, unchanged"} : news;
}

std::optional<FileNews> SoilFileWatcher::read() {
  const auto text = text_of(file_);
  const std::string name = file_.filename().string();
  if (!text) return FileNews{{}, name + " has changed and cannot be read; check its permissions", true};
  if (*text == text_) return std::nullopt;
  try {
    const Scenario now = scenario_of(*text, file_);
    const Scenario old = scenario_of(text_, file_);
    text_ = *text;
    reseeded_ |= old.seed != now.seed;
    FileNews news;
    if (can_follow(old.soils, now.soils)) news.changes = soil_changes(old.soils, now.soils);
    const bool same = same_land(old, now);
    if (news.changes.empty() && same) return std::nullopt;
    news.text = name + " has changed";
    if (!news.changes.empty()) news.text += ": " + summary(news.changes, old.soils);
    if (!same)
      news.text += fmt::format(
          "{} Shift+R makes {}", news.changes.empty() ? ":" : ";",
          news.changes.empty() ? "the land again with this change" : "the land again with the other changes");
    return news;
  } catch (std::exception const& error) {
    return FileNews{{}, told_whole(error), true};
  }
}

}  // namespace barchan::ui
