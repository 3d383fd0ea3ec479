#include "ui/soil_watch.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "barchan/io/scenario.hpp"
#include "barchan/io/soil_scenario.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr double kBetweenLooks = 0.5;  // s

std::optional<std::string> text_of(fs::path const& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// Throws std::exception with what is wrong.
Scenario scenario_of(std::string const& text, fs::path const& file) {
  const std::string name = file.filename().string();
  if (file.extension() == kSoilFileEnding) return scenario_from_soils(parse_soil_file(text, name), file);
  return parse_scenario(text, name, file.parent_path());
}

/// What has to be set so that `old` becomes as `now`; both are the same soil.
std::vector<SetSoil> changes_between(Soil const& old, Soil const& now, Soils const& table) {
  std::vector<SetSoil> changes;
  for (SoilProperty const& property : soil_properties()) {
    const double value = property.row.get(&now);
    if (follows_cascade(now, property.row.key) || property.row.get(&old) == value) continue;
    changes.push_back({now.id, std::string(property.row.key), value});
  }
  for (SoilConversion const& way : soil_conversions()) {
    if (old.*way.target == now.*way.target) continue;
    changes.push_back({now.id, std::string(way.key), table[now.*way.target].id});
  }
  if (old.color != now.color) changes.push_back({now.id, "color", now.color});
  return changes;
}

bool same_table(Soils const& a, Soils const& b) {
  return std::ranges::equal(a, b, [](Soil const& one, Soil const& other) {
    return one.id == other.id && one.name == other.name && one.loose == other.loose;
  });
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

/// All but properties of soils, which a running world can take over, and what people read.
bool same_land(Scenario const& a, Scenario const& b) {
  const auto lists = land_lists();
  return a.grid == b.grid && a.seed == b.seed && a.datum == b.datum && a.parameters == b.parameters &&
         a.timeline == b.timeline && same_table(a.soils, b.soils) &&
         std::all_of(lists.begin(), lists.end(), [&](LandList const& list) {
           return std::ranges::equal(list.of(a.land), list.of(b.land), same_layer);
         });
}

std::vector<SetSoil> changes_between(Soils const& old, Soils const& now) {
  std::vector<SetSoil> changes;
  // A world keeps the table with which it began, and conversions are places in it.
  if (!same_table(old, now)) return changes;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::vector<SetSoil> of_one = changes_between(old[i], now[i], now);
    changes.insert(changes.end(), of_one.begin(), of_one.end());
  }
  return changes;
}

/// "3 properties of Gravel, Sand"
std::string summary(std::vector<SetSoil> const& changes, Soils const& soils) {
  std::vector<std::string> names;
  for (Soil const& soil : soils) {
    const auto of = [&](SetSoil const& change) { return change.soil == soil.id; };
    if (std::any_of(changes.begin(), changes.end(), of)) names.push_back(soil.name);
  }
  return fmt::format("{} propert{} of {}", changes.size(), changes.size() == 1 ? "y" : "ies", fmt::join(names, ", "));
}

}  // namespace

SoilWatch::Stamp SoilWatch::stamp_of(fs::path const& file) {
  std::error_code failed;
  const auto time = fs::last_write_time(file, failed);
  if (failed) return std::nullopt;
  const auto size = fs::file_size(file, failed);
  return failed ? Stamp() : Stamp(std::pair(time, size));
}

void SoilWatch::watch(fs::path const& file) {
  *this = {};
  if (file.extension() != kSoilFileEnding && file.extension() != ".toml") return;
  const Stamp stamp = stamp_of(file);
  if (!stamp) return;  // a shipped scenario
  file_ = file;
  read_ = seen_ = stamp;
  text_ = text_of(file).value_or(std::string());
}

std::optional<FileNews> SoilWatch::poll(double seconds) {
  if (file_.empty()) return std::nullopt;
  waited_ += seconds;
  if (waited_ < kBetweenLooks) return std::nullopt;
  waited_ = 0.0;
  const Stamp now = stamp_of(file_);
  const bool settled = now == std::exchange(seen_, now);
  if (!settled || !now || now == read_) return std::nullopt;
  read_ = now;
  return read();
}

std::optional<FileNews> SoilWatch::read() {
  const auto text = text_of(file_);
  if (!text || *text == text_) return std::nullopt;
  const std::string name = file_.filename().string();
  try {
    const Scenario now = scenario_of(*text, file_);
    const Scenario old = scenario_of(text_, file_);
    text_ = *text;
    reseeded_ |= old.seed != now.seed;
    FileNews news{changes_between(old.soils, now.soils), {}};
    const bool same = same_land(old, now);
    if (news.changes.empty() && same) return std::nullopt;
    news.text = name + " has changed";
    if (!news.changes.empty()) news.text += ": " + summary(news.changes, now.soils);
    if (!same)
      news.text += fmt::format("{} Shift+R makes {} anew", news.changes.empty() ? ":" : ";",
                               news.changes.empty() ? "its land" : "the rest");
    return news;
  } catch (std::exception const& error) {
    return FileNews{{}, told_whole(error), true};
  }
}

}  // namespace barchan::ui
