#include "render/land_tiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "render/frustum.hpp"

namespace barchan::render {
namespace {

constexpr int kChunksAlong = 4;      // along the longer side
constexpr int kLeastCells = 2;       // per side of a chunk
constexpr int kMostChunksAway = 64;  // from the eye's chunk in each direction; limits the work for very long lands
constexpr float kFullDetailChunks = 1.6f;  // distance within which chunks have full detail, in chunks

}  // namespace

int choose_detail(int wanted, bool software, float fineness) {
  constexpr int kLeast = 16, kMost = 2048, kFewPixels = 64, kSoftware = 128, kCard = 512;
  constexpr float kFew = 0.36f;
  const int in_software = fineness < kFew ? kFewPixels : kSoftware;
  if (wanted <= 0) wanted = software ? in_software : kCard;
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::clamp(wanted, kLeast, kMost))));
}

ChunkPlan plan_chunks(Grid const& grid, int detail) {
  const float longer = static_cast<float>(std::max(grid.width, grid.height));
  const auto along = [longer](int side) {
    return std::max(1, static_cast<int>(std::lround(kChunksAlong * static_cast<float>(side) / longer)));
  };
  return {std::max(detail / kChunksAlong, kLeastCells), {along(grid.width), along(grid.height)}};
}

namespace {

class Tiling {
 public:
  explicit Tiling(TilingRequest const& request)
      : request_(request),
        plan_(plan_chunks(request.grid, request.detail)),
        size_(glm::vec2(request.grid.width, request.grid.height) * request.grid.cell_size / glm::vec2(plan_.count)),
        eye_(request.eye),
        frustum_(request.view_projection) {}

  std::vector<LandLevel> levels() {
    glm::ivec2 first(0), last = plan_.count - 1;
    if (request_.beyond == Beyond::copies) {
      const glm::ivec2 home(glm::floor(eye_ / size_)), away = chunks_to(request_.reach);
      first = home - away;
      last = home + away;
    }
    for (int y = first.y; y <= last.y; ++y) {
      for (int x = first.x; x <= last.x; ++x) add_chunk(x, y);
    }
    std::vector<LandLevel> result;
    for (auto& [cells, chunks] : chunks_) {
      std::sort(chunks.begin(), chunks.end(), [&](LandChunk const& a, LandChunk const& b) {
        const auto gap = [&](glm::vec4 at) {
          return glm::distance((glm::vec2(at) + 0.5f) * glm::vec2(at.z, at.w), eye_);
        };
        return gap(a.placement) < gap(b.placement);
      });
      result.push_back({-cells, std::move(chunks)});
    }
    return result;
  }

 private:
  glm::ivec2 chunks_to(float metres) const {
    return glm::min(glm::ivec2(glm::ceil(metres / size_)), glm::ivec2(kMostChunksAway));
  }

  bool seen(glm::vec2 low, glm::vec2 high) const {
    return frustum_.sees({low, request_.height_range.x}, {high, request_.height_range.y});
  }

  /// Mesh cells along a side of the chunk at (x, y).
  int cells_at(int x, int y) const {
    // A block is small: all of it has full detail.
    if (request_.beyond == Beyond::nothing) return plan_.cells;
    const glm::vec2 low = glm::vec2(x, y) * size_;
    const glm::vec2 gap = glm::max(glm::max(low - eye_, eye_ - (low + size_)), glm::vec2(0.0f));
    const float above =
        std::max({request_.height_range.x - request_.eye.z, request_.eye.z - request_.height_range.y, 0.0f});
    const float distance = std::sqrt(glm::dot(gap, gap) + above * above) / std::max(size_.x, size_.y);
    if (distance <= kFullDetailChunks) return plan_.cells;
    const int halvings = static_cast<int>(std::floor(std::log2(distance / kFullDetailChunks))) + 1;
    return std::max(plan_.cells >> std::min(halvings, 16), std::min(kLeastCells, plan_.cells));
  }

  /// The mip follows from the number of grid cells per mesh cell. It is negative where the mesh is finer than the grid,
  /// so that shaders can derive the mip of a coarser neighbour.
  float mip(int cells) const {
    const float grid_cells = std::max(size_.x, size_.y) / request_.grid.cell_size;
    return std::log2(grid_cells / static_cast<float>(cells));
  }

  void add_chunk(int x, int y) {
    const glm::vec2 low = glm::vec2(x, y) * size_, high = low + size_;
    const bool far = glm::distance(glm::clamp(eye_, low, high), eye_) > request_.reach;
    if ((request_.beyond != Beyond::nothing && far) || !seen(low, high)) return;
    const int cells = cells_at(x, y);
    const auto edge = [&](int nx, int ny) {
      const int other = cells_at(nx, ny);
      return other < cells ? static_cast<float>(other) : 0.0f;
    };
    const auto corner = [&](int cx, int cy) {
      return mip(std::min({cells_at(cx - 1, cy - 1), cells_at(cx, cy - 1), cells_at(cx - 1, cy), cells_at(cx, cy)}));
    };
    chunks_[-cells].push_back({{x, y, size_.x, size_.y},
                               {edge(x - 1, y), edge(x + 1, y), edge(x, y - 1), edge(x, y + 1)},
                               {mip(cells), static_cast<float>(cells)},
                               {corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)}});
  }

  TilingRequest const& request_;
  ChunkPlan plan_;
  glm::vec2 size_;  // of a chunk, m
  glm::vec2 eye_;
  Frustum frustum_;
  std::map<int, std::vector<LandChunk>> chunks_;  // keys: minus the cells per side
};

}  // namespace

std::vector<LandLevel> tile_land(TilingRequest const& request) { return Tiling(request).levels(); }

}  // namespace barchan::render
