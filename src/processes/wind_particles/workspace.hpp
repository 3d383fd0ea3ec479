/// WindWorkspace: what wind particles need beside the land, allocated while there are any.
#pragma once

#include "gravity/creep.hpp"
#include "processes/wind_particles/exchange.hpp"
#include "processes/wind_particles/ground.hpp"
#include "processes/wind_particles/shelter.hpp"

namespace barchan {

struct WindWorkspace {
  explicit WindWorkspace(Terrain const& terrain) {
    ground.prepare(terrain);
    exchange.prepare(terrain.grid);
    creep.prepare(terrain);
  }

  WindShelter shelter;
  WindGround ground;
  SandExchange exchange;
  Creep creep;
};

}  // namespace barchan
