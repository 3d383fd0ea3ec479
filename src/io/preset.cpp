#include "io/preset.hpp"

#include <array>

#include <fmt/format.h>

#include "io/scenario.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// A column of the table below, in the order of presets().
enum Kind : std::size_t { kBarchan, kTransverse, kLinear, kStar, kPresetKinds };

struct Line {
  char const* parameter;
  std::array<char const*, kPresetKinds> values;
};

// The kinds differ mainly in the number of winds and in the fraction of the land under sand. Discs are added only if
// the land has less sand than the kind needs. Gusts that change direction keep the horns of barchans short. Spells of
// two seconds are short compared to the life of a dune, so the dune responds to the mean of its winds.
constexpr std::array kTable = {
    // barchan, transverse, linear, star
    Line{"wind_particles.enabled", {"false", "false", "false", "false"}},
    Line{"slab_dunes.enabled", {"true", "true", "true", "true"}},
    Line{"slab_dunes.hop_length", {"5", "5", "5", "5"}},
    Line{"slab_dunes.deposit_sand", {"0.6", "0.6", "0.6", "0.6"}},
    Line{"slab_dunes.deposit_bare", {"0.2", "0.4", "0.4", "0.4"}},
    Line{"slab_dunes.inflow", {"0", "1", "0", "0"}},
    Line{"world.time_step", {"0.1", "0.2", "0.2", "0.2"}},
    Line{"wind.winds", {"1", "1", "2", "3"}},
    Line{"wind.divergence", {"120", "120", "140", "120"}},
    Line{"wind.ratio", {"1", "1", "1", "1"}},
    Line{"wind.period", {"60", "60", "4", "24"}},
    Line{"wind.gust", {"0", "0", "0", "0"}},
    Line{"wind.gust_swing", {"40", "0", "0", "0"}},
    Line{"wind.gust_period", {"10", "20", "20", "20"}},
    Line{"sand_supply.enabled", {"true", "true", "true", "true"}},
    Line{"sand_supply.mode", {"random_discs", "random_discs", "random_discs", "random_discs"}},
    Line{"sand_supply.target_cover", {"0.12", "0.97", "0.6", "0.35"}},
    Line{"sand_supply.cover_depth", {"0.1", "0.1", "0.1", "0.1"}},
    Line{"sand_supply.disc_rate", {"1", "10", "2", "1"}},
    Line{"sand_supply.radius", {"14", "10", "12", "30"}},
    Line{"sand_supply.depth", {"3", "1.5", "1.5", "10"}},
};

struct Button {
  char const* id;
  char const* title;
  char const* help;
};

constexpr std::array<Button, kPresetKinds> kButtons = {{
    {"barchan", "Barchan",
     "Crescent dunes: one wind, whose direction swings to both sides, and sand on an eighth of the ground."},
    {"transverse", "Transverse", "Ridges across the wind: one wind, and sand nearly everywhere."},
    {"linear", "Linear", "Ridges along the mean direction of two winds, which alternate and differ by 140 degrees."},
    {"star", "Star",
     "Tall dunes with arms. They stay in place, because three winds alternate and blow from all sides."},
}};

std::vector<Preset> make_presets() {
  std::vector<Preset> list;
  for (std::size_t kind = 0; kind < kPresetKinds; ++kind) {
    Preset one{kButtons[kind].id, kButtons[kind].title, kButtons[kind].help, {}};
    for (Line const& line : kTable) {
      one.settings.push_back(parse_parameter_setting(fmt::format("{}={}", line.parameter, line.values[kind])));
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

std::span<Preset const> presets() {
  static const std::vector<Preset> list = make_presets();
  return list;
}

Preset const& preset(std::string_view id) {
  return row_named(presets(), &Preset::id, id, [&](std::string const& advice) {
    return InputError("expected the name of a preset, found '{}'{}", printable(id), advice);
  });
}

}  // namespace barchan
