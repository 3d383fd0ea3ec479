/// Effects of channels on the droplets that run in them: lanes across the section, and the response of the flow to
/// bends.
#include <cmath>

#include "base/kernel_math.hpp"
#include "base/math.hpp"
#include "base/vectorize.hpp"
#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/lanes.hpp"

namespace barchan::water {

namespace {

/// Path length, in widths, over which a flow responds to a bend. With the lagged and the immediate response below, the
/// fastest growing meander is eleven widths long.
constexpr float kBendAnswers = 0.75f;
constexpr float kSwing = 2.0f;   ///< factor on the speed at the banks, relative to linear theory
constexpr float kLagged = 2.5f;  ///< response of the flow to bends upstream, relative to that to the local bend
/// Fraction of the width by which the flow is carried outwards at an excess of 1, and the largest excess that counts.
constexpr float kCarried = 0.2f, kFarthestCarried = 1.0f;
constexpr float kBanks = 2.0f;        ///< height above the bed up to which a river erodes its banks, in depths
constexpr float kSlopeWidths = 4.0f;  ///< path length over which the slope of a river is averaged, widths
constexpr float kSettles = 1.0f;      ///< path length over which droplets reach their lanes, widths

using kernel::larger;

}  // namespace

BARCHAN_VECTOR_CLONES
void follow_channels(Rule const& rule, Block& block) {
  const float momentum = rule.channel.momentum;
  const float inverse_cell = 1.0f / rule.cell_size;
  const float dt = rule.dt;
  const std::size_t count = block.padded();
  Block& b = block;
  BlockSections& s = b.sections;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    // There is no river in standing water.
    s.width[i] = b.depth[i] > 0.0f ? 0.0f : s.width[i];
    const bool wide = s.width[i] > 0.0f;
    const float known_width = wide ? s.known[i] : 0.0f;
    const bool known = known_width > 0.0f;
    const float width = wide ? s.width[i] : 1.0f;
    const float way = std::sqrt(b.velocity_x[i] * b.velocity_x[i] + b.velocity_y[i] * b.velocity_y[i]) * dt;
    const float turn = s.curvature[i] * width;
    const float bend = s.bend[i] + (turn - s.bend[i]) * math::decayed(kBendAnswers * way / width);
    // Excess of the speed at the outer bank (Ikeda, Parker & Sawai 1981; Howard & Knutson 1984).
    const float swing = kSwing * momentum * (kLagged * bend - turn);
    const float excess = smaller(larger(swing, -kFarthestCarried), kFarthestCarried);
    const float offset = known ? s.offset[i] : s.lane[i] * width;
    const float share = smaller(larger(offset / width, -0.5f), 0.5f);
    const float rise = s.rise[i] * kWidthToDepth / width;
    const float factor = smaller(larger(1.0f - 2.0f * share * excess + rise, 0.0f), 3.0f);
    const float off = (s.lane[i] - kCarried * excess) * width - offset;
    const float shift = known ? off * math::decayed(way / (kSettles * width)) * inverse_cell : 0.0f;
    s.shift_x[i] = -s.along_y[i] * shift;
    s.shift_y[i] = s.along_x[i] * shift;
    b.pull[i] = wide ? larger(b.pull[i], river_pull(width)) : b.pull[i];
    s.bend[i] = wide ? bend : 0.0f;
    s.pressure[i] = wide ? positive(-2.0f * share * excess) : 0.0f;
    s.swiftness[i] = wide ? factor : 1.0f;
    s.per_depth[i] = wide ? smaller(s.per_depth[i], kWidthToDepth / (kBanks * width * kPerMetre)) : s.per_depth[i];
  }
}

BARCHAN_VECTOR_CLONES
void remember_channels(Rule const& rule, Block& block) {
  const float cell_size = rule.cell_size;
  const std::size_t count = block.padded();
  Block& b = block;
  BlockSections& s = b.sections;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float way = b.hop[i] * cell_size;
    const float before = s.slope[i];
    const float known = larger(before, 0.0f);
    const float renewed = math::decayed(way / larger(kSlopeWidths * s.width[i], cell_size));
    const float share = before < 0.0f ? 1.0f : renewed;
    const float mean = known + share * (b.drop[i] / larger(way, kLeast) - known);
    s.slope[i] = way > 0.0f ? positive(mean) : before;
    s.width[i] -= s.width[i] * (1.0f - s.known[i]) * renewed;
  }
}

}  // namespace barchan::water
