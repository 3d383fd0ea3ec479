/// Particle traces: the data with which a picture shows the particles of a process.
#pragma once

#include <glm/vec3.hpp>

#include "land/soil.hpp"

namespace barchan {

/// A particle as the picture shows it.
struct ParticleTrace {
  glm::vec3 position;  ///< metres; z above the datum
  glm::vec3 velocity;  ///< m/s
  float load = 0.0f;   ///< fraction of the capacity on flat ground, 0 to 1
  SoilId soil = kSand;
};

}  // namespace barchan
