/// The wake behind a steep face: the air that flows past its sides bends in behind it and brings sand with it, which
/// the still air then keeps. So a sand shadow forms behind a block, as wide as the block and tapering downwind.
///
/// Source: the tapering sand shadow of Hesp 1981, in idea; Taylor & Keyser 2023 leave the lee side of obstacles open,
/// and the numbers are ours.
///
/// Equations: the wake reaches 5 heights behind a face. Beside it, up to half a height from it, flying sand drifts
/// towards it by a fifth of its way; and by as much, from both sides, the wake is closing: what shelter is left there
/// grows from nothing at its edge to the whole.
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
  /// Finds the wakes of the land's steep faces, none of which counts as higher than `tallest` m.
  void renew(Terrain const& terrain, StepContext const& context, float slope, float tallest);

  /// A cell beside a wake, the neighbour into which sand over it drifts, and the share of it that does so while it
  /// flies one cell on.
  struct Side {
    std::uint32_t cell, to;
    float share;
  };
  std::vector<Side> const& sides() const { return sides_; }
  /// A cell of the wake over which the air from its sides has begun to close, and what share of the shelter is left.
  struct Margin {
    std::uint32_t cell;
    float still;
  };
  std::vector<Margin> const& margin() const { return margin_; }
  /// m that sand over a cell drifts aside for each metre that it flies; one value a cell.
  std::vector<glm::vec2> const& drift() const { return drift_; }

 private:
  bool in_wake(std::size_t cell, float tallest) const;
  /// The cell some strides beside another, nothing beyond an edge; a stride is a cell along the larger component.
  std::optional<std::size_t> aside(Grid const& grid, glm::ivec2 at, glm::vec2 way, int strides) const;
  void look_aside(Grid const& grid, glm::vec2 wind, float tallest, glm::ivec2 at);
  void add_side(Grid const& grid, std::size_t cell, glm::vec2 inward);

  FacesAhead behind_;  ///< faces that stand upwind, seen against the wind
  std::vector<Side> sides_;
  std::vector<Margin> margin_;
  std::vector<glm::vec2> drift_;
};

}  // namespace barchan
