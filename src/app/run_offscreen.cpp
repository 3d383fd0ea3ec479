// The program without a display.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <backends/imgui_impl_opengl3.h>
#include <fmt/core.h>
#include <imgui.h>

#include "app/run.hpp"
#include "app/session.hpp"
#include "io/console.hpp"
#include "io/file.hpp"
#include "io/picture_file.hpp"
#include "render/framebuffer.hpp"
#include "render/gl.hpp"
#include "render/offscreen_context.hpp"
#include "ui/script.hpp"
#include "world/health.hpp"

namespace barchan::app {

namespace {

constexpr double kFrame = 1.0 / 60.0;  // s
constexpr int kSettleFrames = 3;       // until ImGui's windows have their final sizes
constexpr int kMeasuredFrames = 100;
constexpr float kUnseen = 0.25f;    // resolution of a frame that nobody sees
constexpr int kMostFrames = 10000;  // of a measurement
constexpr int kWarmFrames = 40;     // until the governor has reduced the detail as far as necessary

/// Approximate start time of the program.
const auto kBegin = std::chrono::steady_clock::now();

/// Frames have a fixed length and the simulation steps between them, so every run gives the same picture.
class OffscreenHost : public ui::ScriptHost {
 public:
  explicit OffscreenHost(Options const& options)
      : session_(options, ui::open_world(options.order, options.threads), ui::SimulationRunner::Mode::synchronous, {}),
        framebuffer_(options.width, options.height),
        target_{options.width, options.height, framebuffer_.id()} {
    session_.keep_data_in(options.data, options.autosave);
    session_.editor().use_native_dialogs(options.native_dialogs.value_or(false));
  }

  // A frame is drawn only if a picture of it was requested.
  void frame(ui::ScriptedInput const& input, bool hold) override {
    input_ = input;
    build(hold);
    const ui::Requests requests = session_.editor().take_requests();
    if (!Session::needs_picture(requests)) return session_.save(requests, target_);
    session_.draw(target_);
    session_.save(requests, target_);
  }

  void steps(std::uint64_t count) override {
    if (count > 0) session_.step(count);
    come_to_rest();
  }

  ui::Editor& editor() override { return session_.editor(); }

  void picture(std::filesystem::path const& file) override {
    settle();
    const std::string message = session_.save_still(whole_window(), file);
    session_.editor().state().for_picture = false;
    // What is written beside the picture is told.
    if (const auto note = message.find('\n'); note != std::string::npos) print_out("{}\n", message.substr(note + 1));
  }

  /// A picture of a film, without its world.
  void frame_of_film(std::filesystem::path const& file) {
    settle();
    render::Image image = session_.draw_still(whole_window());
    session_.editor().state().for_picture = false;
    write_picture(file, {image.width, image.height, std::move(image.rgb)});
  }

  ui::StillRequest whole_window() const { return {true, target_.width, target_.height}; }

  /// Builds the frame of a picture.
  void settle() {
    session_.editor().state().for_picture = true;
    // The map is drawn by one frame and shown by the next. The land in these frames is not seen.
    render::DrawTarget coarse = target_;
    coarse.fineness = kUnseen;
    for (int i = 0; i < kSettleFrames; ++i) {
      build(true);
      if (i + 1 < kSettleFrames) session_.draw(coarse);
    }
  }

  /// Frames without a step.
  void come_to_rest() {
    for (int i = 0; i < kSettleFrames; ++i) build(true);
  }

  double build(bool hold) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(target_.width), static_cast<float>(target_.height)};
    io.DeltaTime = static_cast<float>(kFrame);
    ui::inject(input_);
    return session_.build(kFrame, {1.0 / kFrame, session_.editor().state().paused ? 0.0 : 1.0 / kFrame}, hold);
  }

  FrameCost whole_frame(ui::DetailGovernor const& governor) {
    const double built = build(false);
    render::DrawTarget target = target_;
    target.fineness = session_.fineness(governor);
    FrameCost cost = session_.draw(target);
    cost.own += built;
    return cost;
  }

  Session& session() { return session_; }

