/// Frustum: the part of space that a picture can show.
#pragma once

#include <algorithm>
#include <array>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <glm/vector_relational.hpp>

namespace barchan::render {

class Frustum {
 public:
  explicit Frustum(glm::mat4 const& view_projection) {
    const auto row = [&](int i) {
      return glm::vec4(view_projection[0][i], view_projection[1][i], view_projection[2][i], view_projection[3][i]);
    };
    planes_ = {row(3) + row(0), row(3) - row(0), row(3) + row(1), row(3) - row(1), row(3) + row(2), row(3) - row(2)};
  }
  /// Returns whether any part of a box may be visible.
  bool sees(glm::vec3 low, glm::vec3 high) const {
    return std::ranges::all_of(planes_, [&](glm::vec4 const& p) {
      const glm::vec3 inward(p), corner = glm::mix(low, high, glm::greaterThan(inward, glm::vec3(0.0f)));
      return glm::dot(inward, corner) + p.w >= 0.0f;
    });
  }

 private:
  std::array<glm::vec4, 6> planes_;  ///< coefficients a, b, c, d of each plane; positive inside
};

}  // namespace barchan::render
