/// Apron: the ground on which a land that does not repeat runs out beyond its edges. Pure code.
///
/// Outward, what stands at the edge is spread along it over a stretch that grows with the distance, and gives way to a
/// plain of the border's mean height and ground: nothing is drawn out into streaks. All of it follows from the border,
/// so that nothing that happens within the land makes its horizon jump. Where the sea covers some of the edge the plain
/// lies at its level, and before the edges that it covers there is none but sea.
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
  /// How far beyond the edges the plain begins, m.
  static float width(Grid const& grid);
  /// How shaders find their place in the maps: see `apron` in shaders/common.glsl.
  static glm::vec4 scale(Grid const& grid);

  /// Level of the sea where it covers some of the edge, and so comes from beyond, m.
  static std::optional<float> sea(TerrainView const& view);

  explicit Apron(TerrainView const& view);

  /// Height beyond the edges, m; on the land, that of an edge.
  float height_at(glm::vec2 metres) const;
  /// Lowest and highest, m.
  glm::vec2 height_range() const;

  /// Layers for the shaders. Columns go round the land anticlockwise from the middle of its east side, rows outward.
  struct Maps {
    glm::ivec2 size{0};
    std::vector<glm::vec4> surface;  ///< slope x, slope y, sand m, sun visibility
    std::vector<glm::vec4> cover;    ///< sky visibility, dust, plants, height m
  };
  /// `dust` has a value a cell. What the view does not carry, or `shadows` leaves out, is sunny, open and bare.
  Maps maps(TerrainView const& view, std::vector<float> const& dust, bool shadows) const;

 private:
  /// A cell at the edge and its neighbour inward.
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
  std::vector<EdgeCell> edge_;    // as many for each column, obstacles replaced by the ground beside them
  std::vector<float> distances_;  // m, of the rows
  std::vector<float> rise_;       // outward at the edge
  std::vector<float> heights_;    // row by row
};

}  // namespace barchan::render
