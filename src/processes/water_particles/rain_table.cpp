#include "processes/water_particles/rain_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/archive.hpp"
#include "land/terrain.hpp"

namespace barchan::water {

namespace {

constexpr std::uint64_t kLow = 0xffffffff;

/// The upper 64 bits of a product.
std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t middle = (a >> 32) * (b & kLow) + ((a & kLow) * (b & kLow) >> 32);
  const std::uint64_t other = (a & kLow) * (b >> 32) + (middle & kLow);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

}  // namespace

void RainTable::follow(Terrain const& terrain, float gradient, std::uint64_t step) {
  Rainfall const& rainfall = terrain.rainfall;
  const bool changed = gradient != gradient_ || rainfall.maps != map_;
  if (!changed && (gradient == 0.0f || step % kRainRenewal != 0)) return;
  gradient_ = gradient;
  map_ = rainfall.maps;
  weights_.clear();
  rows_.clear();
  if (gradient == 0.0f && rainfall.map.empty()) return;

  const auto elevations = terrain.columns.elevations();
  const double lowest = static_cast<double>(*std::min_element(elevations.begin(), elevations.end()));
  const double slope = static_cast<double>(gradient) * kPercentOf100Metres / kQuantaPerMetre;
  std::vector<double> shares(elevations.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = rainfall.share(i, slope, static_cast<double>(elevations[i]) - lowest);
  }
  const double largest = *std::max_element(shares.begin(), shares.end());
  weights_.resize(shares.size());
  std::transform(shares.begin(), shares.end(), weights_.begin(), [&](double share) {
    return static_cast<std::uint32_t>(share / largest * static_cast<double>(kLow) + 0.5);
  });
  add_up(static_cast<std::size_t>(terrain.grid.width));
}

void RainTable::add_up(std::size_t width) {
  rows_.clear();
  std::uint64_t sum = 0;
  for (auto row = weights_.begin(); row != weights_.end(); row += static_cast<std::ptrdiff_t>(width)) {
    sum = std::accumulate(row, row + static_cast<std::ptrdiff_t>(width), sum);
    rows_.push_back(sum);
  }
}

std::size_t RainTable::cell(std::uint64_t word) const {
  const std::uint64_t target = high_product(word, rows_.back());
  const auto row = std::upper_bound(rows_.begin(), rows_.end(), target);
  const auto y = static_cast<std::size_t>(row - rows_.begin());
  std::uint64_t left = target - (y > 0 ? rows_[y - 1] : 0);
  std::size_t cell = y * (weights_.size() / rows_.size());
  for (; left >= weights_[cell]; ++cell) left -= weights_[cell];
  return cell;
}

void RainTable::keep(Archive& archive, std::size_t cells, std::size_t width) {
  archive.value(gradient_);
  archive.value(map_);
  archive.list(weights_, cells);
  if (!archive.reading()) return;
  archive.require(std::isfinite(gradient_) && gradient_ >= 0.0f, "the increase of rain with elevation is out of range");
  archive.require(weights_.empty() || weights_.size() == cells, "the record of rain differs in size from the land");
  add_up(width);
  archive.require(weights_.empty() || rows_.back() > 0, "no cell of the land has rain");
}

}  // namespace barchan::water
