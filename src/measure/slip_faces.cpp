// Slip faces: connected steep patches in the lee, and the arcs of their feet.
#include <limits>

#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

// Feet whose neighbouring columns across the wind lie further apart than this are not one line.
constexpr double kFootJump = 4.0;

struct Patch {
  std::vector<Vector2> cells;  // unwrapped cell coordinates
  double slope_sum = 0.0;      // degrees
};

// The downwind edge of a patch: position along the wind for each cell's width across it, absent columns as NaN. The
// brink of a straight face on a round dune bends too; only a crescent's foot does.
std::vector<double> foot_line(Patch const& patch, Vector2 wind) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (Vector2 const& p : patch.cells) {
    const double across = p.y * wind.x - p.x * wind.y;
    least = std::min(least, across);
    most = std::max(most, across);
  }
  const auto count = static_cast<std::size_t>(most - least) + 1;
  std::vector<double> foot(count, std::numeric_limits<double>::quiet_NaN());
  for (Vector2 const& p : patch.cells) {
    const auto column = static_cast<std::size_t>(p.y * wind.x - p.x * wind.y - least);
    const double down = p.x * wind.x + p.y * wind.y;
    double& edge = foot[std::min(column, count - 1)];
    if (std::isnan(edge) || down > edge) edge = down;
  }
  return foot;
}

// Middles of the line from which it runs downwind by at least `horn` on both sides.
int hollow_arcs(std::vector<double> const& line, double horn) {
  int arcs = 0;
  bool fell = false;  // came upwind by a horn's length since the last high
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
    if (std::isnan(u)) continue;  // a connected patch misses a column only where the grid lies askew
    if (!piece.empty() && std::abs(u - piece.back()) > kFootJump) finish();
    piece.push_back(u);
  }
  finish();
  return crescents;
}

double wrapped(double value, int n) {
  const double rest = std::fmod(value, static_cast<double>(n));
  return rest < 0.0 ? rest + n : rest;
}

SlipFace described(Patch const& patch, Grid const& grid, Vector2 wind, double horn) {
  SlipFace face;
  face.cells = patch.cells.size();
  const auto count = static_cast<double>(patch.cells.size());
  for (Vector2 const& p : patch.cells) {
    face.x += p.x / count;
    face.y += p.y / count;
  }
  face.x = grid.periodic() ? wrapped(face.x, grid.width) : face.x;
  face.y = grid.periodic() ? wrapped(face.y, grid.height) : face.y;
  face.width_cells = static_cast<double>(foot_line(patch, wind).size());
  face.mean_degrees = patch.slope_sum / count;
  face.crescents = count_crescents(patch, wind, horn);
  return face;
}

}  // namespace

std::vector<SlipFace> slip_faces(ElevationMap const& map, double wind_degrees, SlipFaceRule const& rule) {
  const Grid& grid = map.grid;
  const Vector2 wind = direction_vector(wind_degrees);
  const double least = rule.share_of_repose * degrees(std::atan(rule.repose_slope));
  std::vector<double> steep(grid.cells(), 0.0);  // slope of the cells that belong, degrees; 0 for the others
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const Vector2 g = horn_gradient(map, x, y);
      const double slope = degrees(std::atan(std::hypot(g.x, g.y)));
      if (slope > least && g.x * wind.x + g.y * wind.y < 0.0) steep[grid.index(x, y)] = slope;
    }
  }

  std::vector<SlipFace> faces;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (steep[grid.index(x, y)] <= 0.0) continue;
      Patch patch;
      const auto take = [&](int px, int py) {
        double& slope = steep[grid.index(grid.resolve_x(px), grid.resolve_y(py))];
        if (slope <= 0.0 || !(grid.periodic() || grid.contains(px, py))) return;
        patch.slope_sum += slope;
        patch.cells.push_back({static_cast<double>(px), static_cast<double>(py)});
        slope = 0.0;
      };
      take(x, y);
      for (std::size_t next = 0; next < patch.cells.size(); ++next) {
        const int px = static_cast<int>(patch.cells[next].x), py = static_cast<int>(patch.cells[next].y);
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) take(px + dx, py + dy);
        }
      }
      if (patch.cells.size() >= rule.minimum_cells) faces.push_back(described(patch, grid, wind, rule.horn_cells));
    }
  }
  return faces;
}

}  // namespace barchan
