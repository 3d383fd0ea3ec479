/// MipChain: the coarser levels of a texture, computed by the processor. Without a graphics card, this is several times
/// faster than letting OpenGL do it, and only levels of rows that have changed are computed.
#pragma once

#include <span>
#include <vector>

#include "render/texture.hpp"

namespace barchan::render {

class MipChain {
 public:
  /// Returns whether the levels of such a texture can be computed. OpenGL computes those of other textures.
  static bool supports(TextureKind const& kind);

  /// Begins the levels of another texture of this kind. All of its rows must be added.
  explicit MipChain(TextureKind const& kind);
  /// Takes in rows of the texture that have changed. `first` and the number of rows must be even. `values`: as for
  /// SentGrid, two halves in place of a float.
  void add(int first, std::span<float const> values);
  /// Sends the rows that have changed since the last call to the levels of `texture`.
  void send(GlTexture const& texture);

 private:
  struct Level {
    glm::ivec2 size{0};
    std::vector<float> values;
    int begin = 0, end = 0;  ///< rows that have changed
  };

  std::size_t floats_a_row(int width) const;
  void halve(float const* south, float const* north, Level& to, int row);
  void follow(Level const& from, Level& to);

  TextureKind kind_;
  std::vector<Level> levels_;  ///< from the first coarser one on
  std::vector<float> room_, row_;
};

}  // namespace barchan::render
