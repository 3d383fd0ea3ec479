#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

#include "base/work_watch.hpp"
#include "export/mesh.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

/// Makes solid(). Its upper face is a lattice of the samples with a rim around: (width + 2) x (height + 2) vertices.
class SolidMaker {
 public:
  SolidMaker(SampleGrid const& grid, SolidStyle const& style) : grid_(grid), samples_(grid) {
    const double length = std::max(grid.width * grid.spacing_x, grid.height * grid.spacing_y);
    scale_ = style.longest_side > 0.0 ? style.longest_side / length : 1.0;
    rise_ = scale_ * style.vertical_exaggeration;
    const double lowest = *std::ranges::min_element(grid.values);
    if (style.longest_side > 0.0) {
      base_ = 0.0;
      lift_ = style.base_thickness - lowest * rise_;
    } else {
      base_ = lowest * rise_ - style.base_thickness;
    }
    if (!(static_cast<float>(base_) < static_cast<float>(lowest * rise_ + lift_))) {
      throw std::invalid_argument(
          fmt::format("expected a base that 32-bit floats can resolve, found the thickness {}; choose a thicker one",
                      style.base_thickness));
    }
  }

  Mesh mesh() {
    for (int row = -1; row <= grid_.height; ++row) {
      WorkWatch::at(0.0);
      for (int column = -1; column <= grid_.width; ++column) mesh_.positions.push_back(upper(column, row));
    }
    for (int row = -1; row < grid_.height; ++row) {
      WorkWatch::at(0.5 * (row + 1.0) / (grid_.height + 1.0));
      for (int column = -1; column < grid_.width; ++column) add_solid_square(column, row);
    }
    add_sides_and_base(border());
    return std::move(mesh_);
  }

 private:
  /// Edge of the land or centre of the cell, in cells.
  static double along(int cell, int cells) { return cell < 0 ? 0.0 : std::min<double>(cell + 0.5, cells); }
  double height(int column, int row) const {
    return samples_.height(std::clamp(column, 0, grid_.width - 1), std::clamp(row, 0, grid_.height - 1)) * rise_ +
           lift_;
  }
  glm::vec3 upper(int column, int row) const {
    return placed(along(column, grid_.width), along(row, grid_.height), height(column, row));
  }
  glm::vec3 placed(double columns, double rows, double z) const {
    return {(columns - 0.5 * grid_.width) * grid_.spacing_x * scale_,
            (0.5 * grid_.height - rows) * grid_.spacing_y * scale_, z};
  }
  std::uint32_t vertex(int column, int row) const {
    return static_cast<std::uint32_t>(row + 1) * static_cast<std::uint32_t>(grid_.width + 2) +
           static_cast<std::uint32_t>(column + 1);
  }
  std::uint32_t new_vertex(glm::vec3 const& position) {
    mesh_.positions.push_back(position);
    return static_cast<std::uint32_t>(mesh_.positions.size() - 1);
  }
  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) { mesh_.indices.insert(mesh_.indices.end(), {a, b, c}); }

  /// Adds the triangles between four vertices of the lattice, of which (column, row) is the north-west one. Two
  /// triangles miss a volume of a twelfth of `twist` times their area.
  void add_solid_square(int column, int row) {
    constexpr double kTolerance = 5e-4;
    const std::uint32_t a = vertex(column, row), b = vertex(column + 1, row);
    const std::uint32_t c = vertex(column, row + 1), d = vertex(column + 1, row + 1);
    const double za = height(column, row), zb = height(column + 1, row);
    const double zc = height(column, row + 1), zd = height(column + 1, row + 1);
    const double twist = za + zd - zb - zc, mean = 0.25 * (za + zb + zc + zd);
    if (std::abs(twist) / 12.0 > kTolerance * (mean - base_)) {
      glm::vec3 const &north_west = mesh_.positions[a], &south_east = mesh_.positions[d];
      const glm::vec3 middle{0.5f * (north_west.x + south_east.x), 0.5f * (north_west.y + south_east.y), mean};
      const std::uint32_t m = new_vertex(middle);
      add(a, c, m);
      add(c, d, m);
      add(d, b, m);
      add(b, a, m);
    } else if (std::abs(za - zd) < std::abs(zc - zb)) {
      add(a, c, d);
      add(a, d, b);
    } else {
      add(a, c, b);
      add(c, d, b);
    }
  }
  /// Vertices on the border of the upper face, counterclockwise.
  std::vector<std::uint32_t> border() const {
    const int east = grid_.width, south = grid_.height;
    std::vector<std::uint32_t> ring;
    for (int column = -1; column < east; ++column) ring.push_back(vertex(column, south));
    for (int row = south; row > -1; --row) ring.push_back(vertex(east, row));
    for (int column = east; column > -1; --column) ring.push_back(vertex(column, -1));
    for (int row = -1; row < south; ++row) ring.push_back(vertex(-1, row));
    return ring;
  }
  void add_sides_and_base(std::vector<std::uint32_t> const& ring) {
    const std::uint32_t middle = new_vertex({0.0f, 0.0f, static_cast<float>(base_)}), below = middle + 1;
    for (const std::uint32_t top : ring) {
      const glm::vec3 place = mesh_.positions[top];
      mesh_.positions.emplace_back(place.x, place.y, static_cast<float>(base_));
    }
    const auto count = static_cast<std::uint32_t>(ring.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t next = i + 1 < count ? i + 1 : 0;
      add(ring[i], below + i, below + next);
      add(ring[i], below + next, ring[next]);
      add(middle, below + next, below + i);
    }
  }

  SampleGrid const& grid_;
  SurfaceSamples samples_;
  double scale_ = 1.0, rise_ = 1.0;  // horizontal and vertical
  double lift_ = 0.0, base_ = 0.0;   // added to elevations; z of the lower face
  Mesh mesh_;
};

}  // namespace

Mesh solid(SampleGrid const& grid, SolidStyle const& style) {
  check_samples(grid);
  if (grid.values.empty()) throw std::invalid_argument("expected a land with at least one cell, found none");
  const auto in_range = [](double value) { return value > 0.0 && std::isfinite(value); };
  if (!in_range(style.base_thickness) || !in_range(style.vertical_exaggeration) ||
      !(style.longest_side == 0.0 || in_range(style.longest_side))) {
    throw std::invalid_argument(fmt::format(
        "expected a thickness and an exaggeration greater than 0 and a length of at least 0, found {}, {} and {}",
        style.base_thickness, style.vertical_exaggeration, style.longest_side));
  }
  check_mesh_size(solid_size(static_cast<std::uint64_t>(grid.width), static_cast<std::uint64_t>(grid.height)));
  return SolidMaker(grid, style).mesh();
}

}  // namespace barchan
