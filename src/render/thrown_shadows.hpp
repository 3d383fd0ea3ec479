/// While an object of this class exists, drawing casts shadows on the ground: the picture is darkened once per pixel.
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
  static constexpr GLuint kDark = 0x80;  // stencil bit: this pixel is already dark
};

}  // namespace barchan::render
