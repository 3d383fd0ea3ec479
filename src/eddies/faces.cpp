#include "eddies/faces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/marks.hpp"
#include "eddies/faces_kernel.hpp"
#include "gravity/edges.hpp"
#include "wind/sweep.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 64;
constexpr int kRowsPerBand = 128;
/// A ledge no wider than this fraction of the rise above it belongs to the face.
constexpr float kLedge = 0.4f;

/// A ray and the face that it has found.
struct Ray {
  float here = 0.0f, behind = 0.0f;  ///< m: surface under it, and one row farther downwind
  float top = 0.0f;                  ///< m, top of the face
  float distance = FacesAhead::kNone;
  bool fresh = true;    ///< the ray has not read any surface yet
  bool climbs = false;  ///< the last step belonged to a face
  glm::vec2 normal{0.0f, 0.0f};
};

/// The rays of one band. They run against the wind: the first row is the farthest downwind.
class FaceRays {
 public:
  FaceRays(Terrain const& terrain, SweepFrame const& frame, FaceRule const& rule)
      : terrain_(terrain),
        frame_(frame),
        rule_(rule),
        steep_(rule.slope * frame.length),
        rays_(static_cast<std::size_t>(frame.columns)) {}

  void operator()(SweepRow const& row) {
    advance(row.number);
    for (int column = 0; column < frame_.columns; ++column) {
      const int right = next(column);
      const float near = row.heights[column];
      const float far = row.heights[right];
      meet(ray(column), near + part_ * (far - near), {row.number, part_ < 0.5f ? column : right});
    }
    if (row.wanted) write(row);
  }

 private:
  /// The ray that is `part_` columns beyond `column` in this row.
  Ray& ray(int column) {
    const int at = column + first_;
    return rays_[static_cast<std::size_t>(at < frame_.columns ? at : at - frame_.columns)];
  }
  int next(int column) const {
    if (column + 1 < frame_.columns) return column + 1;
    return frame_.periodic ? 0 : column;
  }
  int before(int column) const {
    if (column > 0) return column - 1;
    return frame_.periodic ? frame_.columns - 1 : 0;
  }

  void advance(int row) {
    const float way = frame_.shift * static_cast<float>(row);
    const auto whole = static_cast<int>(std::floor(way));
    first_ = (frame_.columns - whole % frame_.columns) % frame_.columns;
    // Rays that leave on one side are replaced by new rays on the other.
    if (!frame_.periodic && begun_ && whole != whole_) ray(whole > whole_ ? 0 : frame_.columns - 1) = Ray{};
    begun_ = true;
    whole_ = whole;
    part_ = way - static_cast<float>(whole);
  }

  /// `at`: row and column nearest to the ray.
  void meet(Ray& ray, float surface, glm::ivec2 at) const {
    if (ray.fresh) {
      ray.here = ray.behind = surface;
      ray.fresh = false;
      return;
    }
    if (ray.here - surface > steep_) {
      if (!ray.climbs) {
        // The last step of a face may be less steep than the face as a whole.
        const float top = std::max(ray.here, ray.behind);
        const bool ledge = ray.distance <= kLedge * (ray.top - surface);
        ray.top = ledge ? std::max(top, ray.top) : top;
      }
      ray.climbs = true;
      ray.distance = 0.5f * frame_.length;
      ray.normal = outward_normal(terrain_, frame_.cell(at.x, at.y));
    } else {
      // The first step of a face may be less steep too. Sand never stands half as steep as a face.
      const bool foot = ray.climbs && ray.here - surface > 0.5f * steep_;
      ray.climbs = false;
      ray.distance = foot ? 0.5f * frame_.length : ray.distance + frame_.length;
      if (ray.distance > rule_.reach || surface >= ray.top) ray.distance = FacesAhead::kNone;
    }
    ray.behind = ray.here;
    ray.here = surface;
  }

  /// Each cell takes the result of the ray nearest to its centre.
  void write(SweepRow const& row) {
    const auto [distance, rise, normal_x, normal_y] = row.found;
    for (int column = 0; column < frame_.columns; ++column) {
      Ray const& met = ray(part_ < 0.5f ? column : before(column));
      const float up = met.top - row.heights[column];
      const bool none = met.distance >= FacesAhead::kNone || up <= 0.0f;
      distance[column] = none ? FacesAhead::kNone : met.distance;
      rise[column] = none ? 0.0f : up;
      normal_x[column] = none ? 0.0f : met.normal.x;
      normal_y[column] = none ? 0.0f : met.normal.y;
    }
  }

  Terrain const& terrain_;
  SweepFrame const& frame_;
  FaceRule const& rule_;
  float steep_;  ///< m: smallest rise per row of a face
  std::vector<Ray> rays_;
  int whole_ = 0;  ///< whole columns by which the rays have moved; `part_` is the remainder
  float part_ = 0.0f;
  int first_ = 0;  ///< index of the ray of the first column
  bool begun_ = false;
};

