#include "render/thing_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include "base/random.hpp"
#include "render/thrown_shadows.hpp"

namespace barchan::render {
namespace {

constexpr GLuint kOffset = 0, kNormal = 1, kRoot = 2, kPart = 3;  // as in thing.vert
constexpr float kGoldenAngle = 2.399963f;                         // radians

/// A ring of a tube: its centre, and its half widths across and along the direction in which a thing faces, m.
struct Ring {
  glm::vec3 middle;
  glm::vec2 radii;
};

struct Counts {
  int sides;          ///< of a tube
  int trunk_rings;    ///< of a palm
  int leaflets;       ///< of a frond, on each side
  std::uint32_t gap;  ///< every `gap`-th frond of a palm is left out; 0: none is
  float wider;        ///< factor on the width of leaflets that compensates for those left out
};
constexpr Counts counts_of(ThingDetail detail) {
  return detail == ThingDetail::full ? Counts{10, 12, 13, 0, 1.0f} : Counts{6, 5, 6, 3, 1.2f};
}

class ThingBuilder {
 public:
  ThingBuilder(Thing const& thing, glm::vec2 land, std::uint32_t number, Counts const& counts)
      : counts_(counts), height_(thing.height), number_(number) {
    root_ = glm::vec4(glm::vec2(thing.x, thing.y) * land, thing.sand, share(0));
    const float turn = glm::two_pi<float>() * share(1);
    front_ = {std::cos(turn), std::sin(turn)};
  }

  std::vector<ThingCorner> faces(ThingKind kind) {
    if (kind == ThingKind::palm) {
      palm();
    } else {
      person();
    }
    return std::move(corners_);
  }

 private:
  void palm();
  void person();
  /// The thing's random number with the index `draw`, 0 to 1.
  float share(std::uint32_t draw) const {
    return to_unit(random_words(0, 0, RandomStream::scenario, number_, draw)[0]);
  }
  glm::vec3 turned(glm::vec3 at) const { return {at.x * front_ + at.y * glm::vec2(-front_.y, front_.x), at.z}; }
  void face(std::array<glm::vec3, 3> const& at, ThingPart part) {
    const glm::vec3 normal = glm::normalize(glm::cross(at[1] - at[0], at[2] - at[0]) + glm::vec3(0.0f, 0.0f, 1.0e-9f));
    for (glm::vec3 const& place : at) corners_.push_back({place, normal, root_, static_cast<float>(part)});
  }
  void tube(std::span<Ring const> rings, ThingPart part);
  void frond(glm::vec3 from, std::uint32_t place);

