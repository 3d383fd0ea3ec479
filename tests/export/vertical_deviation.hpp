/// How far a mesh lies above or below another one.
#pragma once

#include "export/mesh.hpp"

namespace barchan::test {

/// Largest vertical distance between the vertices of `fine` and the triangles of `coarse` above or below them, m.
/// Infinity if `coarse` does not cover all vertices of `fine`, or if it has overhangs.
double vertical_deviation(Mesh const& coarse, Mesh const& fine);

}  // namespace barchan::test
