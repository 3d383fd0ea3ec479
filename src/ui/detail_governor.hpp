/// DetailGovernor: how finely a frame may be drawn so that frames come in time.
#pragma once

#include <array>
#include <cstddef>

namespace barchan::ui {

/// Looks at the middle one of some frames at a time. When they come too late, fewer pixels are drawn along a side, as
/// many as would be in time if all of a frame's time went into pixels; when there is time to spare for the next finer
/// step, that. How much of a frame's time goes into pixels is learned from each step. A step up that did not hold is
/// not tried again soon.
class DetailGovernor {
 public:
  /// `goal`: frames per second that are to be held; a few more are aimed at.
  explicit DetailGovernor(double goal) : longest_(0.95 / goal) {}

  /// Pixels along a side over those that are shown; see DrawTarget.
  float fineness() const { return kSteps[step_]; }
  /// A frame drawn at `fineness()` took so many seconds.
  void count(double seconds);

 private:
  static constexpr std::array<float, 11> kSteps{1.0f,  0.85f, 0.75f, 0.65f, 0.58f, 0.5f,
                                                0.45f, 0.4f,  0.35f, 0.3f,  0.26f};
  static constexpr std::size_t kFrames = 9;

  static double pixels(std::size_t step) {
    return static_cast<double>(kSteps[step]) * static_cast<double>(kSteps[step]);
  }
  void learn(double median);
  void step_down(double median);
  void step_up();

  double longest_;  ///< s
  std::size_t step_ = 0, before_ = 0;
  double median_before_ = 0.0;  ///< s, of a frame at `before_`
  double share_ = 1.0;          ///< of a frame's time, that goes into pixels
  std::array<double, kFrames> frames_{};
  std::size_t counted_ = 0;
  int patience_ = 1, waits_ = 0;  ///< rounds of frames before a step up is tried
};

}  // namespace barchan::ui
