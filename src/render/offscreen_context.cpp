#include "render/offscreen_context.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include "render/gl.hpp"

namespace barchan::render {
namespace {

constexpr int kMajor = 4, kMinor = 1;

struct NamedDisplay {
  EGLDisplay display;
  std::string name;
};

/// The displays that EGL offers without a screen, surfaceless first.
std::vector<NamedDisplay> known_displays() {
  std::vector<NamedDisplay> displays;
  char const* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const std::string_view known = extensions == nullptr ? "" : extensions;
  auto const get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return displays;
  if (known.find("EGL_MESA_platform_surfaceless") != std::string_view::npos) {
    displays.push_back({get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr), "surfaceless EGL"});
  }
  auto const query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (query_devices != nullptr) query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count);
  for (EGLint i = 0; i < count; ++i) {
    displays.push_back({get_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr),
                        fmt::format("EGL device {}", i)});
  }
  return displays;
}

/// The first display that can be initialised; the error lists what was tried.
EGLDisplay open_display() {
  std::string tried;
  for (auto const& [display, name] : known_displays()) {
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) return display;
    tried += fmt::format("{}{} cannot be started", tried.empty() ? "" : ", ", name);
  }
  if (tried.empty()) tried = "EGL offers neither the surfaceless nor the device platform";
  throw std::runtime_error(
      fmt::format("OpenGL for drawing without a display could not be started: {}; {}", tried, kNoOpenGlAdvice));
}

}  // namespace

struct OffscreenContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  State() { ++living; }

  ~State() {
    // All contexts share one display, so only the last one may terminate it.
    const bool last = --living == 0;
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    if (last) eglTerminate(display);
  }

  static inline std::atomic<int> living = 0;
};

OffscreenContext::OffscreenContext() : state_(std::make_unique<State>()) {
  state_->display = open_display();
  char const* vendor = eglQueryString(state_->display, EGL_VENDOR);
  const std::string driver = vendor == nullptr ? "EGL" : fmt::format("EGL of {}", vendor);
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) {
    throw std::runtime_error(fmt::format("expected OpenGL {}.{} or later, but {} has no desktop OpenGL; {}", kMajor,
                                         kMinor, driver, kNoOpenGlAdvice));
  }
  const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglChooseConfig(state_->display, wanted, &config, 1, &configs);
  const EGLint attributes[] = {
      EGL_CONTEXT_MAJOR_VERSION,           kMajor,  EGL_CONTEXT_MINOR_VERSION, kMinor, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  state_->context = eglCreateContext(state_->display, configs > 0 ? config : nullptr, EGL_NO_CONTEXT, attributes);
  if (state_->context == EGL_NO_CONTEXT) {
    throw std::runtime_error(fmt::format(
        "expected OpenGL {}.{} or later, but {} cannot create a context of this version (error {:#06x}); {}", kMajor,
        kMinor, driver, eglGetError(), kNoOpenGlAdvice));
  }
  make_current();
  load_opengl(eglGetProcAddress);
}

OffscreenContext::~OffscreenContext() = default;

void OffscreenContext::make_current() const {
  if (eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context) != EGL_TRUE) {
    throw std::runtime_error(
        fmt::format("OpenGL for drawing without a display could not be started: EGL cannot make the context current "
                    "(error {:#06x}); {}",
                    eglGetError(), kNoOpenGlAdvice));
  }
}

void load_opengl(void (*(*get_address)(char const* name))()) {
  const int version = gladLoadGL(get_address);
  const int major = GLAD_VERSION_MAJOR(version), minor = GLAD_VERSION_MINOR(version);
  if (version == 0) {
    throw std::runtime_error(
        fmt::format("expected OpenGL {}.{} or later, found none; {}", kMajor, kMinor, kNoOpenGlAdvice));
  }
  if (major * 10 + minor < kMajor * 10 + kMinor) {
    throw std::runtime_error(fmt::format("expected OpenGL {}.{} or later, found {} ({}); {}", kMajor, kMinor,
                                         gl_text(GL_VERSION), gl_text(GL_RENDERER), kNoOpenGlAdvice));
  }
}

}  // namespace barchan::render
