/// Plant layer: grass, green and dry, bushes and shrubs where the land has plants.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "barchan/world/terrain_view.hpp"
#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "render/scene.hpp"
#include "render/shader_library.hpp"

namespace barchan {

class PlantLayer {
 public:
  /// How many stand in a cell that plants cover wholly; how many are drawn at once, and blades or leaves of each; the
  /// same for those that are seen large.
  struct Detail {
    int per_cell;
    std::size_t most;
    int blades;
    std::size_t most_fine;
    int fine_blades;
  };
  explicit PlantLayer(Detail detail) : detail_(detail) {}

  /// Sets the plants of a view; each keeps its place and form while it lasts.
  void upload(TerrainView const& view);
  /// Those that are large enough to be seen, with the plant program, which is in use; `target`: what is looked at, m.
  /// Returns what was sent.
  Drawn draw(ShaderProgram const& program, SceneBlock const& scene, glm::vec3 target);
  bool empty() const { return tufts_.empty(); }

 private:
  /// Finds what is seen, what is seen large first: returns how many these are.
  std::size_t show(SceneBlock const& scene, glm::vec3 target);

  Detail detail_;
  Grid grid_;
  std::vector<float> density_;
  std::vector<glm::vec4> tufts_;  ///< x, y, height (m), form plus a number of its own 0 .. 1
  std::vector<glm::vec4> shown_;  ///< of the last picture
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
};

}  // namespace barchan
