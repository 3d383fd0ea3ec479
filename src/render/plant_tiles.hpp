/// PlantTiles: the plants that stand on a land, tile by tile, made where they are looked at. Pure code.
///
/// A large land has more plants than memory, and each view of it other ones: only those near the eye are made, and of
/// these the nearest first and so many at a time. Each keeps its place and form while it lasts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/grid.hpp"

namespace barchan::render {

/// From where, and how finely, plants are seen.
struct PlantSight {
  glm::vec3 eye{0.0f}, forward{0.0f};  ///< m; unit vector
  glm::vec3 target{0.0f};              ///< m, what is looked at: plants are taken to stand at its height
  float pixel = 0.0f;                  ///< its size at distance 1
  bool at_once = true;                 ///< else what is to be made is made over several calls
  bool copies = false;                 ///< the land is drawn again and again
};

class PlantTiles {
 public:
  /// Takes the share of the ground that plants cover, a value a cell; none: there are none.
  void set(Grid const& grid, std::vector<float> density);
  bool empty() const { return density_.empty(); }

  /// Those that are seen large enough: x, y, height (m), form plus a number of its own 0 .. 1. Good until the next
  /// call.
  std::vector<glm::vec4> const& seen(PlantSight const& sight);
  /// Have all of them been made?
  bool whole() const { return whole_; }

 private:
  struct Tile {
    std::uint64_t version = 0;      ///< of the densities that it is made of; 0: it has never been made
    std::vector<glm::vec4> plants;  ///< those that are seen from farthest first
  };
  struct Near {
    float distance;   ///< m, no more than that of its nearest plant
    int x, y;         ///< tile
    glm::vec2 moved;  ///< m, to the copy of the land in which it lies
  };

  /// Tiles from which anything may be seen, nearest first; others forget their plants.
  std::vector<Near> near(PlantSight const& sight);
  /// In the copy of the land that is so far from it, m; in no order.
  std::vector<Near> near_in(glm::vec2 moved, PlantSight const& sight) const;
  void make(PlantSight const& sight, std::vector<Near> const& near);
  /// Returns how much work it was, in plants.
  std::size_t make(int x, int y);
  Tile& tile(int x, int y) { return tiles_[static_cast<std::size_t>(y * count_.x + x)]; }
  /// Where a place of the land, or of a copy of it, is seen.
  glm::vec2 shown_at(glm::vec2 place) const;

  Grid grid_;
  std::vector<float> density_;
  std::uint64_t version_ = 0;
  glm::ivec2 count_{0};  ///< of tiles
  std::vector<Tile> tiles_;
  std::vector<glm::vec4> seen_;
  bool whole_ = true;
};

}  // namespace barchan::render
