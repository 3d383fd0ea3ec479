#include "export/mesh_obj.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/work_watch.hpp"
#include "export/mesh_size.hpp"

namespace barchan {

namespace {

/// Text in a buffer that grows by large steps. Numbers are written as whole numbers with a point, which is several
/// times faster than a general conversion.
class ObjText {
 public:
  void reserve(std::size_t bytes) { text_.reserve(bytes); }
  void add(std::string_view text) {
    flush_if_full(text.size());
    if (text.size() > buffer_.size()) {
      text_.append(text);
      return;
    }
    end_ = std::copy(text.begin(), text.end(), end_);
  }
  /// A space and a number with `digits` digits after the point.
  void add_number(float value, int digits) {
    constexpr std::array<std::int64_t, 7> kPowers{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
    const std::int64_t power = kPowers[static_cast<std::size_t>(digits)];
    const auto scaled = std::llround(static_cast<double>(value) * static_cast<double>(power));
    flush_if_full(kLongest);
    *end_++ = ' ';
    if (scaled < 0) *end_++ = '-';
    const std::int64_t size = std::abs(scaled);
    end_ = std::to_chars(end_, limit(), size / power).ptr;
    *end_++ = '.';
    std::int64_t rest = size % power;
    for (int i = digits - 1; i >= 0; --i, rest /= 10) end_[i] = static_cast<char>('0' + rest % 10);
    end_ += digits;
  }
  /// A corner of a face: a space and the numbers of its position, texture coordinate and normal; 0: none.
  void add_corner(std::uint64_t position, std::uint64_t uv, std::uint64_t normal) {
    flush_if_full(kLongest);
    *end_++ = ' ';
    char* const first = end_;
    end_ = std::to_chars(end_, limit(), position).ptr;
    char* const last = end_;
    const auto add_further = [&](std::uint64_t number) {
      if (number == position) {
        end_ = std::copy(first, last, end_);
      } else if (number != 0) {
        end_ = std::to_chars(end_, limit(), number).ptr;
      }
    };
    if (uv == 0 && normal == 0) return;
    *end_++ = '/';
    add_further(uv);
    if (normal == 0) return;
    *end_++ = '/';
    add_further(normal);
  }
  std::string take() {
    flush();
    return std::move(text_);
  }

 private:
  static constexpr std::size_t kLongest = 80;

  char* limit() { return buffer_.data() + buffer_.size(); }
  void flush() {
    text_.append(buffer_.data(), end_);
    end_ = buffer_.data();
  }
  void flush_if_full(std::size_t needed) {
    if (static_cast<std::size_t>(limit() - end_) < needed) flush();
  }

  std::string text_;
  std::array<char, 1 << 14> buffer_;
  char* end_ = buffer_.data();
};

/// Numbers of the last position, texture coordinate and normal so far.
struct ObjCounts {
  std::uint64_t positions = 0, uvs = 0, normals = 0;
};

std::string one_word(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char letter) { return letter <= ' '; }, '_');
  return name;
}

void add_node(ObjText& out, MeshNode const& node, ObjCounts const& before) {
  constexpr int kPlaceDigits = 4, kUvDigits = 6, kNormalDigits = 4;
  Mesh const& mesh = node.mesh;
  out.add(fmt::format("o {}\n", one_word(node.name)));
  const auto add_turned = [&](std::string_view word, glm::vec3 const& vector, int digits) {
    out.add(word);
    for (const float value : {vector.x, vector.z, -vector.y}) out.add_number(value, digits);
    out.add("\n");
  };
  const auto look = [&](std::size_t number) {
    constexpr std::size_t kItemsPerLook = 4096;
    if (number % kItemsPerLook == 0)
      WorkWatch::at(static_cast<double>(number) / static_cast<double>(mesh.indices.size() + 1));
  };
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    look(i);
    add_turned("v", mesh.positions[i], kPlaceDigits);
  }
  for (glm::vec2 const& uv : mesh.uvs) {
    out.add("vt");
    out.add_number(uv.x, kUvDigits);
    out.add_number(1.0f - uv.y, kUvDigits);
    out.add("\n");
  }
  for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
    look(i);
    add_turned("vn", mesh.normals[i], kNormalDigits);
  }
  out.add(fmt::format("usemtl {}\n", one_word(node.material.name)));
  for (std::size_t corner = 0; corner < mesh.indices.size(); ++corner) {
    look(corner);
    if (corner % 3 == 0) out.add("f");
    const std::uint64_t number = mesh.indices[corner] + std::uint64_t{1};
    out.add_corner(before.positions + number, mesh.uvs.empty() ? 0 : before.uvs + number,
                   mesh.normals.empty() ? 0 : before.normals + number);
    if (corner % 3 == 2) out.add("\n");
  }
}

/// Encoded value of linear light (IEC 61966-2-1). Colours of MTL files are shown as they are.
float sr_encoded(float light) {
  return light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1.0f / 2.4f) - 0.055f;
}

std::string material_text(Material const& material) {
  glm::vec4 const& color = material.color;
  std::string text = fmt::format("newmtl {}\nKd {:.4f} {:.4f} {:.4f}\nKs 0 0 0\nd {:.4f}\nPr {:.4f}\nillum 1\n",
                                 one_word(material.name), sr_encoded(color.r), sr_encoded(color.g), sr_encoded(color.b),
                                 color.a, material.roughness);
  if (!material.texture.file.empty()) text += fmt::format("map_Kd {}\n", material.texture.file);
  return text + "\n";
}

}  // namespace

ObjFiles encode_obj(MeshScene const& scene, std::string const& mtl_name) {
  ObjText out;
  std::uint64_t bytes = 0;
  for (MeshNode const& node : scene.nodes) bytes += obj_bytes({node.mesh.positions.size(), node.mesh.triangles()});
  out.reserve(bytes);
  out.add("# Barchan. Axes: x east, y up, z south. Unit: m.\n");
  out.add(fmt::format("mtllib {}\n", mtl_name));
  ObjFiles files;
  ObjCounts before;
  for (MeshNode const& node : scene.nodes) {
    if (node.mesh.indices.empty()) continue;
    add_node(out, node, before);
    files.mtl += material_text(node.material);
    before.positions += node.mesh.positions.size();
    before.uvs += node.mesh.uvs.size();
    before.normals += node.mesh.normals.size();
  }
  files.obj = out.take();
  return files;
}

}  // namespace barchan
