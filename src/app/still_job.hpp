/// StillJob: a picture with its world on its way from the key to the file.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "io/still.hpp"
#include "render/still_drawing.hpp"
#include "ui/requests.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::app {

/// The world of a picture, which the simulation gives between two steps.
class WorldCapture {
 public:
  /// Asks the simulation for it.
  explicit WorldCapture(ui::SimulationRunner& runner);
  /// True once the simulation has given it, or could not.
  bool over() const;
  /// The world, once it is over. Nothing if an error had interrupted a step, so that there is no whole world.
  std::optional<StillWorld> take();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Writes a picture with its world. Returns the message for the user. May be called on any thread. Throws InputError.
std::string write_still_file(std::filesystem::path const& file, render::Image image, std::optional<StillWorld> world);

/// The states of a picture follow from its members: the world is asked for; the land is drawn; the file is written.
struct StillJob {
  ui::StillRequest wanted;
  WorldCapture world;
  SavedWorldInfo info{};                          ///< as the drawing began
  std::optional<render::StillDrawing> drawing{};  ///< empty: it has not begun
  std::optional<render::Image> image{};           ///< empty: it is not complete
  std::filesystem::path file{};
  std::future<std::string> written{};  ///< the message about the file
};

}  // namespace barchan::app
