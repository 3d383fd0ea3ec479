/// Thing layer: palms and people for scale, and the shadows that they throw on the ground.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "render/shader_library.hpp"
#include "world/thing.hpp"

namespace barchan::render {

/// What a corner belongs to, as in thing.frag.
enum class ThingPart : int { trunk, frond, robe, skin, cloth };

struct ThingCorner {
  glm::vec3 offset;  ///< m, from the foot
  glm::vec3 normal;
  glm::vec4 root;  ///< x and y of the foot, m; sand under it, m; a number of its own, 0 .. 1
  float part;      ///< a ThingPart

  bool operator==(ThingCorner const&) const = default;
};
/// How finely things are made.
enum class ThingDetail : int { few, full };
/// Faces of all things on a land of a size in m, three corners a triangle. Pure code.
std::vector<ThingCorner> thing_faces(Things const& things, glm::vec2 land, ThingDetail detail);

struct ThingPrograms {
  ShaderProgram body, shadow;

  ThingPrograms() = default;
  /// Throws std::runtime_error with the driver's message.
  ThingPrograms(ShaderSources const& sources, std::string const& defines);
};

class ThingLayer {
 public:
  /// Sends what changed; the size of the land in m.
  void upload(Things const& things, glm::vec2 land);
  bool empty() const { return things_.empty(); }
  struct Sight {
    ThingDetail detail;
    glm::vec3 focus;  ///< m: on a land that is drawn again and again each is shown where it is nearest to this,
    int copies;       ///< and in so many copies of the land beside that, each way
  };
  /// Draws them and their shadows. Returns what was sent.
  Drawn draw(ThingPrograms const& programs, Sight const& sight) const;

 private:
  struct Mesh {
    GLsizei corners = 0;
    GlVertexArray array = GlVertexArray::make();
    GlBuffer buffer = GlBuffer::make();

    void upload(std::vector<ThingCorner> const& faces);
    void draw(GLsizei instances) const { glDrawArraysInstanced(GL_TRIANGLES, 0, corners, instances); }
  };

  Things things_;
  glm::vec2 land_{0.0f};
  std::array<Mesh, 2> meshes_;  ///< of each ThingDetail
};

}  // namespace barchan::render
