// simplified_surface(): greedy insertion into a Delaunay triangulation. Places are whole numbers, so all geometric
// tests are exact and no triangle is degenerate or turned over.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <queue>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "export/mesh.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

/// A sample of a window, from its south-west corner.
struct WindowPoint {
  std::int32_t x = 0, y = 0;

  bool operator==(WindowPoint const&) const = default;
};

/// Twice the area of a triangle; positive if it is counterclockwise. Fits 32 bits for sides up to 2^15.
std::int32_t twice_area(WindowPoint const& a, WindowPoint const& b, WindowPoint const& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether `d` lies within the circle through the counterclockwise a, b and c. Fits 64 bits for sides up to 2^14.
bool in_circle(WindowPoint const& a, WindowPoint const& b, WindowPoint const& c, WindowPoint const& d) {
  struct Offset {
    std::int64_t x, y;
  };
  const Offset p{a.x - d.x, a.y - d.y}, q{b.x - d.x, b.y - d.y}, r{c.x - d.x, c.y - d.y};
  const std::int64_t pp = p.x * p.x + p.y * p.y, qq = q.x * q.x + q.y * q.y, rr = r.x * r.x + r.y * r.y;
  return pp * (q.x * r.y - q.y * r.x) - qq * (p.x * r.y - p.y * r.x) + rr * (p.x * q.y - p.y * q.x) > 0;
}

/// Delaunay triangulation of a rectangle of samples. Half-edge 3 * t + i runs from corner i of triangle t to the next.
class WindowTriangulation {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Two triangles between the corners (0, 0) and `far`.
  explicit WindowTriangulation(WindowPoint const& far) : points_{{0, 0}, {far.x, 0}, far, {0, far.y}} {
    starts_.resize(6);
    twins_.resize(6);
    set_triangle(0, {0, 1, 2}, {kNone, kNone, kNone});
    set_triangle(3, {0, 2, 3}, {2, kNone, kNone});
    changed_ = {0, 1};
  }

  std::size_t triangles() const { return starts_.size() / 3; }
  std::vector<WindowPoint> const& points() const { return points_; }
  std::vector<std::uint32_t> const& indices() const { return starts_; }
  WindowPoint const& corner(std::size_t triangle, std::size_t i) const { return points_[starts_[3 * triangle + i]]; }

  /// Adds all points on the border.
  void split_border() {
    for (bool again = true; again;) {
      again = false;
      const auto edges = static_cast<std::uint32_t>(starts_.size());
      for (std::uint32_t edge = 0; edge < edges; ++edge) {
        if (twins_[edge] != kNone) continue;
        WindowPoint const &a = points_[starts_[edge]], &b = points_[starts_[next(edge)]];
        if (std::abs(b.x - a.x) + std::abs(b.y - a.y) < 2) continue;
        split_edge(edge, {std::midpoint(a.x, b.x), std::midpoint(a.y, b.y)});
        again = true;
      }
    }
  }
  /// Adds a point of a triangle that is none of its corners.
  void insert(std::uint32_t triangle, WindowPoint const& point) {
    for (std::uint32_t edge = 3 * triangle; edge < 3 * triangle + 3; ++edge) {
      if (twice_area(points_[starts_[edge]], points_[starts_[next(edge)]], point) == 0) return split_edge(edge, point);
    }
    split_triangle(triangle, point);
  }
  /// The triangles that have changed since forget_changes(), some more than once.
  std::vector<std::uint32_t> const& changed() const { return changed_; }
  void forget_changes() { changed_.clear(); }

 private:
  static std::uint32_t next(std::uint32_t edge) { return edge % 3 == 2 ? edge - 2 : edge + 1; }
  static std::uint32_t previous(std::uint32_t edge) { return edge % 3 == 0 ? edge + 2 : edge - 1; }

  std::uint32_t add_point(WindowPoint const& point) {
    points_.push_back(point);
    return static_cast<std::uint32_t>(points_.size() - 1);
  }
  /// First edge of a new triangle.
  std::uint32_t new_triangle() {
    const auto edge = static_cast<std::uint32_t>(starts_.size());
    starts_.resize(starts_.size() + 3);
    twins_.resize(twins_.size() + 3, kNone);
    return edge;
  }
  void set_triangle(std::uint32_t first, std::array<std::uint32_t, 3> const& corners,
                    std::array<std::uint32_t, 3> const& twins) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      starts_[first + i] = corners[i];
      twins_[first + i] = twins[i];
      if (twins[i] != kNone) twins_[twins[i]] = first + i;
    }
    changed_.push_back(first / 3);
  }

  void split_triangle(std::uint32_t triangle, WindowPoint const& point) {
    const std::uint32_t first = 3 * triangle, p = add_point(point);
    const std::uint32_t a = starts_[first], b = starts_[first + 1], c = starts_[first + 2];
    const std::uint32_t ab = twins_[first], bc = twins_[first + 1], ca = twins_[first + 2];
    const std::uint32_t second = new_triangle(), third = new_triangle();
    set_triangle(first, {a, b, p}, {ab, kNone, kNone});
    set_triangle(second, {b, c, p}, {bc, kNone, first + 1});
    set_triangle(third, {c, a, p}, {ca, first + 2, second + 1});
    flip_from({first, second, third});
  }
  void split_edge(std::uint32_t edge, WindowPoint const& point) {
    const std::uint32_t p = add_point(point), first = edge - edge % 3, twin = twins_[edge];
    const std::uint32_t a = starts_[edge], b = starts_[next(edge)], c = starts_[previous(edge)];
    const std::uint32_t bc = twins_[next(edge)], ca = twins_[previous(edge)];
    const std::uint32_t second = new_triangle();
    if (twin == kNone) {
      set_triangle(first, {c, a, p}, {ca, kNone, kNone});
      set_triangle(second, {b, c, p}, {bc, first + 2, kNone});
      return flip_from({first, second});
    }
    const std::uint32_t third = twin - twin % 3, fourth = new_triangle(), d = starts_[previous(twin)];
    const std::uint32_t ad = twins_[next(twin)], db = twins_[previous(twin)];
    set_triangle(first, {c, a, p}, {ca, kNone, kNone});
    set_triangle(second, {b, c, p}, {bc, first + 2, kNone});
    set_triangle(third, {a, d, p}, {ad, kNone, first + 1});
    set_triangle(fourth, {d, b, p}, {db, second + 2, third + 1});
    flip_from({first, second, third, fourth});
  }
  /// Makes the triangulation Delaunay again. The new point is the last corner of the triangles with these first edges.
  void flip_from(std::initializer_list<std::uint32_t> edges) {
    suspects_.assign(edges);
    while (!suspects_.empty()) {
      const std::uint32_t first = suspects_.back(), twin = twins_[first];
      suspects_.pop_back();
      if (twin == kNone) continue;
      const std::uint32_t a = starts_[first], b = starts_[first + 1], p = starts_[first + 2];
      const std::uint32_t d = starts_[previous(twin)], second = twin - twin % 3;
      if (!in_circle(points_[a], points_[b], points_[p], points_[d])) continue;
      const std::uint32_t bp = twins_[first + 1], pa = twins_[first + 2];
      const std::uint32_t ad = twins_[next(twin)], db = twins_[previous(twin)];
      set_triangle(first, {a, d, p}, {ad, kNone, pa});
      set_triangle(second, {d, b, p}, {db, bp, first + 1});
      suspects_.insert(suspects_.end(), {first, second});
    }
  }

  std::vector<WindowPoint> points_;
  std::vector<std::uint32_t> starts_, twins_;  // of half-edges
  std::vector<std::uint32_t> changed_, suspects_;
};

