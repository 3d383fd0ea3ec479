#include "export/mesh_ply.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "base/work_watch.hpp"
#include "export/mesh_bytes.hpp"

namespace barchan {

namespace {

std::string ply_header(Mesh const& mesh, PlyStyle const& style) {
  std::string header = "ply\nformat binary_little_endian 1.0\n";
  for (std::string comment : style.comments) {
    std::ranges::replace_if(
        comment, [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
    header += fmt::format("comment {}\n", comment);
  }
  header += fmt::format("element vertex {}\n", mesh.positions.size());
  const auto add = [&](char const* type, std::initializer_list<char const*> names) {
    for (char const* name : names) header += fmt::format("property {} {}\n", type, name);
  };
  add("float", {"x", "y", "z"});
  if (!mesh.normals.empty()) add("float", {"nx", "ny", "nz"});
  if (!mesh.uvs.empty()) add("float", {"s", "t"});
  if (!style.colors.empty()) add("uchar", {"red", "green", "blue"});
  return header +
         fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n", mesh.triangles());
}

}  // namespace

std::vector<std::byte> encode_ply(Mesh const& mesh, PlyStyle const& style) {
  const std::size_t vertices = mesh.positions.size();
  if (!style.colors.empty() && style.colors.size() != vertices) {
    throw std::invalid_argument(fmt::format("expected {} colours, found {}", vertices, style.colors.size()));
  }
  const std::string header = ply_header(mesh, style);
  const std::size_t vertex_bytes = sizeof(glm::vec3) + (mesh.normals.empty() ? 0 : sizeof(glm::vec3)) +
                                   (mesh.uvs.empty() ? 0 : sizeof(glm::vec2)) + (style.colors.empty() ? 0 : 3);
  constexpr std::size_t kTriangleBytes = 13;
  ByteWriter out(header.size() + vertices * vertex_bytes + mesh.triangles() * kTriangleBytes);
  out.put_text(header);
  constexpr std::size_t kItemsPerLook = 4096;
  for (std::size_t i = 0; i < vertices; ++i) {
    if (i % kItemsPerLook == 0) WorkWatch::at(0.5 * static_cast<double>(i) / static_cast<double>(vertices));
    out.put(mesh.positions[i]);
    if (!mesh.normals.empty()) out.put(mesh.normals[i]);
    if (!mesh.uvs.empty()) out.put(glm::vec2(mesh.uvs[i].x, 1.0f - mesh.uvs[i].y));
    if (!style.colors.empty()) out.put(style.colors[i]);
  }
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    out.put(std::uint8_t{3});
    for (std::size_t i = 0; i < 3; ++i) out.put(mesh.indices[corner + i]);
  }
  return out.take();
}

}  // namespace barchan
