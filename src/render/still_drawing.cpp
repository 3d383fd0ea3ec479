#include "render/still_drawing.hpp"

#include <algorithm>
#include <utility>

namespace barchan::render {

namespace {

constexpr float kFiner = 2.0f;  // pixels drawn per pixel shown, along a side
// Pixels of a picture above which a software renderer draws only one pixel per pixel shown, and smooths the edges.
constexpr std::size_t kMostFiner = std::size_t{3840} * 2160;
constexpr int kMargin = 8;   // rows that the filter of the edges may read; it reaches 3
constexpr int kAligned = 2;  // rows of a band are a multiple, as the processor shades squares of 2 x 2 pixels

float fineness_of(Renderer const& renderer, StillSubject const& subject) {
  if (subject.fineness > 0.0f) return subject.fineness;
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const bool wide = kFiner * static_cast<float>(subject.width) > static_cast<float>(largest);
  const auto pixels = static_cast<std::size_t>(subject.width) * static_cast<std::size_t>(subject.height);
  return wide || (renderer.software() && pixels > kMostFiner) ? 1.0f : kFiner;
}

}  // namespace

StillDrawing::StillDrawing(Renderer& renderer, StillSubject subject, std::size_t pixels)
    : renderer_(renderer), subject_(std::move(subject)), fineness_(fineness_of(renderer, subject_)) {
  const auto drawn = static_cast<std::size_t>(fineness_ * fineness_) * static_cast<std::size_t>(subject_.width);
  const int rows = static_cast<int>(std::min<std::size_t>(pixels / std::max<std::size_t>(drawn, 1), 1u << 20));
  band_ = std::max(rows / kAligned * kAligned, kAligned);
  if (band_ >= subject_.height) {
    band_ = subject_.height;
  } else if (fineness_ <= 1.0f) {
    margin_ = kMargin;
  }
  image_ = {subject_.width, subject_.height, {}};
  image_.rgb.reserve(3 * static_cast<std::size_t>(subject_.width) * static_cast<std::size_t>(subject_.height));
}

bool StillDrawing::draw_next(Over const& over) {
  // The first band takes the odd row, so that the others begin at an even row.
  const int odd = done_ == 0 ? subject_.height % kAligned : 0;
  const int rows = std::min(band_ + odd, subject_.height - done_);
  if (rows <= 0) return true;
  const int above = std::min(margin_, done_), below = std::min(margin_, subject_.height - done_ - rows);
  const int all = above + rows + below;
  if (!target_ || target_rows_ != all) target_.emplace(subject_.width, all);
  target_rows_ = all;
  DrawTarget target{subject_.width, subject_.height, target_->id(), subject_.clock, fineness_};
  target.still = true;
  target.band = {subject_.height - done_ - rows - below, all};
  renderer_.draw(subject_.camera, subject_.settings, target);
  if (over) over(done_ - above, all);
  const Image band = read_pixels(target_->id(), subject_.width, all);
  const auto row = 3 * static_cast<std::ptrdiff_t>(subject_.width);
  image_.rgb.insert(image_.rgb.end(), band.rgb.begin() + above * row, band.rgb.begin() + (above + rows) * row);
  done_ += rows;
  return done_ == subject_.height;
}

double StillDrawing::progress() const { return static_cast<double>(done_) / static_cast<double>(subject_.height); }

}  // namespace barchan::render
