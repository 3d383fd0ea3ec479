/// Plant layer: grass, green and dry, bushes and shrubs where the land has plants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "render/plant_tiles.hpp"
#include "render/scene.hpp"
#include "render/shader_library.hpp"

namespace barchan::render {

struct PlantPrograms {
  ShaderProgram body, shadow;

  PlantPrograms() = default;
  /// Throws std::runtime_error with the driver's message.
  PlantPrograms(ShaderSources const& sources, std::string const& defines)
      : body(sources, "plant.vert", "plant.frag", defines),
        shadow(sources, "plant.vert", "plant.frag", defines + "#define SHADOW\n") {}
};

class PlantLayer {
 public:
  /// How finely plants are drawn.
  struct Detail {
    float share;       ///< of those that stand there
    std::size_t most;  ///< at once
    int blades;        ///< or leaves of each
    std::size_t most_fine;
    int fine_blades;  ///< the same for those that are seen large
    bool shadows;     ///< of these, whose leaves are then of two faces
  };

  /// Sets the share of the ground that a view's plants cover, a value a cell; `hash` tells it from others.
  void upload(Grid const& grid, std::vector<float> density, std::uint64_t hash);
  struct Sight {
    SceneBlock const& scene;
    glm::vec3 target;  ///< m, what is looked at
    bool at_once;      ///< else many that are new are made over several pictures
  };
  /// Those that are large enough to be seen. Returns what was sent.
  Drawn draw(PlantPrograms const& programs, Detail const& detail, Sight const& sight);
  bool empty() const { return tiles_.empty(); }

 private:
  /// Finds what is seen, what is seen large first: returns how many these are.
  std::size_t show(Detail const& detail, Sight const& sight);

  Grid grid_;
  std::uint64_t hash_ = 0;
  PlantTiles tiles_;
  std::vector<glm::vec4> shown_;  ///< in the last picture
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
};

}  // namespace barchan::render
