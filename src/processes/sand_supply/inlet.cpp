#include "processes/sand_supply/inlet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/common.hpp>

#include "base/random.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

/// Divides a steady amount into whole quanta. The error over any stretch is less than one quantum, and zero on average
/// if `start` is uniform in [0, 1).
class WholeQuanta {
 public:
  explicit WholeQuanta(double start) : total_(start) {}
  QuantaSum next(double amount) {
    total_ += amount;
    const auto whole = static_cast<QuantaSum>(total_);
    const QuantaSum more = whole - given_;
    given_ = whole;
    return more;
  }

 private:
  double total_;
  QuantaSum given_ = 0;
};

/// The part of the line through `point` along `along` that lies within 0 to size, as distances from `point`, in cells.
struct Stretch {
  double first, last;
  double length() const { return std::max(last - first, 0.0); }
};

Stretch clip(glm::dvec2 point, glm::dvec2 along, glm::dvec2 size, double half_length) {
  Stretch part{-half_length, half_length};
  for (int axis = 0; axis < 2; ++axis) {
    if (along[axis] == 0.0) {
      if (point[axis] < 0.0 || point[axis] > size[axis]) return {0.0, 0.0};
      continue;
    }
    const double a = (0.0 - point[axis]) / along[axis];
    const double b = (size[axis] - point[axis]) / along[axis];
    part.first = std::max(part.first, std::min(a, b));
    part.last = std::min(part.last, std::max(a, b));
  }
  return part;
}

/// Calls `visit(cell, length)` for each cell that the part of the line crosses, in order.
template <class Visit>
void for_each_crossed_cell(Grid const& grid, glm::dvec2 point, glm::dvec2 along, Stretch const& part, Visit&& visit) {
  if (part.length() <= 0.0) return;
  const std::array<int, 2> size{grid.width, grid.height};
  std::array<int, 2> cell{}, way{};
  std::array<double, 2> next{};  // distance at which the line leaves the cell, along each axis
  const auto leaves = [&](int axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (way[a] == 0) return std::numeric_limits<double>::infinity();
    return (cell[a] + (way[a] > 0 ? 1 : 0) - point[axis]) / along[axis];
  };
  for (int axis = 0; axis < 2; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const auto begin = static_cast<int>(std::floor(point[axis] + along[axis] * part.first));
    cell[a] = std::clamp(begin, 0, size[a] - 1);
    way[a] = static_cast<int>(along[axis] > 0.0) - static_cast<int>(along[axis] < 0.0);
    next[a] = leaves(axis);
  }
  double at = part.first;
  while (true) {
    const int axis = next[0] <= next[1] ? 0 : 1;
    const auto a = static_cast<std::size_t>(axis);
    const bool ends = next[a] >= part.last || cell[a] + way[a] < 0 || cell[a] + way[a] >= size[a];
    const double until = ends ? part.last : std::max(next[a], at);
    visit(grid.index(cell[0], cell[1]), until - at);
    if (ends) return;
    at = until;
    cell[a] += way[a];
    next[a] = leaves(axis);
  }
}

}  // namespace

double SandInlet::random_unit(std::uint32_t entity) const {
  return static_cast<double>(to_unit(random_words(context_.seed, context_.step, RandomStream::sand_supply, entity)[0]));
}

void SandInlet::lay(std::size_t cell, QuantaSum wanted) {
  if (!masks_.none())
    wanted = static_cast<QuantaSum>(static_cast<double>(wanted) * static_cast<double>(masks_.at(cell)));
  const QuantaSum room = QuantaSum{kThickest} - terrain_.columns.sediment(cell);
  const auto amount = static_cast<Quanta>(std::min(wanted, room));
  if (amount <= 0) return;
  terrain_.columns.deposit(cell, kSand, amount);
  laid_ += amount;
}

void SandInlet::lay_along_edges(glm::dvec2 wind, double amount, double band) {
  Grid const& grid = terrain_.grid;
  const auto cell_size = static_cast<double>(grid.cell_size);
  const glm::dvec2 normal = glm::abs(wind);
  const glm::dvec2 deep = normal * (band / cell_size);  // depth of the strip in x and y, cells
  const auto columns = static_cast<int>(std::min(std::ceil(deep.x), static_cast<double>(grid.width)));
  const auto rows = static_cast<int>(std::min(std::ceil(deep.y), static_cast<double>(grid.height)));
  // Fraction of cell number i from an upwind edge that lies in its strip. Where two strips overlap, a cell counts once,
  // so that the wind crosses the same length everywhere and no heap grows in the corner.
  const auto share_x = [&](int i) { return std::clamp(deep.x - i, 0.0, 1.0); };
  const auto share_y = [&](int j) { return std::clamp(deep.y - j, 0.0, 1.0); };
  double strip = 0.0;
  for (int i = 0; i < columns; ++i) strip += share_x(i) * grid.height;
  for (int j = 0; j < rows; ++j) strip += share_y(j) * grid.width;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) strip -= std::min(share_x(i), share_y(j));
  }
  const double width = normal.x * grid.height + normal.y * grid.width;
  const double each = amount / cell_size * kQuantaPerMetre * width / strip;
  WholeQuanta portion(random_unit(0));
  for (int j = 0; j < grid.height; ++j) {
    const int y = wind.y < 0.0 ? grid.height - 1 - j : j;
    const int last = j < rows ? grid.width : columns;
    for (int i = 0; i < last; ++i) {
      const int x = wind.x < 0.0 ? grid.width - 1 - i : i;
      lay(grid.index(x, y), portion.next(each * std::max(share_x(i), share_y(j))));
    }
  }
}

void SandInlet::lay_along_line(SupplyLine const& line, double amount, double band) {
  Grid const& grid = terrain_.grid;
  const auto cell_size = static_cast<double>(grid.cell_size);
  const glm::dvec2 size(grid.width, grid.height);
  const glm::dvec2 middle = line.middle * size;
  const glm::dvec2 aside(-line.along.y, line.along.x);
  const double half_length = 0.5 * line.length / cell_size;
  const auto count = static_cast<int>(std::max(std::floor(band / cell_size + 0.5), 1.0));
  // Parallel lines may lie off the land or be clipped; the total inflow is that of the middle line.
  struct Parallel {
    std::uint32_t number;
    glm::dvec2 point;
    Stretch part;
  };
  std::vector<Parallel> lines;
  double length = 0.0;
  for (int i = 0; i < count; ++i) {
    const glm::dvec2 point = middle + aside * (i + 0.5 - 0.5 * count);
    const Stretch part = clip(point, line.along, size, half_length);
    if (part.length() <= 0.0) continue;
    lines.push_back({static_cast<std::uint32_t>(i), point, part});
    length += part.length();
  }
  if (lines.empty()) return;
  const double wanted = clip(middle, line.along, size, half_length).length();
  const double each = amount / cell_size * kQuantaPerMetre * wanted / length;
  for (Parallel const& parallel : lines) {
    WholeQuanta share(random_unit(parallel.number));
    for_each_crossed_cell(grid, parallel.point, line.along, parallel.part,
                          [&](std::size_t cell, double crossed) { lay(cell, share.next(each * crossed)); });
  }
}

}  // namespace barchan
