#include "land/place.hpp"

#include <algorithm>
#include <cmath>

namespace barchan {

namespace {

constexpr std::size_t kLongestSystem = 1 << 16, kLongestName = 512;  // bytes

}  // namespace

glm::dvec2 coordinates_of(Place const& place, Grid const& grid, glm::dvec2 metres) {
  std::array<double, 6> const& t = place.transform;
  const glm::dvec2 cells = metres / static_cast<double>(grid.cell_size);
  const double column = cells.x, row = static_cast<double>(grid.height) - cells.y;
  return {t[0] + column * t[1] + row * t[2], t[3] + column * t[4] + row * t[5]};
}

std::string place_error(Place const& place) {
  std::array<double, 6> const& t = place.transform;
  if (!std::ranges::all_of(t, [](double value) { return std::isfinite(value); })) {
    return "a coordinate of the place is not a finite number";
  }
  if (place.known() && t[1] * t[5] - t[2] * t[4] == 0.0) return "the cells of the place have no area";
  if (place.crs.size() > kLongestSystem || place.name.size() > kLongestName) {
    return "the description of the coordinate reference system of the place is too long";
  }
  return {};
}

void keep(Archive& archive, Place& place) {
  archive.text(place.crs, kLongestSystem);
  archive.text(place.name, kLongestName);
  archive.value(place.transform);
  const std::string error = place_error(place);
  archive.require(error.empty(), error);
}

}  // namespace barchan
