/// LineFlux: what wind and water carry across a line over the land.
#pragma once

#include <glm/vec2.hpp>

namespace barchan {

class World;

/// Rates at which matter passes a straight line, from its left to its right as seen from its start towards its end.
/// Negative: from right to left.
struct LineFlux {
  double length = 0.0;           ///< of the line, m
  double sand = 0.0;             ///< carried by wind, m3/s
  double water = 0.0;            ///< of streams, m3/s
  double stream_sediment = 0.0;  ///< carried by streams, m3/s
};

/// Sums the fields of the fluxes over the cells of the line, each with the length of the line within the cell, and
/// averages over parallel lines up to one cell away, as far as they lie on the land. The values are those of the
/// present moment; slabs count as an average over 20 s in the present direction of the wind. Both ends are in metres
/// from the south-west corner of the land. On a periodic land, the line may extend beyond the edges by the size of the
/// land. Throws std::invalid_argument for ends outside the land and for a line of length 0.
LineFlux line_flux(World const& world, glm::dvec2 from, glm::dvec2 to);

}  // namespace barchan
