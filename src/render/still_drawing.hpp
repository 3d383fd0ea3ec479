/// StillDrawing: draws one picture to be saved, of any size and in full quality, band by band. A driver may refuse a
/// target of the size of the whole picture, and between two bands the window stays alive.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "render/framebuffer.hpp"
#include "render/renderer.hpp"

namespace barchan::render {

/// What a still shows. The renderer must show the same land until the still is complete.
struct StillSubject {
  Camera camera;
  RenderSettings settings;
  int width = 0, height = 0;  ///< pixels
  double clock = 0.0;         ///< see DrawTarget
  float fineness = 0.0f;      ///< see DrawTarget; 1 or 2. 0: chosen by the size and the driver
};

class StillDrawing {
 public:
  /// Draws over a band, in its target. `first`: its uppermost row, counted from the top of the picture.
  using Over = std::function<void(int first, int rows)>;
  /// Pixels that are drawn at once, if nobody waits between two bands.
  static constexpr std::size_t kUsualBand = std::size_t{1} << 24;

  /// `pixels`: those drawn at once, at least one row. Throws std::runtime_error if the driver refuses the target.
  StillDrawing(Renderer& renderer, StillSubject subject, std::size_t pixels = kUsualBand);
  /// Draws the next band. Returns true if the picture is complete.
  bool draw_next(Over const& over = {});
  /// Fraction of the rows that are drawn.
  double progress() const;
  /// The picture, once it is complete.
  Image take() { return std::move(image_); }

 private:
  Renderer& renderer_;
  StillSubject subject_;
  float fineness_ = 1.0f;  ///< see DrawTarget
  int margin_ = 0;         ///< rows beside a band that are drawn and left out, because filters read them
  int band_ = 0;           ///< rows of a band, without the margin
  int done_ = 0;           ///< rows from the top
  std::optional<Framebuffer> target_;
  int target_rows_ = 0;
  Image image_;
};

}  // namespace barchan::render
