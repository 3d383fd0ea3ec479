/// The recirculation eddy that the wind forms upwind of a steep face, such as a cliff or a wall, and the echo dune that
/// grows at the line where eddy and wind meet.
///
/// Model. Flying sand is deposited in a belt upwind of a face steeper than 55 degrees, 0.45 to 2 face heights from it.
/// The rate of deposition is larger closer to the face. In the belt, only half as much sand is lifted as elsewhere. In
/// the strip between belt and face, the wind near the ground blows away from the face. In every step it throws all sand
/// of the strip back into the belt. No sand flies through a face. The height of the face is measured from the surface
/// of the dune: as the dune grows, the eddy weakens, and where the eddy has vanished the sand goes over the face.
/// Slopes below 55 degrees form no eddy: the sand climbs them and passes.
///
/// Source: Tsoar 1983 (belt, strip, angle); Taylor & Keyser 2023 (3.1.3, 3.1.4), who mark "sticky" cells.
///
/// Equations; d is the distance along the wind, T the top of the face, z the surface, b the separation bubble over it:
///   h       = min(T - z, 1.6 f, most)    height of the face; f = min(T - z - b, most), part above the bubble
///   strip     d <= 0.45 s h + dx / 2     s = 0 .. 1 as the face turns to the wind, from 70 to 35 degrees
///   rate      0.1 + 0.9 (1 - (d - 0.45 s h) / (2 s f - 0.45 s h)) per hop in the belt, d <= 2 s f
///   throw     to d = 0.45 h + 1.55 h u^2, u uniform from 0 to 1
///   over      (0.72 - f / (T - z)) / 0.2: fraction of the thrown sand that goes over the face
///
/// Deviations from the paper: a face is the whole run of steps that rise along the wind, not a single cell; it has a
/// minimum height; the belt ends where the dune has grown into it; sand is thrown back, not deleted; oblique
/// faces throw it along themselves, so that the dune fades out towards the flanks.
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

/// Properties of the process that carries the sand.
struct EddyRule {
  float tallest = 30.0f;  ///< m: higher faces count as this high
  float least = 0.4f;     ///< m: sand flies over lower faces
  float flight = 8.0f;    ///< m: farthest distance downwind of the top at which sand that goes over a face lands
  RandomStream stream = RandomStream::slab_dunes;
};

class ReverseEddy {
 public:
  static constexpr float kSteep = 1.4281480f;  ///< tangent of 55 degrees

  /// Discards all faces.
  void prepare() {
    strip_.clear();
    belt_.clear();
  }
  /// Finds the faces downwind of each cell. Returns false if the land has none; then there is nothing else to do.
  bool renew(Terrain const& terrain, StepContext const& context, EddyRule const& rule);

  /// Rate of deposition in the belt, 1 / hop; 0 elsewhere. One value per cell; empty without faces.
  std::vector<float> const& belt() const { return belt_; }
  /// Cells directly upwind of a face, where flying sand comes to rest. One value per cell, 0 or 1.
  std::vector<std::uint8_t> const& foot() const { return foot_; }

  /// Throws the sand in the strip back or over the face. Adds the difference to `change` (quanta per cell), and records
  /// the sand that leaves over open edges. Cells that `porch` closes stay as they are.
  void clear_strip(Terrain const& terrain, SoilId soil, StepContext const& context, std::span<Quanta> change,
                   Porch const& porch) const;

 private:
  /// A cell from which sand is thrown.
  struct Source {
    std::size_t cell;
    glm::vec2 back;  ///< unit vector of the throw
    float nearest;   ///< m, shortest throw
    float farthest;  ///< m, longest throw
    float over;      ///< fraction that goes over the face
    Quanta lowest;   ///< elevation down to which the eddy reaches
  };
  struct Throw;
  /// Height in m of the rise directly downwind of a cell; 0 if the rise belongs to no face.
  float step_ahead(Terrain const& terrain, WindField const& wind, glm::ivec2 at) const;
  /// Computes the belt at a cell whose rise directly downwind is `step` m, or returns the cell if it lies in the strip.
  std::optional<Source> survey(Terrain const& terrain, WindField const& wind, glm::ivec2 at, float step);

  EddyRule rule_;  ///< rule of this step
  SteepGround steep_ground_;
  FacesAhead faces_;
  std::vector<float> belt_;
  std::vector<std::uint8_t> foot_;
  std::vector<Source> strip_;  ///< in the order of the cells
};

}  // namespace barchan
