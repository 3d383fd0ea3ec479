#include "world/line_flux.hpp"

#include <functional>
#include <string_view>
#include <vector>

#include <glm/geometric.hpp>

#include "base/direction.hpp"
#include "land/section.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// A flux and the direction in which it passes.
struct FluxField {
  std::string_view flux, direction;
};

/// Sum over the line of a flux per metre of width, times `weight(cell)`.
double across_line(World const& world, Section const& section, FluxField field,
                   std::function<double(std::size_t)> const& weight) {
  const auto flux = world.field(field.flux), degrees = world.field(field.direction);
  if (!flux || !degrees) return 0.0;
  const glm::dvec2 right(section.way.y, -section.way.x);
  double sum = 0.0;
  for (SectionColumn const& column : section.columns) {
    const double over = glm::dot(glm::dvec2(unit_vector(static_cast<double>((*degrees)[column.cell]))), right);
    sum += static_cast<double>((*flux)[column.cell]) * over * (column.end - column.begin) * weight(column.cell);
  }
  return sum;
}

}  // namespace

LineFlux line_flux(World const& world, glm::dvec2 from, glm::dvec2 to) {
  const Section section = cut(world.terrain(), from, to);
  const auto whole = [](std::size_t) { return 1.0; };
  LineFlux flux{.length = section.length};
  flux.sand = across_line(world, section, {"sand_flux", "sand_flux_direction"}, whole) +
              across_line(world, section, {"slab_flux", "wind_direction"}, whole);
  // The discharge is that through a cell, not through a metre of width.
  const double width = static_cast<double>(world.grid().cell_size);
  constexpr FluxField kStream{"discharge", "stream_direction"};
  flux.water = across_line(world, section, kStream, [&](std::size_t) { return 1.0 / width; });
  if (const auto load = world.field("suspended_load")) {
    flux.stream_sediment = across_line(world, section, kStream,
                                       [&](std::size_t cell) { return static_cast<double>((*load)[cell]) / width; });
  }
  return flux;
}

}  // namespace barchan
