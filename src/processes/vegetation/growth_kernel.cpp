#include "processes/vegetation/growth_kernel.hpp"

#include "base/kernel_math.hpp"
#include "base/math.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

constexpr float kLeastDensity = 1e-12f;  // a sparser stand counts as gone
// Relative change in an update that counts as none; rounding would otherwise alternate forever.
constexpr float kStill = 4e-7f;

template <bool kThirsty>
[[gnu::always_inline]] inline void grow_over(Season const& season, PlantGround const& ground, Stand const& stand,
                                             std::size_t count, float* next) {
  const Season s = season;
  auto const [south, row, north] = stand;
  auto const [burial, sediment, water] = ground;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float density = row[i];
    const float off = burial[i] - s.optimum;
    const float left = density * math::decay(s.stress * (off < 0.0f ? -off : off));
    // The logistic equation, solved exactly over the update.
    float growing = s.growing, withers = 1.0f;
    if constexpr (kThirsty) {
      const float found = at_most_one(water[i]);
      growing = math::decay(s.growth * found);
      withers = math::decay(s.growth * (1.0f - found));
    }
    const float grown = left * s.density / (left + (s.density - left) * growing) * withers;
    const float stands = sediment[i] < s.rooted ? left * s.growing : grown;
    const float around = row[i - 1] + row[i + 1] + south[i] + north[i];
    const float now = stands + s.creep * (around - 4.0f * density);
    const float change = now > density ? now - density : density - now;
    const float stood = change > kStill * density ? now : density;
    next[i] = stood < kLeastDensity ? 0.0f : at_most_one(stood);
  }
}

}  // namespace

BARCHAN_VECTOR_CLONES
bool follow_surface(Season const& season, Quanta const* elevation, std::size_t count, QuantaSum* mean_surface,
                    float* burial) {
  const double following = season.following;
  const float per_part = kMetresPerQuantum / static_cast<float>(kSurfaceParts) / season.memory;
  QuantaSum moved = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const QuantaSum surface = QuantaSum{elevation[i]} * kSurfaceParts;
    const QuantaSum mean = mean_surface[i];
    const QuantaSum followed = mean + static_cast<QuantaSum>(following * static_cast<double>(surface - mean));
    mean_surface[i] = followed;
    moved |= followed ^ mean;
    burial[i] = static_cast<float>(surface - followed) * per_part;
  }
  return moved != 0;
}

BARCHAN_VECTOR_CLONES
void grow(Season const& season, PlantGround const& ground, Stand const& stand, std::size_t count, float* next) {
  ground.water != nullptr ? grow_over<true>(season, ground, stand, count, next)
                          : grow_over<false>(season, ground, stand, count, next);
}

}  // namespace barchan::kernel
