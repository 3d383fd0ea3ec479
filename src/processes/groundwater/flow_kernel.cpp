#include "processes/groundwater/flow_kernel.hpp"

#include <limits>

#include "base/kernel_mask.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

constexpr float kMost = static_cast<float>(kMostOfAnEdge);
constexpr float kHalfParts = 2147483648.0f;  ///< per quantum
constexpr float kLeast = 1e-30f;             ///< quanta m/s
constexpr Quanta kNoEnd = std::numeric_limits<Quanta>::max();

inline float larger(float a, float b) { return a > b ? a : b; }
inline float smaller(float a, float b) { return a < b ? a : b; }
inline Quanta positive(Quanta x) { return x > 0 ? x : 0; }

/// Head of `here` minus head of `there`. It may wrap around for columns of several layers, where it is not used.
inline Quanta fall_of(Quanta here, Quanta there) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(here) - static_cast<std::uint32_t>(there));
}

/// Mean thickness of the ground that carries the flow: the thickness on the giving side, or, where the other side is
/// thinner, the mean of both.
inline float thickness(Quanta high, Quanta low) {
  const Quanta thinner = low < high ? low : high;
  return 0.5f * (static_cast<float>(high) + static_cast<float>(thinner));
}

/// Conductivity of the higher side, or the harmonic mean if both are porous; 0 if one has several layers.
inline float conductivity_between(float high, float low) {
  const float mean = low == high || low == 0.0f ? high : 2.0f * high * low / (high + low);
  return high < 0.0f || low < 0.0f ? 0.0f : mean;
}

/// Kinds of columns at the edges.
enum class Of { one_soil, soils, layers };

/// Flow properties of an edge.
struct Passage {
  Quanta fall;           ///< from `here` to `there`
  float conductivity;    ///< m/s
  float transmissivity;  ///< quanta m/s
  Mask beyond = 0;
};

/// A value of both columns of an edge, the higher column first.
template <class Number>
struct Pair {
  Number high, low;

  Pair(Mask higher, Number here, Number there) : high(choose(higher, here, there)), low(choose(higher, there, here)) {}
};

/// Harmonic mean of the transmissivities of two columns of several layers, each from the bottom of the column up to the
/// thickness of the flow; see thickness(). That height must lie in the layer that contains the head; otherwise the edge
/// is marked as beyond.
struct LayeredPassage {
  float conductivity;    ///< mean, m/s
  float transmissivity;  ///< quanta m/s; 0 if beyond
  Mask beyond;
};
[[gnu::always_inline]] inline LayeredPassage layered_passage(Edges const& edges, std::size_t i, Mask higher,
                                                             Pair<Quanta> wet) {
  const HeadLayers &h = edges.here.at_head, &t = edges.there.at_head;
  const Pair below(higher, h.below[i], t.below[i]);
  const Pair carried(higher, h.transmissivity[i], t.transmissivity[i]),
      at(higher, h.conductivity[i], t.conductivity[i]);
  const Quanta told_above = choose(higher, t.above[i], h.above[i]);
  const Mask under_another = told_above >> 31;
  const Quanta above_low = told_above ^ under_another;
  const float even_low = choose(higher, edges.there.conductivity[i], edges.here.conductivity[i]);

  const Quanta thinner = positive(wet.high - wet.low);
  const Quanta up = wet.high - (thinner >> 1) - wet.low;
  const Quanta within = up < above_low ? up : above_low;
  const float own = larger(carried.high - at.high * (0.5f * static_cast<float>(thinner)), 0.0f);
  const float other = larger(carried.low + at.low * static_cast<float>(within), 0.0f);
  const float sum = larger(own + other, kLeast);
  // A saturated thickness of 0 conducts nothing.
  const auto thickest = static_cast<float>(choose(mask_if(wet.high > 0), wet.high, kNoEnd));
  const float inverse = 1.0f / (sum * thickest);  // one division for two
  const float mean = 2.0f * own * other * (inverse * thickest);
  const Mask beyond =
      mask_if(thinner > below.high) | (under_another & mask_if(up > above_low)) | mask_if(-up > below.low);
  // A column that is not porous lets water out at its surface.
  const float through = choose(mask_if(even_low == 0.0f), own, mean);
  const float passes = choose(beyond, 0.0f, through);
  return {passes * (inverse * sum), passes, beyond};
}

template <Of of>
[[gnu::always_inline]] inline Passage passage(Edges const& edges, std::size_t i) {
  const Quanta fall = fall_of(edges.here.head[i], edges.there.head[i]);
  const Mask higher = mask_if(fall >= 0);
  const Pair wet(higher, edges.here.wet[i], edges.there.wet[i]);
  const float thick = thickness(wet.high, wet.low);
  if constexpr (of == Of::one_soil) return {fall, edges.alike, edges.alike * thick};
  const Pair even(higher, edges.here.conductivity[i], edges.there.conductivity[i]);
  const float conductivity = conductivity_between(even.high, even.low);
  if constexpr (of == Of::soils) return {fall, conductivity, conductivity * thick};
  const LayeredPassage layered = layered_passage(edges, i, higher, wet);
  const Mask several = mask_if(even.high < 0.0f) | mask_if(even.low < 0.0f);
  return {fall, choose(several, layered.conductivity, conductivity),
          choose(several, layered.transmissivity, conductivity * thick), several & layered.beyond};
}

template <Of of>
[[gnu::always_inline]] inline FlowLimits flows_of(Edges const& of_row, float scale, EdgeRests const& rests,
                                                  Quanta* flows) {
  const Edges edges = of_row;  // a copy, so that the compiler knows that writes do not change it
  std::uint32_t const* const before = rests.before;
  std::uint32_t* const after = rests.after;
  float diffusivity = 0.0f, speed = 0.0f;
  Mask beyond = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto [fall, conductivity, transmissivity, is_beyond] = passage<of>(edges, i);
    if constexpr (of == Of::layers) edges.beyond[i] = is_beyond;
    beyond |= is_beyond;
    const float per_share = larger(edges.here.per_share[i], edges.there.per_share[i]);
    const auto down = static_cast<float>(fall < 0 ? -fall : fall);
    const Mask slopes = mask_if(down > kLevel * per_share) & mask_if(transmissivity > 0.0f);
    const float falls = choose(slopes, down, 0.0f);
    diffusivity = larger(diffusivity, per_share * transmissivity);
    speed = larger(speed, per_share * conductivity * falls);
    const float wanted = transmissivity * static_cast<float>(choose(slopes, fall, 0)) * scale;
    const float flow = smaller(larger(wanted, -kMost), kMost);
    // Splits the flow into whole quanta and a remainder in 2^-32 quanta; both have the sign of the flow.
    const auto whole = static_cast<Quanta>(flow);
    const auto half_parts = static_cast<std::int32_t>((flow - static_cast<float>(whole)) * kHalfParts);
    const std::uint32_t rest = before[i];
    const std::uint32_t sum = rest + (static_cast<std::uint32_t>(half_parts) << 1);
    after[i] = sum;
    flows[i] = whole + (half_parts >> 31) + (sum < rest ? 1 : 0);
  }
  return {diffusivity, speed, beyond != 0};
}

}  // namespace

BARCHAN_VECTOR_CLONES
FlowLimits find_flows(Edges const& edges, float scale, EdgeRests const& rests, Quanta* flows) {
  if (edges.beyond != nullptr) return flows_of<Of::layers>(edges, scale, rests, flows);
  return edges.alike >= 0.0f ? flows_of<Of::one_soil>(edges, scale, rests, flows)
                             : flows_of<Of::soils>(edges, scale, rests, flows);
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
