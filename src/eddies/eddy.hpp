/// The reverse eddy before a steep face: the roller that the wind forms where it meets a cliff or a wall, and the echo
/// dune that grows where roller and wind meet.
///
/// Model. Before a face steeper than 55 degrees flying sand comes to rest in a belt of 0.4 to 2 heights, the more
/// readily the closer to the face, and half as much is lifted there. Nearer than that the wind near the ground blows
/// away from the face: what lies there is thrown back into the belt, all of it, in every step. No sand flies
/// through a face. What stands above the dune is the height that counts: as the dune grows the roller weakens, and
/// where it is gone the sand goes over the face. Below 55 degrees nothing of this happens: the sand climbs and passes.
///
/// Source: Tsoar 1983 (belt, strip, angle); Taylor & Keyser 2023 (3.1.3, 3.1.4), who mark "sticky" cells.
///
/// Equations, d the distance along the wind, T the top of the face, z the surface, b the still air over it:
///   h       = min(T - z, 1.6 f, most)    height of the face; f = min(T - z - b, most) stands above the dune
///   strip     d <= 0.4 s h               s = 0 .. 1 as the face turns to the wind, from 70 to 35 degrees
///   rate      0.1 + 0.9 (1 - (d - 0.4 s h) / (2 s f - 0.4 s h)) a hop in the belt, d <= 2 s f
///   throw     to d = 0.4 h + 1.6 h u^2, u uniform
///   over      (0.72 - f / (T - z)) / 0.2, of what is thrown
///
/// Deviations from the paper: a face is the whole run of steps that rise along the wind, not one cell's; its bounded
/// height is a minimum; the belt ends where the dune has grown into it; sand is thrown back and not deleted; slanting
/// faces throw it along themselves, so that the dune fades to the flanks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "eddies/faces.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

/// What the eddy needs to know of those who carry the sand.
struct EddyRule {
  float tallest = 30.0f;  ///< m: faces count as no higher than this
  float least = 0.4f;     ///< m: sand flies over lower ones
  float flight = 8.0f;    ///< m: sand that goes over a face comes down so far behind its top at most
  RandomStream stream = RandomStream::slab_dunes;
};

class ReverseEddy {
 public:
  static constexpr float kSteep = 1.4281480f;  ///< tangent of 55 degrees

  /// Forgets all faces.
  void prepare() {
    strip_.clear();
    belt_.clear();
  }
  /// Looks for faces in the way of the wind. False when the land has none: there is then nothing else to do.
  bool renew(Terrain const& terrain, StepContext const& context, EddyRule const& rule);

  /// Rate of coming to rest in the belt, 1 / hop; 0 elsewhere. One value a cell, none without faces.
  std::vector<float> const& belt() const { return belt_; }
  /// Cells from which the way of the wind leads up a face: what flies there comes to rest. One value a cell, 0 or 1.
  std::vector<std::uint8_t> const& foot() const { return foot_; }

  /// Throws what lies in the strip back, or over the face: `change` (quanta a cell) gains the difference. What leaves
  /// over open edges is booked.
  void clear_strip(Terrain const& terrain, SoilId soil, StepContext const& context, std::span<Quanta> change) const;

 private:
  /// A cell from which sand is thrown.
  struct Source {
    std::size_t cell;
    glm::vec2 back;  ///< unit vector of the throw
    float nearest;   ///< m
    float farthest;  ///< m
    float over;      ///< share that goes over the face
    Quanta lowest;   ///< elevation to which the eddy reaches down
  };
  struct Throw;
  /// m of the step up which the way of the wind leads from a cell; 0 where it leads up no face.
  float step_ahead(Terrain const& terrain, WindField const& wind, glm::ivec2 at) const;
  /// Fills the belt of a cell from which `step` leads up, or returns it where it lies in the strip.
  std::optional<Source> survey(Terrain const& terrain, WindField const& wind, glm::ivec2 at, float step);

  EddyRule rule_;  ///< of this step
  SteepGround steep_ground_;
  FacesAhead faces_;
  std::vector<float> belt_;
  std::vector<std::uint8_t> foot_;
  std::vector<Source> strip_;  ///< in the order of the cells
};

}  // namespace barchan
