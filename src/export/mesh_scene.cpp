#include "export/mesh_scene.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/work_watch.hpp"
#include "export/mesh_scene_parts.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

// Linear colours.
constexpr glm::vec4 kSandColor{0.55f, 0.42f, 0.25f, 1.0f}, kWhite{1.0f}, kStone{0.42f, 0.40f, 0.37f, 1.0f};
constexpr glm::vec4 kWaterColor{0.02f, 0.10f, 0.14f, 0.8f}, kLeaves{0.06f, 0.15f, 0.03f, 1.0f};

constexpr double kGroundShare = 0.7;  // of the time for all nodes

void check_layer(char const* name, std::vector<float> const& values, SampleGrid const& ground) {
  if (!values.empty() && values.size() != ground.samples()) {
    throw std::invalid_argument(
        fmt::format("expected {} values of the {}, found {}", ground.samples(), name, values.size()));
  }
}

}  // namespace

bool has_obstacle(LandSurface const& land, std::size_t cell) {
  return !land.obstacle_top.empty() && land.obstacle_top[cell] > land.ground.values[cell];
}

bool is_wet(LandSurface const& land, std::size_t cell) {
  return !land.water_level.empty() && std::isfinite(land.water_level[cell]);
}

MeshScene scene_of(LandSurface const& land, SceneStyle const& style) {
  check_samples(land.ground);
  check_layer("obstacles", land.obstacle_top, land.ground);
  check_layer("water", land.water_level, land.ground);
  check_layer("plants", land.plants, land.ground);
  MeshScene scene;
  if (land.ground.width < 2 || land.ground.height < 2) return scene;
  const auto add = [&](char const* name, Mesh mesh, Material material) {
    if (!mesh.indices.empty()) scene.nodes.push_back({name, std::move(mesh), std::move(material)});
  };
  {
    const WorkPart part(0.0, kGroundShare);
    Mesh ground = simplified_surface(land.ground, {0, 0, land.ground.width, land.ground.height}, style.ground_error);
    if (style.skirt > 0.0) ground = with_skirt(std::move(ground), style.skirt);
    add("ground", std::move(ground),
        {.name = "ground",
         .color = style.ground_texture.empty() ? kSandColor : kWhite,
         .double_sided = style.skirt > 0.0,
         .texture = style.ground_texture});
  }
  const WorkPart part(kGroundShare, 1.0);
  if (!land.obstacle_top.empty()) add("obstacles", obstacle_mesh(land, style), {.name = "stone", .color = kStone});
  if (!land.water_level.empty()) {
    add("water", water_mesh(land, style), {.name = "water", .color = kWaterColor, .roughness = 0.1f});
  }
  if (!land.plants.empty()) add("plants", plant_mesh(land, style), {.name = "plants", .color = kLeaves});
  return scene;
}

}  // namespace barchan
