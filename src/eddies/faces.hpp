/// Steep faces in the way of a wind: for every cell the nearest one that stands downwind of it.
///
/// A face is a run of steps along the wind each of which rises more steeply than a given slope; its height is that of
/// the whole run, whatever the size of the cells, and runs that only a ledge parts are one face. The rays keep to their
/// own lines, so that a wall is as sharp far from it as close by.
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

/// What to look for.
struct FaceRule {
  float slope = 1.0f;    ///< tangent above which a step along the wind belongs to a face
  float reach = 0.0f;    ///< m: faces further away are not seen
  float tallest = 0.0f;  ///< m: what stands above it of a face is not followed through a lead-in
};

/// Row-major, one value a cell.
struct FacesAhead {
  /// The distance where no face stands ahead.
  static constexpr float kNone = 1e30f;

  std::vector<float> distance;  ///< m along the wind from the middle of the cell to the foot of the face
  std::vector<float> rise;      ///< m from the surface of the cell to the top of the face; 0 where there is none
  /// Horizontal unit vector out of the face; nothing where there is none.
  std::vector<float> normal_x, normal_y;

  glm::vec2 normal(std::size_t cell) const { return {normal_x[cell], normal_y[cell]}; }

  /// Finds the faces ahead of all cells, `towards` being the unit vector of the wind. Exact at any azimuth, periodic
  /// aware; the same for any number of threads.
  void renew(Terrain const& terrain, glm::vec2 towards, FaceRule const& rule, Scheduler const& scheduler);
};

/// Is there steep ground anywhere? Looks again only where the land has changed.
class SteepGround {
 public:
  /// True when the base has a step between neighbours that is as steep as `slope` (a tangent) in any direction.
  bool look(Terrain const& terrain, float slope, Scheduler const& scheduler);

 private:
  Grid grid_;
  Quanta limit_ = 0;
  Changes::Look last_;
  std::vector<std::uint8_t> steep_;  ///< a stretch
};

/// Horizontal unit vector down the steepest slope of the base about a cell, nothing where it is level: from
/// derivatives of a Gaussian over seven by seven cells, which sees a slanting wall through its stairs.
glm::vec2 outward_normal(Terrain const& terrain, glm::ivec2 cell);

}  // namespace barchan
