/// PlantTiles: the plants on a land, in tiles that are created when they come into view. Pure code.
///
/// A large land has more plants than fit in memory, and each view shows different ones. So only plants near the eye are
/// created, the nearest first and a limited number at a time. Each keeps its place and form while it exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/grid.hpp"

namespace barchan::render {

/// The point of view and the resolution at which plants are seen.
struct PlantSight {
  glm::vec3 eye{0.0f}, forward{0.0f};  ///< m; unit vector
  glm::vec3 target{0.0f};              ///< point looked at, m; plants are assumed to stand at its height
  float pixel = 0.0f;                  ///< size of a pixel at distance 1
  bool at_once = true;                 ///< create all plants now; otherwise spread the work over several calls
  bool copies = false;                 ///< copies of the land are drawn
};

class PlantTiles {
 public:
  /// Sets the plant density, one value per cell; empty: no plants.
  void set(Grid const& grid, std::vector<float> density);
  bool empty() const { return density_.empty(); }

  /// The plants large enough to be seen: x, y, height (m), and form plus a random number in [0, 1). Valid until the
  /// next call.
  std::vector<glm::vec4> const& seen(PlantSight const& sight);
  /// Returns whether the last call of seen() has created all plants near the eye.
  bool whole() const { return whole_; }

 private:
  struct Tile {
    std::uint64_t version = 0;      ///< version of the densities from which it was created; 0: never created
    std::vector<glm::vec4> plants;  ///< ordered by the distance from which they are visible, farthest first
  };
  struct Near {
    float distance;   ///< m; none of its plants is nearer than this
    int x, y;         ///< index of the tile
    glm::ivec2 copy;  ///< the copy of the land that contains it, in lands to the east and north
  };

  /// Returns the tiles that may contain visible plants, nearest first. Empties all other tiles.
  std::vector<Near> near(PlantSight const& sight);
  /// The same for one copy of the land; unordered.
  std::vector<Near> near_in(glm::ivec2 copy, PlantSight const& sight) const;
  void make(PlantSight const& sight, std::vector<Near> const& near);
  /// Creates the plants of a tile. Returns the amount of work, in plants.
  std::size_t make(int x, int y);
  Tile& tile(int x, int y) { return tiles_[static_cast<std::size_t>(y * count_.x + x)]; }
  /// Position at which a place of the land, or of a copy of it, is drawn, m.
  glm::vec2 shown_at(glm::vec2 place, glm::ivec2 copy) const;

  Grid grid_;
  std::vector<float> density_;
  std::uint64_t version_ = 0;
  glm::ivec2 count_{0};  ///< number of tiles
  std::vector<Tile> tiles_;
  std::vector<glm::vec4> seen_;
  bool whole_ = true;
};

}  // namespace barchan::render
