/// WindWorkspace: the data that wind particles need besides the land. It is allocated while there are particles.
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
