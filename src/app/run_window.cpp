// The program in a window: GLFW with OpenGL 4.1, its keys, and files dropped on it.
#include <span>
#include <stdexcept>

#include <fmt/core.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/folders.hpp"
#include "app/run.hpp"
#include "app/session.hpp"
#include "app/sudden_end.hpp"
#include "io/console.hpp"
#include "io/interrupt.hpp"
#include "render/gl.hpp"
#include "render/offscreen_context.hpp"
#include "ui/theme.hpp"
#include "world/health.hpp"

namespace barchan::app {

namespace {

constexpr int kMajor = 4, kMinor = 1;   // of OpenGL; macOS has no later version
constexpr double kUsualRate = 60.0;     // frames/s, if the rate of the monitor is unknown
constexpr double kRateWindow = 0.5;     // s over which frames/s and steps/s are counted
constexpr double kMinimisedWait = 0.2;  // s between checks of a minimised window
constexpr double kNoVsyncRate = 240.0;  // most frames/s without vsync; more would not be visible
constexpr double kHeldRate = 0.97;      // fraction of the wanted rate that counts as reached
constexpr double kSoonEnough = 0.92;    // fraction of a refresh; a shorter frame did not wait for the display

std::string glfw_words() {
  char const* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason given" : text;
}

/// Version and renderer of the context that the driver creates by default, for the error message.
std::string found_opengl() {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(64, 64, "", nullptr, nullptr);
  if (window == nullptr) return "none";
  glfwMakeContextCurrent(window);
  const bool loaded = gladLoadGL(glfwGetProcAddress) != 0;
  std::string found =
      loaded ? fmt::format("{} ({})", render::gl_text(GL_VERSION), render::gl_text(GL_RENDERER)) : "an unknown version";
  glfwDestroyWindow(window);
  return found;
}

/// Identifies letters, digits and signs by the character on the key, and all other keys by their position.
ui::Key translate(int key, int scancode) {
  using ui::Key;
  // Consecutive keys: the code of the first, the Key that it means, and how many there are.
  struct Run {
    int first;
    Key key;
    int count;
  };
  constexpr Run kPrinted[] = {{'a', Key::a, 26},           {'A', Key::a, 26},           {'0', Key::digit_0, 10},
                              {',', Key::comma, 1},        {'.', Key::period, 1},       {'-', Key::minus, 1},
                              {'/', Key::slash, 1},        {'=', Key::equals, 1},       {'+', Key::equals, 1},
                              {'[', Key::left_bracket, 1}, {']', Key::right_bracket, 1}};
  constexpr Run kPlaces[] = {{GLFW_KEY_A, Key::a, 26},
                             {GLFW_KEY_F1, Key::f1, 12},
                             {GLFW_KEY_SPACE, Key::space, 1},
                             {GLFW_KEY_COMMA, Key::comma, 1},
                             {GLFW_KEY_LEFT_BRACKET, Key::left_bracket, 1},
                             {GLFW_KEY_RIGHT_BRACKET, Key::right_bracket, 1},
                             {GLFW_KEY_PERIOD, Key::period, 1},
                             {GLFW_KEY_MINUS, Key::minus, 1},
                             {GLFW_KEY_SLASH, Key::slash, 1},
                             {GLFW_KEY_EQUAL, Key::equals, 1},
                             {GLFW_KEY_KP_ADD, Key::equals, 1},
                             {GLFW_KEY_KP_SUBTRACT, Key::minus, 1},
                             {GLFW_KEY_TAB, Key::tab, 1},
                             {GLFW_KEY_ESCAPE, Key::escape, 1},
                             {GLFW_KEY_ENTER, Key::enter, 1},
                             {GLFW_KEY_BACKSPACE, Key::backspace, 1},
                             {GLFW_KEY_DELETE, Key::erase, 1},
                             {GLFW_KEY_HOME, Key::home, 1},
                             {GLFW_KEY_END, Key::end, 1},
                             {GLFW_KEY_LEFT, Key::left, 1},
                             {GLFW_KEY_RIGHT, Key::right, 1},
                             {GLFW_KEY_UP, Key::up, 1},
                             {GLFW_KEY_DOWN, Key::down, 1},
                             {GLFW_KEY_PAGE_UP, Key::page_up, 1},
                             {GLFW_KEY_PAGE_DOWN, Key::page_down, 1}};
  const auto find = [](std::span<Run const> runs, int code) {
    for (Run const& run : runs) {
      const int at = code - run.first;
      if (at >= 0 && at < run.count) return static_cast<Key>(static_cast<int>(run.key) + at);
    }
    return Key::none;
  };
  char const* name = glfwGetKeyName(key, scancode);
  const Key printed = name != nullptr && name[0] != '\0' && name[1] == '\0' ? find(kPrinted, name[0]) : Key::none;
  return printed != Key::none ? printed : find(kPlaces, key);
}

GLFWvidmode const* video_mode() {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  return monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
}

/// Refresh rate of the monitor, frames/s.
double refresh_rate() {
  GLFWvidmode const* const mode = video_mode();
  return mode == nullptr || mode->refreshRate <= 0 ? kUsualRate : static_cast<double>(mode->refreshRate);
}

class Window {
 public:
  Window(int width, int height, std::string const& title) {
    if (glfwInit() != GLFW_TRUE) {
      throw std::runtime_error(
          fmt::format("no display was found ({}); 'barchan --offscreen --picture FILE.png' draws without a display, "
                      "and barchan-cli simulates without pictures",
                      glfw_words()));
    }
    end_with_the_display();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, kMajor);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, kMinor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) {
      const std::string reason = glfw_words(), found = found_opengl();
      glfwTerminate();
      throw std::runtime_error(fmt::format("expected OpenGL {}.{} or later, found {} ({}); {}", kMajor, kMinor, found,
                                           reason, render::kNoOpenGlAdvice));
    }
    glfwMakeContextCurrent(window_);
    render::load_opengl(glfwGetProcAddress);
  }
  ~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
  }
  Window(Window const&) = delete;
  Window& operator=(Window const&) = delete;

  GLFWwindow* handle() const { return window_; }

  bool minimised() const {
    const render::DrawTarget size = pixels();
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE || size.width == 0 || size.height == 0;
  }

  /// Cancels closing and shows a minimised window again, because the user must be asked first.
  void stay() {
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    if (minimised()) glfwRestoreWindow(window_);
  }

  /// Scale of the monitor, 1 = 96 dots per inch.
  float scale() const {
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window_, &x, &y);
    return x > 0.0f ? x : 1.0f;
  }

  render::DrawTarget pixels() const {
    render::DrawTarget size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
  }

  void toggle_fullscreen() {
    GLFWvidmode const* const mode = video_mode();
    if (glfwGetWindowMonitor(window_) != nullptr) {
      glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], GLFW_DONT_CARE);
    } else if (mode != nullptr) {
      glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
      glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
      glfwSetWindowMonitor(window_, glfwGetPrimaryMonitor(), 0, 0, mode->width, mode->height, mode->refreshRate);
    }
  }

 private:
  GLFWwindow* window_ = nullptr;
  int windowed_[4]{};  ///< place and size before full screen
};

