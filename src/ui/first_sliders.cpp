#include "ui/first_sliders.hpp"

#include <algorithm>
#include <span>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

/// While `process` is on, the slider drives this parameter.
struct Stand {
  std::string_view process;
  ParameterName drives;
};

constexpr ParameterName kSpeed{"wind", "speed"}, kDirection{"wind", "direction"}, kSettling{"gravity", "settling"};
constexpr Stand kSpeedStands[] = {{"wind_particles", kSpeed}, {"slab_dunes", kSpeed}, {"sand_supply", kSpeed}};
constexpr Stand kDirectionStands[] = {
    {"wind_particles", kDirection}, {"slab_dunes", kDirection}, {"sand_supply", kDirection}};
constexpr Stand kSuspensionStands[] = {{"wind_particles", {"wind_particles", "suspension"}},
                                       {"slab_dunes", {"slab_dunes", "lift_rate"}},
                                       {"water_particles", {"water_particles", "erosion"}}};
constexpr Stand kAbrasionStands[] = {{"wind_particles", {"wind_particles", "abrasion"}},
                                     {"slab_dunes", {"slab_dunes", "abrasion"}},
                                     {"water_particles", {"water_particles", "erodibility"}}};
constexpr Stand kRoughnessStands[] = {{"gravity", {"gravity", "repose_slope"}}};
constexpr Stand kSettlingStands[] = {{"wind_particles", kSettling},
                                     {"slab_dunes", {"slab_dunes", "deposit_sand"}},
                                     {"water_particles", {"water_particles", "deposition"}},
                                     {"gravity", kSettling}};

struct Slider {
  std::string_view label;
  std::span<Stand const> stands;  ///< the first whose process is on counts
};

constexpr Slider kSliders[] = {{"Wind speed", kSpeedStands},      {"Wind", kDirectionStands},
                               {"Suspension", kSuspensionStands}, {"Abrasion", kAbrasionStands},
                               {"Roughness", kRoughnessStands},   {"Settling", kSettlingStands}};

}  // namespace

std::string off_text(std::vector<std::string_view> const& processes) {
  std::string text;
  for (std::string_view id : processes) {
    if (!text.empty()) text += id == processes.back() ? " and " : ", ";
    text += find_group(id)->title;
  }
  return text + (processes.size() > 1 || text.ends_with('s') ? " are off" : " is off");
}

std::vector<FirstSlider> first_sliders(ParameterStore const& store) {
  std::vector<FirstSlider> sliders;
  for (Slider const& slider : kSliders) {
    Stand const& own = slider.stands.front();
    const auto on = std::find_if(slider.stands.begin(), slider.stands.end(),
                                 [&](Stand const& stand) { return store.is_on(stand.process); });
    FirstSlider now{slider.label, own.drives, on != slider.stands.end(), {}};
    if (now.live) now.drives = on->drives;
    if (!now.live) {
      std::vector<std::string_view> processes;
      for (Stand const& stand : slider.stands) processes.push_back(stand.process);
      now.note = fmt::format("Has no effect now: {}.", off_text(processes));
    } else if (!(now.drives == own.drives)) {
      now.note = fmt::format("Sets \"{}\" of {}, because {}.", store.find(now.drives.group, now.drives.key)->label,
                             find_group(now.drives.group)->title, off_text({own.process}));
    }
    sliders.push_back(std::move(now));
  }
  return sliders;
}

}  // namespace barchan::ui
