/// Apron: the ground drawn beyond the edges of a land that does not repeat. Pure code.
///
/// The apron continues the height and the ground of the edge. With distance they are blurred along the edge over a
/// growing length, so that no streaks appear, and fade into a plain with the mean of the edge. The apron depends on the
/// edge alone, so changes inside the land do not move the horizon. If the sea covers part of the edge, the plain lies
/// at sea level, and there is only sea beyond the covered part.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "world/terrain_view.hpp"

namespace barchan::render {

class Apron {
 public:
  /// Distance from the edges at which the plain begins, m.
  static float width(Grid const& grid);
  /// Scale of the maps, for the shaders; see `apron` in shaders/common.glsl.
  static glm::vec4 scale(Grid const& grid);

  /// Sea level, m, if the sea covers part of the edge and therefore extends beyond it; otherwise empty.
  static std::optional<float> sea(TerrainView const& view);

  explicit Apron(TerrainView const& view);

  /// Height at a point beyond the edges, m. For a point on the land, the height of an edge.
  float height_at(glm::vec2 metres) const;
  /// Lowest and highest elevation of the apron, m.
  glm::vec2 height_range() const;

  /// Maps for the shaders. Columns run around the land anticlockwise from the middle of its east side, rows outward.
  struct Maps {
    glm::ivec2 size{0};
    std::vector<glm::vec4> surface;  ///< slope x, slope y, sand m, sun visibility
    std::vector<glm::vec4> cover;    ///< sky visibility, dust, plants, height m
  };
  /// `dust` has one value per cell. If the view has no light or `shadows` is false, the apron is sunny and open to the
  /// sky. If the view has no plants, it is bare.
  Maps maps(TerrainView const& view, std::vector<float> const& dust, bool shadows) const;

 private:
  /// A cell at the edge and its inner neighbour.
  struct EdgeCell {
    std::size_t at, inside;
  };
  template <class Value>
  std::vector<float> along_edge(Value const& value) const;
  std::vector<float> spread(std::vector<float> ring, float plain) const;
  std::vector<float> blurred(std::vector<float> ring) const;
  float share_of_plain(std::size_t row) const;
  std::vector<float> heights_with_sea(TerrainView const& view, float level) const;
  glm::vec2 slope(int row, int column) const;

  Grid grid_;
  std::vector<EdgeCell> edge_;    // the same number per column; the ground beside obstacles replaces them
  std::vector<float> distances_;  // distance of each row from the edge, m
  std::vector<float> rise_;       // outward slope at the edge
  std::vector<float> heights_;    // row by row
};

}  // namespace barchan::render
