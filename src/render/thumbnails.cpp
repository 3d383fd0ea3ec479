#include "render/thumbnails.hpp"

#include <algorithm>

#include "render/texture.hpp"

namespace barchan::render {

unsigned Thumbnails::texture(Pixels const& rgb, glm::ivec2 size) {
  if (const auto known = std::ranges::find(shown_, rgb, &Shown::rgb); known != shown_.end()) {
    shown_.splice(shown_.begin(), shown_, known);
  } else {
    // They are shown at a third of their size, so they need mips.
    shown_.push_front({rgb, make_texture({size, GL_RGB8, GL_LINEAR_MIPMAP_LINEAR}, rgb->data())});
    if (shown_.size() > kMost) shown_.pop_back();
  }
  return shown_.front().texture.id();
}

}  // namespace barchan::render
