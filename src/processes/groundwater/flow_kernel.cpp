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

/// What the columns of edges are.
enum class Of { one_soil, soils, layers };

/// What an edge lets through.
struct Passage {
  Quanta fall;           ///< from `here` to `there`
  float conductivity;    ///< m/s
  float transmissivity;  ///< quanta m/s
};

/// Of columns of several layers: the mean over the water that stands higher, and the harmonic mean with what the other
/// column lets through up to the same height above its bottom. All lies within the layers of the heads or is beyond.
struct LayeredPassage {
  float transmissivity;  ///< quanta m/s; 0 where it is beyond
  std::int32_t beyond;
};
inline LayeredPassage layered_passage(Edges const& edges, std::size_t i, bool higher) {
  const HeadLayers &h = edges.here.at_head, &t = edges.there.at_head;
  const Quanta wet_here = edges.here.wet[i], wet_there = edges.there.wet[i];
  const Quanta wet_high = higher ? wet_here : wet_there, wet_low = higher ? wet_there : wet_here;
  const Quanta below_here = h.below[i], below_there = t.below[i];
  const Quanta below_high = higher ? below_here : below_there, below_low = higher ? below_there : below_here;
  const Quanta known_here = h.known[i], known_there = t.known[i];
  const Quanta known_high = higher ? known_here : known_there, known_low = higher ? known_there : known_here;
  const Quanta above_here = h.above[i], above_there = t.above[i];
  const Quanta above_low = higher ? above_there : above_here;
  const float carried_here = h.transmissivity[i], carried_there = t.transmissivity[i];
  const float at_here = h.conductivity[i], at_there = t.conductivity[i];
  const float carried_high = higher ? carried_here : carried_there, carried_low = higher ? carried_there : carried_here;
  const float at_high = higher ? at_here : at_there, at_low = higher ? at_there : at_here;
  const float even_here = edges.here.conductivity[i], even_there = edges.there.conductivity[i];
  const float even_low = higher ? even_there : even_here;

  const Quanta thinner = positive(wet_high - wet_low);
  const Quanta up = wet_high - (thinner >> 1) - wet_low;
  const Quanta within = up < above_low ? up : above_low;
  const float own = larger(carried_high - at_high * (0.5f * static_cast<float>(thinner)), 0.0f);
  const float other = larger(carried_low + at_low * static_cast<float>(within), 0.0f);
  const float sum = own + other;
  const float mean = 2.0f * own * other / (sum > 0.0f ? sum : 1.0f);
  const std::int32_t known = (known_high >= 0 ? 1 : 0) & (known_low >= 0 ? 1 : 0) & (thinner <= below_high ? 1 : 0) &
                             (up <= known_low ? 1 : 0) & (-up <= below_low ? 1 : 0);
  // A column without pores lets out what comes to its surface.
  const float through = even_low == 0.0f ? own : mean;
  return {through * static_cast<float>(known), 1 - known};
}

template <Of of>
inline Passage passage(Edges const& edges, std::size_t i) {
  const Quanta fall = fall_of(edges.here.head[i], edges.there.head[i]);
  const bool higher = fall >= 0;
  const Quanta wet_here = edges.here.wet[i], wet_there = edges.there.wet[i];
  const Quanta wet_high = higher ? wet_here : wet_there, wet_low = higher ? wet_there : wet_here;
  const float thick = thickness(wet_high, wet_low);
  if constexpr (of == Of::one_soil) return {fall, edges.alike, edges.alike * thick};
  const float here = edges.here.conductivity[i], there = edges.there.conductivity[i];
  const float conductivity = conductivity_between(higher ? here : there, higher ? there : here);
  if constexpr (of == Of::soils) return {fall, conductivity, conductivity * thick};
  const LayeredPassage layered = layered_passage(edges, i, higher);
  const bool several = (here < 0.0f ? 1 : 0) | (there < 0.0f ? 1 : 0);
  edges.beyond[i] = several ? layered.beyond : 0;
  // Water of no thickness goes nowhere.
  const float mean = wet_high > 0 ? layered.transmissivity / static_cast<float>(wet_high) : 0.0f;
  return {fall, several ? mean : conductivity, several ? layered.transmissivity : conductivity * thick};
}

template <Of of>
[[gnu::always_inline]] inline FlowLimits flows_of(Edges const& of_row, float scale, EdgeRests const& rests,
                                                  Quanta* flows) {
  const Edges edges = of_row;  // what is written is none of it
  std::uint32_t const* const before = rests.before;
  std::uint32_t* const after = rests.after;
  float diffusivity = 0.0f, speed = 0.0f;
#pragma GCC ivdep
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto [fall, conductivity, transmissivity] = passage<of>(edges, i);
    const float per_share = larger(edges.here.per_share[i], edges.there.per_share[i]);
    const Quanta down = fall < 0 ? -fall : fall;
    const float falls = transmissivity > 0.0f ? static_cast<float>(down) : 0.0f;
    diffusivity = larger(diffusivity, per_share * transmissivity);
    speed = larger(speed, per_share * conductivity * falls);
    const float wanted = transmissivity * static_cast<float>(fall) * scale;
    const float flow = smaller(larger(wanted, -kMost), kMost);
    // In whole quanta and parts of 2^32, a sum of two words: both are below zero where the flow is.
    const auto whole = static_cast<Quanta>(flow);
    const auto half_parts = static_cast<std::int32_t>((flow - static_cast<float>(whole)) * kHalfParts);
    const std::uint32_t rest = before[i];
    const std::uint32_t sum = rest + (static_cast<std::uint32_t>(half_parts) << 1);
    after[i] = sum;
    flows[i] = whole + (half_parts >> 31) + (sum < rest ? 1 : 0);
  }
  return {diffusivity, speed};
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
