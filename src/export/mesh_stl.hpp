/// STL: triangles without colours, for printing.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "export/mesh.hpp"

namespace barchan {

/// Encodes a mesh as binary STL. Axes: x east, y north, z up, in the unit of the mesh; programs take it for mm.
/// `title` is cut to the 80 bytes of the header. Throws std::length_error if there are more than 2^32 - 1 triangles.
std::vector<std::byte> encode_stl(Mesh const& mesh, std::string_view title);

}  // namespace barchan
