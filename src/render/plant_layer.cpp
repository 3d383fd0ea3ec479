#include "render/plant_layer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <xxhash.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/thrown_shadows.hpp"

namespace barchan::render {
namespace {

// A plant that appears larger is drawn with more blades. The threshold varies from plant to plant.
constexpr float kFinePixels = 18.0f, kFinestPixels = 34.0f;
constexpr GLuint kTuft = 0;  // as in plant.vert

/// Width of a pixel at distance 1.
float pixel_of(SceneBlock const& scene) { return 2.0f * scene.viewport.w * glm::length(glm::vec3(scene.ray_up)); }

}  // namespace

void PlantLayer::upload(Grid const& grid, std::vector<float> density) {
  const std::uint64_t hash = XXH3_64bits(density.data(), density.size() * sizeof(float));
  if (grid == grid_ && hash == hash_) return;
  grid_ = grid;
  hash_ = hash;
  tiles_.set(grid, std::move(density));
}

std::size_t PlantLayer::show(Detail const& detail, Sight const& sight) {
  auto const& [scene, target, at_once] = sight;
  const glm::vec3 eye(scene.eye), forward(scene.ray_forward), right(scene.ray_right), up(scene.ray_up);
  const float pixel = pixel_of(scene), wide = glm::dot(right, right), high = glm::dot(up, up);
  // Largest distance by which the land may extend above or below the target in the picture.
  const float relief = (scene.land_range.y - scene.land_range.x + grid_.cell_size) * std::abs(up.z);
  shown_.clear();
  const bool copies = scene.land_range.w > 0.5f;
  for (glm::vec4 const& tuft : tiles_.seen({eye, forward, target, pixel, at_once, copies})) {
    if (glm::fract(tuft.w * 37.0f) >= detail.share) continue;
    const glm::vec3 way = glm::vec3(tuft.x, tuft.y, target.z) - eye;
    const float ahead = glm::dot(way, forward) + tuft.z;
    if (std::abs(glm::dot(way, right)) > (ahead + tuft.z) * wide) continue;
    if (std::abs(glm::dot(way, up)) > (ahead + tuft.z) * high + relief) continue;
    shown_.push_back(tuft);
  }
  const auto gap = [&](glm::vec4 const& tuft) { return glm::distance(glm::vec2(tuft), glm::vec2(eye)); };
  const auto nearer = [&](glm::vec4 const& a, glm::vec4 const& b) { return gap(a) < gap(b); };
  if (shown_.size() > detail.most) {
    // Nearer plants are more likely to be kept, with a random threshold so that no boundary is visible.
    const auto rank = [&](glm::vec4 const& tuft) { return gap(tuft) * std::sqrt(glm::fract(tuft.w * 91.0f)); };
    const auto last = shown_.begin() + static_cast<std::ptrdiff_t>(detail.most);
    std::nth_element(shown_.begin(), last, shown_.end(),
                     [&](glm::vec4 const& a, glm::vec4 const& b) { return rank(a) < rank(b); });
    shown_.erase(last, shown_.end());
  }
  const auto fine = std::partition(shown_.begin(), shown_.end(), [&](glm::vec4 const& tuft) {
    const float least = pixel * glm::mix(kFinePixels, kFinestPixels, glm::fract(tuft.w * 57.0f));
    return tuft.z > least * glm::distance(glm::vec3(tuft.x, tuft.y, target.z), eye);
  });
  const auto most = shown_.begin() + static_cast<std::ptrdiff_t>(std::min(detail.most_fine, shown_.size()));
  if (fine <= most) return static_cast<std::size_t>(fine - shown_.begin());
  std::nth_element(shown_.begin(), most, fine, nearer);
  return detail.most_fine;
}

/// Leaves out plants far above or below the band of the picture that is drawn. The first `fine` plants stay, because
/// their shadows may reach into it.
void PlantLayer::leave_out_other_rows(std::size_t fine, Sight const& sight) {
  SceneBlock const& scene = sight.scene;
  const float share = scene.ray_forward.w, middle = scene.ray_up.w;
  if (share == 1.0f) return;
  const glm::vec3 eye(scene.eye), forward(scene.ray_forward), up(scene.ray_up);
  const float high = glm::dot(up, up);
  const float relief = (scene.land_range.y - scene.land_range.x + grid_.cell_size) * std::abs(up.z);
  const auto unseen = [&](glm::vec4 const& tuft) {
    const glm::vec3 way = glm::vec3(tuft.x, tuft.y, sight.target.z) - eye;
    const float ahead = glm::dot(way, forward);
    const float reach = (share * std::max(ahead, 0.0f) + 2.0f * tuft.z) * high + 2.0f * tuft.z + relief;
    return std::abs(glm::dot(way, up) - middle * ahead * high) > reach * (1.0f + std::abs(middle));
  };
  shown_.erase(std::remove_if(shown_.begin() + static_cast<std::ptrdiff_t>(fine), shown_.end(), unseen), shown_.end());
}

Drawn PlantLayer::draw(PlantPrograms const& programs, Detail const& detail, Sight const& sight) {
  if (empty()) return {};
  const std::size_t fine = show(detail, sight);
  leave_out_other_rows(fine, sight);
  if (shown_.empty()) return {};
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, buffer_, shown_, GL_STREAM_DRAW);
  Drawn drawn;
  const auto draw = [&](ShaderProgram const& program, std::size_t first, std::size_t last) {
    if (first == last) return;
    const bool large = first < fine;
    const int blades = large ? detail.fine_blades : detail.blades;
    program.use();
    program.set("detail", glm::vec4(blades, pixel_of(sight.scene), large && detail.shadows ? 1.0f : 0.0f, 0.0f));
    set_attributes(sizeof(glm::vec4), {{kTuft, 4, first * sizeof(glm::vec4)}}, 1);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3 * blades, static_cast<GLsizei>(last - first));
    drawn += {static_cast<std::size_t>(blades) * (last - first), 1};
  };
  if (detail.shadows) {
    const ThrownShadows multiplied;
    draw(programs.shadow, 0, fine);
  }
  draw(programs.body, 0, fine);
  draw(programs.body, fine, shown_.size());
  glBindVertexArray(0);
  return drawn;
}

}  // namespace barchan::render
