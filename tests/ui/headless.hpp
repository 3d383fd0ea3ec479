/// An editor with ImGui and without a picture, driven by scripts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "io/scenario.hpp"
#include "ui/editor.hpp"
#include "ui/script.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan_test {

class Headless final : public barchan::ui::ScriptHost {
 public:
  /// `size`: of the window, pixels. `scale`: of text and panels.
  explicit Headless(barchan::ui::ToolList tools, ImVec2 size = {1280.0f, 720.0f}, float scale = 1.0f)
      : size_(size), runner_(world(), barchan::ui::SimulationRunner::Mode::synchronous) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    fonts_ = barchan::ui::load_fonts(scale);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    editor_.emplace(runner_, 1, std::move(tools));
    editor_->set_fonts(fonts_, scale);
  }
  ~Headless() override { ImGui::DestroyContext(); }

  void frame(barchan::ui::ScriptedInput const& input, bool hold) override {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = size_;
    io.DeltaTime = 1.0f / 60.0f;
    barchan::ui::inject(input);
    ImGui::NewFrame();
    // Nothing is drawn, so any number stands for the texture of the map.
    editor_->build(1.0 / 60.0, {}, {.inset = 1});
    ImGui::Render();
    editor_->advance(hold);
  }
  void steps(std::uint64_t count) override { editor_->step(count); }
  barchan::ui::Editor& editor() override { return *editor_; }
  void picture(std::filesystem::path const& /*file*/) override {}

  /// Hash of the world, after a frame in which no step begins.
  std::uint64_t hash() {
    std::uint64_t hash = 0;
    runner_.observe([&hash](barchan::History& history) { hash = history.world().hash(); });
    frame({}, true);
    return hash;
  }
  barchan::ui::SimulationRunner& runner() { return runner_; }

 private:
  static barchan::ui::LoadedWorld world() {
    using namespace barchan;
    const Scenario scenario = parse_scenario(
        "title = \"Tiny\"\ndescription = \"d\"\nsource = \"s\"\n[grid]\nwidth = 48\nheight = 32\ncell_size = 1.0\n"
        "boundary = \"open\"\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2.0\n[wind_particles]\nenabled = false\n",
        "tiny.toml", ".");
    WorldOptions options;
    options.seed = 4;
    return {{{scenario.info, scenario.views.front().camera}, make_world(scenario, options)}, {"tiny", 4, {}, {}}};
  }

  ImVec2 size_;
  barchan::ui::SimulationRunner runner_;
  barchan::ui::Fonts fonts_;
  std::optional<barchan::ui::Editor> editor_;
};

}  // namespace barchan_test
