/// Steep faces: finds for every cell the nearest face downwind.
///
/// A face is a run of steps along the wind, each of which rises more steeply than a given slope. Its height is that of
/// the whole run, for any cell size. Runs that are separated only by a ledge are one face. Rays are not
/// blended with their neighbours, so a wall stays sharp at any distance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "land/changes.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Conditions for the faces to find.
struct FaceRule {
  float slope = 1.0f;    ///< tangent above which a step along the wind belongs to a face
  float reach = 0.0f;    ///< m: faces farther away are ignored
  float tallest = 0.0f;  ///< m: the part of a face above this height is not followed through a lead-in
};

/// The nearest face downwind of each cell; row-major, one value per cell.
struct FacesAhead {
  /// Value of `distance` in cells without a face downwind.
  static constexpr float kNone = 1e30f;

  std::vector<float> distance;  ///< m along the wind from the centre of the cell to the foot of the face
  std::vector<float> rise;      ///< m from the surface of the cell to the top of the face; 0 where there is none
  /// Horizontal unit vector out of the face; the zero vector where there is none.
  std::vector<float> normal_x, normal_y;

  glm::vec2 normal(std::size_t cell) const { return {normal_x[cell], normal_y[cell]}; }

  /// Finds the faces downwind of all cells; `towards` is the unit vector of the wind. Exact at any azimuth, continues
  /// across periodic edges, and gives the same result for any number of threads.
  void renew(Terrain const& terrain, glm::vec2 towards, FaceRule const& rule, Scheduler const& scheduler);
};

/// Finds out whether a land has steep ground. Reads only the parts that have changed since the last call.
class SteepGround {
 public:
  /// Returns true if the base has a step between neighbours, in any direction, at least as steep as `slope` (a
  /// tangent).
  bool look(Terrain const& terrain, float slope, Scheduler const& scheduler);

 private:
  Grid grid_;
  Quanta limit_ = 0;
  Changes::Look last_;
  std::vector<std::uint8_t> steep_;  ///< per stretch
};

/// Horizontal unit vector down the steepest slope of the base around a cell; zero where it is level. Uses Gaussian
/// derivatives over seven by seven cells, which recover the direction of an oblique wall from its stair-stepped cells.
glm::vec2 outward_normal(Terrain const& terrain, glm::ivec2 cell);

}  // namespace barchan
