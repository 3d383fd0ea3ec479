#include "app/stage.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/folders.hpp"
#include "render/framebuffer.hpp"

namespace barchan::app {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Stage::Stage(ui::WorldSource const& source, ui::LoadedWorld first, ui::SimulationRunner::Mode mode,
             std::string ini_file) {
  ini_file_ = std::move(ini_file);
  runner_ = std::make_unique<ui::SimulationRunner>(std::move(first), mode);
  renderer_ = std::make_unique<Renderer>();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = ini_file_.empty() ? nullptr : ini_file_.c_str();
  ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
  ImGui_ImplOpenGL3_Init("#version 410 core");
  desk_ = std::make_unique<ui::Desk>(source, *runner_);
  set_scale(1.0f);
}

Stage::~Stage() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Stage::set_scale(float scale) {
  if (scale == scale_) return;
  scale_ = scale;
  desk_->set_fonts(ui::load_fonts(scale), scale);
  ui::apply_theme(scale);
  // The back end makes the texture anew with the next frame.
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

FrameCost Stage::build(double seconds, ui::Measured const& measured, bool hold) {
  const auto start = std::chrono::steady_clock::now();
  ImGui::NewFrame();
  const bool was_still = desk_->render_settings().still;
  desk_->build(seconds, measured, renderer_->inset_texture());
  fresh_ = fresh_ || desk_->render_settings().still != was_still;
  ImGui::Render();
  fresh_ = desk_->advance(hold) || fresh_;
  return {seconds_since(start), 0.0};
}

FrameCost Stage::draw(FrameTarget const& target) {
  FrameCost cost;
  RenderSettings const& settings = desk_->render_settings();
  if (std::exchange(fresh_, false)) {
    const auto start = std::chrono::steady_clock::now();
    renderer_->upload(desk_->view(), settings);
    cost.upload = seconds_since(start);
  }
  renderer_->draw(desk_->camera(), settings, {target.width, target.height, target.framebuffer, desk_->clock()});
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  cost.own = cost.upload + renderer_->stats().own_seconds;
  return cost;
}

void Stage::take_screenshot(FrameTarget const& target) {
  try {
    desk_->say(save_screenshot(picture(target), *runner_));
  } catch (std::exception const& error) {
    desk_->say(error.what(), true);
  }
}

Image Stage::picture(FrameTarget const& target) const {
  return read_pixels(target.framebuffer, target.width, target.height);
}

}  // namespace barchan::app
