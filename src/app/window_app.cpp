#include "app/window_app.hpp"

#include <chrono>

#include <fmt/core.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/folders.hpp"
#include "app/scenario_source.hpp"
#include "app/stage.hpp"
#include "app/window.hpp"

namespace barchan::app {

namespace {

constexpr double kRateWindow = 0.5;     // s over which frames/s and steps/s are counted
constexpr double kMinimisedWait = 0.2;  // s between looks at a minimised window
constexpr double kNoVsyncRate = 240.0;  // frames/s beyond which drawing more often helps nobody
constexpr double kSoonEnough = 0.92;    // of a refresh: a frame shorter than this was not held by the display

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

/// ImGui's GLFW back end for as long as it lives.
struct GlfwBackend {
  explicit GlfwBackend(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
  ~GlfwBackend() { ImGui_ImplGlfw_Shutdown(); }
  GlfwBackend(GlfwBackend const&) = delete;
  GlfwBackend& operator=(GlfwBackend const&) = delete;
};

std::string ini_file() {
  const auto folder = config_folder();
  return folder.empty() ? std::string() : (folder / "imgui.ini").string();
}

std::string window_title(std::string const& open, bool paused) {
  return fmt::format("{} - Barchan{}", open, paused ? " (paused)" : "");
}

}  // namespace

int run_window(Options const& options) {
  const ScenarioSource source(options.threads);
  ui::LoadedWorld first = source.open(options.order);
  Window window(options.width, options.height, window_title(first.started.info.scenario.title, false));
  window.install_callbacks();
  Stage stage(source, std::move(first), ui::SimulationRunner::Mode::threaded, ini_file());
  const GlfwBackend backend(window.handle());
  ui::Desk& desk = stage.desk();
  apply_options(options, desk.state());
  window.set_events({[&desk](ui::Chord chord, bool down) { desk.key(chord, down); }, [&desk] { desk.release_keys(); },
                     [&desk](std::string const& file) {
                       desk.open({file, {}, {}, {}});
                     }});

  bool vsync = true;
  window.set_vsync(vsync);
  RateMeter meter;
  std::string title;
  desk.state().stop_at_step = options.steps;
  double last = glfwGetTime();
  while (true) {
    if (window.closing()) {
      if (desk.close()) break;
      window.stay();
    }
    if (window.minimised()) {
      glfwWaitEventsTimeout(kMinimisedWait);
      last = glfwGetTime();
      continue;
    }
    glfwPollEvents();
    stage.set_scale(options.scale > 0.0f ? options.scale : window.scale());
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    const double now = glfwGetTime();
    const Window::Size size = window.pixels();
    const FrameTarget target{0, size.width, size.height};
    stage.build(now - last, meter.count(now, stage.runner().steps_done()));
    stage.draw(target);
    last = now;

    const ui::Wishes wishes = desk.take_wishes();
    if (wishes.close) break;
    if (wishes.screenshot) stage.take_screenshot(target);
    glfwSwapBuffers(window.handle());
    if (wishes.fullscreen) window.toggle_fullscreen();
    if (desk.state().vsync != vsync) {
      vsync = desk.state().vsync;
      window.set_vsync(vsync);
    }
    const std::string new_title = window_title(desk.title(), desk.state().paused);
    if (new_title != title) window.set_title(title = new_title);
    // Where the driver does not wait for the display, we do.
    const double period = 1.0 / (vsync ? window.refresh_rate() : kNoVsyncRate);
    const double left = period - (glfwGetTime() - now);
    if (left > (1.0 - kSoonEnough) * period) glfwWaitEventsTimeout(left);
  }
  // The window is gone at once, even when a step of a large world still has to end.
  window.hide();
  glfwPollEvents();
  return stage.runner().view().health == 0 ? kDone : kIllHealth;
}

}  // namespace barchan::app
