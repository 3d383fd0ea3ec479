#include "processes/wind_particles/averages.hpp"

#include <algorithm>

#include "base/math.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan {

namespace {

constexpr float kMemory = 20.0f;       // s
constexpr float kLeastScale = 1e-12f;  // far above the smallest float, so that only negligible values are lost

}  // namespace

SandExchange::EachRun WindAverages::add(SandExchange const& exchange, float seconds) {
  for (auto* averages : {&path_, &gain_}) averages->resize(exchange.cells().size());
  const float fades = math::decay(seconds / kMemory);
  scale_ *= fades;
  if (scale_ < kLeastScale) rescale();
  const float visit = (1.0f - fades) / scale_;
  const float gain = visit * kMetresPerQuantum / seconds;
  return [this, &exchange, visit, gain](std::size_t first, std::span<Quanta const> gains) {
    // For single cells, as with few particles, a call of the kernel would cost more than it saves.
    if (gains.size() == 1) {
      path_[first] += visit * static_cast<float>(exchange.cells()[first].protrusion & kernel::kVisited);
      gain_[first] += gain * static_cast<float>(gains.front());
      return;
    }
    kernel::average_visits(visit, exchange.cells().data() + first, gains.size(), path_.data() + first);
    kernel::average_gain(gain, gains.size(), gains.data(), gain_.data() + first);
  };
}

void WindAverages::rescale() {
  for (auto* averages : {&path_, &gain_}) {
    for (float& value : *averages) value *= scale_;
  }
  scale_ = 1.0f;
}

void WindAverages::read(std::span<float const> from, std::span<float> values) const {
  std::ranges::transform(from, values.begin(), [this](float value) { return value * scale_; });
}

void WindAverages::keep(Archive& archive, std::size_t cells) {
  archive.aside([&] {
    if (archive.reading()) scale_ = 1.0f;
    if (archive.version() >= 2) archive.value(scale_);
    archive.require(scale_ >= kLeastScale && scale_ <= 1.0f, "the scale of the averages of the wind is out of range");
    archive.list(path_, cells);
    archive.require(path_.empty() || path_.size() == cells, "the averages of the wind differ in size from the land");
    archive.table(gain_, path_.size());
  });
}

}  // namespace barchan
