// Separate dunes: connected patches of sand, and their shapes relative to the wind.
#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

constexpr double kCellVariance = 1.0 / 12.0;  // of a position within its own cell, cells squared
constexpr double kAxisHalfWidth = 1.0;        // cells on each side of the axis that count as on it

double elongation_of(Patch const& patch) {
  const auto count = static_cast<double>(patch.size());
  Vector2 centre{};
  for (Vector2 const& p : patch) centre += p / count;
  double xx = kCellVariance, xy = 0.0, yy = kCellVariance;
  for (Vector2 const& p : patch) {
    const Vector2 way = p - centre;
    xx += way.x * way.x / count;
    xy += way.x * way.y / count;
    yy += way.y * way.y / count;
  }
  const double middle = 0.5 * (xx + yy), half = std::hypot(0.5 * (xx - yy), xy);
  return std::sqrt((middle + half) / (middle - half));
}

SeparateDune described(Patch const& patch, ElevationMap const& sand, Vector2 wind) {
  const Grid& grid = sand.grid;
  const double cell = static_cast<double>(grid.cell_size);
  SeparateDune dune;
  dune.cells = patch.size();
  dune.area = static_cast<double>(patch.size()) * cell * cell;
  double mass = 0.0;
  Vector2 centre{};
  Extent width;
  for (Vector2 const& p : patch) {
    const double thickness = sand.at(static_cast<int>(p.x), static_cast<int>(p.y));
    mass += thickness;
    centre += p * thickness;
    dune.height = std::max(dune.height, thickness);
    width.take(across(p, wind));
  }
  centre /= mass;
  const Vector2 place = inside(grid, centre + 0.5);
  dune.volume = mass * cell * cell;
  dune.x = place.x * cell;
  dune.y = place.y * cell;
  dune.width = width.cells() * cell;
  dune.elongation = elongation_of(patch);

  const double axis = across(centre, wind);
  const double third = (width.most - width.least) / 3.0;
  Extent middle, left, right;
  for (Vector2 const& p : patch) {
    const double down = glm::dot(p, wind), side = across(p, wind);
    if (std::abs(side - axis) <= kAxisHalfWidth) middle.take(down);
    if (side >= width.most - third) left.take(down);
    if (side <= width.least + third) right.take(down);
  }
  if (middle.empty()) return dune;  // its centre of mass lies outside it
  dune.length = middle.cells() * cell;
  dune.horn_left = (left.most - middle.most) * cell;
  dune.horn_right = (right.most - middle.most) * cell;
  return dune;
}

}  // namespace

SeparateDunes separate_dunes(ElevationMap const& sand, double wind_degrees, SeparateDuneRule const& rule) {
  const Vector2 wind = direction_vector(wind_degrees);
  const ElevationMap smooth = box_smoothed(sand);
  std::vector<char> mask(sand.grid.cells());
  std::size_t covered = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    mask[i] = smooth.metres[i] > rule.threshold ? 1 : 0;
    covered += static_cast<std::size_t>(mask[i]);
  }
  SeparateDunes result;
  if (!mask.empty()) result.cover = static_cast<double>(covered) / static_cast<double>(mask.size());
  double area = 0.0;
  for (Patch const& patch : connected_patches(sand.grid, mask)) {
    if (patch.size() < std::max<std::size_t>(rule.minimum_cells, 1)) continue;
    result.dunes.push_back(described(patch, sand, wind));
    area += result.dunes.back().area;
    result.elongation += result.dunes.back().area * result.dunes.back().elongation;
  }
  if (result.dunes.empty()) return result;
  result.elongation /= area;
  std::stable_sort(result.dunes.begin(), result.dunes.end(),
                   [](SeparateDune const& a, SeparateDune const& b) { return a.area > b.area; });
  result.largest_share = result.dunes.front().area / area;
  return result;
}

}  // namespace barchan
