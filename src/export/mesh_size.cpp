#include "export/mesh_size.hpp"

#include <algorithm>

namespace barchan {

namespace {

constexpr std::uint64_t kVec3Bytes = 12, kVec2Bytes = 8, kIndexBytes = 4;
constexpr std::uint64_t kVertexBytes = 2 * kVec3Bytes + kVec2Bytes;

}  // namespace

MeshSize surface_size(std::uint64_t width, std::uint64_t height) {
  return {width * height, 2 * (width - 1) * (height - 1)};
}

MeshSize solid_size(std::uint64_t width, std::uint64_t height) {
  const std::uint64_t inner_squares = (width - 1) * (height - 1);
  const std::uint64_t rim_squares = (width + 1) * (height + 1) - inner_squares;
  const std::uint64_t border = 2 * (width + 1) + 2 * (height + 1);
  constexpr std::uint64_t kSideAndBase = 3;  // triangles per edge of the border
  return {(width + 2) * (height + 2) + inner_squares + border + 1,
          4 * inner_squares + 2 * rim_squares + kSideAndBase * border};
}

std::uint64_t glb_bytes(MeshSize const& size) {
  constexpr std::uint64_t kMostShortVertices = 65535;
  const std::uint64_t index_bytes = size.vertices <= kMostShortVertices ? 2 : kIndexBytes;
  return size.vertices * kVertexBytes + 3 * index_bytes * size.triangles;
}

std::uint64_t obj_bytes(MeshSize const& size) {
  constexpr double kLinesPerVertex = 77.0;  // v, vt and vn
  constexpr double kFace = 11.0;            // without its nine numbers
  double digits = 1.0, power = 1.0;         // the longest number has `digits` digits
  const auto vertices = static_cast<double>(size.vertices);
  for (; power * 10.0 <= vertices; power *= 10.0) ++digits;
  const double mean_digits = digits - power * 10.0 / 9.0 / std::max(vertices, 1.0);
  return static_cast<std::uint64_t>(vertices * kLinesPerVertex +
                                    static_cast<double>(size.triangles) * (9.0 * mean_digits + kFace));
}

std::uint64_t stl_bytes(MeshSize const& size) {
  constexpr std::uint64_t kHeader = 84, kTriangle = 50;
  return kHeader + kTriangle * size.triangles;
}

std::uint64_t ply_bytes(MeshSize const& size) {
  constexpr std::uint64_t kTriangle = 13;  // the number of corners and three indices
  constexpr std::uint64_t kColorBytes = 3;
  return size.vertices * (kVertexBytes + kColorBytes) + size.triangles * kTriangle;
}

std::uint64_t memory_bytes(MeshSize const& size) {
  return size.vertices * kVertexBytes + 3 * kIndexBytes * size.triangles;
}

}  // namespace barchan
