#include "processes/slab_dunes/field_kernel.hpp"

#include <cmath>

#include "base/kernel_math.hpp"
#include "base/random.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// Uniform in [0, 1).
inline float chance_of(std::uint16_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits)) * (1.0f / 65536.0f);
}

constexpr float kMostPush = 1e9f;  // quanta; far more than can move, and far below the limit of an int32

}  // namespace

BARCHAN_VECTOR_CLONES
void split_shares(float const* direction, float reach, std::size_t count, float* forward, float* backward) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float share = direction[i] * reach;
    forward[i] = share > 0.0f ? share : 0.0f;
    backward[i] = share < 0.0f ? -share : 0.0f;
  }
}

BARCHAN_VECTOR_CLONES
void shift_along(Quanta const* air, AxisShares shares, std::size_t count, Quanta* out) {
  float const* const forward = shares.forward;
  float const* const backward = shares.backward;
  const auto n = static_cast<std::ptrdiff_t>(count);
#pragma GCC ivdep
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const Quanta here = air[i];
    out[i] = here - part(here, forward[i]) - part(here, backward[i]) + part(air[i - 1], forward[i - 1]) +
             part(air[i + 1], backward[i + 1]);
  }
}

BARCHAN_VECTOR_CLONES
void shift_across(AirRow south, AirRow row, AirRow north, std::size_t count, Quanta* out) {
  Quanta const* const air = row.air;
  Quanta const* const air_south = south.air;
  Quanta const* const air_north = north.air;
  float const* const forward = row.shares.forward;
  float const* const backward = row.shares.backward;
  float const* const forward_south = south.shares.forward;
  float const* const backward_north = north.shares.backward;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta here = air[i];
    out[i] = here - part(here, forward[i]) - part(here, backward[i]) + part(air_south[i], forward_south[i]) +
             part(air_north[i], backward_north[i]);
  }
}

std::size_t chance_count(std::size_t count) {
  return (count + kChancesPerDraw - 1) / kChancesPerDraw * kChancesPerDraw;
}

BARCHAN_VECTOR_CLONES
void draw_chances(ChanceKey key, std::size_t count, std::size_t first, std::size_t last, std::uint16_t* chances) {
  // One draw serves eight cells a stride apart, so that all stores are contiguous.
  const std::size_t stride = chance_count(count) / kChancesPerDraw;
  const auto begin = key.row * static_cast<std::uint32_t>(stride);
  for (std::size_t i = first; i < last; ++i) {
    const auto words =
        random_words(key.seed, key.step, RandomStream::slab_dunes, begin + static_cast<std::uint32_t>(i));
    for (std::size_t k = 0; k < 4; ++k) {
      chances[i + 2 * k * stride] = static_cast<std::uint16_t>(words[k]);
      chances[i + (2 * k + 1) * stride] = static_cast<std::uint16_t>(words[k] >> 16);
    }
  }
}

namespace {

template <bool kRises>
[[gnu::always_inline]] inline QuantaSum arrive_over(AirborneRule const& rule, GroundRow const& ground,
                                                    std::size_t count, AirWay air, CellGains gains) {
  const AirborneRule r = rule;
  auto const [available, cover, trap, hold, ratio, chances] = ground;
  auto const [from_rising, from_falling, to] = air;
  auto const [rising, falling] = to;
  auto const [passed, change] = gains;
  QuantaSum sum = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta falls = from_falling[i];
    const Quanta rises = kRises ? from_rising[i] : 0;
    const float sandy = at_most_one(static_cast<float>(cover[i] + change[i]) * r.inverse_sand_depth);
    const float rest = chance_of_rest(trap[i], r.rest.on(sandy), ratio[i]);
    const float chance = chance_of(chances[i]);
    const Quanta down = chance < rest ? falls : 0;
    const Quanta caught = chance < trap[i] ? rises : 0;
    passed[i] += falls + rises;
    falling[i] = falls - down;
    if constexpr (kRises) rising[i] = rises - caught;
    change[i] += down + caught;
    sum += down + caught;
  }
  return sum;
}

}  // namespace

BARCHAN_VECTOR_CLONES
QuantaSum arrive(AirborneRule const& rule, GroundRow ground, std::size_t count, AirWay air, CellGains gains) {
  return air.rising == nullptr ? arrive_over<false>(rule, ground, count, air, gains)
                               : arrive_over<true>(rule, ground, count, air, gains);
}

BARCHAN_VECTOR_CLONES
QuantaSum sum_of(Quanta const* air, std::size_t count) {
  QuantaSum sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += air[i];
  return sum;
}

BARCHAN_VECTOR_CLONES
void begin_to_fall(AirCells air, std::size_t count) {
  Quanta* const rising = air.rising;
  Quanta* const falling = air.falling;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    falling[i] += rising[i];
    rising[i] = 0;
  }
}

BARCHAN_VECTOR_CLONES
void lift(float most, GroundRow ground, std::size_t count, Quanta* air, Quanta* change) {
  Quanta const* const available = ground.available;
  float const* const hold = ground.hold;
  std::uint16_t const* const chances = ground.chances;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta sand = available[i] + change[i];
    const auto wanted = static_cast<Quanta>(most * (1.0f - hold[i]) + chance_of(chances[i]));
    const Quanta up = wanted < sand ? wanted : sand;
    air[i] += up;
    change[i] -= up;
  }
}

BARCHAN_VECTOR_CLONES
void add_stress(float const* stress, std::size_t count, float* hold) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float lift = stress[i] * std::sqrt(stress[i]);
    hold[i] = 1.0f - (1.0f - hold[i]) * lift;
  }
}

BARCHAN_VECTOR_CLONES
void reptate(float strength, CreepRow row, CreepRow next, std::size_t count, Quanta* flow) {
  auto const [elevation, available, air] = row;
  auto const [next_elevation, next_available, next_air] = next;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float drop = static_cast<float>(difference(elevation[i], next_elevation[i]));
    const float impacts = static_cast<float>(air[i]) + static_cast<float>(next_air[i]);
    const float wanted = strength * impacts * drop;
    const float size = wanted > 0.0f ? wanted : -wanted;
    const Quanta most = (wanted > 0.0f ? available[i] : next_available[i]) >> 2;
    const auto whole = static_cast<Quanta>(size < kMostPush ? size : kMostPush);
    const Quanta moved = whole < most ? whole : most;
    flow[i] = wanted > 0.0f ? moved : -moved;
  }
}

}  // namespace barchan::kernel