std::int32_t floor_quotient(std::int32_t value, std::int32_t divisor) {
  const std::int32_t quotient = value / divisor;
  return quotient * divisor > value ? quotient - 1 : quotient;  // divisor > 0
}

/// The points of a triangle, row by row.
class TriangleRows {
 public:
  explicit TriangleRows(std::array<WindowPoint, 3> const& corners) : corners_(corners) {}

  std::int32_t lowest() const { return std::min({corners_[0].y, corners_[1].y, corners_[2].y}); }
  std::int32_t highest() const { return std::max({corners_[0].y, corners_[1].y, corners_[2].y}); }
  /// First and last x of the points in row `y`; the last is smaller if there are none.
  std::array<std::int32_t, 2> range(std::int32_t y) const {
    std::int32_t first = std::min({corners_[0].x, corners_[1].x, corners_[2].x});
    std::int32_t last = std::max({corners_[0].x, corners_[1].x, corners_[2].x});
    for (std::size_t i = 0; i < 3; ++i) {
      WindowPoint const &a = corners_[i], &b = corners_[(i + 1) % 3];
      // Inside: (b.x - a.x) * (y - a.y) >= (b.y - a.y) * (x - a.x)
      const std::int32_t rise = b.y - a.y, left = (b.x - a.x) * (y - a.y);
      if (rise > 0) last = std::min(last, a.x + floor_quotient(left, rise));
      if (rise < 0) first = std::max(first, a.x - floor_quotient(left, -rise));
      if (rise == 0 && left < 0) last = first - 1;
    }
    return {first, last};
  }

 private:
  std::array<WindowPoint, 3> const& corners_;
};

/// The sample of a triangle that lies farthest from it.
struct WorstSample {
  double distance = 0.0;  ///< vertical, m
  WindowPoint point{};
};

