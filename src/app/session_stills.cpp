// How a session saves pictures with their worlds: at once off-screen, in the course of several frames in a window.
#include <chrono>
#include <exception>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/folders.hpp"
#include "app/session.hpp"
#include "app/sudden_end.hpp"
#include "io/file.hpp"

namespace barchan::app {

namespace {

constexpr std::size_t kBandInSoftware = std::size_t{1} << 20;  // pixels that a frame draws, for half a second

}  // namespace

render::StillSubject Session::subject_of(ui::StillRequest const& wanted) const {
  return {editor_.camera(), editor_.state().render, wanted.width, wanted.height, editor_.clock()};
}

/// Draws the panels of the frame over a band of a picture of the window.
void Session::draw_panels_over(int first, int rows) const {
  ImDrawData* const data = ImGui::GetDrawData();
  const ImVec2 place = data->DisplayPos, size = data->DisplaySize;
  const float scale = data->FramebufferScale.y;
  data->DisplayPos.y += static_cast<float>(first) / scale;
  data->DisplaySize.y = static_cast<float>(rows) / scale;
  ImGui_ImplOpenGL3_RenderDrawData(data);
  data->DisplayPos = place;
  data->DisplaySize = size;
}

render::Image Session::draw_still(ui::StillRequest const& wanted) {
  upload(true);
  render::StillDrawing drawing(renderer_, subject_of(wanted));
  const auto over = [&](int first, int rows) {
    if (wanted.panels) draw_panels_over(first, rows);
  };
  while (!drawing.draw_next(over)) {
  }
  return drawing.take();
}

std::string Session::save_still(ui::StillRequest const& wanted, std::filesystem::path const& file) {
  render::Image image = draw_still(wanted);
  // The view shows the present world, and the simulation gives it before it does anything else.
  const SavedWorldInfo info = editor_.saved_info();
  WorldCapture capture(runner_);
  fresh_ = editor_.advance(true) || fresh_;
  std::optional<StillWorld> world = capture.take();
  if (world) world->info = info;
  return write_still_file(file, std::move(image), std::move(world));
}

/// Call it after each `Editor::advance`. One picture after the other is saved.
void Session::follow_stills() {
  if (!still_ && !wanted_stills_.empty() && !runner_.travelling() && !runner_.opening()) {
    still_.emplace(StillJob{wanted_stills_.front(), WorldCapture(runner_)});
    wanted_stills_.pop_front();
    // The panels of one of the next frames will be in the picture.
    editor_.state().for_picture = still_->wanted.panels;
  }
  if (!still_) return;
  try {
    write_still();
  } catch (std::exception const& error) {
    editor_.say(told_whole(error), true);
    still_.reset();
  }
}

/// Starts to write the picture once it and its world are complete, and later says how it ended.
void Session::write_still() {
  if (still_->image && !still_->written.valid() && still_->world.over()) {
    std::optional<StillWorld> world = still_->world.take();
    if (world) world->info = std::move(still_->info);
    still_->written =
        std::async(std::launch::async, write_still_file, still_->file, *std::move(still_->image), std::move(world));
  }
  if (!still_->written.valid()) return;
  if (still_->written.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  editor_.say(still_->written.get());
  still_.reset();
}

/// In the frame that shows the world which the simulation gives now.
void Session::begin_still() {
  editor_.state().for_picture = false;
  try {
    still_->file = free_name(runner_, ".png");
    still_->info = editor_.saved_info();
    upload(true);
    const bool parts = renderer_.software() && !still_->wanted.panels;
    still_->drawing.emplace(renderer_, subject_of(still_->wanted),
                            parts ? kBandInSoftware : render::StillDrawing::kUsualBand);
  } catch (std::exception const& error) {
    editor_.say(told_whole(error), true);
    still_.reset();
  }
}

/// Draws a part of the picture in each frame, so that the window stays alive. Panels change, so a picture with panels
/// is drawn in one frame.
void Session::draw_next_band() {
  try {
    const render::StillDrawing::Over over = [this](int first, int rows) { draw_panels_over(first, rows); };
    const bool panels = still_->wanted.panels;
    bool complete = still_->drawing->draw_next(panels ? over : render::StillDrawing::Over());
    while (panels && !complete) complete = still_->drawing->draw_next(over);
    editor_.state().drawing_still.reset();
    if (complete) {
      still_->image = still_->drawing->take();
    } else {
      editor_.state().drawing_still = still_->drawing->progress();
    }
  } catch (std::exception const& error) {
    editor_.state().drawing_still.reset();
    editor_.say(told_whole(error), true);
    still_.reset();
  }
}

}  // namespace barchan::app
