/// OffscreenContext: OpenGL without a display.
#pragma once

#include <memory>

namespace barchan::render {

/// What to do without OpenGL 4.1, as the end of a message.
inline constexpr char const* kNoOpenGlAdvice = "update the graphics driver, or use barchan-cli, which needs no OpenGL";

/// An OpenGL 4.1 core context from EGL's surfaceless platform or from an EGL device. The constructor makes it current
/// on its thread. It has no default framebuffer: draw into a Framebuffer.
class OffscreenContext {
 public:
  /// Throws std::runtime_error with one line that lists what was tried or found.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(OffscreenContext const&) = delete;
  OffscreenContext& operator=(OffscreenContext const&) = delete;

  void make_current() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Loads the OpenGL functions of the current context through `get_address` (of GLFW or EGL) and checks the version. If
/// it is below 4.1, throws std::runtime_error with one line that gives the version found.
void load_opengl(void (*(*get_address)(char const* name))());

}  // namespace barchan::render