/// A row and the next row to the north.
struct RowPair {
  kernel::ColumnsRow here, north;
  std::size_t width;
};
/// Returns whether a step of `limit` leads from a cell of the run to the next cell to the east or north.
bool any_step(RowPair const& rows, CellRun run, bool periodic, Quanta limit) {
  auto const& [here, north, width] = rows;
  const auto from = [](kernel::ColumnsRow row, std::size_t x) {
    return kernel::ColumnsRow{row.elevation + x, row.sediment + x};
  };
  const std::size_t end = run.first + run.count;
  return kernel::any_step(from(here, run.first), from(here, run.first + 1), std::min(end, width - 1) - run.first,
                          limit) ||
         kernel::any_step(from(here, run.first), from(north, run.first), run.count, limit) ||
         (periodic && end == width && kernel::any_step(here, from(here, width - 1), 1, limit));
}

}  // namespace

bool SteepGround::look(Terrain const& terrain, float slope, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const double step =
      static_cast<double>(slope * gravity::kInverseDiagonal * grid.cell_size) * static_cast<double>(kQuantaPerMetre);
  const auto limit = static_cast<Quanta>(std::clamp(step, 1.0, 2e9));
  if (!(grid == grid_) || limit != limit_) *this = {};
  grid_ = grid;
  limit_ = limit;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto stretches = static_cast<std::size_t>(stretches_of(grid));
  steep_.resize(stretches * static_cast<std::size_t>(grid.height));
  Changes const& changes = terrain.columns.changes();
  const Moment since = changes.since(last_);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> room(2 * width);
    std::vector<std::uint8_t> again(stretches);
    for (int y = first; y < last; ++y) {
      const int north = grid.resolve_y(y + 1);
      if (!changes.any(y, since) && !changes.any(north, since)) continue;
      // A step belongs to the cell from which it leads east or north.
      std::ranges::transform(changes.row(y), changes.row(north), again.begin(), [since](Moment here, Moment beyond) {
        return static_cast<std::uint8_t>(here >= since || beyond >= since);
      });
      for (std::size_t s = 0; s < stretches; ++s) again[s] |= changes.row(y)[(s + 1) % stretches] >= since ? 1 : 0;
      const auto row = [&](int at, std::size_t part) {
        const std::span<Quanta> rooms = std::span(room).subspan(part * width, width);
        return kernel::ColumnsRow{terrain.columns.elevations().data() + grid.index(0, at),
                                  terrain.columns.sediment_row(at, rooms).data()};
      };
      const RowPair rows{row(y, 0), row(north, 1), width};
      for (std::size_t s = 0; s < stretches; ++s) {
        if (again[s] == 0) continue;
        const std::size_t x = s * kStretch;
        const CellRun run{x, std::min<std::size_t>(kStretch, width - x)};
        const bool steep = any_step(rows, run, grid.periodic(), limit);
        steep_[static_cast<std::size_t>(y) * stretches + s] = steep ? 1 : 0;
      }
    }
  });
  last_ = changes.look();
  return any_marked(steep_);
}

glm::vec2 outward_normal(Terrain const& terrain, glm::ivec2 cell) {
  constexpr int kReach = 3;
  // exp(-i^2 / 8) for i = 0 .. 3: a standard deviation of two cells.
  constexpr std::array<float, kReach + 1> kWeight{1.0f, 0.8824969f, 0.6065307f, 0.3246525f};
  Grid const& grid = terrain.grid;
  const Quanta origin = terrain.columns.base(grid.index(cell.x, cell.y));
  glm::vec2 slope{0.0f, 0.0f};
  for (int j = -kReach; j <= kReach; ++j) {
    for (int i = -kReach; i <= kReach; ++i) {
      const std::size_t at = grid.index(grid.resolve_x(cell.x + i), grid.resolve_y(cell.y + j));
      const float weight =
          kWeight[static_cast<std::size_t>(std::abs(i))] * kWeight[static_cast<std::size_t>(std::abs(j))];
      const float height = weight * static_cast<float>(difference(terrain.columns.base(at), origin));
      slope += glm::vec2(static_cast<float>(i), static_cast<float>(j)) * height;
    }
  }
  const float size = std::sqrt(slope.x * slope.x + slope.y * slope.y);
  return size > 0.0f ? glm::vec2(-slope.x / size, -slope.y / size) : glm::vec2(0.0f);
}

void FacesAhead::renew(Terrain const& terrain, glm::vec2 towards, FaceRule const& rule, Scheduler const& scheduler) {
  for (std::vector<float>* values : {&distance, &rise, &normal_x, &normal_y}) values->resize(terrain.grid.cells());
  const Sweep sweep(terrain.grid, terrain.columns.elevations(), -towards);
  SweepFrame const& frame = sweep.frame();
  const float seen = (rule.reach + std::min(sweep.relief(), rule.tallest) / rule.slope) / frame.length + 4.0f;
  const int lead = static_cast<int>(std::min(seen, static_cast<float>(frame.rows)));
  const std::array<std::span<float>, 4> found{distance, rise, normal_x, normal_y};
  sweep.run({lead, kRowsPerBand}, found, scheduler, [&] { return FaceRays(terrain, frame, rule); });
}

}  // namespace barchan
