#include "processes/groundwater/layers_kernel.hpp"

#include <array>
#include <utility>

#include "base/kernel_mask.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

constexpr Quanta kFar = Quanta{1} << 30;
constexpr double kWhole = 1 << Pores::kShareBits;

/// Splits the product so that both terms fit into 32 bits.
inline Quanta filled(std::int32_t share, Quanta thickness) {
  const auto low = static_cast<std::uint32_t>(thickness) & ((1u << Pores::kShareBits) - 1);
  return (thickness >> Pores::kShareBits) * share +
         static_cast<Quanta>(low * static_cast<std::uint32_t>(share) >> Pores::kShareBits);
}

/// A layer of a column.
struct LayerOf {
  Quanta thickness;
  std::int32_t share;
  float per_share, conductivity, resistivity;

  LayerOf(LayerPlane const& plane, std::size_t i)
      : thickness(plane.thickness[i]),
        share(plane.share[i]),
        per_share(plane.per_share[i]),
        conductivity(plane.conductivity[i]),
        resistivity(plane.resistivity[i]) {}
};

/// Running sums over the layers of a column.
struct Sums {
  Quanta top, bottom;  ///< top of the next layer; bottom of the lowest porous layer
  Quanta room = 0, porous = 0;
  std::int32_t first_share = 0;
  float first_carries = 0.0f, per_share = 1.0f;  ///< of the lowest layer
  Mask any = 0, differ = 0;                      ///< a layer is porous; the porous layers differ

  explicit Sums(Quanta elevation) : top(elevation), bottom(elevation) {}

  [[gnu::always_inline]] void add(LayerOf const& layer) {
    const Mask is_porous = mask_if(layer.share > 0) & mask_if(layer.thickness > 0), first = is_porous & ~any;
    top -= layer.thickness;
    room += filled(layer.share, layer.thickness);
    porous += layer.thickness & is_porous;
    bottom = choose(is_porous, top, bottom);
    per_share = choose(is_porous, layer.per_share, per_share);
    first_share = choose(first, layer.share, first_share);
    first_carries = choose(first, layer.conductivity, first_carries);
    differ |= is_porous & (mask_if(layer.share != first_share) | mask_if(layer.conductivity != first_carries));
    any |= is_porous;
  }
  /// Conductivity, m/s; negative if layers differ. A layer without pores between others blocks flow.
  float carries(Quanta elevation) const {
    const Mask whole = mask_if(porous == elevation - bottom) | mask_if(first_carries <= 0.0f);
    return choose(whole & ~differ, first_carries, -1.0f);
  }
};

/// Position of the water table, as far as the layers have been visited from the top.
struct Table {
  Quanta elevation, lowest;        ///< of the surface, and of the bottom of the lowest porous layer
  Quanta top, empty;               ///< top of the next layer; empty pore space from there down
  Mask any, found;                 ///< a layer is porous; the water table has been found
  Quanta layer_top, layer_bottom;  ///< of the layer that contains the water table
  Quanta lacks = 0, holds = 0;     ///< empty pore space in and below that layer; water in it
  std::int32_t share = 1;
  float per_share = 1.0f, resistivity = 0.0f;
  float carries = 0.0f, uppermost = 0.0f;  ///< conductivity of that layer and of the uppermost one, m/s
  /// Resistance of the layers above, quanta / (m/s); transmissivity of the layers below.
  float above = 0.0f, below = 0.0f;

  Table(Quanta surface, Quanta stored, Sums const& sums)
      : elevation(surface),
        lowest(sums.bottom),
        top(surface),
        empty(sums.room - stored),
        any(sums.any),
        found(~sums.any),
        layer_top(surface),
        layer_bottom(surface) {}

