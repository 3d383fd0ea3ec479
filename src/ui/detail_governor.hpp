/// DetailGovernor: chooses how finely frames are drawn so that they are ready in time.
#pragma once

#include <array>
#include <cstddef>

namespace barchan::ui {

/// Takes the median time of a few frames. If this is too long, the governor draws fewer pixels along a side, as many as
/// would be ready in time if all of a frame's time went into pixels. If there is time to spare for the next finer step,
/// it takes that step. From each step it learns how much of a frame's time goes into pixels. After a step up that did
/// not hold, it waits longer before the next one.
class DetailGovernor {
 public:
  /// `goal`: frames per second to hold. The governor aims at slightly more.
  explicit DetailGovernor(double goal) : longest_(0.95 / goal) {}

  /// Pixels drawn over pixels shown, along a side; see DrawTarget.
  float fineness() const { return kSteps[step_]; }
  /// A frame drawn at `fineness()` took this many seconds.
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

  double longest_;  ///< s that a frame may take
  std::size_t step_ = 0, before_ = 0;
  double median_before_ = 0.0;  ///< s, of a frame at `before_`
  double share_ = 1.0;          ///< fraction of a frame's time that goes into pixels
  std::array<double, kFrames> frames_{};
  std::size_t counted_ = 0;
  int patience_ = 1, waits_ = 0;  ///< rounds of frames before a step up is tried
};

}  // namespace barchan::ui
