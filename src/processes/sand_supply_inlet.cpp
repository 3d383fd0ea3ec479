#include "processes/sand_supply_inlet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "barchan/random.hpp"

namespace barchan {

namespace {

/// Cuts a steady amount into whole quanta: over any stretch the sum is off by less than one, and none on average when
/// `start` is uniform in 0 .. 1.
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

/// Part of the line through `point` along `along` that lies in 0 .. size, as distances from `point`; all in cells.
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

/// Calls `visit(cell, length)` for each cell that the part of the line crosses, in its order.
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
    way[a] = along[axis] > 0.0 ? 1 : (along[axis] < 0.0 ? -1 : 0);
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
  const QuantaSum room = QuantaSum{kThickest} - terrain_.columns.loose(cell);
  const auto amount = static_cast<Quanta>(std::min(wanted, room));
  if (amount <= 0) return;
  terrain_.columns.deposit(cell, kSand, amount);
  laid_ += amount;
}

void SandInlet::lay_along_edges(glm::dvec2 wind, double amount, double band) {
  Grid const& grid = terrain_.grid;
  const auto cell_size = static_cast<double>(grid.cell_size);
  const std::array<double, 4> inward{wind.x, -wind.x, wind.y, -wind.y};  // over the west, east, south, north edge
  for (std::uint32_t edge = 0; edge < inward.size(); ++edge) {
    if (inward[edge] <= 0.0) continue;
    const bool upright = edge < 2;
    const int across = upright ? grid.width : grid.height;
    const auto deep = static_cast<int>(std::clamp(std::floor(band / cell_size + 0.5), 1.0, double(across)));
    const double each = amount * inward[edge] / (deep * cell_size) * kQuantaPerMetre;
    const int begin = edge % 2 == 0 ? 0 : across - deep;
    const int first_x = upright ? begin : 0, end_x = upright ? begin + deep : grid.width;
    const int first_y = upright ? 0 : begin, end_y = upright ? grid.height : begin + deep;
    WholeQuanta share(random_unit(edge));
    for (int y = first_y; y < end_y; ++y) {
      for (int x = first_x; x < end_x; ++x) lay(grid.index(x, y), share.next(each));
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
  // Parallel lines may lie off the land or be cut shorter; what comes in is that of the middle one all the same.
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
