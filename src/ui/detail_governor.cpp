#include "ui/detail_governor.hpp"

#include <algorithm>

namespace barchan::ui {

namespace {

constexpr double kLate = 1.05;       // of the longest frame; above this, fewer pixels are drawn
constexpr double kSpare = 0.9;       // of the longest frame; a finer step is taken if its predicted time is below this
constexpr double kLeastShare = 0.3;  // least fraction of a frame's time that is assumed to go into pixels
constexpr int kMostPatience = 64;

}  // namespace

void DetailGovernor::count(double seconds) {
  frames_[counted_++] = seconds;
  if (counted_ < kFrames) return;
  counted_ = 0;
  const auto middle = frames_.begin() + kFrames / 2;
  std::nth_element(frames_.begin(), middle, frames_.end());
  learn(*middle);
  if (*middle > kLate * longest_) {
    step_down(*middle);
  } else if (step_ > 0) {
    const double more = pixels(step_ - 1) / pixels(step_) - 1.0;
    if (*middle * (1.0 + share_ * more) < kSpare * longest_) step_up();
  }
}

void DetailGovernor::learn(double median) {
  if (before_ != step_) {
    const double each = (median_before_ - median) / (pixels(before_) - pixels(step_));
    share_ = std::clamp(each * pixels(step_) / median, kLeastShare, 1.0);
  }
  before_ = step_;
  median_before_ = median;
}

void DetailGovernor::step_down(double median) {
  // If the last step up did not hold, wait longer before the next one.
  patience_ = waits_ == 0 ? std::min(2 * patience_, kMostPatience) : 1;
  waits_ = patience_;
  const double now = pixels(step_);
  do {
    if (step_ + 1 == kSteps.size()) return;
    ++step_;
  } while (median * pixels(step_) / now > longest_);
}

void DetailGovernor::step_up() {
  if (waits_-- > 0) return;
  waits_ = 0;
  --step_;
}

}  // namespace barchan::ui
