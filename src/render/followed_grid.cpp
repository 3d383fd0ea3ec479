#include "render/followed_grid.hpp"

#include <algorithm>
#include <cmath>

namespace barchan::render {
namespace {

constexpr float kSteps = 64.0f;      // steps of which a mean is shown: 1.1 s at normal speed
constexpr float kSettled = 1.0e-3f;  // smaller differences are not shown, m or fraction of the sun

}  // namespace

void FollowedGrid::begin(TerrainView const& view, bool exact, float jump) {
  const std::size_t cells = view.grid.cells();
  const bool follows = !exact && shown_.size() == cells && seed_ == view.seed && step_ < view.step;
  share_ = follows ? 1.0f - std::exp(-static_cast<float>(view.step - step_) / kSteps) : 1.0f;
  if (shown_.size() != cells) shown_.assign(cells, 0.0f);
  jump_ = jump;
  step_ = view.step;
  seed_ = view.seed;
}

std::span<float const> FollowedGrid::follow(std::span<float const> now, std::size_t first) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    float& shown = shown_[first + i];
    const float change = now[i] - shown, left = (1.0f - share_) * std::fabs(change);
    shown = std::fabs(change) > jump_ || left < kSettled ? now[i] : shown + share_ * change;
  }
  return std::span<float const>(shown_).subspan(first, now.size());
}

}  // namespace barchan::render
