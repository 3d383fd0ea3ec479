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
    if (by.size() != surface.size()) throw std::invalid_argument(what + ": expected a thickness for each cell");
    for (std::size_t i = 0; i < by.size(); ++i) {
      if (by[i] < 0)
        throw std::invalid_argument(what + ": the thickness in cell " + std::to_string(i) +
                                    " is negative; expected 0 or more");
      surface[i] += by[i];
    }
  };
  for (SoilLayer const& layer : setup.layers) {
    if (layer.soil >= setup.soils.size())
      throw std::invalid_argument("layer: expected a soil of this land, found an unknown one");
    raise(layer.thickness, "layer of " + setup.soils[layer.soil].id);
  }
  raise(setup.sand, "sand");
  constexpr auto kReach = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);
  for (std::size_t i = 0; i < surface.size(); ++i) {
    if (surface[i] - setup.base[i] > kReach) {
      throw std::invalid_argument("layers: the layers of cell " + std::to_string(i) +
                                  " are more than 8000 m thick together");
    }
    if (surface[i] <= kReach && setup.base[i] >= -kReach) continue;
    throw std::invalid_argument("layers: the column of cell " + std::to_string(i) +
                                " reaches more than 8000 m above or below the datum");
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
