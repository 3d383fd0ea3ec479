/// Land mesh: the constant grids of vertices from which all land is drawn.
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
  /// Draws the chunks with the program in use. Returns what was drawn.
  Drawn draw(std::vector<LandLevel> const& levels);

 private:
  struct Patch {
    GlVertexArray array = GlVertexArray::make();
    GlBuffer corners = GlBuffer::make(), indices = GlBuffer::make(), instances = GlBuffer::make();
    GLsizei index_count = 0;
  };
  Patch& patch(int cells);
  std::map<int, Patch> patches_;
};

/// Walls of a cut block: two opposite walls, or a single one.
class WallMesh {
 public:
  /// Draws `sides` walls, each `columns` mesh cells long. Returns what was drawn.
  Drawn draw(int columns, int sides);

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make();
  int columns_ = 0;
};

}  // namespace barchan::render