/// Sends keys, motions of the mouse, the loss of the keyboard focus and dropped files to the editor. Call it before
/// ImGui's back end installs its own callbacks, which then call these.
void connect(GLFWwindow* window, ui::Editor& to) {
  glfwSetWindowUserPointer(window, &to);
  static constexpr auto kEditor = [](GLFWwindow* handle) -> ui::Editor& {
    return *static_cast<ui::Editor*>(glfwGetWindowUserPointer(handle));
  };
  glfwSetKeyCallback(window, [](GLFWwindow* handle, int key, int scancode, int action, int modifiers) {
    const ui::Chord chord{
        translate(key, scancode),
        {(modifiers & GLFW_MOD_SHIFT) != 0, (modifiers & GLFW_MOD_CONTROL) != 0, (modifiers & GLFW_MOD_ALT) != 0}};
    if (action != GLFW_REPEAT && chord.key != ui::Key::none) kEditor(handle).key(chord, action == GLFW_PRESS);
  });
  glfwSetCursorPosCallback(window, [](GLFWwindow* handle, double x, double y) {
    kEditor(handle).pointer_moved({static_cast<float>(x), static_cast<float>(y)});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* handle, int button, int action, int /*modifiers*/) {
    if (button == GLFW_MOUSE_BUTTON_LEFT) kEditor(handle).pointer_pressed(action == GLFW_PRESS);
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* handle, int focused) {
    if (focused == GLFW_FALSE) kEditor(handle).release_keys();
  });
  glfwSetDropCallback(window, [](GLFWwindow* handle, int count, char const** files) {
    if (count > 0) kEditor(handle).open({files[0], {}, {}, {}});
  });
}

/// Counts frames and steps over short windows of time.
class RateMeter {
 public:
  ui::Measured const& count(double now, std::uint64_t steps) {
    ++frames_;
    if (now - since_ >= kRateWindow) {
      measured_.frames_per_second = frames_ / (now - since_);
      measured_.steps_per_second = static_cast<double>(steps - steps_) / (now - since_);
      since_ = now;
      frames_ = 0;
      steps_ = steps;
    }
    return measured_;
  }

 private:
  ui::Measured measured_;
  double since_ = 0.0;
  double frames_ = 0.0;
  std::uint64_t steps_ = 0;
};

