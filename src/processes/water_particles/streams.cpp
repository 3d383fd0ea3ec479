#include "processes/water_particles/streams.hpp"

#include <algorithm>
#include <cmath>

#include "base/archive.hpp"
#include "base/math.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

namespace {

constexpr int kRowGrain = 16;
/// m3/s, beyond any valid world. Larger values in a saved world mean that it is damaged.
constexpr float kStrongest = 1e18f;

std::size_t segments_per_row(Grid const& grid) { return static_cast<std::size_t>((grid.width - 1) / kSegment + 1); }

float discharge_of(Flow const& flow) { return std::sqrt(flow.x * flow.x + flow.y * flow.y); }

}  // namespace

void Streams::prepare(Grid const& grid) {
  *this = Streams();
  grid_ = grid;
}

void Streams::make_room() {
  flow_.resize(grid_.cells());
  passage_.resize(grid_.cells());
  passed_.resize(segments_per_row(grid_) * static_cast<std::size_t>(grid_.height));
  strongest_.resize(static_cast<std::size_t>(grid_.height));
  wet_.resize(static_cast<std::size_t>(grid_.height));
}

void Streams::begin(std::vector<Flow> const& flow, float memory) {
  make_room();
  std::ranges::copy(flow, flow_.begin());
  averaged_time_ = memory;
  for (int y = 0; y < grid_.height; ++y) look_at_row(y);
}

void Streams::remember(StepContext const& context, int rounds, float memory) {
  const FlowScale scale{.discharge = kMetresPerQuantum * grid_.cell_size * grid_.cell_size / context.dt,
                        .depth = kMetresPerQuantum / static_cast<float>(rounds)};
  // Until the memory is full, the average covers the time since the rain began.
  averaged_time_ = std::min(averaged_time_ + context.dt, memory);
  const float share = std::min(context.dt / averaged_time_, 1.0f);
  context.scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) remember_row(y, scale, share);
  });
}

void Streams::remember_row(int y, FlowScale const& scale, float share) {
  const std::span<Flow> flow = row(y);
  const std::span passage = std::span(passage_).subspan(grid_.index(0, y), flow.size());
  const std::size_t segments = segments_per_row(grid_);
  const std::span passed = std::span(passed_).subspan(static_cast<std::size_t>(y) * segments, segments);
  const bool wet = wet_[static_cast<std::size_t>(y)] != 0;
  if (!wet && std::ranges::count(passed, 0) == std::ssize(passed)) return;
  // Alternating runs of segments that water has passed and has not passed.
  for (auto begin = passed.begin(); begin != passed.end();) {
    const auto end = std::find(begin, passed.end(), *begin == 0 ? 1 : 0);
    const auto from = static_cast<std::size_t>(begin - passed.begin()) * kSegment;
    const std::size_t count = std::min(static_cast<std::size_t>(end - passed.begin()) * kSegment, flow.size()) - from;
    if (*begin != 0) {
      average_flow(flow.subspan(from, count), passage.subspan(from, count), scale, share);
      std::fill(begin, end, std::uint8_t{0});
    } else {
      forget_flow(flow.subspan(from, count), share);
    }
    begin = end;
  }
  look_at_row(y);
}

void Streams::look_at_row(int y) {
  const FlowMost most = most_flow(row(y));
  strongest_[static_cast<std::size_t>(y)] = most.square;
  wet_[static_cast<std::size_t>(y)] = most.square > 0.0f || most.depth > 0.0f ? 1 : 0;
}

std::span<Flow> Streams::row(int y) {
  return std::span(flow_).subspan(grid_.index(0, y), static_cast<std::size_t>(grid_.width));
}

void Streams::read_discharge(std::span<float> values) const {
  std::ranges::transform(flow_, values.begin(), discharge_of);
}

void Streams::read_direction(std::span<float> values) const {
  std::ranges::transform(flow_, values.begin(), [](Flow const& flow) {
    return static_cast<float>(math::direction_degrees(static_cast<double>(flow.x), static_cast<double>(flow.y)));
  });
}

void Streams::keep(Archive& archive) {
  archive.list(flow_, grid_.cells());
  archive.require(flow_.empty() || flow_.size() == grid_.cells(),
                  "the record of streams differs in size from the land");
  archive.value(averaged_time_);
  archive.require(averaged_time_ >= 0.0f && std::isfinite(averaged_time_),
                  "the averaging time of the discharge is out of range");
  if (!archive.reading() || flow_.empty()) return;
  make_room();
  const auto strong = [](float value) { return !(std::abs(value) <= kStrongest); };  // true for NaN
  const bool sound = std::ranges::none_of(flow_, [&](Flow const& flow) {
    return strong(flow.x) || strong(flow.y) || strong(flow.depth) || flow.depth < 0.0f;
  });
  archive.require(sound, "a stream is out of range");
  for (int y = 0; y < grid_.height; ++y) look_at_row(y);
}

}  // namespace barchan::water
