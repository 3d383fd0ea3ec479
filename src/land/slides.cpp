#include "land/slides.hpp"

#include <algorithm>
#include <cmath>

#include "base/archive.hpp"
#include "base/math.hpp"
#include "land/columns_kernel.hpp"

namespace barchan {

namespace {

/// Above this weight, all stored values are scaled down by a power of two, and thus exactly.
constexpr float kMostWeight = 65536.0f;
/// Stored values up to this, in quanta, are then set to 0.
constexpr float kLeast = 1.0f / 1024;

}  // namespace

void Slides::fade(float dt) {
  weight_ /= math::decay(dt / kMemory);
  while (weight_ > kMostWeight) {
    weight_ /= kMostWeight;
    for (std::vector<float>& row : rows_) {
      for (float& value : row) value = value > kLeast * kMostWeight ? value / kMostWeight : 0.0f;
      if (std::ranges::none_of(row, [](float value) { return value > 0.0f; })) row = {};
    }
  }
}

void Slides::add(std::size_t first, std::span<Quanta const> change) {
  if (rows_.empty()) return;
  std::vector<float>& row = rows_[first / width_];
  if (row.empty()) row.resize(width_);
  kernel::add_slides(weight_, change.data(), change.size(), row.data() + first % width_);
}

bool Slides::empty() const {
  return std::ranges::all_of(rows_, [](std::vector<float> const& row) { return row.empty(); });
}

void Slides::read(std::span<float> rates) const {
  std::ranges::fill(rates, 0.0f);
  const float rate = kMetresPerQuantum / (weight_ * kMemory);
  for (std::size_t y = 0; y < rows_.size(); ++y) {
    std::ranges::transform(rows_[y], rates.begin() + static_cast<std::ptrdiff_t>(y * width_),
                           [&](float value) { return rate * value; });
  }
}

void Slides::keep(Archive& archive) {
  archive.value(weight_);
  archive.require(weight_ >= 1.0f && weight_ <= kMostWeight, "the weight of the slides is out of range");
  for (std::vector<float>& row : rows_) {
    archive.list(row, width_);
    archive.require(row.empty() || row.size() == width_, "the record of slides differs in size from the land");
    archive.require(std::ranges::all_of(row, [](float value) { return value >= 0.0f && std::isfinite(value); }),
                    "a slide is negative or not finite");
  }
}

}  // namespace barchan
