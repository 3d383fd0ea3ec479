/// Land mesh: the static grids of vertices with which all land is drawn.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "render/land_tiles.hpp"

namespace barchan::render {

class LandMesh {
 public:
  /// Draws the chunks of the land or of its apron with the program in use. Returns what was sent.
  Drawn draw(std::vector<LandLevel> const& levels, bool apron);

 private:
  struct Patch {
    GlVertexArray array = GlVertexArray::make();
    GlBuffer corners = GlBuffer::make(), indices = GlBuffer::make(), instances = GlBuffer::make();
    GLsizei index_count = 0;
  };
  Patch& patch(int cells);
  std::map<int, Patch> patches_;
};

/// Walls of a cut block: two opposite ones, or one.
class WallMesh {
 public:
  /// `columns`: mesh cells along each of the `sides` sides. Returns what was sent.
  Drawn draw(int columns, int sides);

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make();
  int columns_ = 0;
};

}  // namespace barchan::render
