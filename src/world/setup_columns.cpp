#include "world/setup_columns.hpp"

#include <stdexcept>
#include <string>

#include "land/soil.hpp"

namespace barchan {

namespace {

/// Throws std::invalid_argument unless the layers fit on the base, within 8000 m of the datum.
void check_layers(WorldSetup const& setup) {
  std::vector<QuantaSum> surface(setup.base.begin(), setup.base.end());
  const auto raise = [&](std::vector<Quanta> const& by, std::string const& what) {
    if (by.size() != surface.size()) {
      throw std::invalid_argument(what + ": expected a thickness for each of " + std::to_string(surface.size()) +
                                  " cells, found " + std::to_string(by.size()));
    }
    for (std::size_t i = 0; i < by.size(); ++i) {
      if (by[i] < 0)
        throw std::invalid_argument(what + ": expected a thickness of 0 or more, found a negative thickness in cell " +
                                    std::to_string(i));
      surface[i] += by[i];
    }
  };
  for (SoilLayer const& layer : setup.layers) {
    if (layer.soil >= setup.soils.size())
      throw std::invalid_argument("layer: expected a soil of this land, found an unknown one");
    raise(layer.thickness, "layer of " + setup.soils[layer.soil].id);
  }
  raise(setup.sand, "sand");
  constexpr auto kHighestLand = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);
  for (std::size_t i = 0; i < surface.size(); ++i) {
    if (surface[i] - setup.base[i] > kHighestLand) {
      throw std::invalid_argument("layers: expected at most 8000 m of layers in a cell, found " +
                                  std::to_string(to_metres(surface[i] - setup.base[i])) + " m in cell " +
                                  std::to_string(i) + "; make the layers thinner");
    }
    if (surface[i] <= kHighestLand && setup.base[i] >= -kHighestLand) continue;
    throw std::invalid_argument("layers: expected a land within 8000 m of the datum, found cell " + std::to_string(i) +
                                " outside this range; lower the relief or choose another datum");
  }
}

}  // namespace

Columns columns_of(WorldSetup const& setup) {
  if (setup.layers.empty()) {
    Columns columns(setup.grid, setup.base, setup.sand, setup.obstacle);
    columns.check_differences(setup.grid);
    return columns;
  }
  Columns columns(setup.grid, setup.base, std::vector<Quanta>(setup.grid.cells(), 0), setup.obstacle);
  check_layers(setup);
  columns.set_soils(setup.grid, loose_soils(setup.soils), 0);  // the mixing depth follows from a parameter
  columns.make_room_for_layers(setup.grid);
  const auto lay = [&](SoilId soil, std::vector<Quanta> const& thickness) {
    for (std::size_t i = 0; i < thickness.size(); ++i) columns.lay(i, {soil, thickness[i]});
  };
  for (SoilLayer const& layer : setup.layers) lay(layer.soil, layer.thickness);
  lay(kSand, setup.sand);
  columns.find_cover_soils();
  columns.check_differences(setup.grid);
  return columns;
}

}  // namespace barchan
