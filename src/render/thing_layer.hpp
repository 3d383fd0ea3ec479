/// Thing layer: palms and people for scale, and the shadows that they cast on the ground.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "land/thing.hpp"
#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "render/shader_library.hpp"

namespace barchan::render {

/// The part of a thing that a corner belongs to, as in thing.frag.
enum class ThingPart : int { trunk, frond, robe, skin, cloth };

/// A corner of a thing's faces, in the layout of thing.vert.
struct ThingCorner {
  glm::vec3 offset;  ///< from the foot, m
  glm::vec3 normal;
  glm::vec4 root;  ///< x and y of the foot, m; sand under it, m; a random number in [0, 1)
  float part;      ///< ThingPart

  bool operator==(ThingCorner const&) const = default;
};
/// Level of detail.
enum class ThingDetail : int { few, full };
/// Faces of all things on a land of size `land` (m), three corners per triangle. Pure code.
std::vector<ThingCorner> thing_faces(Things const& things, glm::vec2 land, ThingDetail detail);

/// The shaders of things and their shadows.
struct ThingPrograms {
  ShaderProgram body, shadow;

  ThingPrograms() = default;
  /// Throws std::runtime_error with the driver's message.
  ThingPrograms(ShaderSources const& sources, std::string const& defines);
};

class ThingLayer {
 public:
  /// Sends what has changed. `land`: size of the land, m.
  void upload(Things const& things, glm::vec2 land);
  bool empty() const { return things_.empty(); }
  struct Sight {
    ThingDetail detail;
    glm::vec3 focus;  ///< m; on a repeated land each thing is shown where it is nearest to this point
    int copies;       ///< number of copies of the land in each direction that also show the things
  };
  /// Draws the things and their shadows. Returns what was drawn.
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
  std::array<Mesh, 2> meshes_;  ///< one per ThingDetail
};

}  // namespace barchan::render
