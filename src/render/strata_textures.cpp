#include "render/strata_textures.hpp"

#include <algorithm>

#include <glm/vec4.hpp>

namespace barchan {
namespace {

constexpr std::size_t kListWidth = 1024;  // as in shaders/common.glsl
constexpr float kBeds = 0.35f;            // how much the beds within a layer of rock differ

}  // namespace

template <class Texel>
void StrataTextures::send_list(TextureUnit unit, GLenum format, std::vector<Texel> list) {
  const std::size_t height = std::max<std::size_t>(1, (list.size() + kListWidth - 1) / kListWidth);
  list.resize(height * kListWidth);
  const TextureKind kind{
      .size = {static_cast<int>(kListWidth), static_cast<int>(height)}, .format = format, .filter = GL_NEAREST};
  made_[unit] = make_texture(kind, list.data());
}

void StrataTextures::upload_soils(Soils const& soils) {
  if (soils == soils_ && !made_.empty()) return;
  soils_ = soils;
  const Soils shown = soils.empty() ? default_soils() : soils;
  // Where rock is one, its beds are all there is to see of it.
  const float beds = shown.size() > default_soils().size() ? kBeds : 1.0f;
  std::vector<glm::vec4> colors(kMostSoils);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    colors[i] = {shown[i].color[0], shown[i].color[1], shown[i].color[2], shown[i].loose ? 0.0f : beds};
  }
  made_[TextureUnit::soil_colors] =
      make_texture({.size = {kMostSoils, 1}, .format = GL_RGBA32F, .filter = GL_NEAREST}, colors.data());
}

void StrataTextures::upload_rows(TerrainView const& view) {
  if (view.rows == rows_ && made_.contains(TextureUnit::cut_gaps)) return;
  rows_ = view.rows;
  const SoilSet loose = loose_soils(view.soils.empty() ? default_soils() : view.soils);
  std::array<CutFace, kRowCount> faces;
  std::size_t longest = 1;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    faces[i] = join_columns(rows_[i], loose);
    longest = std::max(longest, faces[i].gaps.size());
  }
  std::vector<CutLayer> layers;
  std::vector<CutGap> gaps(longest * faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto first = static_cast<float>(layers.size());
    std::ranges::transform(faces[i].gaps, gaps.begin() + static_cast<std::ptrdiff_t>(i * longest), [&](CutGap gap) {
      gap.first += first;
      return gap;
    });
    layers.insert(layers.end(), faces[i].layers.begin(), faces[i].layers.end());
  }
  const glm::ivec2 size(static_cast<int>(longest), kRowCount);
  made_[TextureUnit::cut_gaps] = make_texture({.size = size, .format = GL_RGBA32F, .filter = GL_NEAREST}, gaps.data());
  send_list(TextureUnit::cut_layers, GL_RGBA32F, std::move(layers));
}

void StrataTextures::upload(TerrainView const& view, bool cut) {
  upload_soils(view.soils);
  if (cut) upload_rows(view);
  has_faces_ = view.faces.cells.size() == view.grid.cells();
  if (!has_faces_ || view.faces == faces_) return;
  faces_ = view.faces;
  const glm::ivec2 size(view.grid.width, view.grid.height);
  made_[TextureUnit::face_cells] =
      make_texture({.size = size, .format = GL_RG32F, .filter = GL_NEAREST}, faces_.cells.data());
  send_list(TextureUnit::face_bands, GL_RG32F, faces_.bands);
}

void StrataTextures::bind() const {
  for (auto const& [unit, texture] : made_) bind_texture(unit, texture.id());
}

}  // namespace barchan
