#include "export/mesh_stl.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/work_watch.hpp"
#include "export/mesh_bytes.hpp"
#include "export/mesh_size.hpp"

namespace barchan {

std::vector<std::byte> encode_stl(Mesh const& mesh, std::string_view title) {
  constexpr std::size_t kTitle = 80;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (mesh.triangles() > kMost) {
    throw std::length_error(
        fmt::format("expected at most {} triangles in an STL file, found {}", kMost, mesh.triangles()));
  }
  // A header that begins with this word makes programs take the file for text.
  if (title.starts_with("solid")) title.remove_prefix(5);
  ByteWriter out(stl_bytes({mesh.positions.size(), mesh.triangles()}));
  out.put_text(title.substr(0, kTitle));
  out.fill_to(kTitle, '\0');
  out.put(static_cast<std::uint32_t>(mesh.triangles()));
  constexpr std::size_t kCornersPerLook = 3 * 4096;
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    if (corner % kCornersPerLook == 0) {
      WorkWatch::at(0.5 + 0.5 * static_cast<double>(corner) / static_cast<double>(mesh.indices.size()));
    }
    glm::vec3 const& a = mesh.positions[mesh.indices[corner]];
    glm::vec3 const& b = mesh.positions[mesh.indices[corner + 1]];
    glm::vec3 const& c = mesh.positions[mesh.indices[corner + 2]];
    const glm::vec3 twice_area = glm::cross(b - a, c - a);
    const float length = glm::length(twice_area);
    for (glm::vec3 const& vector : {length > 0.0f ? twice_area / length : twice_area, a, b, c}) out.put(vector);
    out.put(std::uint16_t{0});  // attributes
  }
  return out.take();
}

}  // namespace barchan
