#include "land/section.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include <glm/geometric.hpp>

#include "land/pores.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

/// Positions at which the line from `from` to `to` passes whole numbers, as fractions of its length.
std::vector<double> crossings(double from, double to) {
  std::vector<double> shares;
  const double last = std::ceil(std::max(from, to)) - 1.0;
  for (double line = std::floor(std::min(from, to)) + 1.0; line <= last; line += 1.0) {
    shares.push_back((line - from) / (to - from));
  }
  return shares;
}

std::string short_text(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 8);
  return {text.data(), end.ptr};
}

void require_on_land(Grid const& grid, glm::dvec2 point) {
  const double width = grid.width * static_cast<double>(grid.cell_size);
  const double height = grid.height * static_cast<double>(grid.cell_size);
  const double beyond = grid.periodic() ? 1.0 : 0.0;
  const auto within = [beyond](double at, double side) { return at >= -beyond * side && at <= (1.0 + beyond) * side; };
  if (within(point.x, width) && within(point.y, height)) return;
  const auto range = [beyond](double side) {
    return short_text(0.0 - beyond * side) + " to " + short_text(side + beyond * side);
  };
  throw std::invalid_argument(
      "expected a point " + range(width) + " m from the west and " + range(height) + " m from the south, found " +
      short_text(point.x) + ',' + short_text(point.y) +
      (grid.periodic() ? ", which lies too far beyond the edges" : ", which lies off the land"));
}

/// Cell that contains a point (in cells), which may lie on the land's far edge.
std::size_t cell_about(Grid const& grid, glm::dvec2 point) {
  const int x = grid.resolve_x(static_cast<int>(std::floor(point.x)));
  const int y = grid.resolve_y(static_cast<int>(std::floor(point.y)));
  return grid.index(x, y);
}

SectionColumn column_of(Columns const& columns, std::size_t cell) {
  SectionColumn column{.cell = cell, .surface = columns.elevation(cell), .layers = {}};
  columns.for_each_layer(cell, [&](Layer layer) {
    column.layers.push_back(layer);
    return true;
  });
  return column;
}

/// A length with six decimals, which resolve a quantum.
std::string metres_text(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 6);
  return {text.data(), end.ptr};
}

/// A field of a CSV file, quoted if necessary.
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

SoilId soil_at(Columns const& columns, std::size_t cell, Quanta elevation) {
  QuantaSum floor = columns.elevation(cell);
  SoilId found = kRock;
  columns.for_each_layer(cell, [&](Layer layer) {
    floor -= layer.thickness;
    found = layer.soil;
    return elevation < floor;
  });
  return found;
}

std::vector<Band> exposed(Columns const& columns, std::size_t cell, std::size_t neighbour) {
  std::vector<Band> bands;
  for_each_band(columns, cell, columns.elevation(neighbour), [&](Band band) {
    bands.push_back(band);
    return true;
  });
  return bands;
}

Faces faces_of(Grid const& grid, Columns const& columns, std::size_t cell) {
  const auto width = static_cast<std::size_t>(grid.width);
  const auto x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
  const std::array<std::size_t, 4> sides{grid.index(grid.resolve_x(x + 1), y), grid.index(x, grid.resolve_y(y + 1)),
                                         grid.index(grid.resolve_x(x - 1), y), grid.index(x, grid.resolve_y(y - 1))};
  Faces faces;
  QuantaSum most = 0;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const QuantaSum height = QuantaSum{columns.elevation(cell)} - columns.elevation(sides[side]);
    if (height <= 0) continue;
    ++faces.count;
    faces.height += height;
    if (height <= most) continue;
    most = height;
    faces.highest = side;
  }
  if (faces.count > 0) faces.bands = exposed(columns, cell, sides[faces.highest]);
  return faces;
}

Section cut(Terrain const& terrain, glm::dvec2 from, glm::dvec2 to) {
  Grid const& grid = terrain.grid;
  require_on_land(grid, from);
  require_on_land(grid, to);
  Section section{.datum = terrain.datum, .length = glm::length(to - from), .columns = {}};
  if (!(section.length > 0.0)) throw std::invalid_argument("expected two different points, found the same point twice");
  section.way = (to - from) / section.length;

  const double cell_size = static_cast<double>(grid.cell_size);
  const glm::dvec2 begin = from / cell_size;
  const glm::dvec2 end = to / cell_size;
  std::vector<double> shares = crossings(begin.x, end.x);
  const std::vector<double> across = crossings(begin.y, end.y);
  shares.insert(shares.end(), across.begin(), across.end());
  shares.push_back(1.0);
  std::sort(shares.begin(), shares.end());

  double passed = 0.0;
  for (const double share : shares) {
    const double middle = 0.5 * (passed + share);
    const std::size_t cell = cell_about(grid, begin + middle * (end - begin));
    const bool corner = share - passed < 1e-12;  // the line leaves the cell through a corner
    if (!corner) {
      section.columns.push_back(column_of(terrain.columns, cell));
      SectionColumn& column = section.columns.back();
      column.begin = passed * section.length;
      column.end = share * section.length;
      column.middle = from + middle * (to - from);
    }
    passed = share;
  }
  return section;
}

Section with_ground_water(Section section, Terrain const& terrain) {
  if (terrain.cell_layers.quanta(CellLayer::ground_water).empty()) return section;
  const Pores pores(terrain.soils);
  for (SectionColumn& column : section.columns) {
    column.ground = ground_water_at(terrain, pores, column.cell);
    column.ground_flow = glm::dot(ground_flow_at(terrain, pores, column.cell), section.way);
  }
  return section;
}

std::string section_csv(Section const& section, Soils const& soils, double depth) {
  QuantaSum lowest = section.columns.empty() ? 0 : section.columns.front().layers.back().thickness;
  for (SectionColumn const& column : section.columns) {
    lowest = std::min<QuantaSum>(lowest, column.layers.back().thickness);
  }
  const double end = section.datum + to_metres(lowest) - depth;
  std::string text = "distance_m,x,y,top_m,bottom_m,soil\n";
  for (SectionColumn const& column : section.columns) {
    const std::string place = metres_text(0.5 * (column.begin + column.end)) + ',' + metres_text(column.middle.x) +
                              ',' + metres_text(column.middle.y) + ',';
    QuantaSum top = column.surface;
    const double ground = section.datum + to_metres(top);
    if (const double water = column.water(); water > 0.0) {
      text += place + metres_text(ground + water) + ',' + metres_text(ground) + ",water\n";
    }
    for (std::size_t k = 0; k < column.layers.size(); ++k) {
      Layer const& layer = column.layers[k];
      const bool bedrock = k + 1 == column.layers.size();
      const double bottom = bedrock ? end : section.datum + to_metres(top - layer.thickness);
      text += place + metres_text(section.datum + to_metres(top)) + ',' + metres_text(bottom) + ',' +
              csv_field(soils[layer.soil].id) + '\n';
      top -= layer.thickness;
    }
  }
  return text;
}

}  // namespace barchan
