#include "app/still_job.hpp"

#include <atomic>
#include <utility>

#include <fmt/core.h>

#include "io/picture_file.hpp"

namespace barchan::app {

struct WorldCapture::State {
  std::optional<StillWorld> world;
  std::atomic<bool> over{false};
};

WorldCapture::WorldCapture(ui::SimulationRunner& runner) : state_(std::make_shared<State>()) {
  // The last copy of the task ends with the batch that has called it, or has not because the world is incomplete.
  const std::shared_ptr<State> given(state_.get(),
                                     [state = state_](State*) { state->over.store(true, std::memory_order_release); });
  runner.observe([given](History& history) { given->world = still_world(history); });
}

bool WorldCapture::over() const { return state_->over.load(std::memory_order_acquire); }
std::optional<StillWorld> WorldCapture::take() { return std::exchange(state_->world, std::nullopt); }

std::string write_still_file(std::filesystem::path const& file, render::Image image, std::optional<StillWorld> world) {
  const Picture picture{image.width, image.height, std::move(image.rgb)};
  if (!world) {
    write_picture(file, picture);
    return fmt::format("Picture saved without its world, because an error interrupted a step: {}", file.string());
  }
  const std::string note = write_still(file, picture, *std::move(world));
  return fmt::format("Picture saved: {}{}{}", file.string(), note.empty() ? "" : "\n", note);
}

}  // namespace barchan::app
