/// Strata textures: the layers of a view on the graphics side, sent only when they changed.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "barchan/world/terrain_view.hpp"
#include "render/cut_face.hpp"
#include "render/texture.hpp"

namespace barchan {

class StrataTextures {
 public:
  /// Sends what changed in `view`; its rows only when they show (`cut`).
  void upload(TerrainView const& view, bool cut);
  void bind() const;
  /// Has the land layers of soils of its own, which show in its faces?
  bool has_faces() const { return has_faces_; }

 private:
  void upload_soils(Soils const& soils);
  void upload_rows(TerrainView const& view);
  /// A list as a texture of kListWidth columns.
  template <class Texel>
  void send_list(TextureUnit unit, GLenum format, std::vector<Texel> list);

  bool has_faces_ = false;
  Soils soils_;
  FaceBands faces_;
  std::array<ColumnRow, kRowCount> rows_;
  std::map<TextureUnit, GlTexture> made_;
};

}  // namespace barchan