  [[gnu::always_inline]] void go_through(LayerOf const& layer) {
    const Quanta bottom = top - layer.thickness, contents = filled(layer.share, layer.thickness);
    const Mask is = mask_if(layer.thickness > 0);
    const Mask last = mask_if(bottom == lowest) & mask_if(layer.share > 0);
    const Mask here = is & ~found & (mask_if(empty <= 0) | mask_if(empty < contents) | last);
    const Mask is_above = ~(found | here), is_below = any & found & mask_if(bottom >= lowest);
    above += static_cast<float>(layer.thickness & is_above) * layer.resistivity;
    below += static_cast<float>(layer.thickness & is_below) * layer.conductivity;
    uppermost = choose(is & mask_if(top == elevation), layer.conductivity, uppermost);
    layer_top = choose(here, top, layer_top);
    layer_bottom = choose(here, bottom, layer_bottom);
    lacks = choose(here, empty, lacks);
    holds = choose(here, contents, holds);
    share = choose(here, layer.share, share);
    per_share = choose(here, layer.per_share, per_share);
    carries = choose(here, layer.conductivity, carries);
    resistivity = choose(here, layer.resistivity, resistivity);
    found |= here;
    empty -= contents;
    top = bottom;
  }
  Quanta table() const {
    const Quanta missing = lacks & mask_if(lacks > 0), within = missing & mask_if(missing < holds);
    // Two Newton steps make the reciprocal as exact as a double. A quotient that is not an integer differs from the
    // next integer by more than this error.
    constexpr double kError = 0x1p-18;
    const double part = share * (1.0 / kWhole), first = per_share;
    const double second = first * (2.0 - part * first), reciprocal = second * (2.0 - part * second);
    const auto down = static_cast<Quanta>(within * reciprocal + kError);
    return choose(mask_if(missing > within), layer_bottom, layer_top - down);
  }
  /// Conductivity for percolation, m/s: the harmonic mean above the water table, or the conductivity of the uppermost
  /// layer if it is saturated.
  float lets_down(Quanta table) const {
    const float resistance = above + static_cast<float>(layer_top - table) * resistivity;
    const Quanta way = elevation - table;
    return choose(mask_if(way > 0), static_cast<float>(way) / resistance, uppermost);
  }
};

struct Found {
  Mask several = 0, far = 0;
};

/// Reads column `i`; `for_each` visits its layers from the top down.
template <class ForEach>
[[gnu::always_inline]] inline Found read_column(Quanta elevation, Quanta stored, std::size_t i, LayeredRow const& to,
                                                ForEach const& for_each) {
  Sums sums(elevation);
  for_each([&](LayerOf const& layer) __attribute__((always_inline)) { sums.add(layer); });
  Table at(elevation, stored, sums);
  for_each([&](LayerOf const& layer) __attribute__((always_inline)) { at.go_through(layer); });
  const Quanta table = at.table();
  const Mask far = mask_if(table >= kFar) | mask_if(table <= -kFar);
  const float conductivity = choose(far, -1.0f, sums.carries(elevation));
  to.head[i] = table;
  to.wet[i] = table - sums.bottom;
  to.room[i] = sums.room;
  to.conductivity[i] = conductivity;
  to.per_share[i] = sums.per_share;
  to.down[i] = at.lets_down(table);
  to.transmissivity[i] = at.below + at.carries * static_cast<float>(table - at.layer_bottom);
  to.at_table[i] = at.carries;
  to.below[i] = table - at.layer_bottom;
  to.above[i] = (at.layer_top - table) ^ mask_if(at.layer_top < elevation);
  return {mask_if(conductivity < 0.0f), far};
}

template <std::size_t kPlanes>
[[gnu::always_inline]] inline LayersFound read_planes(LayeredColumns const& row, std::size_t count,
                                                      LayeredRow const& written) {
  const LayeredRow to = written;  // a copy, so that the compiler knows that writes do not change it
  Quanta const* const elevations = row.elevation;
  Quanta const* const stored = row.stored;
  std::array<LayerPlane, kPlanes> planes;
  for (std::size_t k = 0; k < kPlanes; ++k) planes[k] = row.planes[k];
  Found any;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const auto for_each = [&](auto const& visit) __attribute__((always_inline)) {
      [&]<std::size_t... k>(std::index_sequence<k...>) __attribute__((always_inline)) {
        (visit(LayerOf(planes[k], i)), ...);
      }
      (std::make_index_sequence<kPlanes>());
    };
    const Found found = read_column(elevations[i], stored[i], i, to, for_each);
    any.several |= found.several;
    any.far |= found.far;
  }
  return {any.several != 0, any.far != 0};
}

/// Any number of planes, column by column.
LayersFound read_each(LayeredColumns const& row, std::size_t count, LayeredRow const& to) {
  LayersFound any{false, false};
  for (std::size_t i = 0; i < count; ++i) {
    const auto for_each = [&](auto const& visit) {
      for (LayerPlane const& plane : row.planes) visit(LayerOf(plane, i));
    };
    const Found found = read_column(row.elevation[i], row.stored[i], i, to, for_each);
    any = {any.several || found.several != 0, any.far || found.far != 0};
  }
  return any;
}

}  // namespace

BARCHAN_VECTOR_CLONES
LayersFound read_layers(LayeredColumns const& from, std::size_t count, LayeredRow const& to) {
  switch (from.planes.size()) {
    case 2:
      return read_planes<2>(from, count, to);
    case 4:
      return read_planes<4>(from, count, to);
    case 8:
      return read_planes<8>(from, count, to);
    default:
      return read_each(from, count, to);
  }
}

}  // namespace barchan::kernel