 private:
  Session session_;
  render::Framebuffer framebuffer_;
  render::DrawTarget target_;
  ui::ScriptedInput input_;
};

/// File of picture number `i` of a film: FILE-0001.png is the first.
std::filesystem::path numbered(std::filesystem::path const& file, int i) {
  const std::string name = fmt::format("{}-{:04}{}", file.stem().string(), i + 1, file.extension().string());
  return file.parent_path() / name;
}

/// The sun does not move. The land changes, and the camera turns if `orbit` is not 0.
void film(OffscreenHost& host, Options const& options) {
  auto const& [frames, every, orbit] = options.film;
  for (int i = 0; i < frames; ++i) {
    if (i > 0) {
      host.steps(every);
      host.editor().turn(orbit / static_cast<float>(frames));
    }
    host.frame_of_film(numbered(options.picture, i));
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Draws frames as a window does, with the simulation on its own thread, and prints their cost.
void print_stats(OffscreenHost& host) {
  host.session().runner().set_mode(ui::SimulationRunner::Mode::threaded);
  host.session().limit_upload(render::kFrameBudget);
  std::vector<double> own, upload, whole;
  std::size_t sent = 0;
  double first = 0.0;
  const std::uint64_t steps_before = host.session().runner().steps_done();
  const auto begin = std::chrono::steady_clock::now();
  auto last = begin;
  ui::DetailGovernor governor(host.session().wanted_rate(1.0 / kFrame));
  int drawn_frames = 0;
  for (int i = 0; drawn_frames < kWarmFrames + kMeasuredFrames && i < kMostFrames; ++i) {
    const FrameCost cost = host.whole_frame(governor);
    render::RenderStats const& drawn = host.session().renderer().stats();
    glFinish();
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last).count();
    if (i == 0) first = std::chrono::duration<double>(now - kBegin).count();
    last = now;
    // Without a new step there is nothing to draw. A paused world is measured like this.
    if (drawn.again && !host.editor().state().paused) continue;
    if (drawn.fineness == governor.fineness()) governor.count(seconds);
    if (++drawn_frames <= kWarmFrames) continue;
    own.push_back(cost.own);
    if (cost.upload > 0.0) {
      upload.push_back(cost.upload);
      sent = std::max(sent, host.session().renderer().stats().sent);
    }
    whole.push_back(seconds);
  }
  if (whole.empty()) return print_out("frames/s: unknown, because no step ended during {} frames\n", kMostFrames);
  const double all = std::chrono::duration<double>(last - begin).count();
  const double steps = static_cast<double>(host.session().runner().steps_done() - steps_before);
  print_out("renderer: {}\n", host.session().renderer().description());
  print_out("first frame: {:.2f} s after the start\n", first);
  print_out("main thread without draw calls: {:.3f} ms per frame (median of {}), longest {:.1f} ms\n",
            1e3 * median(own), own.size(), 1e3 * *std::max_element(own.begin(), own.end()));
  print_out("upload: {:.3f} ms (median), at most {:.1f} MB per frame\n", upload.empty() ? 0.0 : 1e3 * median(upload),
            static_cast<double>(sent) / 1e6);
  print_out("frames/s: {:.1f} (median of {})\n", 1.0 / median(whole), whole.size());
  print_out("steps/s: {:.1f}\n", steps / all);
}

}  // namespace

int run_offscreen(Options const& options) {
  std::optional<ui::Script> script;
  if (!options.script.empty()) script = ui::Script::read(options.script);
  const bool films = options.film.frames > 0;
  const std::filesystem::path picture = options.picture;
  if (!picture.empty()) check_writable(films ? numbered(picture, 0) : picture);
  const render::OffscreenContext context;
  OffscreenHost host(options);
  host.steps(options.steps.value_or(0));
  if (script) script->run(host);
  if (films) {
    film(host, options);
  } else if (!picture.empty()) {
    host.picture(picture);
  }
  if (options.stats) print_stats(host);
  return faults_of(host.session().runner().view().health) == 0 ? kDone : kIllHealth;
}

}  // namespace barchan::app
