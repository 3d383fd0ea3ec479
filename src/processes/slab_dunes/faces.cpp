#include "processes/slab_dunes/faces.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>

#include "processes/slab_dunes/faces_kernel.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 64;
constexpr int kRowsPerBand = 128;
/// A ledge no wider than this share of what rises above it belongs to the face.
constexpr float kLedge = 0.4f;
constexpr float kDiagonal = 0.70710678f;

/// Lines of the sweep run across the march, which goes against the wind: the first line lies furthest downwind.
struct March {
  bool transposed;  ///< lines of the march are columns of the grid
  bool reversed;    ///< it goes from the last line to the first
  int lines, places;
  float shift;   ///< places by which a ray moves per line, -1 .. 1
  float length;  ///< m along a ray per line
};

March march_against(Grid const& grid, glm::vec2 towards) {
  March march{};
  march.transposed = std::abs(towards.x) > std::abs(towards.y);
  const float major = march.transposed ? -towards.x : -towards.y;
  const float minor = march.transposed ? -towards.y : -towards.x;
  march.reversed = major < 0.0f;
  march.lines = march.transposed ? grid.width : grid.height;
  march.places = march.transposed ? grid.height : grid.width;
  march.shift = minor / std::abs(major);
  march.length = grid.cell_size * std::sqrt(1.0f + march.shift * march.shift);
  return march;
}

/// A ray and what it has met.
struct Ray {
  float here = 0.0f, behind = 0.0f;  ///< m: surface under it, and one line further downwind
  float top = 0.0f;                  ///< m, of the face
  float distance = FacesAhead::kNone;
  bool fresh = true;    ///< has seen nothing yet
  bool climbs = false;  ///< the last step was one of a face
  glm::vec2 normal{0.0f, 0.0f};
};

/// One band of lines, with a lead-in from downwind.
class BandMarch {
 public:
  BandMarch(Terrain const& terrain, March const& march, FaceRule const& rule, Quanta lowest, FacesAhead& faces)
      : terrain_(terrain),
        grid_(terrain.grid),
        march_(march),
        rule_(rule),
        lowest_(lowest),
        faces_(faces),
        steep_(rule.slope * march.length),
        rays_(static_cast<std::size_t>(march.places)),
        heights_(static_cast<std::size_t>(march.places)) {}

  void run(int first, int last, int lead) {
    int start = first - lead;
    if (!grid_.periodic()) start = std::max(start, 0);
    for (int line = start; line < last; ++line) {
      advance(line);
      if (line >= first) write(line);
    }
  }

 private:
  /// Line of the grid that is number `line` of the march.
  int grid_line(int line) const {
    const int wrapped = ((line % march_.lines) + march_.lines) % march_.lines;
    return march_.reversed ? march_.lines - 1 - wrapped : wrapped;
  }
  glm::ivec2 cell(int line, int place) const {
    return march_.transposed ? glm::ivec2(grid_line(line), place) : glm::ivec2(place, grid_line(line));
  }
  std::size_t index(int line, int place) const {
    const glm::ivec2 at = cell(line, place);
    return grid_.index(at.x, at.y);
  }
  int wrapped(int place) const { return ((place % march_.places) + march_.places) % march_.places; }
  /// The ray that stands `offset()` beyond `place` in this line.
  Ray& ray(int place) { return rays_[static_cast<std::size_t>(wrapped(place - whole_))]; }

  void advance(int line) {
    const float way = march_.shift * static_cast<float>(line);
    const auto whole = static_cast<int>(std::floor(way));
    // Rays that leave over one side make room for those that come in over the other.
    if (!grid_.periodic() && begun_ && whole != whole_) {
      Ray& coming = whole > whole_ ? rays_[static_cast<std::size_t>(wrapped(-whole))]
                                   : rays_[static_cast<std::size_t>(wrapped(march_.places - 1 - whole))];
      coming = Ray{};
    }
    begun_ = true;
    whole_ = whole;
    part_ = way - static_cast<float>(whole);
    for (int place = 0; place < march_.places; ++place) {
      heights_[static_cast<std::size_t>(place)] =
          static_cast<float>(terrain_.columns.elevation(index(line, place)) - lowest_) * kMetresPerQuantum;
    }
    for (int place = 0; place < march_.places; ++place) {
      const float near = heights_[static_cast<std::size_t>(place)];
      const float far = heights_[static_cast<std::size_t>(next(place))];
      meet(ray(place), near + part_ * (far - near), line, part_ < 0.5f ? place : next(place));
    }
  }
  int next(int place) const {
    if (place + 1 < march_.places) return place + 1;
    return grid_.periodic() ? 0 : place;
  }

