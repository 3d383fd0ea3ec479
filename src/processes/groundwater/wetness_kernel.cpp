#include "processes/groundwater/wetness_kernel.hpp"

#include "base/kernel_math.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// Strengths are told in these parts, so that water that hardly moves disturbs no slope.
constexpr float kParts = 64.0f;
constexpr float kLeastDepth = 1e-3f;  // m
constexpr float kStrongest = 2.0f;    // however thin what is damp

inline float smaller(float a, float b) { return a < b ? a : b; }
inline Quanta higher(Quanta a, Quanta b) { return a > b ? a : b; }

}  // namespace

BARCHAN_VECTOR_CLONES
void wet_row(WetRule const& rule, WetRow const& row, std::size_t count, WetGround const& ground) {
  const WetRule r = rule;
  const WetRow from = row;
  Quanta* const damp = ground.damp;
  float* const strength = ground.strength;
  float* const root_water = ground.root_water;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta elevation = from.elevation[i];
    const Quanta head = from.head[i], table = head < elevation ? head : elevation;
    const Quanta fringe = from.wet[i] > 0 ? r.fringe : 0;
    const Quanta room_left = from.room[i] - from.stored[i];
    const auto empty = static_cast<float>(room_left > 0 ? room_left : 0);
    const Quanta moisture = from.moisture[i];
    const bool moist = moisture > 0 && static_cast<float>(moisture) >= r.damp_share * empty;
    const Quanta reach = table < r.highest - fringe ? table + fringe : r.highest;
    const Quanta top = moist ? higher(reach, elevation) : reach;
    damp[i] = top;

    const float porous = static_cast<float>(elevation - head + from.wet[i]) * kMetresPerQuantum;
    const float above_damp = static_cast<float>(elevation - top) * kMetresPerQuantum;
    const float above_table = static_cast<float>(elevation - table) * kMetresPerQuantum;
    const float depth = larger(smaller(porous, r.slip_depth), kLeastDepth);
    const float full = at_most_one(positive(depth - above_table) / depth);
    const float damp_part = at_most_one(positive(depth - above_damp) / depth);
    const float bears = 1.0f - full * from.weakening[i] + (1.0f - full) * damp_part * from.sticking[i] / depth;
    const float in_parts = static_cast<float>(static_cast<Quanta>(smaller(bears, kStrongest) * kParts + 0.5f));
    const Quanta standing = from.standing == nullptr ? 0 : from.standing[i];
    strength[i] = standing > 0 || porous < kLeastDepth ? 1.0f : in_parts * (1.0f / kParts);

    const float reached = at_most_one(positive(2.0f - positive(above_damp) * r.inverse_roots));
    const bool drowned = static_cast<float>(standing) * kMetresPerQuantum > r.deepest_wading;
    root_water[i] = drowned || !(moist || from.wet[i] > 0) ? 0.0f : reached;
  }
}

}  // namespace barchan::kernel
