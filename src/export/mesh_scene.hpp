/// MeshScene: a land as named meshes with materials, ready for the encoders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec4.hpp>

#include "export/mesh.hpp"
#include "export/sample_grid.hpp"

namespace barchan {

/// What lies on the cells of a land. Each list is empty or has one value per sample of `ground`, in the same order.
struct LandSurface {
  SampleGrid ground;                ///< elevation without obstacles, m
  std::vector<float> obstacle_top;  ///< elevation of the top of obstacles that stand on the ground, m; NaN: none
  std::vector<float> water_level;   ///< elevation of the surface of the water, m; NaN: dry
  std::vector<float> plants;        ///< fraction covered by plants, 0 to 1
};

/// A picture on a mesh. With both members empty there is none.
struct Texture {
  std::vector<std::byte> png;  ///< contents of a PNG file, to be embedded where the format allows it
  std::string file;            ///< otherwise a file name relative to that of the mesh, with '/', UTF-8

  bool empty() const { return png.empty() && file.empty(); }
};

struct Material {
  std::string name;
  glm::vec4 color{1.0f};  ///< linear red, green, blue and opacity, 0 to 1; multiplies the texture
  float roughness = 1.0f;
  bool double_sided = false;
  Texture texture{};
};

struct MeshNode {
  std::string name;
  Mesh mesh;
  Material material;
};

struct MeshScene {
  std::vector<MeshNode> nodes;
  std::string extras_json;  ///< a JSON object about the land, as its coordinate system and origin; "": none
};

struct SceneStyle {
  double ground_error = 0.0;  ///< largest vertical error of the ground, m; 0: all samples
  double water_error = 0.01;  ///< largest vertical error of the water, m
  double skirt = 0.0;         ///< depth of the skirt of the ground, m; 0: none
  Texture ground_texture{};   ///< map of the land, north up, that covers it from edge to edge
  double plant_height = 0.5;  ///< m
  std::uint64_t seed = 1;     ///< of the places of plants
  std::size_t most_plant_triangles = 200'000;
};

/// Makes the nodes "ground", "obstacles", "water" and "plants"; nodes without triangles are left out. All end at the
/// outermost samples, so a land with one row or column has no nodes. Obstacles have flat roofs and vertical walls
/// between cells of different height; walls reach below the lowest ground around them. The water covers the wet cells
/// and falls below the ground within one cell of the shore. Plants are low cones at places that depend only on the land
/// and the seed; if they are too many, fewer and wider ones cover as much. Throws as simplified_surface() does, and
/// std::invalid_argument if a list has the wrong length.
MeshScene scene_of(LandSurface const& land, SceneStyle const& style);

}  // namespace barchan
