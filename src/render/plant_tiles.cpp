#include "render/plant_tiles.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "base/random.hpp"
#include "render/copy_warp.hpp"

namespace barchan::render {
namespace {

constexpr int kTile = 32;    // cells per side
constexpr int kPerCell = 3;  // plants in a fully covered cell
// Number of plants after which a call creates no further tile; this takes a few milliseconds.
constexpr std::size_t kAtATime = 40000;
constexpr std::size_t kBareCells = 16;  // cells without plants that cost as much as one plant
constexpr float kBareDensity = 0.03f;   // no plants where the density is lower
constexpr float kCellHeight = 1.4f;     // height of the tallest grass in cells; grass is larger on a coarser land
// A plant that appears smaller is not drawn. The threshold varies from plant to plant, so that no boundary is visible.
constexpr float kLeastPixels = 1.6f, kGonePixels = 9.0f;
constexpr int kMostCopies = 8;  // copies of the land in each direction; those beyond are lost in haze

/// As in plant.vert.
enum class Form : std::uint8_t { grass, straw, bush, shrub };
constexpr float kHeights[] = {1.0f, 0.9f, 0.62f, 1.25f};  // relative to grass
constexpr float kStand = 9.0f;                            // cells across which plants are of one kind

float hashed(std::uint32_t cell, std::uint32_t salt) {
  return to_unit(random_words(salt, 0, RandomStream::vegetation, cell, 0)[0]);
}

/// Number that decides which kind of plant grows at a place, 0 to 1: smooth over some cells and constant in time.
float stand(glm::vec2 at) {
  const glm::vec2 low = glm::floor(at / kStand);
  const glm::vec2 share = glm::smoothstep(glm::vec2(0.0f), glm::vec2(1.0f), at / kStand - low);
  const auto corner = [&](float x, float y) {
    return hashed(static_cast<std::uint32_t>(low.x + x) + 65536u * static_cast<std::uint32_t>(low.y + y), 1);
  };
  return glm::mix(glm::mix(corner(0.0f, 0.0f), corner(1.0f, 0.0f), share.x),
                  glm::mix(corner(0.0f, 1.0f), corner(1.0f, 1.0f), share.x), share.y);
}

/// Form of a plant, constant while it exists, from its random number and its stand. `density`: least plant density at
/// which it appears. Plants that appear only in dense cover are mostly bushes or shrubs.
Form form_of(float own, float density, float stand) {
  const float late = 0.55f * density + 0.20f * glm::fract(61.0f * own) + 0.50f * (stand - 0.5f);
  if (late > 0.50f) return Form::shrub;
  if (late > 0.28f) return Form::bush;
  return glm::fract(173.0f * own) + 0.8f * (stand - 0.5f) > 0.55f ? Form::straw : Form::grass;
}

/// Distance at which a plant is visible times the size of a pixel, m.
float reach_of(glm::vec4 plant) { return plant.z / glm::mix(kLeastPixels, kGonePixels, glm::fract(plant.w * 57.0f)); }

/// Distance beyond which no plant is visible, m.
float farthest(Grid const& grid, PlantSight const& sight) {
  return kCellHeight * *std::ranges::max_element(kHeights) * grid.cell_size / (kLeastPixels * sight.pixel);
}

/// Size of the land, m.
glm::vec2 land_of(Grid const& grid) { return glm::vec2(grid.width, grid.height) * grid.cell_size; }

}  // namespace

void PlantTiles::set(Grid const& grid, std::vector<float> density) {
  if (grid != grid_ || density.empty()) tiles_.clear();
  grid_ = grid;
  density_ = std::move(density);
  ++version_;
  count_ = density_.empty() ? glm::ivec2(0) : (glm::ivec2(grid.width, grid.height) + kTile - 1) / kTile;
  tiles_.resize(static_cast<std::size_t>(count_.x * count_.y));
}

glm::vec2 PlantTiles::shown_at(glm::vec2 place, glm::ivec2 copy) const {
  if (copy == glm::ivec2(0)) return place;
  const glm::vec2 land = land_of(grid_);
  if (!grid_.periodic()) place = glm::mix(place, land - place, glm::bvec2(copy.x % 2 != 0, copy.y % 2 != 0));
  return seen_at(place + glm::vec2(copy) * land, grid_);
}

std::vector<glm::vec4> const& PlantTiles::seen(PlantSight const& sight) {
  const std::vector<Near> tiles = near(sight);
  make(sight, tiles);
  seen_.clear();
  for (Near const& at : tiles) {
    for (glm::vec4 const& plant : tile(at.x, at.y).plants) {
      const float reach = reach_of(plant) / sight.pixel;
      if (reach < at.distance) break;
      const glm::vec2 place = shown_at(glm::vec2(plant), at.copy);
      const glm::vec3 way = glm::vec3(place, sight.target.z) - sight.eye;
      if (glm::dot(way, sight.forward) + plant.z < 0.0f || glm::dot(way, way) > reach * reach) continue;
      seen_.emplace_back(place, plant.z, plant.w);
    }
  }
  return seen_;
}

std::vector<PlantTiles::Near> PlantTiles::near(PlantSight const& sight) {
  std::vector<Near> found;
  if (sight.copies && !density_.empty()) {
    const glm::vec2 land = land_of(grid_), at = land_place(glm::vec2(sight.eye), grid_);
    const float reach = kMostCopyStretch * farthest(grid_, sight);
    const glm::ivec2 home(glm::floor(at / land));
    const glm::ivec2 first = glm::max(glm::ivec2(glm::floor((at - reach) / land)), home - kMostCopies);
    const glm::ivec2 last = glm::min(glm::ivec2(glm::floor((at + reach) / land)), home + kMostCopies);
    for (int y = first.y; y <= last.y; ++y) {
      for (int x = first.x; x <= last.x; ++x) {
        const std::vector<Near> more = near_in({x, y}, sight);
        found.insert(found.end(), more.begin(), more.end());
      }
    }
  } else {
    found = near_in(glm::ivec2(0), sight);
  }
  std::vector<bool> wanted(tiles_.size());
  for (Near const& at : found) wanted[static_cast<std::size_t>(at.y * count_.x + at.x)] = true;
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    if (!wanted[i]) tiles_[i] = {};
  }
  std::ranges::sort(found, {}, &Near::distance);
  return found;
}

