#include "processes/groundwater/layers_kernel.hpp"

#include <limits>

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

constexpr std::size_t kBlock = 128;  ///< columns whose numbers stay in the first cache
constexpr Quanta kFar = Quanta{1} << 30;
constexpr Quanta kNoEnd = std::numeric_limits<Quanta>::max();

inline Quanta filled(std::int32_t share, Quanta thickness) {
  return static_cast<Quanta>(std::uint64_t{static_cast<std::uint32_t>(thickness)} * static_cast<std::uint32_t>(share) >>
                             Pores::kShareBits);
}

inline std::int32_t one_if(bool is) { return is ? 1 : 0; }

template <class T>
using Of = std::array<T, kBlock>;

/// Columns of a row: a block or what is left for it.
struct Part {
  std::size_t at, count;
};

/// What the layers of a block of columns come to.
struct Sums {
  Of<Quanta> top, bottom, room;
  Of<std::int32_t> lowest_share, first_share, differ;
  Of<float> first_carries;
};

/// Where the table is, as far as the layers have been gone through from above.
struct Tables {
  Of<Quanta> top, empty, table, below, above;
  Of<std::int32_t> found, any;  ///< the layer of the table; a layer
  Of<std::int32_t> uppermost;
  Of<float> at_table;
  Of<double> transmissivity;
};

[[gnu::always_inline]] inline void begin(Quanta const* elevation, std::size_t count, Sums& s) {
  for (std::size_t i = 0; i < count; ++i) {
    s.top[i] = s.bottom[i] = elevation[i];
    s.room[i] = s.lowest_share[i] = s.first_share[i] = s.differ[i] = 0;
    s.first_carries[i] = 0.0f;
  }
}

[[gnu::always_inline]] inline void add_layer(LayerPlane layer, std::size_t count, Sums& s) {
  auto const [thicknesses, shares, conductivities] = layer;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta thickness = thicknesses[i];
    const std::int32_t share = shares[i];
    const float carries = conductivities[i];
    const Quanta bottom = s.top[i] - thickness;
    const bool porous = (share > 0) & (thickness > 0);
    const bool first = porous & (s.first_share[i] == 0);
    const std::int32_t first_share = first ? share : s.first_share[i];
    const float first_carries = first ? carries : s.first_carries[i];
    s.room[i] += filled(share, thickness);
    s.top[i] = bottom;
    s.bottom[i] = porous ? bottom : s.bottom[i];
    s.lowest_share[i] = porous ? share : s.lowest_share[i];
    s.differ[i] |= (porous & ((share != first_share) | (carries != first_carries))) ? 1 : 0;
    s.first_share[i] = first_share;
    s.first_carries[i] = first_carries;
  }
}

[[gnu::always_inline]] inline void begin(LayeredColumns const& from, std::size_t at, std::size_t count, Sums const& s,
                                         Tables& t) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    t.top[i] = t.table[i] = from.elevation[at + i];
    t.empty[i] = s.room[i] - from.stored[at + i];
    t.below[i] = t.above[i] = t.any[i] = 0;
    t.found[i] = s.first_share[i] == 0 ? 1 : 0;  // nothing has pores, so no layer counts
    t.uppermost[i] = 1;
    t.at_table[i] = 0.0f;
    t.transmissivity[i] = 0.0;
  }
}

