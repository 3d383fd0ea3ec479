/// While one lives, what is drawn are shadows on the ground: the picture is multiplied by them, each pixel once.
#pragma once

#include "render/gl.hpp"

namespace barchan::render {

class ThrownShadows {
 public:
  ThrownShadows() {
    glEnable(GL_STENCIL_TEST);
    glStencilMask(kDark);
    glStencilFunc(GL_NOTEQUAL, kDark, kDark);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_COLOR, GL_ZERO);
    glDepthMask(GL_FALSE);
  }
  ~ThrownShadows() {
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glStencilMask(~0u);
    glDisable(GL_STENCIL_TEST);
  }
  ThrownShadows(ThrownShadows const&) = delete;
  ThrownShadows& operator=(ThrownShadows const&) = delete;

 private:
  static constexpr GLuint kDark = 0x80;  // of the stencil: this pixel is dark already
};

}  // namespace barchan::render
