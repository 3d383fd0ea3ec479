#include "render/strata_textures.hpp"

#include <algorithm>
#include <utility>

#include <glm/vec4.hpp>

namespace barchan::render {
namespace {

constexpr std::size_t kListWidth = 1024;  // as in shaders/common.glsl
constexpr float kBeds = 0.35f;            // contrast of the beds within a layer of rock

/// Extends a list so that it fills rows of kListWidth.
template <class Texel>
std::vector<Texel> whole_rows(std::vector<Texel> list) {
  list.resize(std::max<std::size_t>(1, (list.size() + kListWidth - 1) / kListWidth) * kListWidth);
  return list;
}

/// Kind of texture for a list of `count` entries.
TextureKind list_kind(GLenum format, std::size_t count) {
  return {.size = {static_cast<int>(kListWidth), static_cast<int>(count / kListWidth)},
          .format = format,
          .filter = GL_NEAREST};
}

}  // namespace

void StrataTextures::upload_soils(Soils const& soils) {
  if (soils == soils_ && !made_.empty()) return;
  soils_ = soils;
  const Soils shown = soils.empty() ? default_soils() : soils;
  // If all rock is the same, its beds are the only visible structure.
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
  layers = whole_rows(std::move(layers));
  made_[TextureUnit::cut_layers] = make_texture(list_kind(GL_RGBA32F, layers.size()), layers.data());
}

void StrataTextures::begin(TerrainView const& view, bool cut) {
  upload_soils(view.soils);
  if (cut) upload_rows(view);
  next_faces_.begin();
  if (view.faces.cells.size() != view.grid.cells()) return;
  const TextureKind cells{.size = {view.grid.width, view.grid.height}, .format = GL_RG32F, .filter = GL_NEAREST};
  bands_ = whole_rows(view.faces.bands);
  next_faces_.add(TextureUnit::face_bands, list_kind(GL_RG32F, bands_.size()), as_floats(bands_));
  next_faces_.add(TextureUnit::face_cells, cells, as_floats(view.faces.cells));
}

bool StrataTextures::upload(TerrainView const& view, SendBudget& budget) {
  if (!next_faces_.send(budget)) return false;
  has_faces_ = view.faces.cells.size() == view.grid.cells();
  std::swap(faces_, next_faces_);
  return true;
}

void StrataTextures::bind() const {
  faces_.bind();
  for (auto const& [unit, texture] : made_) bind_texture(unit, texture.id());
}

}  // namespace barchan::render
