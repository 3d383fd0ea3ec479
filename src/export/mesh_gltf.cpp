#include "export/mesh_gltf.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <nlohmann/json.hpp>

#include "base/work_watch.hpp"
#include "export/mesh_bytes.hpp"

namespace barchan {

namespace {

using GltfJson = nlohmann::ordered_json;

enum GltfConstant : int {
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126,
  kArrayBuffer = 34962,
  kElementArrayBuffer = 34963,
  kLinear = 9729,
  kLinearMipmapLinear = 9987,
  kClampToEdge = 33071,
};

constexpr std::uint64_t kMostBytes = std::numeric_limits<std::uint32_t>::max();

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

glm::vec3 y_up(glm::vec3 const& vector) { return {vector.x, vector.z, -vector.y}; }

/// Whether 16-bit indices do. The largest number means that a strip begins anew.
bool short_indices(Mesh const& mesh) { return mesh.positions.size() <= std::numeric_limits<std::uint16_t>::max(); }

std::string percent_encoded(std::string_view name) {
  std::string uri;
  for (const char letter : name) {
    const bool plain = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                       (letter >= 'A' && letter <= 'Z') || std::string_view("-._~/").find(letter) != std::string::npos;
    if (plain) {
      uri += letter;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return uri;
}

/// The JSON of a scene. It plans the buffer in the order in which buffer_bytes() writes it.
class GltfPlan {
 public:
  explicit GltfPlan(MeshScene const& scene) {
    root_["asset"] = {{"version", "2.0"}, {"generator", "Barchan"}};
    GltfJson nodes = GltfJson::array();
    for (MeshNode const& node : scene.nodes) {
      if (!node.mesh.indices.empty()) add_node(node, nodes);
    }
    root_["scene"] = 0;
    root_["scenes"] = GltfJson::array({{{"name", "land"}}});
    if (!nodes.empty()) root_["scenes"][0]["nodes"] = std::move(nodes);
    if (!scene.extras_json.empty()) root_["scenes"][0]["extras"] = extras(scene.extras_json);
    if (size_ > 0) root_["buffers"] = GltfJson::array({{{"byteLength", size_}}});
  }

  std::uint64_t buffer_size() const { return size_; }
  std::string text() const { return root_.dump(-1, ' ', false, GltfJson::error_handler_t::replace); }

 private:
  static GltfJson extras(std::string const& text) {
    GltfJson extras = GltfJson::parse(text, nullptr, false);
    if (!extras.is_object()) throw std::invalid_argument("expected a JSON object about the land, found other text");
    return extras;
  }
  /// Appends to a list of the root; returns the number of the item.
  std::size_t append(char const* list, GltfJson item) {
    root_[list].push_back(std::move(item));
    return root_[list].size() - 1;
  }
  std::size_t add_view(std::uint64_t bytes, int target = 0) {
    GltfJson view{{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes}};
    if (target != 0) view["target"] = target;
    size_ += padded(bytes);
    return append("bufferViews", std::move(view));
  }
  template <class Vector>
  std::size_t add_vectors(std::vector<Vector> const& vectors, char const* type) {
    return append("accessors", {{"bufferView", add_view(vectors.size() * sizeof(Vector), kArrayBuffer)},
                                {"componentType", kFloat},
                                {"count", vectors.size()},
                                {"type", type}});
  }
  std::size_t add_positions(std::vector<glm::vec3> const& positions) {
    glm::vec3 low(std::numeric_limits<float>::infinity()), high(-low);
    for (glm::vec3 const& position : positions) {
      low = glm::min(low, y_up(position));
      high = glm::max(high, y_up(position));
    }
    const std::size_t accessor = add_vectors(positions, "VEC3");
    root_["accessors"][accessor]["min"] = {low.x, low.y, low.z};
    root_["accessors"][accessor]["max"] = {high.x, high.y, high.z};
    return accessor;
  }
  std::size_t add_indices(Mesh const& mesh) {
    const bool is_short = short_indices(mesh);
    const std::size_t bytes = mesh.indices.size() * (is_short ? sizeof(std::uint16_t) : sizeof(std::uint32_t));
    return append("accessors", {{"bufferView", add_view(bytes, kElementArrayBuffer)},
                                {"componentType", is_short ? kUnsignedShort : kUnsignedInt},
                                {"count", mesh.indices.size()},
                                {"type", "SCALAR"}});
  }
  std::size_t add_texture(Texture const& texture) {
    GltfJson image;
    if (texture.png.empty()) {
      image["uri"] = percent_encoded(texture.file);
    } else {
      image["bufferView"] = add_view(texture.png.size());
      image["mimeType"] = "image/png";
    }
    if (!root_.contains("samplers")) {
      append("samplers", {{"magFilter", kLinear},
                          {"minFilter", kLinearMipmapLinear},
                          {"wrapS", kClampToEdge},
                          {"wrapT", kClampToEdge}});
    }
    return append("textures", {{"sampler", 0}, {"source", append("images", std::move(image))}});
  }
  std::size_t add_material(Material const& material) {
    glm::vec4 const& color = material.color;
    GltfJson surface{{"baseColorFactor", {color.r, color.g, color.b, color.a}},
                     {"metallicFactor", 0.0f},
                     {"roughnessFactor", material.roughness}};
    if (!material.texture.empty()) surface["baseColorTexture"] = {{"index", add_texture(material.texture)}};
    GltfJson item{{"name", material.name}, {"pbrMetallicRoughness", std::move(surface)}};
    if (color.a < 1.0f) item["alphaMode"] = "BLEND";
    if (material.double_sided) item["doubleSided"] = true;
    return append("materials", std::move(item));
  }
  void add_node(MeshNode const& node, GltfJson& nodes) {
    Mesh const& mesh = node.mesh;
    GltfJson attributes{{"POSITION", add_positions(mesh.positions)}};
    if (!mesh.normals.empty()) attributes["NORMAL"] = add_vectors(mesh.normals, "VEC3");
    if (!mesh.uvs.empty()) attributes["TEXCOORD_0"] = add_vectors(mesh.uvs, "VEC2");
    const std::size_t indices = add_indices(mesh), material = add_material(node.material);
    GltfJson primitive{{"attributes", std::move(attributes)}, {"indices", indices}, {"material", material}};
    const std::size_t number =
        append("meshes", {{"name", node.name}, {"primitives", GltfJson::array({std::move(primitive)})}});
    nodes.push_back(append("nodes", {{"name", node.name}, {"mesh", number}}));
  }

  GltfJson root_;
  std::uint64_t size_ = 0;  // of the buffer
};

void put_node(ByteWriter& out, MeshNode const& node) {
  Mesh const& mesh = node.mesh;
  for (glm::vec3 const& position : mesh.positions) out.put(y_up(position));
  WorkWatch::at(0.0);
  for (glm::vec3 const& normal : mesh.normals) out.put(y_up(normal));
  WorkWatch::at(0.0);
  out.put_bytes(std::as_bytes(std::span(mesh.uvs)));
  if (short_indices(mesh)) {
    for (const std::uint32_t index : mesh.indices) out.put(static_cast<std::uint16_t>(index));
  } else {
    out.put_bytes(std::as_bytes(std::span(mesh.indices)));
  }
  out.fill_to(padded(out.written()), '\0');
  out.put_bytes(node.material.texture.png);
  out.fill_to(padded(out.written()), '\0');
}

}  // namespace

std::vector<std::byte> encode_glb(MeshScene const& scene) {
  constexpr std::uint32_t kMagic = 0x46546C67, kVersion = 2, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
  constexpr std::uint64_t kHeader = 12, kChunkHeader = 8;
  const GltfPlan plan(scene);
  const std::string json = plan.text();
  const std::uint64_t json_end = kHeader + kChunkHeader + padded(json.size());
  const std::uint64_t size = json_end + (plan.buffer_size() > 0 ? kChunkHeader + plan.buffer_size() : 0);
  if (size > kMostBytes) {
    throw std::length_error(
        fmt::format("expected at most 4 GiB in a GLB file, found {:.1f} GiB; export a part or allow a larger error",
                    static_cast<double>(size) / (1 << 30)));
  }
  ByteWriter out(size);
  for (const std::uint64_t word : {std::uint64_t{kMagic}, std::uint64_t{kVersion}, size,
                                   json_end - kHeader - kChunkHeader, std::uint64_t{kJsonChunk}}) {
    out.put(static_cast<std::uint32_t>(word));
  }
  out.put_text(json);
  out.fill_to(json_end, ' ');
  if (plan.buffer_size() == 0) return out.take();
  out.put(static_cast<std::uint32_t>(plan.buffer_size()));
  out.put(kBinaryChunk);
  for (MeshNode const& node : scene.nodes) {
    if (!node.mesh.indices.empty()) put_node(out, node);
  }
  return out.take();
}

}  // namespace barchan
