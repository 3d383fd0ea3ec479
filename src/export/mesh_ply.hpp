/// PLY: a mesh with normals, texture coordinates and colours (Turk 1994).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "export/mesh.hpp"

namespace barchan {

struct PlyStyle {
  std::vector<std::array<std::uint8_t, 3>> colors{};  ///< sRGB of each vertex; empty: none
  std::vector<std::string> comments{};                ///< one line each
};

/// Encodes a mesh as binary little-endian PLY. Axes: x east, y north, z up, in the unit of the mesh. Texture
/// coordinates are named s and t; t runs north. Throws std::invalid_argument if the number of colours is not that of
/// vertices.
std::vector<std::byte> encode_ply(Mesh const& mesh, PlyStyle const& style = {});

}  // namespace barchan
