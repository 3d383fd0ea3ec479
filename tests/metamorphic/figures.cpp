#include "metamorphic/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace barchan::metamorphic {

namespace {

constexpr std::array<FigureRow, kFigureCount> kRows{{
    {"largest", "mm", "Largest elevation difference between the two final states at any cell"},
    {"share", "",
     "Mean magnitude of the elevation difference between the two final states, divided by the mean magnitude of the "
     "elevation change in the run of the original land"},
    {"plants", "", "Largest difference in plant density between the two final states at any cell"},
    {"water", "",
     "The amounts of water in and on each cell are compared between the two final states. The figure is the mean "
     "magnitude of their difference, divided by the mean amount on the original land"},
    {"volume", "m", "Mean elevation change of a cell, regardless of its sign"},
    {"gain", "m", "Mean elevation change of a cell, with its sign"},
    {"east", "cells",
     "Measure of the movement of ground to the east. The elevation change of each cell is multiplied by the distance "
     "by which the cell lies east of the middle of the land. The sum of these products is divided by the sum of the "
     "magnitudes of the changes"},
    {"north", "cells", "Measure of the movement of ground to the north, computed in the same way"},
    {"relief", "m", "Standard deviation of the elevation among the cells"},
    {"cover", "", "Mean plant density"},
    {"patches", "", "Standard deviation of the plant density among the cells"},
}};

std::vector<double> metres(std::vector<Quanta> const& elevations) {
  std::vector<double> result;
  for (const Quanta elevation : elevations) result.push_back(to_metres(elevation));
  return result;
}

std::vector<double> less(std::vector<double> values, std::vector<double> const& subtracted) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= subtracted[i];
  return values;
}

std::vector<double> change(Outcome const& outcome) { return less(metres(outcome.elevation), metres(outcome.before)); }

double mean(std::vector<double> const& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double mean_size(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  return mean(values);
}

double largest_size(std::vector<double> const& values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

double deviation(std::vector<double> values) {
  const double middle = mean(values);
  for (double& value : values) value = (value - middle) * (value - middle);
  return std::sqrt(mean(values));
}

std::vector<double> const& layer(Outcome const& outcome, std::string_view name) {
  const auto found = std::ranges::find(outcome.layers, name, &CellValues::name);
  if (found == outcome.layers.end()) throw std::invalid_argument("no quantity is called " + std::string(name));
  return found->values;
}

std::vector<double> water(Outcome const& outcome) {
  std::vector<double> sum(outcome.elevation.size());
  for (std::string_view const name : {"ground_water", "moisture", "springs", "standing water"}) {
    std::vector<double> const& values = layer(outcome, name);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += values[i];
  }
  return sum;
}

/// Mean of the positions of the cells, relative to the middle of the land, weighted by the change of elevation.
double moved(Outcome const& outcome, bool north) {
  std::vector<double> moments = change(outcome);
  const double sizes = mean_size(moments);
  for_each_cell(outcome.grid, [&](int x, int y) {
    const double place = north ? y - 0.5 * (outcome.grid.height - 1) : x - 0.5 * (outcome.grid.width - 1);
    moments[outcome.grid.index(x, y)] *= place;
  });
  return sizes > 0.0 ? mean(moments) / sizes : 0.0;
}

}  // namespace

FigureRow const& row_of(Figure figure) { return kRows[static_cast<std::size_t>(figure)]; }

double difference(Figure figure, Outcome const& one, Outcome const& other) {
  constexpr double kMillimetres = 1000.0;
  const auto ratio = [](std::vector<double> const& parts, std::vector<double> const& whole) {
    const double size = mean_size(whole);
    return size > 0.0 ? mean_size(parts) / size : 0.0;
  };
  const std::vector<double> elevation = less(metres(one.elevation), metres(other.elevation));
  if (figure == Figure::largest) return largest_size(elevation) * kMillimetres;
  if (figure == Figure::share) return ratio(elevation, change(one));
  if (figure == Figure::plants) return largest_size(less(layer(one, "plants"), layer(other, "plants")));
  if (figure == Figure::water) return ratio(less(water(one), water(other)), water(one));
  throw std::invalid_argument("this figure is one of a single outcome");
}

double number(Figure figure, Outcome const& outcome) {
  if (figure == Figure::volume) return mean_size(change(outcome));
  if (figure == Figure::gain) return mean(change(outcome));
  if (figure == Figure::east) return moved(outcome, false);
  if (figure == Figure::north) return moved(outcome, true);
  if (figure == Figure::relief) return deviation(metres(outcome.elevation));
  if (figure == Figure::cover) return mean(layer(outcome, "plants"));
  if (figure == Figure::patches) return deviation(layer(outcome, "plants"));
  throw std::invalid_argument("this figure is a difference of two outcomes");
}

}  // namespace barchan::metamorphic