/// Starts ImGui's GLFW back end and shuts it down when destroyed.
struct GlfwBackend {
  explicit GlfwBackend(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
  ~GlfwBackend() { ImGui_ImplGlfw_Shutdown(); }
  GlfwBackend(GlfwBackend const&) = delete;
  GlfwBackend& operator=(GlfwBackend const&) = delete;
};

std::string settings_file() {
  const auto folder = config_folder();
  return folder.empty() ? std::string() : (folder / "imgui.ini").string();
}

std::string window_title(std::string const& open, bool paused) {
  return fmt::format("{} - Barchan{}", open, paused ? " (paused)" : "");
}

/// The end of the window. It waits until all pictures are saved that the user has asked for. Meanwhile the user can go
/// on working, and is asked about that work too.
class WindowEnd {
 public:
  explicit WindowEnd(Session& session) : session_(session) {}

  /// The user has closed the window, and no unsaved work is left.
  void ask() { asked_ = true; }
  /// The window is to be closed when the pictures are saved, for which it must be visible.
  bool waits() const { return asked_ && session_.saves_picture(); }
  /// Whether the window is to be closed now.
  bool reached() {
    if (waits()) {
      if (!std::exchange(waited_, true)) session_.editor().say("Barchan closes when the picture is saved.");
      return false;
    }
    // If the user is asked now, an answer other than Cancel asks for the end again.
    if (asked_ && std::exchange(waited_, false)) asked_ = session_.editor().close();
    return asked_;
  }

 private:
  Session& session_;
  bool asked_ = false;
  bool waited_ = false;  ///< for a picture
};

/// Shows frames until the user closes the window or a signal ends the program.
void show(Window& window, Session& session, Options const& options) {
  ui::Editor& editor = session.editor();
  bool vsync = true;
  glfwSwapInterval(vsync ? 1 : 0);
  RateMeter meter;
  std::string title;
  editor.state().stop_at_step = options.steps;
  ui::DetailGovernor governor(kHeldRate * session.wanted_rate(refresh_rate()));
  double last = glfwGetTime();
  WindowEnd end(session);
  while (!InterruptGuard::interrupted()) {
    if (glfwWindowShouldClose(window.handle()) == GLFW_TRUE) {
      if (editor.close()) end.ask();
      if (!end.reached()) window.stay();
    }
    if (end.reached()) break;
    if (end.waits() && window.minimised()) window.stay();
    if (window.minimised()) {
      glfwWaitEventsTimeout(kMinimisedWait);
      last = glfwGetTime();
      continue;
    }
    glfwPollEvents();
    session.set_scale(options.scale > 0.0f ? options.scale : ui::scale_for(window.scale(), window.pixels().height));
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    const double now = glfwGetTime();
    render::DrawTarget target = window.pixels();
    session.build(now - last, meter.count(now, session.runner().steps_done()));
    target.fineness = session.fineness(governor);
    session.draw(target);
    last = now;

    const ui::Requests requests = editor.take_requests();
    if (requests.close) end.ask();
    session.save(requests, target);
    glfwSwapBuffers(window.handle());
    const bool draws =
        target.fineness == governor.fineness() && !session.renderer().stats().again && !session.saves_picture();
    if (draws) governor.count(glfwGetTime() - now);
    if (requests.fullscreen) window.toggle_fullscreen();
    if (editor.state().vsync != vsync) {
      vsync = editor.state().vsync;
      glfwSwapInterval(vsync ? 1 : 0);
    }
    const std::string new_title = window_title(editor.title(), editor.state().paused);
    if (new_title != title) glfwSetWindowTitle(window.handle(), (title = new_title).c_str());
    // Wait here if the driver has not waited for the display.
    const double period = 1.0 / (vsync ? refresh_rate() : kNoVsyncRate);
    const double left = period - (glfwGetTime() - now);
    if (left > (1.0 - kSoonEnough) * period) glfwWaitEventsTimeout(left);
  }
}

}  // namespace

int run_window(Options const& options) {
  ui::LoadedWorld first = ui::open_world(options.order, options.threads);
  Window window(options.width, options.height, window_title(first.started.info.scenario.title, false));
  Session session(options, std::move(first), ui::SimulationRunner::Mode::threaded, settings_file());
  session.limit_upload(render::kFrameBudget);
  const std::filesystem::path data = options.data.empty() ? data_folder() : std::filesystem::path(options.data);
  session.keep_data_in(data, options.autosave);
  session.editor().use_native_dialogs(options.native_dialogs.value_or(true));
  if (!data.empty()) session.editor().keep_hints_in(data / "hints.txt");
  connect(window.handle(), session.editor());
  const GlfwBackend backend(window.handle());
  const InterruptGuard guard;
  const SuddenEnd last_words([&session] { return session.rescue(); });
  try {
    show(window, session, options);
  } catch (std::exception const& error) {
    const int code = report_failure(error);
    print_failure("barchan", session.rescue());
    return code;
  }
  if (InterruptGuard::interrupted()) {
    print_failure("barchan", "interrupted; " + session.rescue());
    return kInterrupted;
  }
  // Hide the window at once, because the current step of a large world may take a while to end.
  glfwHideWindow(window.handle());
  glfwPollEvents();
  session.editor().leave_no_work();
  return faults_of(session.runner().view().health) == 0 ? kDone : kIllHealth;
}

}  // namespace barchan::app
