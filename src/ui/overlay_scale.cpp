#include "ui/overlay_scale.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace barchan::ui {

namespace {

constexpr std::size_t kSamples = 1 << 16;  // cells that are sampled, about
constexpr double kLeftOut = 0.005;         // fraction of the values beyond each end of the colours
constexpr float kDecades = 1e4f;           // largest ratio that a logarithmic scale spans
constexpr double kSteps = 10.0;            // ends are rounded to a tenth of the range's power of ten
constexpr double kExact = 1e-4;            // of a step

/// The quantiles kLeftOut and 1 - kLeftOut of the values that are not zero. With `zero_counts`, as for elevations,
/// zeros are included.
std::pair<float, float> bulk(std::vector<float> const& values, bool zero_counts) {
  const std::size_t stride = (values.size() / kSamples) | 1;  // odd, so that the samples do not lie in a few columns
  std::vector<float> some;
  for (std::size_t i = 0; i < values.size(); i += stride) {
    if (zero_counts || values[i] != 0.0f) some.push_back(values[i]);
  }
  if (some.empty()) return {0.0f, 0.0f};
  const auto at = [&](double share) {
    const auto place = some.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(some.size() - 1));
    std::nth_element(some.begin(), place, some.end());
    return *place;
  };
  return {at(kLeftOut), at(1.0 - kLeftOut)};
}

/// Rounds `value` to a multiple of `step`, `up` or down. Each end is rounded away from the other.
float rounded(float value, double step, bool up) {
  const double steps = static_cast<double>(value) / step;
  // A value that is a multiple except for its last bits stays the same.
  return static_cast<float>((up ? std::ceil(steps - kExact) : std::floor(steps + kExact)) * step);
}

double power_of_ten(float value) { return std::pow(10.0, std::floor(std::log10(static_cast<double>(value)))); }

/// Chooses the ends from the values and rounds them to readable numbers.
void choose_ends(OverlayScale& scale, TerrainView const& view) {
  std::tie(scale.low, scale.high) = bulk(view.overlay, view.overlay_row.ramp == FieldRamp::elevation);
  if (view.overlay_row.ramp == FieldRamp::diverging) {
    scale.high = std::max(std::fabs(scale.low), std::fabs(scale.high));
    scale.low = -scale.high;
  } else if (scale.logarithmic) {
    scale.low = std::max(scale.low, scale.high / kDecades);
  } else if (scale.lowest == 0.0f) {
    scale.low = 0.0f;
  }
  // If all values are zero, use a range that is not empty.
  if (scale.lowest == 0.0f && scale.highest == 0.0f) {
    scale.high = 1.0f;
    if (view.overlay_row.ramp == FieldRamp::diverging) scale.low = -1.0f;
  }
  if (!(scale.high > scale.low)) return;
  const double step = power_of_ten(scale.high - scale.low) / kSteps;
  scale.low = rounded(scale.low, scale.logarithmic ? power_of_ten(scale.low) : step, false);
  scale.high = rounded(scale.high, scale.logarithmic ? power_of_ten(scale.high) : step, true);
}

}  // namespace

float OverlayScale::share(float value) const {
  const float from = logarithmic ? std::log10(low) : low, to = logarithmic ? std::log10(high) : high;
  const float at = logarithmic ? std::log10(std::max(value, low)) : value;
  return to > from ? std::clamp((at - from) / (to - from), 0.0f, 1.0f) : 0.5f;
}

OverlayScale scale_overlay(TerrainView& view, OverlayChoice const& choice) {
  OverlayScale scale;
  if (view.overlay.empty()) return scale;
  scale.lowest = view.overlay_minimum;
  scale.highest = view.overlay_maximum;
  const FieldRow& row = view.overlay_row;
  scale.logarithmic = row.ramp == FieldRamp::sequential && scale.lowest >= 0.0f && scale.highest > 0.0f &&
                      choice.logarithmic.value_or(row.logarithmic);
  choose_ends(scale, view);
  scale.high = choice.high.value_or(scale.high);
  scale.low = choice.low.value_or(scale.low);
  if (row.ramp == FieldRamp::diverging) {
    scale.high = std::fabs(choice.high ? scale.high : scale.low);
    scale.low = -scale.high;
  }
  if (scale.logarithmic) {
    if (!(scale.low > 0.0f)) scale.low = scale.high / kDecades;
    for (float& value : view.overlay) value = std::log10(std::max(value, scale.low));
  }
  scale.high = std::max(scale.low, scale.high);
  view.overlay_minimum = scale.logarithmic ? std::log10(scale.low) : scale.low;
  view.overlay_maximum = scale.logarithmic ? std::log10(scale.high) : scale.high;
  return scale;
}

}  // namespace barchan::ui
