#include "processes/groundwater/wetness_kernel.hpp"

#include "base/kernel_math.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// Strengths are rounded to this fraction, so that small changes of water do not disturb slopes.
constexpr float kParts = 64.0f;
constexpr float kLeastDepth = 1e-3f;  // m
constexpr float kStrongest = 2.0f;    // upper bound, however thin the damp layer is
constexpr float kWeakest = 0.0f;      // lower bound: saturated ground lighter than water floats

inline float smaller(float a, float b) { return a < b ? a : b; }
inline Quanta higher(Quanta a, Quanta b) { return a > b ? a : b; }
inline Quanta lower(Quanta a, Quanta b) { return a < b ? a : b; }

}  // namespace

BARCHAN_VECTOR_CLONES
void wet_row(WetRule const& rule, WetRow const& row, std::size_t count, WetGround const& ground) {
  const Quanta fringe = rule.fringe, highest = rule.highest;
  const float damp_share = rule.damp_share, slip_depth = rule.slip_depth;
  const auto [elevations, heads, wets, rooms, stored, moistures, standings, weakening, sticking] = row;
  const auto [damp, strength] = ground;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta elevation = elevations[i], head = heads[i], wet = wets[i], standing = standings[i];
    const Quanta table = lower(head, elevation);
    const Quanta moisture = moistures[i];
    const auto empty = static_cast<float>(higher(rooms[i] - stored[i], 0));
    const Quanta some = moisture > 0 ? 1 : 0, enough = static_cast<float>(moisture) >= damp_share * empty ? 1 : 0;
    const Quanta moist = some & enough;
    const Quanta reach = lower(table, highest - fringe) + (wet > 0 ? fringe : 0);
    const Quanta top = moist > 0 ? higher(reach, elevation) : reach;
    damp[i] = top;

    const float porous = static_cast<float>(elevation - head + wet) * kMetresPerQuantum;
    const float above_damp = positive(static_cast<float>(elevation - top) * kMetresPerQuantum);
    const float above_table = static_cast<float>(elevation - table) * kMetresPerQuantum;
    const float depth = larger(smaller(porous, slip_depth), kLeastDepth);
    const float per_depth = 1.0f / depth;
    const float full = at_most_one(positive(depth - above_table) * per_depth);
    const float damp_part = at_most_one(positive(depth - above_damp) * per_depth);
    const float bears = 1.0f - full * weakening[i] + (1.0f - full) * damp_part * sticking[i] * per_depth;
    const auto parts = static_cast<Quanta>(larger(smaller(bears, kStrongest), kWeakest) * kParts + 0.5f);
    // A factor instead of a branch, so that the loop vectorises.
    const float slides = (standing > 0 ? 0.0f : 1.0f) * (porous < kLeastDepth ? 0.0f : 1.0f);
    strength[i] = 1.0f + slides * (static_cast<float>(parts) * (1.0f / kParts) - 1.0f);
  }
}

BARCHAN_VECTOR_CLONES
void reach_row(WetRule const& rule, WetRow const& row, std::size_t count, Quanta const* damp, float* root_water) {
  const float inverse_roots = rule.inverse_roots, deepest = rule.deepest_wading;
  const auto [elevations, heads, wets, rooms, stored, moistures, standings, weakening, sticking] = row;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float above = positive(static_cast<float>(difference(elevations[i], damp[i])) * kMetresPerQuantum);
    const float reached = at_most_one(positive(2.0f - above * inverse_roots));
    const float wades = static_cast<float>(standings[i]) * kMetresPerQuantum > deepest ? 0.0f : 1.0f;
    // Ground without water counts as damp at its bottom, where roots find nothing.
    const float water = (wets[i] > 0) | (damp[i] > heads[i]) ? 1.0f : 0.0f;
    root_water[i] = reached * wades * water;
  }
}

}  // namespace barchan::kernel
