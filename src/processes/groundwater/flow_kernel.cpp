#include "processes/groundwater/flow_kernel.hpp"

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

constexpr float kMost = static_cast<float>(kMostOfAnEdge);
constexpr float kHalfParts = 2147483648.0f;  ///< of a quantum

inline float larger(float a, float b) { return a > b ? a : b; }
inline float smaller(float a, float b) { return a < b ? a : b; }
inline Quanta positive(Quanta x) { return x > 0 ? x : 0; }

/// From `here` to `there`. Heads of columns of several layers may wrap around: no one uses what comes of them.
inline Quanta fall_of(Quanta here, Quanta there) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(here) - static_cast<std::uint32_t>(there));
}

/// Mean thickness of the ground through which water goes: as thick as on the side that it comes from, or where the
/// other is thinner half way between both.
inline float thickness(Quanta high, Quanta low) {
  const Quanta thinner = low < high ? low : high;
  return 0.5f * (static_cast<float>(high) + static_cast<float>(thinner));
}

/// Of the higher side, and the harmonic mean where both have pores; 0 where one has several layers.
inline float conductivity_between(float high, float low) {
  const float mean = low == high || low == 0.0f ? high : 2.0f * high * low / (high + low);
  return high < 0.0f || low < 0.0f ? 0.0f : mean;
}

/// What an edge lets through.
struct Passage {
  Quanta fall;         ///< from `here` to `there`
  float conductivity;  ///< m/s
  float thickness;     ///< quanta
};

template <bool alike>
inline Passage passage(Edges const& edges, std::size_t i) {
  const Quanta fall = fall_of(edges.here.head[i], edges.there.head[i]);
  const bool higher = fall >= 0;
  const Quanta wet_here = edges.here.wet[i], wet_there = edges.there.wet[i];
  const Quanta wet_high = higher ? wet_here : wet_there, wet_low = higher ? wet_there : wet_here;
  float conductivity = edges.alike;
  if constexpr (!alike) {
    const float here = edges.here.conductivity[i], there = edges.there.conductivity[i];
    conductivity = conductivity_between(higher ? here : there, higher ? there : here);
  }
  return {fall, conductivity, thickness(wet_high, wet_low)};
}

template <bool alike>
inline FlowLimits limits_of(Edges const& edges) {
  float diffusivity = 0.0f, speed = 0.0f;
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto [fall, conductivity, thickness] = passage<alike>(edges, i);
    const float per_share = larger(edges.here.per_share[i], edges.there.per_share[i]);
    const float carries = thickness > 0.0f ? conductivity * per_share : 0.0f;
    diffusivity = larger(diffusivity, carries * thickness);
    speed = larger(speed, carries * static_cast<float>(fall < 0 ? -fall : fall));
  }
  return {diffusivity, speed};
}

template <bool alike>
inline void flows_of(Edges const& edges, float scale, EdgeRests const& rests, Quanta* flows) {
  std::uint32_t const* const before = rests.before;
  std::uint32_t* const after = rests.after;
#pragma GCC ivdep
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto [fall, conductivity, thickness] = passage<alike>(edges, i);
    const float wanted = conductivity * thickness * static_cast<float>(fall) * scale;
    const float flow = smaller(larger(wanted, -kMost), kMost);
    // In whole quanta and parts of 2^32, a sum of two words: both are below zero where the flow is.
    const auto whole = static_cast<Quanta>(flow);
    const auto half_parts = static_cast<std::int32_t>((flow - static_cast<float>(whole)) * kHalfParts);
    const std::uint32_t rest = before[i];
    const std::uint32_t sum = rest + (static_cast<std::uint32_t>(half_parts) << 1);
    after[i] = sum;
    flows[i] = whole + (half_parts >> 31) + (sum < rest ? 1 : 0);
  }
}

}  // namespace

BARCHAN_VECTOR_CLONES
FlowLimits limits(Edges const& edges) { return edges.alike >= 0.0f ? limits_of<true>(edges) : limits_of<false>(edges); }

BARCHAN_VECTOR_CLONES
void find_flows(Edges const& edges, float scale, EdgeRests const& rests, Quanta* flows) {
  if (edges.alike >= 0.0f) {
    flows_of<true>(edges, scale, rests, flows);
  } else {
    flows_of<false>(edges, scale, rests, flows);
  }
}

BARCHAN_VECTOR_CLONES
bool balance(RowFlows const& flows, Quanta const* gives, std::size_t count, Balance const& to) {
  const auto [east, north, from_south] = flows;
  const auto [gain, asked] = to;
  Quanta any = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta to_east = east[i], from_west = east[i - 1], to_north = north[i], from_below = from_south[i];
    gain[i] = from_west - to_east + from_below - to_north;
    const Quanta out = positive(to_east) + positive(-from_west) + positive(to_north) + positive(-from_below);
    asked[i] = out > gives[i] ? out : 0;
    any |= asked[i];
  }
  return any != 0;
}

}  // namespace barchan::kernel
