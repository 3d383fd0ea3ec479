#include "app/stage.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/folders.hpp"

namespace barchan::app {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Stage::Stage(Options const& options, ui::LoadedWorld first, ui::SimulationRunner::Mode mode, std::string ini_file)
    : ini_file_(std::move(ini_file)), runner_(std::move(first), mode), desk_(runner_, options.threads) {
  desk_.state().panels = options.panels;
  desk_.state().render.shader_directory = options.shader_directory;
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = ini_file_.empty() ? nullptr : ini_file_.c_str();
  ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
  ImGui_ImplOpenGL3_Init("#version 410 core");
  set_scale(options.scale > 0.0f ? options.scale : 1.0f);
}

Stage::~Stage() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Stage::set_scale(float scale) {
  if (scale == scale_) return;
  scale_ = scale;
  desk_.set_fonts(ui::load_fonts(scale), scale);
  ui::apply_theme(scale);
  // The back end makes the texture anew with the next frame.
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

double Stage::build(double seconds, ui::Measured const& measured, bool hold) {
  const auto start = std::chrono::steady_clock::now();
  ImGui::NewFrame();
  const bool was_still = desk_.state().render.still;
  desk_.build(seconds, measured, renderer_.inset_texture());
  fresh_ = fresh_ || desk_.state().render.still != was_still;
  ImGui::Render();
  fresh_ = desk_.advance(hold) || fresh_;
  return seconds_since(start);
}

FrameCost Stage::draw(DrawTarget target) {
  FrameCost cost;
  target.clock = desk_.clock();
  RenderSettings const& settings = desk_.state().render;
  if (std::exchange(fresh_, false)) {
    const auto start = std::chrono::steady_clock::now();
    renderer_.upload(runner_.view(), settings);
    cost.upload = seconds_since(start);
  }
  renderer_.draw(desk_.camera(), settings, target);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  cost.own = cost.upload + renderer_.stats().own_seconds;
  return cost;
}

void Stage::take_screenshot(DrawTarget const& target) {
  try {
    desk_.say(save_screenshot(read_pixels(target.framebuffer, target.width, target.height), runner_));
  } catch (std::exception const& error) {
    desk_.say(error.what(), true);
  }
}

}  // namespace barchan::app
