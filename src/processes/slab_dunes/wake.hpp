/// LeeWake: the wake behind a steep face. Air that flows past its sides turns in behind it and brings sand, which the
/// still air then keeps. So a sand shadow forms behind a block, as wide as the block and tapering downwind.
///
/// Source: the tapering sand shadow of Hesp 1981, in idea. Taylor & Keyser 2023 do not treat the lee side of obstacles;
/// the numbers are our own.
///
/// Equations: the wake reaches 5 heights behind a face. Within half a height beside it, flying sand drifts towards it
/// by a fifth of its path length. The wake closes from both sides at the same rate: the shelter grows from 0 at its
/// edge to full.
///
/// Limits: one angle for all obstacles; no horseshoe vortex, no scour at the flanks.
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
  /// A cell of the wake that has begun to close, and the fraction of the shelter that is left.
  struct Margin {
    std::uint32_t cell;
    float still;
  };
  std::vector<Margin> const& margin() const { return margin_; }
  /// Sideways drift of the sand over each cell, m per metre of flight.
  std::vector<glm::vec2> const& drift() const { return drift_; }

 private:
  bool in_wake(std::size_t cell, float tallest) const;
  /// The cell some strides beside another, if it is on the land. A stride is one cell along the larger component.
  std::optional<std::size_t> aside(Grid const& grid, glm::ivec2 at, glm::vec2 way, int strides) const;
  void find_side(Grid const& grid, glm::vec2 wind, float tallest, glm::ivec2 at);
  void add_side(Grid const& grid, std::size_t cell, glm::vec2 inward);

  FacesAhead behind_;  ///< faces upwind, as seen against the wind
  std::vector<Side> sides_;
  std::vector<Margin> margin_;
  std::vector<glm::vec2> drift_;
};

}  // namespace barchan
