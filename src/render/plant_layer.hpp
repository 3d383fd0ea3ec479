/// Plant layer: green and dry grass, bushes and shrubs where the land has plants.
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

/// The shaders of plants and their shadows.
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
  /// Level of detail of plants.
  struct Detail {
    float share;            ///< fraction of the plants that is drawn
    std::size_t most;       ///< largest number at once
    int blades;             ///< blades or leaves of each plant
    std::size_t most_fine;  ///< largest number of plants that are drawn finely
    int fine_blades;        ///< blades or leaves of plants that appear large
    bool shadows;           ///< plants that appear large cast shadows, and their leaves have two faces
  };

  /// Sets the plant density of a view, one value per cell, or none if there are no plants.
  void upload(Grid const& grid, std::vector<float> density);
  struct Sight {
    SceneBlock const& scene;
    glm::vec3 target;  ///< point looked at, m
    bool at_once;      ///< create all new plants now; otherwise spread the work over several pictures
  };
  /// Draws the plants that are large enough to be seen. Returns what was drawn.
  Drawn draw(PlantPrograms const& programs, Detail const& detail, Sight const& sight);
  /// False if the last draw() left out plants that further calls will make.
  bool whole() const { return tiles_.whole(); }
  bool empty() const { return tiles_.empty(); }

 private:
  /// Finds the visible plants, large ones first. Returns the number of large ones.
  std::size_t show(Detail const& detail, Sight const& sight);
  void leave_out_other_rows(std::size_t fine, Sight const& sight);

  Grid grid_;
  std::uint64_t hash_ = 0;
  PlantTiles tiles_;
  std::vector<glm::vec4> shown_;  ///< plants of the last picture
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
};

}  // namespace barchan::render
