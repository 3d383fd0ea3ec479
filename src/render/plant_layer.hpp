/// Plant layer: tufts of blades where the land has plants.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec4.hpp>

#include "barchan/world/terrain_view.hpp"
#include "render/camera.hpp"
#include "render/drawn.hpp"
#include "render/gl.hpp"

namespace barchan {

class PlantLayer {
 public:
  /// How many tufts stand in a cell that plants cover wholly, how many are drawn at once, and blades of each.
  struct Detail {
    int per_cell;
    std::size_t most;
    int blades;
  };
  explicit PlantLayer(Detail detail) : detail_(detail) {}

  /// Sets the tufts of a view's plants; each keeps its place while they last.
  void upload(TerrainView const& view);
  /// Those that are large enough to be seen, with the plant program in use; `pixel` is the size of a pixel at distance
  /// 1. Returns what was sent.
  Drawn draw(Camera const& camera, float pixel);
  bool empty() const { return tufts_.empty(); }

 private:
  Detail detail_;
  Grid grid_;
  std::vector<float> density_;
  std::vector<glm::vec4> tufts_;  ///< x, y, height (m), a number of its own 0 .. 1
  std::vector<glm::vec4> shown_;  ///< of the last picture
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
};

}  // namespace barchan
