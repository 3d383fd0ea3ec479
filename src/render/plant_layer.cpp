#include "render/plant_layer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "barchan/base/random.hpp"

namespace barchan {
namespace {

constexpr float kBareDensity = 0.03f;  // nothing stands where plants are sparser
constexpr float kCellHeight = 1.4f;    // of the tallest grass, in cells: a coarser land is a larger one
// A plant that is seen smaller is left to the ground's colour: some go soon, some late, so that no line shows.
constexpr float kLeastPixels = 1.6f, kGonePixels = 9.0f;
// One that is seen larger is drawn with more blades, some soon, some late.
constexpr float kFinePixels = 18.0f, kFinestPixels = 34.0f;
constexpr GLuint kTuft = 0;  // as in plant.vert

/// As in plant.vert.
enum class Form : std::uint8_t { grass, straw, bush, shrub };
constexpr float kHeights[] = {1.0f, 0.9f, 0.62f, 1.25f};  // of each, over that of grass
constexpr float kStand = 9.0f;                            // cells across which plants are of a kind

/// How wide a pixel is at distance 1.
float pixel_of(SceneBlock const& scene) { return 2.0f * scene.viewport.w * glm::length(glm::vec3(scene.ray_up)); }

float hashed(std::uint32_t cell, std::uint32_t salt) {
  return to_unit(random_words(salt, 0, RandomStream::vegetation, cell, 0)[0]);
}

/// What grows in a stand, 0 .. 1: even over some cells, the same for all time.
float stand(glm::vec2 at) {
  const glm::vec2 low = glm::floor(at / kStand);
  const glm::vec2 share = glm::smoothstep(glm::vec2(0.0f), glm::vec2(1.0f), at / kStand - low);
  const auto corner = [&](float x, float y) {
    return hashed(static_cast<std::uint32_t>(low.x + x) + 65536u * static_cast<std::uint32_t>(low.y + y), 1);
  };
  return glm::mix(glm::mix(corner(0.0f, 0.0f), corner(1.0f, 0.0f), share.x),
                  glm::mix(corner(0.0f, 1.0f), corner(1.0f, 1.0f), share.x), share.y);
}

/// A plant's form for as long as it lasts, by its own number and its stand; `density`: that from which on it stands
/// there. What comes to dense cover only is mostly bush or shrub.
Form form_of(float own, float density, float stand) {
  const float late = 0.55f * density + 0.20f * glm::fract(61.0f * own) + 0.50f * (stand - 0.5f);
  if (late > 0.50f) return Form::shrub;
  if (late > 0.28f) return Form::bush;
  return glm::fract(173.0f * own) + 0.8f * (stand - 0.5f) > 0.55f ? Form::straw : Form::grass;
}

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
      const float own = std::min(to_unit(words[3]), 0.999f);
      const Form form = form_of(own, to_unit(words[0]), stand({x, y}));
      const float usual = kHeights[static_cast<std::size_t>(form)] * (0.35f + 0.65f * own);
      const float height = kCellHeight * usual * (0.5f + 0.5f * density);
      tufts_.emplace_back(glm::vec3(x, y, height) * grid_.cell_size, static_cast<float>(form) + own);
    }
  }
}

std::size_t PlantLayer::show(SceneBlock const& scene, glm::vec3 target) {
  const glm::vec3 eye(scene.eye), forward(scene.ray_forward), right(scene.ray_right), up(scene.ray_up);
  const float pixel = pixel_of(scene), wide = glm::dot(right, right), high = glm::dot(up, up);
  // How far up or down the land may lie from what is looked at, in the picture.
  const float relief = (scene.land_range.y - scene.land_range.x + grid_.cell_size) * std::abs(up.z);
  const glm::vec2 land = glm::vec2(grid_.width, grid_.height) * grid_.cell_size;
  const glm::vec2 focus(target);
  shown_.clear();
  for (glm::vec4 tuft : tufts_) {
    glm::vec2 at(tuft);
    // A periodic land shows each tuft nearest to what is looked at, as it does sand in the air.
    if (grid_.periodic()) at -= land * glm::floor((at - focus) / land + 0.5f);
    const glm::vec3 way = glm::vec3(at, target.z) - eye;
    const float ahead = glm::dot(way, forward) + tuft.z;
    const float least = pixel * glm::mix(kLeastPixels, kGonePixels, glm::fract(tuft.w * 57.0f));
    if (ahead < 0.0f || tuft.z * tuft.z < least * least * glm::dot(way, way)) continue;
    if (std::abs(glm::dot(way, right)) > (ahead + tuft.z) * wide) continue;
    if (std::abs(glm::dot(way, up)) > (ahead + tuft.z) * high + relief) continue;
    shown_.emplace_back(at, tuft.z, tuft.w);
  }
  const auto gap = [&](glm::vec4 const& tuft) { return glm::distance(glm::vec2(tuft), glm::vec2(eye)); };
  const auto nearer = [&](glm::vec4 const& a, glm::vec4 const& b) { return gap(a) < gap(b); };
  if (shown_.size() > detail_.most) {
    // The nearer the more of them, with no line where they end.
    const auto rank = [&](glm::vec4 const& tuft) { return gap(tuft) * std::sqrt(glm::fract(tuft.w * 91.0f)); };
    const auto last = shown_.begin() + static_cast<std::ptrdiff_t>(detail_.most);
    std::nth_element(shown_.begin(), last, shown_.end(),
                     [&](glm::vec4 const& a, glm::vec4 const& b) { return rank(a) < rank(b); });
    shown_.erase(last, shown_.end());
  }
  const auto fine = std::partition(shown_.begin(), shown_.end(), [&](glm::vec4 const& tuft) {
    const float least = pixel * glm::mix(kFinePixels, kFinestPixels, glm::fract(tuft.w * 57.0f));
    return tuft.z > least * glm::distance(glm::vec3(tuft.x, tuft.y, target.z), eye);
  });
  const auto most = shown_.begin() + static_cast<std::ptrdiff_t>(std::min(detail_.most_fine, shown_.size()));
  if (fine <= most) return static_cast<std::size_t>(fine - shown_.begin());
  std::nth_element(shown_.begin(), most, fine, nearer);
  return detail_.most_fine;
}

Drawn PlantLayer::draw(ShaderProgram const& program, SceneBlock const& scene, glm::vec3 target) {
  if (empty()) return {};
  const std::size_t fine = show(scene, target);
  if (shown_.empty()) return {};
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, buffer_, shown_, GL_STREAM_DRAW);
  Drawn drawn;
  const auto draw = [&](std::size_t first, std::size_t count, int blades) {
    if (count == 0) return;
    program.set("detail", glm::vec4(blades, pixel_of(scene), 0.0f, 0.0f));
    set_attributes(sizeof(glm::vec4), {{kTuft, 4, first * sizeof(glm::vec4)}}, 1);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3 * blades, static_cast<GLsizei>(count));
    drawn += {static_cast<std::size_t>(blades) * count, 1};
  };
  draw(0, fine, detail_.fine_blades);
  draw(fine, shown_.size() - fine, detail_.blades);
  glBindVertexArray(0);
  return drawn;
}

}  // namespace barchan
