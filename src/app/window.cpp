#include "app/window.hpp"

#include <stdexcept>

#include <fmt/core.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "render/gl.hpp"
#include "render/offscreen_context.hpp"

namespace barchan::app {

namespace {

constexpr int kMajor = 4, kMinor = 1;  // OpenGL; macOS has no more
constexpr double kUsualRate = 60.0;    // frames/s, when the monitor does not say

std::string glfw_words() {
  char const* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason given" : text;
}

/// Version and renderer of whatever context the driver grants, for the message that it is not enough.
std::string found_opengl() {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(64, 64, "", nullptr, nullptr);
  if (window == nullptr) return "none";
  glfwMakeContextCurrent(window);
  using GetString = unsigned char const* (*)(unsigned);
  const auto get = reinterpret_cast<GetString>(glfwGetProcAddress("glGetString"));
  std::string found = "an unknown version";
  if (get != nullptr && get(GL_VERSION) != nullptr) {
    found = fmt::format("{} ({})", reinterpret_cast<char const*>(get(GL_VERSION)),
                        reinterpret_cast<char const*>(get(GL_RENDERER)));
  }
  glfwDestroyWindow(window);
  return found;
}

/// Letters and signs go by what is printed on the key, everything else by its place.
ui::Key translate(int key, int scancode) {
  using ui::Key;
  char const* name = glfwGetKeyName(key, scancode);
  if (name != nullptr && name[0] != '\0' && name[1] == '\0') {
    const char c = name[0];
    if (c >= 'a' && c <= 'z') return static_cast<Key>(static_cast<int>(Key::a) + (c - 'a'));
    if (c >= 'A' && c <= 'Z') return static_cast<Key>(static_cast<int>(Key::a) + (c - 'A'));
    if (c >= '0' && c <= '9') return static_cast<Key>(static_cast<int>(Key::digit_0) + (c - '0'));
    if (c == ',') return Key::comma;
    if (c == '.') return Key::period;
    if (c == '-') return Key::minus;
  }
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return static_cast<Key>(static_cast<int>(Key::a) + (key - GLFW_KEY_A));
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) {
    return static_cast<Key>(static_cast<int>(Key::f1) + (key - GLFW_KEY_F1));
  }
  switch (key) {
    case GLFW_KEY_SPACE:
      return Key::space;
    case GLFW_KEY_COMMA:
      return Key::comma;
    case GLFW_KEY_PERIOD:
      return Key::period;
    case GLFW_KEY_TAB:
      return Key::tab;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_ENTER:
      return Key::enter;
    case GLFW_KEY_BACKSPACE:
      return Key::backspace;
    case GLFW_KEY_DELETE:
      return Key::erase;
    case GLFW_KEY_HOME:
      return Key::home;
    case GLFW_KEY_END:
      return Key::end;
    case GLFW_KEY_LEFT:
      return Key::left;
    case GLFW_KEY_RIGHT:
      return Key::right;
    case GLFW_KEY_UP:
      return Key::up;
    case GLFW_KEY_DOWN:
      return Key::down;
    case GLFW_KEY_PAGE_UP:
      return Key::page_up;
    case GLFW_KEY_PAGE_DOWN:
      return Key::page_down;
    default:
      return Key::none;
  }
}

}  // namespace

Window::Window(int width, int height, std::string const& title) {
  if (glfwInit() != GLFW_TRUE) {
    throw std::runtime_error(fmt::format(
        "no display was found ({}); 'barchan --offscreen --picture FILE.png' draws without one", glfw_words()));
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, kMajor);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, kMinor);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    const std::string reason = glfw_words(), found = found_opengl();
    glfwTerminate();
    throw std::runtime_error(fmt::format("OpenGL {}.{} is needed, found {}: {}", kMajor, kMinor, found, reason));
  }
  glfwMakeContextCurrent(window_);
  glfwSetWindowUserPointer(window_, this);
  load_opengl(glfwGetProcAddress);
}

Window::~Window() {
  if (window_ != nullptr) glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::install_callbacks() {
  glfwSetKeyCallback(window_, [](GLFWwindow* handle, int key, int scancode, int action, int modifiers) {
    auto& events = static_cast<Window*>(glfwGetWindowUserPointer(handle))->events_;
    if (action == GLFW_REPEAT || !events.key) return;
    const ui::Chord chord{
        translate(key, scancode),
        {(modifiers & GLFW_MOD_SHIFT) != 0, (modifiers & GLFW_MOD_CONTROL) != 0, (modifiers & GLFW_MOD_ALT) != 0}};
    if (chord.key != ui::Key::none) events.key(chord, action == GLFW_PRESS);
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* handle, int focused) {
    auto& events = static_cast<Window*>(glfwGetWindowUserPointer(handle))->events_;
    if (focused == GLFW_FALSE && events.focus_lost) events.focus_lost();
  });
  glfwSetDropCallback(window_, [](GLFWwindow* handle, int count, char const** files) {
    auto& events = static_cast<Window*>(glfwGetWindowUserPointer(handle))->events_;
    if (count > 0 && events.drop) events.drop(files[0]);
  });
}

bool Window::closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

void Window::stay() {
  glfwSetWindowShouldClose(window_, GLFW_FALSE);
  if (minimised()) glfwRestoreWindow(window_);
}

bool Window::minimised() const {
  const Size size = pixels();
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE || size.width == 0 || size.height == 0;
}

float Window::scale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(window_, &x, &y);
  return x > 0.0f ? x : 1.0f;
}

double Window::refresh_rate() const {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  GLFWvidmode const* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  return mode == nullptr || mode->refreshRate <= 0 ? kUsualRate : static_cast<double>(mode->refreshRate);
}

Window::Size Window::pixels() const {
  Size size;
  glfwGetFramebufferSize(window_, &size.width, &size.height);
  return size;
}

void Window::set_vsync(bool on) { glfwSwapInterval(on ? 1 : 0); }

void Window::toggle_fullscreen() {
  if (fullscreen_) {
    glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], GLFW_DONT_CARE);
    fullscreen_ = false;
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  GLFWvidmode const* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
  glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  fullscreen_ = true;
}

void Window::hide() { glfwHideWindow(window_); }
void Window::set_title(std::string const& title) { glfwSetWindowTitle(window_, title.c_str()); }

}  // namespace barchan::app