  Counts counts_;
  float height_;
  std::uint32_t number_;
  glm::vec4 root_{0.0f};
  glm::vec2 front_{1.0f, 0.0f};
  std::vector<ThingCorner> corners_;
};

void ThingBuilder::tube(std::span<Ring const> rings, ThingPart part) {
  const auto corner = [&](Ring const& ring, int side) {
    const float turn = glm::two_pi<float>() * static_cast<float>(side) / static_cast<float>(counts_.sides);
    const glm::vec3 out(std::cos(turn), std::sin(turn), 0.0f);
    return ThingCorner{turned(ring.middle + out * glm::vec3(ring.radii.y, ring.radii.x, 0.0f)), turned(out), root_,
                       static_cast<float>(part)};
  };
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    for (int side = 0; side < counts_.sides; ++side) {
      const std::array<ThingCorner, 4> quad{corner(rings[i], side), corner(rings[i], side + 1),
                                            corner(rings[i + 1], side + 1), corner(rings[i + 1], side)};
      for (const std::size_t at : {0u, 1u, 2u, 0u, 2u, 3u}) corners_.push_back(quad[at]);
    }
  }
}

/// A feather-shaped frond: leaflets on both sides of a rib that bends down.
void ThingBuilder::frond(glm::vec3 from, std::uint32_t place) {
  constexpr std::uint32_t kDraws = 4, kUsed = 8;    // random numbers per frond, and those that the palm has used
  constexpr float kInner = 80.0f, kOuter = -25.0f;  // degrees above the horizon, of the youngest and oldest fronds
  const std::uint32_t draw = kUsed + kDraws * place;
  const float age = (static_cast<float>(place) + share(draw)) / 30.0f;
  const float turn = kGoldenAngle * static_cast<float>(place) + 0.6f * share(draw + 1);
  const glm::vec3 out(std::cos(turn), std::sin(turn), 0.0f), across(-out.y, out.x, 0.0f), up(0.0f, 0.0f, 1.0f);
  const float rise = glm::radians(glm::mix(kInner, kOuter, age)), droop = glm::radians(55.0f + 40.0f * share(draw + 2));
  const float length = height_ * (0.36f + 0.10f * share(draw + 3)) * (0.75f + 0.25f * std::min(3.0f * age, 1.0f));
  glm::vec3 at = from;
  for (int i = 0; i < counts_.leaflets; ++i) {
    const float along = (static_cast<float>(i) + 0.5f) / static_cast<float>(counts_.leaflets);
    const float angle = rise - droop * along * along;
    const glm::vec3 way = std::cos(angle) * out + std::sin(angle) * up;
    const glm::vec3 next = at + way * (length / static_cast<float>(counts_.leaflets));
    const float wide =
        0.21f * counts_.wider * length * std::pow(std::sin(glm::pi<float>() * (0.10f + 0.86f * along)), 0.6f);
    for (const float side : {-1.0f, 1.0f}) {
      const glm::vec3 tip = at + wide * (0.80f * side * across + 0.75f * way - 0.22f * up);
      face({at, next, tip}, ThingPart::frond);
    }
    at = next;
  }
}

void ThingBuilder::palm() {
  const int ring_count = counts_.trunk_rings;
  constexpr std::uint32_t kFronds = 30;
  constexpr float kTrunk = 0.76f, kRootDepth = 0.06f;  // as fractions of the height
  constexpr float kFoot = 0.030f, kNeck = 0.019f;      // half widths, as fractions of the height
  const float lean = height_ * (0.03f + 0.20f * share(2) * share(2));
  std::vector<Ring> rings;
  for (int i = 0; i <= ring_count; ++i) {
    const float up = static_cast<float>(i) / static_cast<float>(ring_count);
    const float wide = height_ * (glm::mix(kFoot, kNeck, std::sqrt(up)) + (i == ring_count ? 0.012f : 0.0f));
    rings.push_back(
        {{lean * up * (1.6f * up - 0.3f), 0.0f, height_ * glm::mix(-kRootDepth, kTrunk, up)}, glm::vec2(wide)});
  }
  tube(rings, ThingPart::trunk);
  const glm::vec3 crown = turned(rings.back().middle);
  for (std::uint32_t i = 0; i < kFronds; ++i) {
    if (counts_.gap == 0 || i % counts_.gap != 1) frond(crown, i);
  }
}

void ThingBuilder::person() {
  const auto rings = [&](std::initializer_list<glm::vec4> shape) {
    std::vector<Ring> made;
    // Forward, up, half width across and along, as fractions of the height.
    for (glm::vec4 const& ring : shape) {
      made.push_back({glm::vec3(ring.x, 0.0f, ring.y) * height_, glm::vec2(ring.z, ring.w) * height_});
    }
    return made;
  };
  tube(rings({{0, -0.03f, 0.150f, 0.125f},
              {0, 0.02f, 0.150f, 0.125f},
              {0, 0.30f, 0.125f, 0.100f},
              {0, 0.56f, 0.110f, 0.080f},
              {0, 0.70f, 0.125f, 0.082f},
              {0, 0.80f, 0.118f, 0.070f},
              {0, 0.835f, 0.060f, 0.045f},
              {0, 0.87f, 0.034f, 0.034f}}),
       ThingPart::robe);
  tube(rings({{0.014f, 0.85f, 0.020f, 0.025f},
              {0.018f, 0.88f, 0.042f, 0.048f},
              {0.016f, 0.93f, 0.046f, 0.052f},
              {0.010f, 0.97f, 0.036f, 0.040f}}),
       ThingPart::skin);
  tube(rings({{-0.034f, 0.78f, 0.070f, 0.022f},
              {-0.022f, 0.86f, 0.058f, 0.034f},
              {-0.004f, 0.93f, 0.054f, 0.050f},
              {0.004f, 0.955f, 0.056f, 0.060f},
              {0.002f, 0.985f, 0.042f, 0.046f},
              {0, 1.0f, 0, 0}}),
       ThingPart::cloth);
  for (const float side : {-1.0f, 1.0f}) {
    std::vector<Ring> arm = rings({{0, 0.80f, 0.030f, 0.032f},
                                   {0.005f, 0.64f, 0.036f, 0.038f},
                                   {0.045f, 0.50f, 0.042f, 0.042f},
                                   {0.050f, 0.49f, 0, 0}});
    for (std::size_t i = 0; i < arm.size(); ++i) {
      arm[i].middle.y = side * height_ * std::min(0.115f + 0.02f * static_cast<float>(i), 0.15f);
    }
    std::reverse(arm.begin(), arm.end());
    tube(arm, ThingPart::robe);
  }
}

}  // namespace

