#include "processes/wind_particles/averages.hpp"

#include "base/math.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan {

namespace {

constexpr float kMemory = 20.0f;  // s
constexpr int kGrain = 1 << 14;   // cells

}  // namespace

void WindAverages::prepare(std::size_t cells) {
  path_.assign(cells, 0.0f);
  gain_.assign(cells, 0.0f);
}

void WindAverages::add(SandExchange const& exchange, float seconds, Scheduler const& scheduler) {
  const float rate = 1.0f - math::decay(seconds / kMemory);
  const float per_second = kMetresPerQuantum / seconds;
  scheduler.for_ranges(static_cast<int>(path_.size()), kGrain, [&](int first, int last) {
    const auto count = static_cast<std::size_t>(last - first);
    kernel::average_visits(rate, exchange.cells().data() + first, count, path_.data() + first);
    kernel::average_gain(rate, per_second, count, exchange.gains().data() + first, gain_.data() + first);
  });
}

void WindAverages::keep(Archive& archive, std::size_t cells) {
  archive.aside("wind_averages", [&] {
    archive.table(path_, cells);
    archive.table(gain_, cells);
  });
}

}  // namespace barchan
