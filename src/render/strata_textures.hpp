/// Strata textures: the layers of a view on the graphics side, sent only when they changed.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "render/cut_face.hpp"
#include "render/send_queue.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

class StrataTextures {
 public:
  /// Begins with another view; its rows only when they show (`cut`).
  void begin(TerrainView const& view, bool cut);
  /// Goes on with it, as far as the budget goes; false when more is to be sent.
  bool upload(TerrainView const& view, SendBudget& budget);
  void bind() const;
  /// Has the land layers of soils of its own, which show in its faces?
  bool has_faces() const { return has_faces_; }

 private:
  void upload_soils(Soils const& soils);
  void upload_rows(TerrainView const& view);

  bool has_faces_ = false;
  Soils soils_;
  SendQueue faces_, next_faces_;  ///< the latter being filled: a cell's bands and their list are of one view
  std::vector<FaceBands::Band> bands_;
  std::array<ColumnRow, kRowCount> rows_;
  std::map<TextureUnit, GlTexture> made_;
};

}  // namespace barchan::render