std::vector<ThingCorner> thing_faces(Things const& things, glm::vec2 land, ThingDetail detail) {
  std::vector<ThingCorner> corners;
  for (std::size_t i = 0; i < things.size(); ++i) {
    ThingBuilder builder(things[i], land, static_cast<std::uint32_t>(i), counts_of(detail));
    const std::vector<ThingCorner> faces = builder.faces(things[i].kind);
    corners.insert(corners.end(), faces.begin(), faces.end());
  }
  return corners;
}

void ThingLayer::upload(Things const& things, glm::vec2 land) {
  if (things == things_ && land == land_) return;
  things_ = things;
  land_ = land;
  for (const ThingDetail detail : {ThingDetail::few, ThingDetail::full}) {
    meshes_.at(static_cast<std::size_t>(detail)).upload(thing_faces(things, land, detail));
  }
}

void ThingLayer::Mesh::upload(std::vector<ThingCorner> const& faces) {
  corners = static_cast<GLsizei>(faces.size());
  glBindVertexArray(array.id());
  fill_buffer(GL_ARRAY_BUFFER, buffer, faces, GL_STATIC_DRAW);
  set_attributes(sizeof(ThingCorner), {{kOffset, 3, offsetof(ThingCorner, offset)},
                                       {kNormal, 3, offsetof(ThingCorner, normal)},
                                       {kRoot, 4, offsetof(ThingCorner, root)},
                                       {kPart, 1, offsetof(ThingCorner, part)}});
  glBindVertexArray(0);
}

ThingPrograms::ThingPrograms(ShaderSources const& sources, std::string const& defines)
    : body(sources, "thing.vert", "thing.frag", defines),
      shadow(sources, "thing.vert", "thing.frag", defines + "#define SHADOW\n") {}

Drawn ThingLayer::draw(ThingPrograms const& programs, Sight const& sight) const {
  Mesh const& mesh = meshes_.at(static_cast<std::size_t>(sight.detail));
  const GLsizei instances = (2 * sight.copies + 1) * (2 * sight.copies + 1);
  glBindVertexArray(mesh.array.id());
  programs.shadow.use();
  programs.shadow.set("focus", glm::vec4(sight.focus, sight.copies));
  {
    const ThrownShadows multiplied;
    mesh.draw(instances);
  }
  programs.body.use();
  programs.body.set("focus", glm::vec4(sight.focus, sight.copies));
  mesh.draw(instances);
  glBindVertexArray(0);
  return {2 * static_cast<std::size_t>(instances) * static_cast<std::size_t>(mesh.corners) / 3, 2};
}

}  // namespace barchan::render
