/// Window: a GLFW window with OpenGL 4.1, its keys, and files dropped on it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/keys.hpp"

struct GLFWwindow;

namespace barchan::app {

/// What the window tells the program; called while events are polled.
struct WindowEvents {
  std::function<void(ui::Chord, bool down)> key;
  std::function<void()> focus_lost;
  std::function<void(std::string const& file)> drop;
};

class Window {
 public:
  /// Makes the window and its context current, and loads OpenGL. Throws std::runtime_error with one line that names
  /// what was found when there is no display or no OpenGL 4.1.
  Window(int width, int height, std::string const& title);
  ~Window();
  Window(Window const&) = delete;
  Window& operator=(Window const&) = delete;

  GLFWwindow* handle() const { return window_; }
  void set_events(WindowEvents events) { events_ = std::move(events); }
  /// Key events become chords; call before ImGui's back end installs its own callbacks, which go on to call these.
  void install_callbacks();

  bool closing() const;
  /// Somebody has to be asked first: shows the window and takes the wish to close it back.
  void stay();
  bool minimised() const;
  float scale() const;          ///< of the monitor, 1 = 96 dots an inch
  double refresh_rate() const;  ///< of the monitor, frames/s
  struct Size {
    int width = 0, height = 0;  ///< pixels
  };
  Size pixels() const;
  void set_vsync(bool on);
  void toggle_fullscreen();
  void hide();
  void set_title(std::string const& title);

 private:
  GLFWwindow* window_ = nullptr;
  WindowEvents events_;
  int windowed_[4]{};  ///< place and size before full screen
  bool fullscreen_ = false;
};

}  // namespace barchan::app
