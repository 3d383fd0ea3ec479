// Slip faces: connected steep patches on the lee, and the arcs of their feet.
#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

// Feet in adjacent columns that lie farther apart than this along the wind do not form one line.
constexpr double kFootJump = 4.0;
constexpr double kSteep = 0.5;  // tangent above which ground counts as a face

double slope_degrees(ElevationMap const& map, int x, int y) {
  const Vector2 g = horn_gradient(map, x, y);
  return degrees(std::atan(std::hypot(g.x, g.y)));
}

// Downwind edge of a patch: position along the wind for each cell of its width, NaN for missing columns. The brink of a
// straight face on a round dune is curved too; only a crescent has a curved foot.
std::vector<double> foot_line(Patch const& patch, Vector2 wind) {
  Extent width;
  for (Vector2 const& p : patch) width.take(across(p, wind));
  const auto count = static_cast<std::size_t>(width.most - width.least) + 1;
  std::vector<double> foot(count, std::numeric_limits<double>::quiet_NaN());
  for (Vector2 const& p : patch) {
    const auto column = static_cast<std::size_t>(across(p, wind) - width.least);
    const double down = glm::dot(p, wind);
    double& edge = foot[std::min(column, count - 1)];
    if (std::isnan(edge) || down > edge) edge = down;
  }
  return foot;
}

// Counts the hollows of the line: parts from which it reaches downwind by at least `horn` on both sides.
int hollow_arcs(std::vector<double> const& line, double horn) {
  int arcs = 0;
  bool fell = false;  // the line has turned upwind by at least `horn` since its last maximum
  double low = line[0], high = line[0];
  for (double u : line) {
    if (!fell) {
      high = std::max(high, u);
      if (high - u >= horn) {
        fell = true;
        low = u;
      }
    } else {
      low = std::min(low, u);
      if (u - low >= horn) {
        ++arcs;
        fell = false;
        high = u;
      }
    }
  }
  return arcs;
}

int count_crescents(Patch const& patch, Vector2 wind, double horn) {
  const std::vector<double> foot = foot_line(patch, wind);
  int crescents = 0;
  std::vector<double> piece;
  const auto finish = [&] {
    if (!piece.empty()) crescents += hollow_arcs(piece, horn);
    piece.clear();
  };
  for (double u : foot) {
    if (std::isnan(u)) continue;  // a connected patch misses a column only where the grid is oblique to it
    if (!piece.empty() && std::abs(u - piece.back()) > kFootJump) finish();
    piece.push_back(u);
  }
  finish();
  return crescents;
}

SlipFace described(Patch const& patch, ElevationMap const& map, Vector2 wind, double horn) {
  Grid const& grid = map.grid;
  SlipFace face;
  face.cells = patch.size();
  const auto count = static_cast<double>(patch.size());
  Vector2 middle{};
  for (Vector2 const& p : patch) {
    middle += p / count;
    face.mean_degrees +=
        slope_degrees(map, grid.resolve_x(static_cast<int>(p.x)), grid.resolve_y(static_cast<int>(p.y))) / count;
  }
  middle = inside(grid, middle);
  face.x = middle.x;
  face.y = middle.y;
  face.width_cells = static_cast<double>(foot_line(patch, wind).size());
  face.crescents = count_crescents(patch, wind, horn);
  return face;
}

}  // namespace

std::vector<SlipFace> slip_faces(ElevationMap const& map, double wind_degrees, SlipFaceRule const& rule) {
  const Grid& grid = map.grid;
  const Vector2 wind = direction_vector(wind_degrees);
  const double least = std::tan(rule.share_of_repose * std::atan(rule.repose_slope));
  std::vector<char> steep(grid.cells(), 0);
  for_each_cell(grid, [&](int x, int y) {
    const Vector2 g = horn_gradient(map, x, y);
    if (glm::dot(g, g) > least * least && glm::dot(g, wind) < 0.0) steep[grid.index(x, y)] = 1;
  });
  std::vector<SlipFace> faces;
  for (Patch const& patch : connected_patches(grid, steep)) {
    if (patch.size() >= rule.minimum_cells) faces.push_back(described(patch, map, wind, rule.horn_cells));
  }
  return faces;
}

FaceAzimuths face_azimuths(ElevationMap const& map) {
  FaceAzimuths result;
  std::array<Vector2, 6> sums{};
  for_each_cell(map.grid, [&](int x, int y) {
    const Vector2 g = horn_gradient(map, x, y);
    const double slope = std::hypot(g.x, g.y);
    if (slope <= kSteep) return;
    ++result.cells;
    // Powers of the unit vector down the slope are its rotations by multiples of the azimuth.
    const Vector2 unit = -g / slope;
    Vector2 turn = unit;
    for (Vector2& sum : sums) {
      sum += turn;
      turn = {turn.x * unit.x - turn.y * unit.y, turn.x * unit.y + turn.y * unit.x};
    }
  });
  for (std::size_t k = 0; k < sums.size() && result.cells > 0; ++k) {
    result.m[k] = std::hypot(sums[k].x, sums[k].y) / static_cast<double>(result.cells);
  }
  return result;
}

}  // namespace barchan