[[gnu::always_inline]] inline void look_for_table(LayerPlane layer, std::size_t count, Sums const& s, Tables& t) {
  constexpr double kWhole = 1 << Pores::kShareBits, kMetres = 1.0 / kQuantaPerMetre;
  auto const [thicknesses, shares, conductivities] = layer;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta thickness = thicknesses[i], top = t.top[i], bottom = top - thickness, empty = t.empty[i];
    const std::int32_t share = shares[i];
    const float carries = conductivities[i];
    const Quanta holds = filled(share, thickness);
    // All of this in whole numbers, and what is told by them as a factor of doubles, so that it becomes vectors.
    const std::int32_t is = one_if(thickness > 0), found = t.found[i];
    const std::int32_t last = one_if(bottom == s.bottom[i]) & one_if(share > 0);
    const std::int32_t reached = one_if(empty <= 0) | one_if(empty < holds) | last;
    const std::int32_t here = is & reached & (1 - found);
    // Exact: a quotient of such numbers that is no whole one is further from the next than doubles are apart.
    const Quanta lacks = empty > 0 ? empty : 0, within = lacks < holds ? lacks : 0;
    const auto down =
        static_cast<Quanta>(static_cast<double>(within) * kWhole / static_cast<double>(share > 0 ? share : 1));
    const Quanta table = lacks > within ? bottom : top - down;
    const Quanta wet = here != 0 ? table - bottom : thickness;
    const std::int32_t below = is & found & one_if(bottom >= s.bottom[i]) & one_if(s.first_share[i] != 0);
    t.transmissivity[i] += static_cast<double>(carries) * (static_cast<double>(wet * (here | below)) * kMetres);
    t.table[i] = here != 0 ? table : t.table[i];
    t.below[i] = here != 0 ? wet : t.below[i];
    t.above[i] = here != 0 ? top - table : t.above[i];
    t.at_table[i] = here != 0 ? carries : t.at_table[i];
    t.uppermost[i] &= 1 - (here & t.any[i]);
    t.empty[i] = (found | here) != 0 ? empty : empty - holds;
    t.found[i] = found | here;
    t.any[i] |= is;
    t.top[i] = bottom;
  }
}

[[gnu::always_inline]] inline std::int32_t write(Quanta const* elevation, Part part, Sums const& s, Tables const& t,
                                                 LayeredRow const& to) {
  auto const [at, count] = part;
  std::int32_t several = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta table = t.table[i];
    const bool far = (table >= kFar) | (table <= -kFar);
    // One without pores between others holds back what the others carry.
    const bool whole = s.room[i] == filled(s.first_share[i], elevation[at + i] - s.bottom[i]);
    const bool even = (s.differ[i] == 0) & (whole | !(s.first_carries[i] > 0.0f));
    const float conductivity = even & !far ? s.first_carries[i] : -1.0f;
    const Quanta known = t.uppermost[i] != 0 ? kNoEnd : t.above[i];
    to.head[at + i] = table;
    to.wet[at + i] = table - s.bottom[i];
    to.room[at + i] = s.room[i];
    to.conductivity[at + i] = conductivity;
    to.per_share[at + i] = static_cast<float>(
        s.lowest_share[i] > 0 ? (1 << Pores::kShareBits) / static_cast<double>(s.lowest_share[i]) : 1.0);
    to.transmissivity[at + i] = static_cast<float>(t.transmissivity[i] * kQuantaPerMetre);
    to.at_table[at + i] = t.at_table[i];
    to.below[at + i] = t.below[i];
    to.above[at + i] = t.above[i];
    to.known[at + i] = far ? -1 : known;
    several |= conductivity < 0.0f ? 1 : 0;
  }
  return several;
}

}  // namespace

BARCHAN_VECTOR_CLONES
bool read_layers(LayeredColumns const& from, std::size_t count, LayeredRow const& to) {
  alignas(64) Sums sums;
  alignas(64) Tables tables;
  std::int32_t several = 0;
  for (std::size_t at = 0; at < count; at += kBlock) {
    const std::size_t some = count - at < kBlock ? count - at : kBlock;
    begin(from.elevation + at, some, sums);
    for (LayerPlane const& plane : from.planes) add_layer(plane.from(at), some, sums);
    begin(from, at, some, sums, tables);
    for (LayerPlane const& plane : from.planes) look_for_table(plane.from(at), some, sums, tables);
    several |= write(from.elevation, {at, some}, sums, tables, to);
  }
  return several != 0;
}

}  // namespace barchan::kernel
