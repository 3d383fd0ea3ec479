/// Directions over the land.
#pragma once

#include <glm/vec2.hpp>

namespace barchan {

/// Unit vector of an angle in degrees anticlockwise from east. Uses the polynomials of math.hpp instead of libm.
glm::vec2 unit_vector(double degrees);

}  // namespace barchan
