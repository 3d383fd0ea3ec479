#include "base/direction.hpp"

#include "base/math.hpp"

namespace barchan {

glm::vec2 unit_vector(double degrees) {
  const math::SineCosine angle = math::sine_cosine_degrees(degrees);
  return {static_cast<float>(angle.cosine), static_cast<float>(angle.sine)};
}

}  // namespace barchan
