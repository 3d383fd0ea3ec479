/// Thumbnails: small pictures as textures, for panels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include <glm/vec2.hpp>

#include "render/gl.hpp"

namespace barchan::render {

/// Makes a texture of each picture when it is first asked for. It keeps those used last. Needs a current context.
class Thumbnails {
 public:
  /// Fewer may be used in one frame.
  static constexpr std::size_t kMost = 64;
  using Pixels = std::shared_ptr<std::vector<std::uint8_t> const>;

  /// Texture of a picture, top row first. `rgb`: three bytes per pixel; they must not change.
  unsigned texture(Pixels const& rgb, glm::ivec2 size);

 private:
  struct Shown {
    Pixels rgb;
    GlTexture texture;
  };
  std::list<Shown> shown_;  ///< the one used last comes first
};

}  // namespace barchan::render
