/// OffscreenContext: OpenGL without a display.
#pragma once

#include <memory>

namespace barchan::render {

/// An OpenGL 4.1 core context through EGL, without a surface or on a device, current on the constructing thread. It has
/// no default framebuffer: draw into a Framebuffer.
class OffscreenContext {
 public:
  /// Throws std::runtime_error with one line that says what was found.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(OffscreenContext const&) = delete;
  OffscreenContext& operator=(OffscreenContext const&) = delete;

  void make_current() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Loads the OpenGL functions of the current context through `get_address` (of GLFW or EGL) and checks the version.
/// Throws std::runtime_error with one line that says what was found if the version is below 4.1.
void load_opengl(void (*(*get_address)(char const* name))());

}  // namespace barchan::render