std::vector<PlantTiles::Near> PlantTiles::near_in(glm::ivec2 copy, PlantSight const& sight) const {
  std::vector<Near> found;
  const float side = kTile * grid_.cell_size;
  for (int y = 0; y < count_.y; ++y) {
    for (int x = 0; x < count_.x; ++x) {
      const glm::vec2 place = shown_at((glm::vec2(x, y) + 0.5f) * side, copy);
      const glm::vec3 way = glm::vec3(place, sight.target.z) - sight.eye;
      const float distance = std::max(glm::length(way) - side, 0.0f);
      if (distance > farthest(grid_, sight) || glm::dot(way, sight.forward) < -side) continue;
      found.push_back({distance, x, y, copy});
    }
  }
  return found;
}

void PlantTiles::make(PlantSight const& sight, std::vector<Near> const& near) {
  std::size_t done = 0;
  whole_ = true;
  for (Near const& at : near) {
    if (tile(at.x, at.y).version == version_) continue;
    if (!sight.at_once && done > kAtATime) {
      whole_ = false;
      return;
    }
    done += make(at.x, at.y);
  }
}

std::size_t PlantTiles::make(int x, int y) {
  Tile& made = tile(x, y);
  made.version = version_;
  made.plants.clear();
  std::size_t tried = 0;
  const glm::ivec2 first(x * kTile, y * kTile), end = glm::min(first + kTile, glm::ivec2(grid_.width, grid_.height));
  for (int j = first.y; j < end.y; ++j) {
    for (int i = first.x; i < end.x; ++i) {
      const std::size_t cell = grid_.index(i, j);
      const float density = density_[cell];
      if (density < kBareDensity) continue;
      for (int k = 0; k < kPerCell; ++k) {
        ++tried;
        const auto words = random_words(0, 0, RandomStream::vegetation, static_cast<std::uint32_t>(cell),
                                        static_cast<std::uint32_t>(k));
        if (to_unit(words[0]) > density) continue;
        const glm::vec2 at = glm::vec2(i, j) + glm::vec2(to_unit(words[1]), to_unit(words[2]));
        const float own = std::min(to_unit(words[3]), 0.999f);
        const Form form = form_of(own, to_unit(words[0]), stand(at));
        const float usual = kHeights[static_cast<std::size_t>(form)] * (0.35f + 0.65f * own);
        const float height = kCellHeight * usual * (0.5f + 0.5f * density);
        made.plants.emplace_back(glm::vec3(at, height) * grid_.cell_size, static_cast<float>(form) + own);
      }
    }
  }
  std::ranges::sort(made.plants, std::greater(), reach_of);
  return tried + kTile * kTile / kBareCells;
}

}  // namespace barchan::render
