#include "export/lattice_triangles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "base/work_watch.hpp"

namespace barchan {

namespace {

/// Twice the area of a triangle; positive if it is counterclockwise. Fits 32 bits for coordinates up to
/// 2^14.
std::int32_t twice_area(LatticePoint const& a, LatticePoint const& b, LatticePoint const& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether `d` lies within the circle through the counterclockwise a, b and c. Fits 64 bits for coordinates up to 2^14.
bool in_circle(LatticePoint const& a, LatticePoint const& b, LatticePoint const& c, LatticePoint const& d) {
  struct Offset {
    std::int64_t x, y;
  };
  const Offset p{a.x - d.x, a.y - d.y}, q{b.x - d.x, b.y - d.y}, r{c.x - d.x, c.y - d.y};
  const std::int64_t pp = p.x * p.x + p.y * p.y, qq = q.x * q.x + q.y * q.y, rr = r.x * r.x + r.y * r.y;
  return pp * (q.x * r.y - q.y * r.x) - qq * (p.x * r.y - p.y * r.x) + rr * (p.x * q.y - p.y * q.x) > 0;
}

/// Delaunay triangulation of a rectangle. Half-edge 3 * t + i runs from corner i of triangle t to the next.
class DelaunayTriangles {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Two triangles between the corners (0, 0) and `far`.
  explicit DelaunayTriangles(LatticePoint const& far) : points_{{0, 0}, {far.x, 0}, far, {0, far.y}} {
    starts_.resize(6);
    twins_.resize(6);
    set_triangle(0, {0, 1, 2}, {kNone, kNone, kNone});
    set_triangle(3, {0, 2, 3}, {2, kNone, kNone});
    changed_ = {0, 1};
  }

  std::size_t triangles() const { return starts_.size() / 3; }
  LatticeTriangles result() const { return {points_, starts_}; }
  LatticePoint const& corner(std::size_t triangle, std::size_t i) const { return points_[starts_[3 * triangle + i]]; }

  /// Adds a point of a triangle that is none of its corners.
  void insert(std::uint32_t triangle, LatticePoint const& point) {
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

  std::uint32_t add_point(LatticePoint const& point) {
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

  void split_triangle(std::uint32_t triangle, LatticePoint const& point) {
    const std::uint32_t first = 3 * triangle, p = add_point(point);
    const std::uint32_t a = starts_[first], b = starts_[first + 1], c = starts_[first + 2];
    const std::uint32_t ab = twins_[first], bc = twins_[first + 1], ca = twins_[first + 2];
    const std::uint32_t second = new_triangle(), third = new_triangle();
    set_triangle(first, {a, b, p}, {ab, kNone, kNone});
    set_triangle(second, {b, c, p}, {bc, kNone, first + 1});
    set_triangle(third, {c, a, p}, {ca, first + 2, second + 1});
    flip_from({first, second, third});
  }
  void split_edge(std::uint32_t edge, LatticePoint const& point) {
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

  std::vector<LatticePoint> points_;
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
  explicit TriangleRows(std::array<LatticePoint, 3> const& corners) : corners_(corners) {}

  std::int32_t lowest() const { return std::min({corners_[0].y, corners_[1].y, corners_[2].y}); }
  std::int32_t highest() const { return std::max({corners_[0].y, corners_[1].y, corners_[2].y}); }
  /// First and last x of the points in row `y`; the last is smaller if there are none.
  std::array<std::int32_t, 2> range(std::int32_t y) const {
    std::int32_t first = std::min({corners_[0].x, corners_[1].x, corners_[2].x});
    std::int32_t last = std::max({corners_[0].x, corners_[1].x, corners_[2].x});
    for (std::size_t i = 0; i < 3; ++i) {
      LatticePoint const &a = corners_[i], &b = corners_[(i + 1) % 3];
      // Inside: (b.x - a.x) * (y - a.y) >= (b.y - a.y) * (x - a.x)
      const std::int32_t rise = b.y - a.y, left = (b.x - a.x) * (y - a.y);
      if (rise > 0) last = std::min(last, a.x + floor_quotient(left, rise));
      if (rise < 0) first = std::max(first, a.x - floor_quotient(left, -rise));
      if (rise == 0 && left < 0) last = first - 1;
    }
    return {first, last};
  }

 private:
  std::array<LatticePoint, 3> const& corners_;
};

/// The point of a triangle that lies farthest from it.
struct WorstPoint {
  double distance = 0.0;  ///< vertical, m
  LatticePoint point{};
};

constexpr double kNeeded = 1e30;  // m; larger than all distances

/// A distance from kNeeded to its double for a needed point. Such points come in an order without pattern, which is
/// fast.
double distance_of_needed(std::size_t number) {
  return kNeeded * (1.0 + static_cast<std::uint32_t>(number * 2654435769u) * 0x1p-32);
}

/// A triangle to which a point is to be added, unless it has changed since.
struct WaitingTriangle {
  std::uint32_t triangle = 0, version = 0;
  LatticePoint worst{};
};

/// Triangles, those with the largest distances first. Distances that differ by less than a fifth count as equal; of
/// such triangles the latest is first, which keeps the work in one place and therefore in the caches.
class WaitingTriangles {
 public:
  explicit WaitingTriangles(double error) : error_(error) {}

  void push(double distance, WaitingTriangle const& triangle) {
    const std::size_t level = level_of(distance);
    levels_[level].push_back(triangle);
    highest_ = std::max(highest_, level);
  }
  bool empty() {
    while (highest_ > 0 && levels_[highest_].empty()) --highest_;
    return levels_[highest_].empty();
  }
  /// How far the distances have come down, from 0 to 1.
  double done() const { return 1.0 - static_cast<double>(highest_) / static_cast<double>(levels_.size()); }
  /// The first one; there is one after empty() returned false.
  WaitingTriangle pop() {
    const WaitingTriangle triangle = levels_[highest_].back();
    levels_[highest_].pop_back();
    return triangle;
  }

 private:
  static constexpr std::size_t kLevels = 128, kNeededLevels = 64;

  std::size_t level_of(double distance) const {
    constexpr double kPerOctave = 4.0;
    if (distance >= kNeeded) return kLevels + static_cast<std::size_t>((distance / kNeeded - 1.0) * kNeededLevels);
    const double level = kPerOctave * std::log2(distance / error_);
    return static_cast<std::size_t>(std::clamp(level, 0.0, static_cast<double>(kLevels - 1)));
  }

  double error_;
  std::array<std::vector<WaitingTriangle>, kLevels + kNeededLevels> levels_;
  std::size_t highest_ = 0;
};

/// Adds points to a triangulation until the error is kept.
class LatticeRefinement {
 public:
  LatticeRefinement(LatticeSurface const& surface, double error)
      : surface_(surface), error_(error), triangles_({surface.width - 1, surface.height - 1}), waiting_(error) {}

  LatticeTriangles result() {
    look_at_changes();
    while (!waiting_.empty()) {
      const WaitingTriangle first = waiting_.pop();
      if (first.version != versions_[first.triangle]) continue;
      if (++inserted_ % kPointsPerLook == 0) WorkWatch::at(waiting_.done());
      triangles_.insert(first.triangle, first.worst);
      look_at_changes();
    }
    return triangles_.result();
  }

 private:
  std::size_t number_of(LatticePoint const& point) const {
    return static_cast<std::size_t>(point.y) * static_cast<std::size_t>(surface_.width) +
           static_cast<std::size_t>(point.x);
  }
  double height(LatticePoint const& point) const { return surface_.heights[number_of(point)]; }

  void look_at_changes() {
    versions_.resize(triangles_.triangles(), 0);
    for (const std::uint32_t triangle : triangles_.changed()) ++versions_[triangle];
    looked_at_.resize(triangles_.triangles(), 0);
    for (const std::uint32_t triangle : triangles_.changed()) {
      if (looked_at_[triangle] == versions_[triangle]) continue;
      looked_at_[triangle] = versions_[triangle];
      const WorstPoint worst = worst_of(triangle);
      if (worst.distance > error_) waiting_.push(worst.distance, {triangle, versions_[triangle], worst.point});
    }
    triangles_.forget_changes();
  }
  WorstPoint worst_of(std::uint32_t triangle) const {
    const std::array corners{triangles_.corner(triangle, 0), triangles_.corner(triangle, 1),
                             triangles_.corner(triangle, 2)};
    LatticePoint const &a = corners[0], &b = corners[1], &c = corners[2];
    const std::int32_t whole_area = twice_area(a, b, c);
    if (whole_area == 1) return {};  // no other point lies in it (Pick's theorem)
    const auto area = static_cast<double>(whole_area);
    const double to_b = height(b) - height(a), to_c = height(c) - height(a);
    const double slope_x = (to_b * (c.y - a.y) - to_c * (b.y - a.y)) / area;
    const double slope_y = (to_c * (b.x - a.x) - to_b * (c.x - a.x)) / area;
    const TriangleRows rows(corners);
    WorstPoint worst;
    for (std::int32_t y = rows.lowest(); y <= rows.highest(); ++y) {
      const auto [first, last] = rows.range(y);
      const double at_zero = height(a) + slope_y * (y - a.y) - slope_x * a.x;
      const std::size_t row = number_of({0, y});
      for (std::int32_t x = first; x <= last; ++x) {
        const std::size_t number = row + static_cast<std::size_t>(x);
        const double distance = surface_.needed[number] != 0
                                    ? distance_of_needed(number)
                                    : std::abs(at_zero + slope_x * x - static_cast<double>(surface_.heights[number]));
        if (!(distance > worst.distance)) continue;  // also where there is no height
        const LatticePoint point{x, y};
        if (point != a && point != b && point != c) worst = {distance, point};
      }
    }
    return worst;
  }

  static constexpr std::size_t kPointsPerLook = 256;

  LatticeSurface const& surface_;
  double error_;
  std::size_t inserted_ = 0;
  DelaunayTriangles triangles_;
  std::vector<std::uint32_t> versions_, looked_at_;  // versions of triangles, now and when looked at
  WaitingTriangles waiting_;
};

}  // namespace

LatticeTriangles triangulated(LatticeSurface const& surface, double error) {
  if (std::max(surface.width, surface.height) > kMaximumLatticeSide) {
    throw std::length_error(fmt::format("expected at most {} samples along each side of a mesh, found {} x {}",
                                        kMaximumLatticeSide, surface.width, surface.height));
  }
  return LatticeRefinement(surface, error).result();
}

}  // namespace barchan