  void meet(Ray& ray, float surface, int line, int nearest) const {
    if (ray.fresh) {
      ray.here = ray.behind = surface;
      ray.fresh = false;
      return;
    }
    if (ray.here - surface > steep_) {
      if (!ray.climbs) {
        // The last step of a face rises less than it does as a whole.
        const float top = std::max(ray.here, ray.behind);
        const bool ledge = ray.distance <= kLedge * (ray.top - surface);
        ray.top = ledge ? std::max(top, ray.top) : top;
      }
      ray.climbs = true;
      ray.distance = 0.5f * march_.length;
      const glm::ivec2 at = cell(line, nearest);
      ray.normal = outward_normal(terrain_, at.x, at.y);
    } else {
      // So does the first: no sand stands half as steep as a face.
      const bool foot = ray.climbs && ray.here - surface > 0.5f * steep_;
      ray.climbs = false;
      ray.distance = foot ? 0.5f * march_.length : ray.distance + march_.length;
      if (ray.distance > rule_.reach || surface >= ray.top) ray.distance = FacesAhead::kNone;
    }
    ray.behind = ray.here;
    ray.here = surface;
  }

  /// Each cell takes what the ray nearest to its middle has met.
  void write(int line) {
    for (int place = 0; place < march_.places; ++place) {
      int from = part_ < 0.5f ? place : place - 1;
      if (from < 0 && !grid_.periodic()) from = 0;
      Ray const& met = ray(from);
      const float rise = met.top - heights_[static_cast<std::size_t>(place)];
      const bool none = met.distance >= FacesAhead::kNone || rise <= 0.0f;
      const std::size_t at = index(line, place);
      faces_.distance[at] = none ? FacesAhead::kNone : met.distance;
      faces_.rise[at] = none ? 0.0f : rise;
      faces_.normal[at] = none ? glm::vec2(0.0f) : met.normal;
    }
  }

  Terrain const& terrain_;
  Grid const& grid_;
  March const& march_;
  FaceRule const& rule_;
  Quanta lowest_;
  FacesAhead& faces_;
  float steep_;  ///< m: the least rise per line of a face
  std::vector<Ray> rays_;
  std::vector<float> heights_;  ///< m above the lowest point, of the line
  int whole_ = 0;               ///< places by which the rays have moved, and the rest of it
  float part_ = 0.0f;
  bool begun_ = false;
};

}  // namespace

bool has_steep_ground(Terrain const& terrain, float slope, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const double step = static_cast<double>(slope * kDiagonal * grid.cell_size) * static_cast<double>(kQuantaPerMetre);
  const auto limit = static_cast<Quanta>(std::clamp(step, 1.0, 2e9));
  const auto row = [&](int y, std::size_t x) {
    const std::size_t at = grid.index(0, grid.resolve_y(y)) + x;
    return kernel::ColumnsRow{terrain.columns.elevations().data() + at,
                              terrain.columns.loose_thicknesses().data() + at};
  };
  std::atomic<bool> found{false};
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last && !found.load(std::memory_order_relaxed); ++y) {
      if (kernel::any_step(row(y, 0), row(y, 1), width - 1, limit) ||
          kernel::any_step(row(y, 0), row(y + 1, 0), width, limit) ||
          (grid.periodic() && kernel::any_step(row(y, 0), row(y, width - 1), 1, limit))) {
        found.store(true, std::memory_order_relaxed);
      }
    }
  });
  return found.load();
}

glm::vec2 outward_normal(Terrain const& terrain, int x, int y) {
  constexpr int kReach = 3;
  // exp(-i^2 / 8) for i = 0 .. 3: a standard deviation of two cells.
  constexpr std::array<float, kReach + 1> kWeight{1.0f, 0.8824969f, 0.6065307f, 0.3246525f};
  Grid const& grid = terrain.grid;
  const Quanta origin = terrain.columns.base(grid.index(x, y));
  glm::vec2 slope{0.0f, 0.0f};
  for (int j = -kReach; j <= kReach; ++j) {
    for (int i = -kReach; i <= kReach; ++i) {
      const std::size_t at = grid.index(grid.resolve_x(x + i), grid.resolve_y(y + j));
      const float weight =
          kWeight[static_cast<std::size_t>(std::abs(i))] * kWeight[static_cast<std::size_t>(std::abs(j))];
      const float height = weight * static_cast<float>(terrain.columns.base(at) - origin);
      slope += glm::vec2(static_cast<float>(i), static_cast<float>(j)) * height;
    }
  }
  const float size = std::sqrt(slope.x * slope.x + slope.y * slope.y);
  return size > 0.0f ? glm::vec2(-slope.x / size, -slope.y / size) : glm::vec2(0.0f);
}

void find_faces(Terrain const& terrain, glm::vec2 towards, FaceRule const& rule, Scheduler const& scheduler,
                FacesAhead& faces) {
  Grid const& grid = terrain.grid;
  faces.distance.resize(grid.cells());
  faces.rise.resize(grid.cells());
  faces.normal.resize(grid.cells());
  const auto extremes = std::minmax_element(terrain.columns.elevations().begin(), terrain.columns.elevations().end());
  const Quanta lowest = *extremes.first;
  const March march = march_against(grid, towards);
  const float relief = std::min(static_cast<float>(*extremes.second - lowest) * kMetresPerQuantum, rule.tallest);
  const float seen = (rule.reach + relief / rule.slope) / march.length + 4.0f;
  const int lead = static_cast<int>(std::min(seen, static_cast<float>(march.lines)));
  scheduler.for_ranges(march.lines, std::max(kRowsPerBand, 2 * lead), [&](int first, int last) {
    BandMarch(terrain, march, rule, lowest, faces).run(first, last, lead);
  });
}

}  // namespace barchan
