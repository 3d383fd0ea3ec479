#include "world/line_flux.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <glm/geometric.hpp>

#include "base/direction.hpp"
#include "land/section.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Parallel lines over which a flux is averaged, from one cell on one side to one cell on the other. A stream is one
/// cell wide, and a single line that crosses it obliquely may pass between its cells or cut several of them.
constexpr int kLines = 17;

/// A flux of a world and the direction in which it passes, per cell.
struct FluxField {
  std::optional<std::vector<float>> flux, degrees;

  /// Without a flux anywhere, the directions are not computed.
  FluxField(World const& world, std::string_view flux_id, std::string_view direction_id) : flux(world.field(flux_id)) {
    const bool any = flux && std::ranges::any_of(*flux, [](float value) { return value != 0.0f; });
    if (any) degrees = world.field(direction_id);
  }

  /// Flux towards `right`, a unit vector.
  double towards(glm::dvec2 right, std::size_t cell) const {
    if (!flux || !degrees) return 0.0;
    const glm::dvec2 way(unit_vector(static_cast<double>((*degrees)[cell])));
    return static_cast<double>((*flux)[cell]) * glm::dot(way, right);
  }
};

/// The given line and those beside it that lie on the land.
std::vector<Section> beside(World const& world, Section const& line, glm::dvec2 from, glm::dvec2 to) {
  const glm::dvec2 right(line.way.y, -line.way.x);
  std::vector<Section> lines;
  for (int i = 0; i < kLines; ++i) {
    const double offset = (2.0 * i / (kLines - 1) - 1.0) * static_cast<double>(world.grid().cell_size);
    try {
      lines.push_back(cut(world.terrain(), from + offset * right, to + offset * right));
    } catch (std::invalid_argument const&) {
      // This line lies off an open land.
    }
  }
  return lines;
}

}  // namespace

LineFlux line_flux(World const& world, glm::dvec2 from, glm::dvec2 to) {
  const Section line = cut(world.terrain(), from, to);
  const glm::dvec2 right(line.way.y, -line.way.x);
  const FluxField particles(world, "sand_flux", "sand_flux_direction"), slabs(world, "slab_flux", "wind_direction"),
      streams(world, "discharge", "stream_direction");
  const auto load = world.field("suspended_load");
  // The discharge is that through a cell, not through a metre of width.
  const double width = static_cast<double>(world.grid().cell_size);
  LineFlux sum{.length = line.length};
  const std::vector<Section> lines = beside(world, line, from, to);
  for (Section const& section : lines) {
    for (SectionColumn const& column : section.columns) {
      const double share = (column.end - column.begin) / static_cast<double>(lines.size());
      const double water = streams.towards(right, column.cell) / width * share;
      sum.sand += (particles.towards(right, column.cell) + slabs.towards(right, column.cell)) * share;
      sum.water += water;
      sum.stream_sediment += load ? water * static_cast<double>((*load)[column.cell]) : 0.0;
    }
  }
  return sum;
}

}  // namespace barchan
