/// Plant layer: grass, green and dry, bushes and shrubs where the land has plants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "render/plant_tiles.hpp"
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

  /// Sets the share of the ground that a view's plants cover, a value a cell; `hash` tells it from others.
  void upload(Grid const& grid, std::vector<float> density, std::uint64_t hash);
  /// Those that are large enough to be seen, with the plant program, which is in use; `target`: what is looked at, m.
  /// Unless all are wanted `at_once`, many that are new are made over several pictures. Returns what was sent.
  Drawn draw(ShaderProgram const& program, SceneBlock const& scene, glm::vec3 target, bool at_once);
  bool empty() const { return tiles_.empty(); }

 private:
  /// Finds what is seen, what is seen large first: returns how many these are.
  std::size_t show(SceneBlock const& scene, glm::vec3 target, bool at_once);

  Detail detail_;
  Grid grid_;
  std::uint64_t hash_ = 0;
  PlantTiles tiles_{detail_.per_cell};
  std::vector<glm::vec4> shown_;  ///< in the last picture
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
};

}  // namespace barchan
