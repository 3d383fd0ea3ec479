// vertical_deviation(): the vertices of the fine mesh lie in bins, and each triangle of the coarse mesh visits the bins
// that it covers, row by row. So long narrow triangles cost no more than their area.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "vertical_deviation.hpp"

namespace barchan::test {

namespace {

struct Interval {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// A triangle seen from above.
class PlanTriangle {
 public:
  PlanTriangle(glm::vec3 const& a, glm::vec3 const& b, glm::vec3 const& c)
      : corners_{a, b, c}, twice_area_(cross(a, b, c.x, c.y)) {}

  /// Twice the area, m2; negative if the triangle is turned over.
  double twice_area() const { return twice_area_; }
  Interval ys() const {
    Interval result;
    for (glm::vec3 const& corner : corners_) result.add(corner.y);
    return result;
  }
  /// The x of the part with low <= y <= high.
  Interval xs(double low, double high) const {
    Interval result;
    for (std::size_t i = 0; i < 3; ++i) {
      glm::dvec3 from(corners_[i]), to(corners_[(i + 1) % 3]);
      if (from.y > to.y) std::swap(from, to);
      if (to.y < low || from.y > high) continue;
      const double slope = to.y > from.y ? (to.x - from.x) / (to.y - from.y) : 0.0;
      result.add(from.y < low ? from.x + slope * (low - from.y) : from.x);
      result.add(to.y > high ? from.x + slope * (high - from.y) : to.x);
    }
    return result;
  }
  /// Height of the triangle minus that of the point, m; NaN if the point is not above or below it.
  double above(glm::vec3 const& point) const {
    const double x = point.x, y = point.y;
    const double of_c = cross(corners_[0], corners_[1], x, y), of_a = cross(corners_[1], corners_[2], x, y);
    const double of_b = cross(corners_[2], corners_[0], x, y);
    const double rounding = -1e-12 * twice_area_;
    if (of_a < rounding || of_b < rounding || of_c < rounding) return std::numeric_limits<double>::quiet_NaN();
    const double z = point.z;
    return (of_a * (corners_[0].z - z) + of_b * (corners_[1].z - z) + of_c * (corners_[2].z - z)) / twice_area_;
  }

 private:
  static double cross(glm::vec3 const& a, glm::vec3 const& b, double x, double y) {
    const glm::dvec2 origin(a), end(b);
    return (end.x - origin.x) * (y - origin.y) - (end.y - origin.y) * (x - origin.x);
  }

  std::array<glm::vec3, 3> corners_;
  double twice_area_;
};

/// Vertices of a mesh, ordered by bins of a grid.
class VertexBins {
 public:
  explicit VertexBins(std::span<glm::vec3 const> points) {
    for (glm::vec3 const& point : points) {
      xs_.add(point.x);
      ys_.add(point.y);
    }
    const double width = xs_.high - xs_.low, height = ys_.high - ys_.low, count = static_cast<double>(points.size());
    size_ = std::max(std::sqrt(width * height / count), std::max(width, height) / count);
    if (!(size_ > 0.0)) size_ = 1.0;
    columns_ = number(xs_.high, xs_.low) + 1;
    rows_ = number(ys_.high, ys_.low) + 1;
    begins_.assign(columns_ * rows_ + 1, 0);
    for (glm::vec3 const& point : points) ++begins_[bin_of(point) + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    points_.resize(points.size());
    for (glm::vec3 const& point : points) points_[next[bin_of(point)]++] = point;
    seen_.assign(points.size(), 0);
  }

  /// Measures the vertices above and below the triangle.
  void measure(PlanTriangle const& triangle) {
    const Interval ys = triangle.ys();
    const std::size_t first = clamped(ys.low, ys_.low, rows_), last = clamped(ys.high, ys_.low, rows_);
    for (std::size_t row = first; row <= last; ++row) {
      const double low = ys_.low + static_cast<double>(row) * size_;
      const double margin = 1e-6 * size_;
      const Interval xs = triangle.xs(low - margin, low + size_ + margin);
      if (xs.low > xs.high) continue;
      const std::size_t west = clamped(xs.low - margin, xs_.low, columns_);
      const std::size_t east = clamped(xs.high + margin, xs_.low, columns_);
      const std::size_t end = begins_[row * columns_ + east + 1];
      for (std::size_t i = begins_[row * columns_ + west]; i < end; ++i) {
        const double distance = std::abs(triangle.above(points_[i]));
        if (!(distance >= 0.0)) continue;
        seen_[i] = 1;
        largest_ = std::max(largest_, distance);
      }
    }
  }
  /// Largest distance found, m; infinity if a vertex has not been measured.
  double largest() const {
    return std::ranges::count(seen_, 0) == 0 ? largest_ : std::numeric_limits<double>::infinity();
  }

 private:
  std::size_t number(double value, double low) const { return static_cast<std::size_t>((value - low) / size_); }
  std::size_t clamped(double value, double low, std::size_t count) const {
    return value > low ? std::min(number(value, low), count - 1) : 0;
  }
  std::size_t bin_of(glm::vec3 const& point) const {
    return clamped(point.y, ys_.low, rows_) * columns_ + clamped(point.x, xs_.low, columns_);
  }

  Interval xs_, ys_;
  double size_ = 1.0;  // of a bin, m
  std::size_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> begins_;
  std::vector<glm::vec3> points_;
  std::vector<std::uint8_t> seen_;
  double largest_ = 0.0;
};

}  // namespace

double vertical_deviation(Mesh const& coarse, Mesh const& fine) {
  if (fine.positions.empty()) return 0.0;
  VertexBins bins(fine.positions);
  for (std::size_t corner = 0; corner < coarse.indices.size(); corner += 3) {
    const PlanTriangle triangle(coarse.positions[coarse.indices[corner]], coarse.positions[coarse.indices[corner + 1]],
                                coarse.positions[coarse.indices[corner + 2]]);
    if (triangle.twice_area() < 0.0) return std::numeric_limits<double>::infinity();
    if (triangle.twice_area() > 0.0) bins.measure(triangle);
  }
  return bins.largest();
}

}  // namespace barchan::test
