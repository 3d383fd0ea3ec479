/// Water textures: the water and damp ground of a view on the GPU, and the chunks of the land that have water.
#pragma once

#include <vector>

#include "render/land_tiles.hpp"
#include "render/send_queue.hpp"
#include "render/view_parts.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

class WaterTextures {
 public:
  /// Begins to send another view, whose `parts` must exist until it has been sent.
  void begin(TerrainView const& view, ViewParts const& parts);
  /// Sends more of it, within the budget. Returns false if there is more to send.
  bool upload(TerrainView const& view, ViewParts const& parts, SendBudget& budget);
  void bind() const;
  /// Returns whether there is neither water nor damp ground.
  bool empty() const { return !open_ && !damp_; }
  /// Returns whether there is water to draw.
  bool open() const { return open_; }
  /// The subset of `levels` that has water, including its surroundings. If `few`, mirrored water is drawn only close
  /// to the land and where there is much of it.
  std::vector<LandLevel> wet(std::vector<LandLevel> const& levels, bool few) const;

 private:
  SendQueue queue_;
  std::vector<SoilColor> sand_;  ///< colour of the suspended load if the view gives none
  glm::ivec2 chunks_{0};
  std::vector<float> wet_;  ///< fraction that is wet, per chunk of the land
  Boundary boundary_ = Boundary::periodic;
  bool sea_ = false;   ///< the sea continues beyond the edges, up to the horizon
  bool open_ = false;  ///< there is water
  bool damp_ = false;  ///< there is no water, but damp ground
};

}  // namespace barchan::render