/// Adds samples to a triangulation until the error is kept.
class SurfaceRefinement {
 public:
  SurfaceRefinement(SampleGrid const& grid, GridWindow const& window, double error)
      : grid_(grid), window_(window), error_(error), triangulation_({window.width - 1, window.height - 1}) {}

  Mesh result() {
    triangulation_.split_border();
    look_at_changes();
    while (!queue_.empty()) {
      const Entry entry = queue_.top();
      queue_.pop();
      if (entry.version != versions_[entry.triangle]) continue;
      triangulation_.insert(entry.triangle, entry.worst.point);
      look_at_changes();
    }
    return mesh();
  }

 private:
  struct Entry {
    WorstSample worst;
    std::uint32_t triangle = 0, version = 0;

    bool operator<(Entry const& other) const { return worst.distance < other.worst.distance; }
  };

  int column_of(WindowPoint const& point) const { return window_.column + static_cast<int>(point.x); }
  int row_of(WindowPoint const& point) const { return window_.row + window_.height - 1 - static_cast<int>(point.y); }
  double height(WindowPoint const& point) const { return grid_.values[grid_.index(column_of(point), row_of(point))]; }

  void look_at_changes() {
    versions_.resize(triangulation_.triangles(), 0);
    for (const std::uint32_t triangle : triangulation_.changed()) ++versions_[triangle];
    looked_at_.resize(triangulation_.triangles(), 0);
    for (const std::uint32_t triangle : triangulation_.changed()) {
      if (looked_at_[triangle] == versions_[triangle]) continue;
      looked_at_[triangle] = versions_[triangle];
      const WorstSample worst = worst_of(triangle);
      if (worst.distance > error_) queue_.push({worst, triangle, versions_[triangle]});
    }
    triangulation_.forget_changes();
  }
  WorstSample worst_of(std::uint32_t triangle) const {
    const std::array corners{triangulation_.corner(triangle, 0), triangulation_.corner(triangle, 1),
                             triangulation_.corner(triangle, 2)};
    WindowPoint const &a = corners[0], &b = corners[1], &c = corners[2];
    const std::int32_t whole_area = twice_area(a, b, c);
    if (whole_area == 1) return {};  // no other sample lies in it (Pick's theorem)
    const auto area = static_cast<double>(whole_area);
    const double to_b = height(b) - height(a), to_c = height(c) - height(a);
    const double slope_x = (to_b * static_cast<double>(c.y - a.y) - to_c * static_cast<double>(b.y - a.y)) / area;
    const double slope_y = (to_c * static_cast<double>(b.x - a.x) - to_b * static_cast<double>(c.x - a.x)) / area;
    const TriangleRows rows(corners);
    WorstSample worst;
    for (std::int32_t y = rows.lowest(); y <= rows.highest(); ++y) {
      const auto [first, last] = rows.range(y);
      const double at_zero = height(a) + slope_y * static_cast<double>(y - a.y) - slope_x * static_cast<double>(a.x);
      float const* const samples = &grid_.values[grid_.index(window_.column, row_of({0, y}))];
      for (std::int32_t x = first; x <= last; ++x) {
        const double distance = std::abs(at_zero + slope_x * static_cast<double>(x) - static_cast<double>(samples[x]));
        if (distance <= worst.distance) continue;
        const WindowPoint point{x, y};  // corners differ from their triangle by rounding only
        if (point != a && point != b && point != c) worst = {distance, point};
      }
    }
    return worst;
  }
  Mesh mesh() const {
    const SurfaceSamples samples(grid_);
    Mesh mesh;
    for (WindowPoint const& point : triangulation_.points()) {
      const int column = column_of(point), row = row_of(point);
      mesh.positions.push_back(samples.position(column, row));
      mesh.normals.push_back(samples.normal(column, row));
      mesh.uvs.push_back(samples.uv(column, row));
    }
    mesh.indices = triangulation_.indices();
    return mesh;
  }

  SampleGrid const& grid_;
  GridWindow window_;
  double error_;
  WindowTriangulation triangulation_;
  std::vector<std::uint32_t> versions_, looked_at_;  // versions of triangles, now and in the queue
  std::priority_queue<Entry> queue_;
};

}  // namespace

Mesh simplified_surface(SampleGrid const& grid, GridWindow const& window, double error) {
  if (!(error >= 0.0) || !std::isfinite(error)) {
    throw std::invalid_argument(fmt::format("expected an error of the mesh of at least 0 m, found {}", error));
  }
  check_samples(grid);
  check_window(grid, window);
  if (error == 0.0 || window.width < 2 || window.height < 2) return surface_mesh(grid, window);
  check_mesh_size(surface_size(static_cast<std::uint64_t>(window.width), static_cast<std::uint64_t>(window.height)));
  return ordered_for_caches(SurfaceRefinement(grid, window, error).result());
}

}  // namespace barchan
