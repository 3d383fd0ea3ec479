#include "render/plant_layer.hpp"

#include <algorithm>
#include <cstdint>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "barchan/base/random.hpp"

namespace barchan {
namespace {

constexpr float kBareDensity = 0.03f;  // no tuft stands where plants are sparser
constexpr float kCellHeight = 1.4f;    // of the tallest tuft, in cells: a coarser land is a larger one
// A tuft that is seen smaller is left to the ground's colour: some go soon, some late, so that no line shows.
constexpr float kLeastPixels = 1.6f, kGonePixels = 9.0f;
constexpr GLuint kTuft = 0;  // as in plant.vert

}  // namespace

void PlantLayer::upload(TerrainView const& view) {
  if (grid_ == view.grid && density_ == view.cell_layers.real(CellLayer::plants)) return;
  grid_ = view.grid;
  density_ = view.cell_layers.real(CellLayer::plants);
  tufts_.clear();
  if (density_.size() != grid_.cells()) return;
  for (std::size_t cell = 0; cell < density_.size(); ++cell) {
    const float density = density_[cell];
    if (density < kBareDensity) continue;
    for (int i = 0; i < detail_.per_cell; ++i) {
      const auto words =
          random_words(0, 0, RandomStream::vegetation, static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(i));
      if (to_unit(words[0]) > density) continue;
      const auto x = static_cast<float>(cell % static_cast<std::size_t>(grid_.width)) + to_unit(words[1]);
      const auto y = static_cast<float>(cell / static_cast<std::size_t>(grid_.width)) + to_unit(words[2]);
      const float own = to_unit(words[3]);
      const float height = kCellHeight * (0.45f + 0.55f * own) * (0.5f + 0.5f * density);
      tufts_.emplace_back(glm::vec3(x, y, height) * grid_.cell_size, own);
    }
  }
}

Drawn PlantLayer::draw(Camera const& camera, float pixel) {
  if (empty()) return {};
  const glm::vec3 eye = camera.eye();
  const glm::vec3 forward = camera.forward();
  const glm::vec2 land = glm::vec2(grid_.width, grid_.height) * grid_.cell_size;
  const glm::vec2 focus(camera.target);
  shown_.clear();
  for (glm::vec4 tuft : tufts_) {
    glm::vec2 at(tuft);
    // A periodic land shows each tuft nearest to what is looked at, as it does sand in the air.
    if (grid_.periodic()) at -= land * glm::floor((at - focus) / land + 0.5f);
    const glm::vec3 way = glm::vec3(at, camera.target.z) - eye;
    const float least = pixel * glm::mix(kLeastPixels, kGonePixels, glm::fract(tuft.w * 57.0f));
    if (glm::dot(way, forward) < 0.0f || tuft.z * tuft.z < least * least * glm::dot(way, way)) continue;
    shown_.emplace_back(at, tuft.z, tuft.w);
  }
  if (shown_.size() > detail_.most) {
    // The nearest ones.
    const auto last = shown_.begin() + static_cast<std::ptrdiff_t>(detail_.most);
    const auto gap = [&](glm::vec4 const& tuft) { return glm::distance(glm::vec2(tuft), glm::vec2(eye)); };
    std::nth_element(shown_.begin(), last, shown_.end(),
                     [&](glm::vec4 const& a, glm::vec4 const& b) { return gap(a) < gap(b); });
    shown_.erase(last, shown_.end());
  }
  if (shown_.empty()) return {};
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, buffer_, shown_, GL_STREAM_DRAW);
  set_attributes(sizeof(glm::vec4), {{kTuft, 4}}, 1);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 3 * detail_.blades, static_cast<GLsizei>(shown_.size()));
  glBindVertexArray(0);
  return {static_cast<std::size_t>(detail_.blades) * shown_.size(), 1};
}

}  // namespace barchan
