/// Strata textures: the layers of a view on the GPU, sent only when they have changed.
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
  /// Begins to send another view. `cut`: its rows of columns are visible and are sent too.
  void begin(TerrainView const& view, bool cut);
  /// Sends more of it, within the budget. Returns false if there is more to send.
  bool upload(TerrainView const& view, SendBudget& budget);
  void bind() const;
  /// Returns whether the land has layers of other soils, which its faces show.
  bool has_faces() const { return has_faces_; }

 private:
  void upload_soils(Soils const& soils);
  void upload_rows(TerrainView const& view);

  bool has_faces_ = false;
  Soils soils_;
  /// `next_faces_` is being filled. The bands of a cell and the list of bands must come from the same view.
  SendQueue faces_, next_faces_;
  std::vector<FaceBands::Band> bands_;
  std::array<ColumnRow, kRowCount> rows_;
  std::map<TextureUnit, GlTexture> made_;
};

}  // namespace barchan::render
