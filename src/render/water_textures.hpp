/// Water textures: a view's water and damp ground on the graphics side, and which chunks of the land have water.
#pragma once

#include <vector>

#include "render/land_tiles.hpp"
#include "render/send_queue.hpp"
#include "render/view_parts.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

class WaterTextures {
 public:
  /// Begins with another view, whose `parts` must live until it has been sent.
  void begin(TerrainView const& view, ViewParts const& parts);
  /// Goes on with it, as far as the budget goes; false when more is to be sent.
  bool upload(TerrainView const& view, ViewParts const& parts, SendBudget& budget);
  void bind() const;
  /// Without water and damp ground.
  bool empty() const { return !open_ && !damp_; }
  /// Is there water to draw?
  bool open() const { return open_; }
  /// Of these, what has water, and the apron beside it.
  std::vector<LandLevel> wet(std::vector<LandLevel> const& levels) const;

 private:
  SendQueue queue_;
  std::vector<SoilColor> sand_;  ///< what the water carries, where nothing else is known
  glm::ivec2 chunks_{0};
  std::vector<bool> wet_;  ///< by chunk of the land
  int beyond_ = 0;         ///< chunks from the land's edges to which its water runs out
  bool sea_ = false;       ///< beyond the edges, up to the horizon
  bool open_ = false;      ///< there is water
  bool damp_ = false;      ///< there is none, but damp ground
};

}  // namespace barchan::render
