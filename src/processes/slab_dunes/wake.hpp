/// LeeWake: the wake downwind of a steep face. Air that flows past the sides of the face turns inwards and brings sand
/// into the wake, where the still air stops it. So a sand shadow forms downwind of a block. It is as wide as the block
/// and tapers downwind.
///
/// Source: the idea of the tapering sand shadow is from Hesp 1981. Taylor & Keyser 2023 do not treat the lee side of
/// obstacles; the numbers are our own.
///
/// Equations: the wake reaches 5 heights downwind of a face. Within half a height beside the wake, flying sand drifts
/// towards it by a fifth of its path length. The wake narrows from both sides at the same rate: the shelter grows from
/// 0 at its edge to full.
///
/// Limits: the angle is the same for all obstacles; there is no horseshoe vortex and no scour at the flanks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "eddies/faces.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

class LeeWake {
 public:
  /// Finds the wakes of the land's steep faces. Faces count as at most `tallest` m high.
  void renew(Terrain const& terrain, StepContext const& context, float slope, float tallest);

  /// A cell beside a wake, the neighbour towards which sand over it drifts, and the fraction of the sand that does so
  /// per cell of flight.
  struct Side {
    std::uint32_t cell, to;
    float share;
  };
  std::vector<Side> const& sides() const { return sides_; }
  /// A cell in the part of the wake that narrows, and the fraction of full shelter that is left there.
  struct Margin {
    std::uint32_t cell;
    float still;
  };
  std::vector<Margin> const& margin() const { return margin_; }
  /// Sideways drift of the sand over each cell, m per metre of flight.
  std::vector<glm::vec2> const& drift() const { return drift_; }

 private:
  bool in_wake(std::size_t cell, float tallest) const;
  /// The cell `strides` strides from `at` in the direction `way`, if it is on the land. A stride moves one cell along
  /// the larger component of `way`.
  std::optional<std::size_t> aside(Grid const& grid, glm::ivec2 at, glm::vec2 way, int strides) const;
  void find_side(Grid const& grid, glm::vec2 wind, float tallest, glm::ivec2 at);
  void add_side(Grid const& grid, std::size_t cell, glm::vec2 inward);

  FacesAhead behind_;  ///< faces upwind of each cell, found by looking against the wind
  std::vector<Side> sides_;
  std::vector<Margin> margin_;
  std::vector<glm::vec2> drift_;
};

}  // namespace barchan
