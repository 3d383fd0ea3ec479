#include "metamorphic/laws.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/vec2.hpp>

namespace barchan::metamorphic {

namespace {

constexpr std::array<LawRow, kLawCount> kRows{{
    {"turn", "The land, the wind and all other directions and places are turned by 90 degrees anticlockwise."},
    {"mirror", "West and east are exchanged."},
    {"shift",
     "A periodic land is shifted by 23 cells to the east and 11 cells to the north, across its edges. Lands "
     "with open edges are not shifted, because the shift would move their edges into the interior."},
    {"raise", "The base and the initial water table are raised by 100.015625 m, which is a whole number of quanta."},
    {"rename", "Every soil gets another name."},
    {"reorder", "The order of the soils is reversed, except that rock, sand and obstacle keep their places."},
    {"half_step", "The time step is halved, and the number of steps is doubled."},
}};

/// A place on the land as fractions of its sides.
glm::dvec2 moved(Grid const& grid, Law law, glm::dvec2 place) {
  if (law == Law::turn) return {1.0 - place.y, place.x};
  if (law == Law::mirror) return {1.0 - place.x, place.y};
  if (law != Law::shift) return place;
  const auto within = [](double fraction) { return fraction - std::floor(fraction); };
  return {within(place.x + static_cast<double>(kShiftX) / grid.width),
          within(place.y + static_cast<double>(kShiftY) / grid.height)};
}

/// A direction in degrees, between 0 and `whole`.
double turned(Law law, double degrees, double whole) {
  if (law == Law::turn) return std::fmod(degrees + 90.0, whole);
  if (law == Law::mirror) return std::fmod(540.0 - degrees, whole);
  return degrees;
}

template <class Values>
Values arranged(Grid const& grid, Law law, Values const& values) {
  if (values.empty()) return values;
  Values result(values.size());
  for (std::size_t cell = 0; cell < values.size(); ++cell) result[metamorphic::moved(grid, law, cell)] = values[cell];
  return result;
}

void arrange(WorldSetup& setup, Law law) {
  Grid const& grid = setup.grid;
  setup.base = arranged(grid, law, setup.base);
  setup.sand = arranged(grid, law, setup.sand);
  setup.obstacle = arranged(grid, law, setup.obstacle);
  for (SoilLayer& layer : setup.layers) layer.thickness = arranged(grid, law, layer.thickness);
  for (CellLayer const layer : {CellLayer::plants, CellLayer::water_table}) {
    setup.cell_layers.real(layer) = arranged(grid, law, setup.cell_layers.real(layer));
  }
  setup.cell_layers.quanta(CellLayer::moisture) = arranged(grid, law, setup.cell_layers.quanta(CellLayer::moisture));
  setup.rain_map.shares = arranged(grid, law, setup.rain_map.shares);
  for (WaterSource& source : setup.sources) {
    const glm::dvec2 place = moved(grid, law, glm::dvec2(source.x, source.y));
    source.x = static_cast<float>(place.x);
    source.y = static_cast<float>(place.y);
  }
}

SetParameter* find(std::vector<SetParameter>& parameters, std::string_view group, std::string_view key) {
  const auto found = std::ranges::find_if(
      parameters, [&](SetParameter const& parameter) { return parameter.group == group && parameter.key == key; });
  return found == parameters.end() ? nullptr : &*found;
}

/// Turns what parameters say of directions and places. The defaults are due east and the middle of the west side.
void direct(WorldSetup& setup, Law law) {
  const auto turn = [&](std::string_view group, std::string_view key, double otherwise, double whole) {
    SetParameter* const given = find(setup.parameters, group, key);
    const double degrees = turned(law, given == nullptr ? otherwise : given->value, whole);
    if (given == nullptr) {
      setup.parameters.push_back({std::string(group), std::string(key), degrees});
    } else {
      given->value = degrees;
    }
  };
  turn("wind", "direction", 0.0, 360.0);
  turn("uplift", "azimuth", 0.0, 360.0);
  turn("sand_supply", "angle", 90.0, 180.0);
  SetParameter* const x = find(setup.parameters, "sand_supply", "x");
  SetParameter* const y = find(setup.parameters, "sand_supply", "y");
  if (x == nullptr || y == nullptr) return;
  const glm::dvec2 place = moved(setup.grid, law, glm::dvec2(x->value, y->value));
  x->value = place.x;
  y->value = place.y;
}

void raise(WorldSetup& setup) {
  for (Quanta& base : setup.base) base += kRaise;
  for (float& table : setup.cell_layers.real(CellLayer::water_table)) {
    table = static_cast<float>(static_cast<double>(table) + to_metres(kRaise));
  }
  if (SetParameter* const sea = find(setup.parameters, "water_particles", "sea_level")) sea->value += to_metres(kRaise);
}

void reorder(WorldSetup& setup) {
  const std::vector<SoilId> places = soils_after(setup.soils.size(), Law::reorder);
  Soils soils(setup.soils.size());
  for (std::size_t soil = 0; soil < soils.size(); ++soil) {
    Soil& placed = soils[places[soil]] = setup.soils[soil];
    for (SoilConversion const& way : soil_conversions()) placed.*way.target = places[setup.soils[soil].*way.target];
  }
  setup.soils = std::move(soils);
  for (SoilLayer& layer : setup.layers) layer.soil = places[layer.soil];
}

}  // namespace

LawRow const& row_of(Law law) { return kRows[static_cast<std::size_t>(law)]; }

Grid grid_after(Grid const& grid, Law law) {
  return law == Law::turn ? Grid{grid.height, grid.width, grid.cell_size, grid.boundary} : grid;
}

std::size_t moved(Grid const& grid, Law law, std::size_t cell) {
  const auto width = static_cast<std::size_t>(grid.width);
  const int x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
  if (law == Law::turn) return grid_after(grid, law).index(grid.height - 1 - y, x);
  if (law == Law::mirror) return grid.index(grid.width - 1 - x, y);
  if (law == Law::shift) return grid.index((x + kShiftX) % grid.width, (y + kShiftY) % grid.height);
  return cell;
}

std::vector<SoilId> soils_after(std::size_t count, Law law) {
  std::vector<SoilId> places;
  for (std::size_t soil = 0; soil < count; ++soil) {
    const bool fixed = law != Law::reorder || soil <= kObstacle;
    places.push_back(static_cast<SoilId>(fixed ? soil : count + kObstacle - soil));
  }
  return places;
}

WorldSetup changed(WorldSetup setup, Law law) {
  switch (law) {
    case Law::turn:
    case Law::mirror:
    case Law::shift:
      arrange(setup, law);
      direct(setup, law);
      setup.grid = grid_after(setup.grid, law);
      break;
    case Law::raise:
      raise(setup);
      break;
    case Law::rename:
      for (Soil& soil : setup.soils) soil.id = soil.name = "other_" + soil.id;
      break;
    case Law::reorder:
      reorder(setup);
      break;
    case Law::half_step: {
      SetParameter* const given = find(setup.parameters, "world", "time_step");
      const double seconds = given == nullptr ? 0.4 : given->value;
      setup.parameters.push_back({"world", "time_step", seconds / 2.0});
      break;
    }
  }
  return setup;
}

}  // namespace barchan::metamorphic
